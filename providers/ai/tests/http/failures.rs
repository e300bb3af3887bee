//! A failing provider: calls return nothing, log one line each, and end in time.

use serde_json::json;
use stoa_ai::AiError;

use crate::log::log_while;
use crate::openai::{KEY, OpenAi, generated, png, settings, whales, wish};
use crate::stand_in::Answer::{self, Break, Drip, Flood, Http, Silence};

/// Returns the log of a call for pictures and a call for texts, both of which fail.
async fn log_of_failure(answer: Answer) -> String {
    let openai = OpenAi::that(answer).await;
    let began = tokio::time::Instant::now();
    let log = log_while(async {
        let refused = openai.provider().pictures(&whales(true, 1)).await.unwrap_err();
        assert_eq!(refused, AiError::Unavailable);
        let refused = openai.provider().texts(&wish()).await.unwrap_err();
        assert_eq!(refused, AiError::Unavailable);
    });
    let log = log.await;
    assert!(began.elapsed().as_secs() <= 151, "{:?}", began.elapsed());
    assert_eq!(openai.stand_in.asked().len(), 4, "two moderations, and each of the two once");
    assert_eq!(log.lines().count(), 2, "{log}");
    assert!(log.contains("WARN") && log.contains("site_id=7"), "{log}");
    for secret in [KEY, "Secret", "Mara", "whales", "cheerful", "Anchor"] {
        assert!(!log.contains(secret), "{log}");
    }
    log
}

#[tokio::test]
async fn a_silent_or_trickling_answer_times_out() {
    for answer in [Silence, Drip] {
        assert!(log_of_failure(answer).await.contains("no answer in time"));
        tokio::time::resume();
    }
}

#[tokio::test]
async fn broken_answers() {
    let longer_than_said = Http(200, "content-length: 20\r\n", generated(&[png(true)]).to_string());
    for (answer, said) in [
        (Flood(""), "its answer is too long"),
        (Break, "error"),
        (longer_than_said, "cannot be read"),
    ] {
        let log = log_of_failure(answer).await;
        assert!(log.contains(said), "{log}");
    }
}

#[tokio::test]
async fn errors_of_the_provider() {
    for (status, body, word) in [
        (401, json!({"error": {"code": "invalid_api_key", "message": KEY}}), "invalid_api_key"),
        (429, json!({"error": {"code": null, "type": "insufficient_quota"}}), "insufficient_quota"),
        (400, json!({"error": {"code": KEY, "param": "Mara Lindqvist"}}), "it answered 400"),
        (500, json!("Mara Lindqvist, try later"), "it answered 500"),
        (307, json!({}), "it answered 307"),
    ] {
        let log = log_of_failure(Http(status, "location: /elsewhere\r\n", body.to_string())).await;
        assert!(log.contains(word), "{log}");
    }
}

#[tokio::test]
async fn an_unreadable_answer() {
    for body in ["<html>Mara Lindqvist</html>", "", r#"{"data": "Mara", "choices": "Mara"}"#] {
        let log = log_of_failure(Http(200, "", body.to_owned())).await;
        assert!(log.contains("its answer cannot be read"), "{log}");
    }
}

#[tokio::test]
async fn an_answer_without_a_picture() {
    let mut bomb = png(true);
    // The header of this PNG claims 60,000 by 60,000 pixels.
    bomb[16..24].copy_from_slice(&[0, 0, 0xea, 0x60, 0, 0, 0xea, 0x60]);
    let cut = png(true)[..60].to_vec();
    let svg = b"<svg xmlns=\"http://www.w3.org/2000/svg\"><rect width=\"9\"/></svg>".to_vec();
    let jpeg = b"\xff\xd8\xff\xe0 a photograph".to_vec();
    for answer in [
        json!({"data": []}),
        json!({"data": [{"url": "http://169.254.169.254/"}]}),
        json!({"data": [{"b64_json": "Mara!"}]}),
        json!({"data": [{"b64_json": ""}]}),
        generated(&[bomb]),
        generated(&[cut]),
        generated(&[svg]),
        generated(&[jpeg]),
    ] {
        let openai = OpenAi::that_answers(200, &answer).await;
        let log = log_while(async {
            let refused = openai.provider().pictures(&whales(true, 1)).await.unwrap_err();
            assert_eq!(refused, AiError::Unavailable, "{answer}");
        });
        let log = log.await;
        assert!(log.contains("its answer has no picture that can be used"), "{log}");
    }
}

#[tokio::test]
async fn concurrent_answers_are_bounded() {
    let openai = OpenAi::that_answers(200, generated(&[png(true)])).await;
    let mut held = Vec::new();
    for _ in 0..4 {
        held.push(openai.provider().pictures(&whales(true, 1)).await.unwrap());
    }
    let provider = openai.provider();
    let asking = tokio::spawn(async move { provider.pictures(&whales(true, 1)).await.map(drop) });
    while openai.bodies("/v1/images/generations").len() < 5 {
        tokio::task::yield_now().await;
    }
    assert!(!asking.is_finished());
    held.pop();
    asking.await.unwrap().unwrap();
}

#[tokio::test]
async fn an_unreachable_provider() {
    let ai = stoa_ai::Ai::new(settings("http://127.0.0.1:1")).unwrap();
    let nowhere = stoa_ai::Ai::new(settings("not a URL")).unwrap();
    let log = log_while(async {
        for ai in [&ai, &nowhere] {
            for key in [KEY, "no\nkey"] {
                let provider = ai.provider(7, None, Some(key)).unwrap();
                assert_eq!(provider.texts(&wish()).await.unwrap_err(), AiError::Unavailable);
            }
        }
    });
    let log = log.await;
    assert!(log.contains("it cannot be reached"), "{log}");
    assert_eq!(log.lines().count(), 4, "{log}");
    assert!(!log.contains(KEY) && !log.contains("no\\nkey"), "{log}");
}
