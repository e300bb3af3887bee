//! The requests that are sent, and how answers are read.

use serde_json::{Value, json};
use stoa_ai::AiError;

use crate::log::log_while;
use crate::openai::{KEY, OpenAi, generated, png, said, settings, whales, wish};
use crate::stand_in::Answer;

#[tokio::test]
async fn pictures_are_asked_for_after_a_moderation() {
    let openai = OpenAi::that_answers(200, generated(&[png(true), png(true)])).await;
    let pictures = openai.provider().pictures(&whales(true, 2)).await.unwrap();
    assert_eq!(pictures.pictures, [png(true), png(true)]);
    let asked = openai.stand_in.asked();
    assert_eq!(asked.len(), 2, "{asked:?}");
    assert!(asked[0].line == "POST /v1/moderations", "{asked:?}");
    let authorization = format!("Bearer {KEY}");
    assert!(asked.iter().all(|asked| asked.header("authorization") == Some(&authorization)));
    let moderation = json!({"model": "omni-moderation-latest", "input": "Two whales for Mara"});
    assert_eq!(openai.bodies("/v1/moderations"), [moderation]);
    let question = json!({
        "model": "gpt-image-2.5-flare",
        "prompt": "Two whales for Mara",
        "n": 2,
        "size": "1024x1536",
        "quality": "high",
        "background": "transparent",
        "output_format": "png",
    });
    assert_eq!(openai.bodies("/v1/images/generations"), [question]);
}

#[tokio::test]
async fn texts_are_asked_for_by_a_schema() {
    let answer = said(json!({"suggestions": ["Fair winds", " Anchors\ndown "]}));
    let openai = OpenAi::that_answers(200, answer).await;
    let texts = openai.provider().texts(&wish()).await.unwrap();
    assert_eq!(texts, ["Fair winds", "Anchors down"]);
    let bodies = openai.bodies("/v1/chat/completions");
    let format = &bodies[0]["response_format"];
    assert_eq!(
        (&format["type"], &format["json_schema"]["strict"]),
        (&json!("json_schema"), &json!(true))
    );
    let user = bodies[0]["messages"][1]["content"].as_str().unwrap();
    assert!(user.contains("Anchor Mug") && user.contains("cheerful"), "{user}");
}

#[tokio::test]
async fn unknown_parts_of_an_answer_are_ignored() {
    let mut answer = generated(&[png(true), png(true), png(true)]);
    answer["background"] = json!({"new": "object"});
    answer["usage"] = json!("many");
    answer["data"][1] = json!({"url": "https://pictures.example/1.png", "b64_json": null});
    // Some servers escape slashes and omit the padding.
    let answer = answer.to_string().replace('/', "\\/").replace("==\"", "\"").replace("=\"", "\"");
    let openai = OpenAi::that_answers(200, answer).await;
    let pictures = openai.provider().pictures(&whales(true, 1)).await.unwrap();
    assert_eq!(pictures.pictures, [png(true)], "no more than asked for");

    for content in [
        r#"["Fair winds", 7, "Fair winds", ""]"#.to_owned(),
        json!({"suggestions": ["Fair winds", "x".repeat(201)], "thought": null}).to_string(),
    ] {
        let openai = OpenAi::that_answers(200, said(content)).await;
        assert_eq!(openai.provider().texts(&wish()).await.unwrap(), ["Fair winds"]);
    }
}

#[tokio::test]
async fn policy_refusals_are_distinguished() {
    let refusal = |code: &str| json!({"error": {"code": code, "message": "Mara", "param": null}});
    for code in ["moderation_blocked", "content_policy_violation"] {
        let openai = OpenAi::that_answers(400, refusal(code)).await;
        assert_eq!(
            openai.provider().pictures(&whales(true, 1)).await.unwrap_err(),
            AiError::Refused
        );
        assert_eq!(openai.provider().texts(&wish()).await.unwrap_err(), AiError::Refused);
    }
    let refused = json!({"choices": [{"message": {"content": null, "refusal": "I cannot"}}]});
    let filtered = json!({"choices": [{"message": {}, "finish_reason": "content_filter"}]});
    for answer in [refused, filtered] {
        let openai = OpenAi::that_answers(200, answer).await;
        assert_eq!(openai.provider().texts(&wish()).await.unwrap_err(), AiError::Refused);
    }

    let openai = OpenAi::that_answers(200, generated(&[png(true)])).await;
    openai.moderates(200, r#"{"results":[{"flagged":true,"categories":{"new":1}}]}"#);
    assert_eq!(openai.provider().pictures(&whales(true, 1)).await.unwrap_err(), AiError::Refused);
    assert_eq!(openai.provider().texts(&wish()).await.unwrap_err(), AiError::Refused);
    assert_eq!(openai.bodies("/v1/images/generations"), [Value::Null; 0], "nothing was asked for");
}

#[tokio::test]
async fn without_a_moderation_result_nothing_is_requested() {
    let openai = OpenAi::that_answers(200, generated(&[png(true)])).await;
    for (status, body) in [(500, "{}"), (200, r#"{"results":[]}"#), (200, "{}"), (404, "")] {
        openai.moderates(status, body);
        let refused = openai.provider().pictures(&whales(true, 1)).await.unwrap_err();
        assert_eq!(refused, AiError::Unavailable);
    }
    assert_eq!(openai.bodies("/v1/images/generations"), [Value::Null; 0]);
}

#[tokio::test]
async fn an_opaque_picture_instead_of_a_transparent_one() {
    let setting = "STOA_OPENAI_IMAGE_MODEL";
    let opaque = OpenAi::that_answers(200, generated(&[png(false)])).await;
    let about = json!({"error": {"code": "invalid_value", "param": "background", "message": "no"}});
    let cannot = OpenAi::that_answers(400, about).await;
    for openai in [&opaque, &cannot] {
        let log = log_while(async {
            let refused = openai.provider().pictures(&whales(true, 1)).await.unwrap_err();
            assert_eq!(refused, AiError::Unavailable);
        });
        let log = log.await;
        assert!(log.contains(setting) && log.lines().count() == 1, "{log}");
    }
    let pictures = opaque.provider().pictures(&whales(false, 1)).await.unwrap();
    assert_eq!(pictures.pictures, [png(false)]);
    assert_eq!(opaque.bodies("/v1/images/generations")[1]["background"], "opaque");

    let some = OpenAi::that_answers(200, generated(&[png(false), png(true)])).await;
    let log = log_while(async {
        let pictures = some.provider().pictures(&whales(true, 2)).await.unwrap();
        assert_eq!(pictures.pictures, [png(true)]);
    });
    assert!(log.await.contains(setting));
}

#[tokio::test]
async fn a_store_has_its_own_key_or_the_servers() {
    let openai = OpenAi::that(Answer::Silence).await;
    assert!(openai.ai.provider(7, None, None).is_none());
    assert!(openai.ai.provider(7, Some("openai"), Some(" ")).is_none());
    assert!(openai.ai.provider(7, Some("test"), None).is_some());
    let mut settings = settings("http://127.0.0.1:1");
    settings.api_key = Some("sk-server".to_owned());
    let of_all = stoa_ai::Ai::new(settings).unwrap();
    assert!(of_all.provider(7, None, None).is_some());
    let shown = format!("{:?}", openai.provider());
    assert!(!shown.contains(KEY), "{shown}");
}
