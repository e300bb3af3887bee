//! AI images and texts for designs, by a fake OpenAI and by the built-in provider, and their costs.

mod crashes;
mod limits;
mod races;

use serde_json::{Value, json};

use super::customers::*;
use super::designers::*;
use super::openai::{Mood, OpenAi};
use crate::harness::*;

const POLICY: &str = "Prompt was rejected by the content policy";
const NO_IMAGES_NOW: &str = "Image generation is not available, try again later";
const NO_TEXTS_NOW: &str = "Text generation is not available, try again later";

/// The prompt, which must not be logged.
const PROMPT: &str = "Zwei Wale unter dem Leuchtturm von Rockport";

/// A call by the design's owner.
fn ask<'a>(server: &'a Server, design: &Begun, what: &str, body: &Value) -> Request<'a> {
    design.designer.of(server, "POST", format!("{}/{what}", design.id)).json(body)
}

fn draw<'a>(server: &'a Server, design: &Begun, body: Value) -> Request<'a> {
    ask(server, design, "ai-image", &body)
}

fn write<'a>(server: &'a Server, design: &Begun, body: Value) -> Request<'a> {
    ask(server, design, "ai-text", &body)
}

/// Returns five numbers: credits spent or reserved this month, images, text calls, open reservations, and assets.
async fn spent(server: &Server) -> [i64; 5] {
    let sql = "select (select coalesce(sum(credits), 0)::bigint from ai_usage),
        (select coalesce(sum(images), 0)::bigint from ai_usage),
        (select coalesce(sum(text_calls), 0)::bigint from ai_usage),
        (select count(*) from ai_reservations),
        (select count(*) from design_assets)";
    let row = server.client().await.query_one(sql, &[]).await.unwrap();
    [0, 1, 2, 3, 4].map(|column| row.get(column))
}

async fn may_spend(server: &Server, credits: &str) {
    server.sql(&format!("update stores set ai_credits_per_month = {credits}")).await;
}

/// The provider charges for images, so it is not called if they cannot be stored.
#[tokio::test]
async fn generate_design_image__full_storage() {
    let openai = OpenAi::new().await;
    let (server, design) = with_design(served_with_openai(&openai.url, &[]).await).await;
    server.sql("update stores set max_stored_bytes = 0").await;
    let refused = draw(&server, &design, json!({"prompt": PROMPT})).await;
    refused.snapshot("generate_design_image__503_full");
    assert_eq!(openai.asked().len(), 0);
    assert_eq!(spent(&server).await, [0; 5]);
}

#[tokio::test]
async fn generate_design_image() {
    let openai = OpenAi::new().await;
    let (server, design) = with_design(served_with_openai(&openai.url, &[]).await).await;
    may_spend(&server, "100").await;
    let drawn = draw(&server, &design, json!({"prompt": format!(" {PROMPT} "), "n": 2}));
    let drawn = drawn.await.snapshot("generate_design_image__201");
    let image = &drawn.json["data"];
    assert_eq!((drawn.status(), image["variants"].as_array().unwrap().len()), (201, 2));
    assert_eq!(drawn.header("cache-control"), "no-store");
    let asked = &openai.asked()[0];
    assert_eq!(asked["prompt"], image["augmentedPrompt"]);
    assert_eq!(json!([asked["n"], asked["background"]]), json!([2, "transparent"]));
    assert_eq!([&asked["output_format"], &asked["quality"]], ["png", "high"]);
    assert_eq!(spent(&server).await, [20, 2, 0, 0, 2]);

    // The image is an asset of the design, and its file is stored.
    let key = server.files.key_of(1, image["url"].as_str().unwrap()).unwrap();
    let file = server.files.read(1, key, 1 << 20).await.unwrap().unwrap();
    assert_eq!(file.len() as i64, image["fileSize"].as_i64().unwrap());
    assert!(file.starts_with(b"\x89PNG"));
    let listed = design.designer.call(&server, "POST", &format!("{DESIGNS}/assets"));
    let listed = listed.json(&json!({"ids": [image["id"]]})).await;
    assert_eq!(listed.json["data"][0]["designId"], design.id);
    assert_eq!(listed.json["data"][0]["url"], image["url"]);

    let body = json!({
        "prompt": PROMPT, "style": "photo", "size": "1536x1024", "quality": "low", "transparent": false,
    });
    let photo = draw(&server, &design, body).await.json["data"].take();
    assert_eq!(json!([photo["width"], photo["height"]]), json!([1536, 1024]));
    assert_eq!(openai.asked()[1]["background"], "opaque");
}

/// A legacy design, with a `sessionId` instead of the cookie.
#[tokio::test]
async fn generate_design_image__legacy() {
    let openai = OpenAi::new().await;
    let server = served_with_openai(&openai.url, &[]).await;
    let session = begun(&server).await.designer.session.unwrap();
    legacy(&server, LEGACY_UUID, &session).await;
    for (what, status) in [("ai-image", 201), ("ai-text", 200)] {
        let call = || server.request("POST", &format!("{DESIGNS}/{LEGACY_UUID}/{what}"));
        let body = json!({"prompt": PROMPT, "sessionId": session});
        call().json(&body).await.expect(status);
        let nobody = call().json(&json!({"prompt": PROMPT})).await;
        assert_eq!(nobody.status(), 401);
    }
    assert_eq!(spent(&server).await, [11, 1, 1, 0, 1]);
}

#[tokio::test]
async fn suggest_design_text() {
    let openai = OpenAi::new().await;
    let (server, design) = with_design(served_with_openai(&openai.url, &[]).await).await;
    let body = json!({"prompt": PROMPT, "productName": "Anchor Mug", "count": 2});
    let texts = write(&server, &design, body).await.snapshot("suggest_design_text__200");
    assert_eq!(texts.header("cache-control"), "no-store");
    assert_eq!(texts.json["data"]["suggestions"].as_array().unwrap().len(), 2);
    assert_eq!(spent(&server).await, [1, 0, 1, 0, 0]);
    let format = &openai.asked()[0]["response_format"];
    assert_eq!(
        json!([format["type"], format["json_schema"]["strict"]]),
        json!(["json_schema", true])
    );
}

/// The built-in provider needs only the store's setting, and derives its output from the prompt's digest.
#[tokio::test]
async fn the_test_provider() {
    let server = served().await;
    server.sql("update stores set ai_provider = 'test'").await;
    let design = begun(&server).await;
    let pictures = async |prompt: &str| {
        let drawn = draw(&server, &design, json!({"prompt": prompt, "n": 2})).await.expect(201);
        let mut pictures = Vec::new();
        for image in drawn.json["data"]["variants"].as_array().unwrap() {
            let key = server.files.key_of(1, image["url"].as_str().unwrap()).unwrap();
            pictures.push(server.files.read(1, key, 1 << 20).await.unwrap().unwrap());
        }
        pictures
    };
    let whales = pictures("Two whales").await;
    assert_ne!(whales[0], whales[1]);
    assert_eq!(whales, pictures("Two whales").await);
    assert_ne!(whales, pictures("Two seals").await);
    let texts = write(&server, &design, json!({"prompt": "Two whales", "count": 6})).await;
    assert_eq!(texts.json["data"]["suggestions"].as_array().unwrap().len(), 6);
    assert_eq!(spent(&server).await, [61, 6, 1, 0, 6]);
}

#[tokio::test]
async fn generate_design_image__refusals() {
    let openai = OpenAi::new().await;
    let (server, design) = with_design(served_with_openai(&openai.url, &["all=off"]).await).await;
    draw(&server, &design, json!({})).await.snapshot("generate_design_image__400");
    for (body, status) in [
        (json!({"prompt": ""}), 400),
        (json!({"prompt": " \n"}), 400),
        (json!({"prompt": "\0"}), 400),
        (json!({"prompt": null}), 400),
        (json!({"prompt": "ö".repeat(1000)}), 201),
        (json!({"prompt": "ö".repeat(1001)}), 400),
        (json!({"prompt": "</svg>\u{202e}🐋 \"{}\\"}), 201),
        (json!({"prompt": PROMPT, "n": 0}), 400),
        (json!({"prompt": PROMPT, "n": 5}), 400),
        (json!({"prompt": PROMPT, "style": "oil"}), 400),
        (json!({"prompt": PROMPT, "size": "1x1"}), 400),
        (json!({"prompt": PROMPT, "quality": "max"}), 400),
        (json!({"prompt": PROMPT, "transparent": "no"}), 400),
        (json!({"prompt": PROMPT, "sessionId": "a".repeat(256)}), 400),
    ] {
        let answer = draw(&server, &design, body.clone()).await;
        assert_eq!(answer.status(), status, "{body:.60}: {}", answer.message());
    }
    let body = json!({"prompt": PROMPT});
    let stranger = begun(&server).await;
    for (what, name) in [("ai-image", "generate_design_image"), ("ai-text", "suggest_design_text")]
    {
        let others = Begun { id: design.id, ..stranger.clone() };
        ask(&server, &others, what, &body).await.snapshot(&format!("{name}__403"));
        let missing = Begun { id: 7, ..design.clone() };
        ask(&server, &missing, what, &body).await.snapshot(&format!("{name}__404"));
    }
    write(&server, &design, json!({})).await.snapshot("suggest_design_text__400");
    for (body, status) in [
        (json!({"prompt": "ö".repeat(600), "productName": "ö".repeat(200)}), 200),
        (json!({"prompt": "ö".repeat(601)}), 400),
        (json!({"prompt": PROMPT, "productName": "ö".repeat(201)}), 400),
        (json!({"prompt": PROMPT, "count": 7}), 400),
    ] {
        assert_eq!(write(&server, &design, body).await.status(), status);
    }
}

/// A failed call is not billed, nothing is stored, and the log has the reason without the key and the prompt.
#[tokio::test]
async fn provider_failures() {
    let openai = OpenAi::new().await;
    let server = served_with_openai(&openai.url, &["all=off"]).await;
    server.secrets.note(PROMPT);
    server.secrets.note(OPENAI_KEY);
    let design = begun(&server).await;
    let body = json!({"prompt": PROMPT, "n": 4});
    for (mood, status, message) in [
        (Mood::Strict, 400, POLICY),
        (Mood::Down, 503, NO_IMAGES_NOW),
        (Mood::Opaque, 503, NO_IMAGES_NOW),
        (Mood::Bomb, 503, NO_IMAGES_NOW),
    ] {
        openai.is(mood);
        let refused = draw(&server, &design, body.clone()).header("idempotency-key", "whales");
        let refused = refused.await;
        assert_eq!(refused.outcome(), (status, message), "{mood:?}");
        match mood {
            Mood::Strict => _ = refused.snapshot("generate_design_image__400_policy"),
            Mood::Down => _ = refused.snapshot("generate_design_image__503"),
            _ => {}
        }
        assert_eq!(spent(&server).await, [0; 5], "{mood:?}");
    }
    for (mood, status, message) in [(Mood::Strict, 400, POLICY), (Mood::Down, 503, NO_TEXTS_NOW)] {
        openai.is(mood);
        let refused = write(&server, &design, json!({"prompt": PROMPT})).await;
        assert_eq!(refused.outcome(), (status, message), "{mood:?}");
        if mood == Mood::Down {
            refused.snapshot("suggest_design_text__503");
        }
    }
    assert_eq!(spent(&server).await, [0; 5]);

    // The key of a refused request is still unused, and only delivered images are billed.
    openai.is(Mood::Lazy);
    let drawn = draw(&server, &design, body).header("idempotency-key", "whales").await;
    assert_eq!((drawn.status(), drawn.header("idempotent-replayed")), (201, ""));
    assert_eq!(drawn.json["data"]["variants"].as_array().unwrap().len(), 1);
    assert_eq!(spent(&server).await, [10, 1, 0, 0, 1]);
}

#[tokio::test]
async fn a_store_without_a_provider() {
    let (server, design) = with_design(served().await).await;
    let body = json!({"prompt": PROMPT});
    draw(&server, &design, body.clone()).await.snapshot("generate_design_image__503_none");
    write(&server, &design, body.clone()).await.snapshot("suggest_design_text__503_none");
    // The design's ownership is checked first.
    let stranger = Begun { id: design.id, ..begun(&server).await };
    assert_eq!(draw(&server, &stranger, body.clone()).await.status(), 403);
    assert_eq!(write(&server, &stranger, body).await.status(), 403);
}

/// The server stores a store's own key sealed, and uses it for the store's calls.
#[tokio::test]
async fn a_stores_own_key() {
    let openai = OpenAi::new().await;
    let (server, design) = with_design(served_with_openai(&openai.url, &[]).await).await;
    let (seal, db) = (stoa_stores::Seal::new(SECRET), server.db());
    let name = "openai-api-key".parse().unwrap();
    let own = "sk-of-the-store-4mQ9sTzu";
    server.secrets.note(own);
    stoa::commands::stores::set(&db, &seal, 1, name, own).await.unwrap();
    server.pass(stoa_stores::STORE_TTL);
    assert_eq!(write(&server, &design, json!({"prompt": PROMPT})).await.status(), 200);
}

/// The images of a client that disconnects are still stored and billed.
#[tokio::test]
async fn generate_design_image__client_disconnects() {
    let openai = OpenAi::new().await;
    let (server, design) = with_design(served_with_openai(&openai.url, &[]).await).await;
    openai.is(Mood::Slow);
    let drawing = draw(&server, &design, json!({"prompt": PROMPT}));
    tokio::select! {
        answer = drawing => panic!("{}", answer.status()),
        () = openai.is_asked(1) => {}
    }
    assert_eq!(spent(&server).await, [10, 0, 0, 1, 0]);
    openai.is(Mood::Well);
    while spent(&server).await != [10, 1, 0, 0, 1] {
        tokio::time::sleep(std::time::Duration::from_millis(5)).await;
    }
}

/// If a customer claims a session while its images are made, the images belong to the customer.
#[tokio::test]
async fn generate_design_image__claimed_during_the_call() {
    let openai = OpenAi::new().await;
    let (server, design) = with_design(served_with_openai(&openai.url, &[]).await).await;
    let token = registered(&server, EMAIL).await;
    let id = server.get(ACCOUNT).bearer(&token).await.json["data"]["id"].as_i64().unwrap();
    openai.is(Mood::Slow);
    let claim = async {
        openai.is_asked(1).await;
        let body = json!({"sessionId": design.designer.session, "customerId": id});
        let claimed = server.post(&format!("{DESIGNS}/claim"), &body);
        assert_eq!(claimed.bearer(&token).await.json["data"]["claimed"], 1);
        openai.is(Mood::Well);
    };
    let (drawn, ()) =
        tokio::join!(draw(&server, &design, json!({"prompt": PROMPT})).into_future(), claim);
    assert_eq!(drawn.status(), 201, "{}", drawn.message());
    let owner = server.client().await;
    let owner = owner.query_one("select customer_id from design_assets", &[]).await.unwrap();
    assert_eq!(owner.get::<_, Option<i64>>(0), Some(id));
}

/// The provider must be paid for images even if their design is deleted during the call, so their credits are counted.
#[tokio::test]
async fn generate_design_image__deleted_during_the_call() {
    let openai = OpenAi::new().await;
    let (server, design) = with_design(served_with_openai(&openai.url, &[]).await).await;
    openai.is(Mood::Slow);
    let delete = async {
        openai.is_asked(1).await;
        let deleted = design.designer.of(&server, "DELETE", design.id).await;
        assert_eq!(deleted.status(), 200);
        openai.is(Mood::Well);
    };
    let (drawn, ()) =
        tokio::join!(draw(&server, &design, json!({"prompt": PROMPT})).into_future(), delete);
    assert_eq!(drawn.outcome(), (404, "Design not found"));
    assert_eq!(spent(&server).await, [10, 1, 0, 0, 0]);
}

/// A design gets as many images as it has room for. A full design is refused without a call to the provider.
#[tokio::test]
async fn generate_design_image__full_design() {
    let openai = OpenAi::new().await;
    let (server, design) = with_design(served_with_openai(&openai.url, &[]).await).await;
    let fill = format!(
        "insert into design_assets (site_id, design_id, session_sha256, url, created_at)
         select 1, design.id, design.session_sha256, 'https://pictures.example/1.png', now()
         from designs design, generate_series(1, 199) where design.id = {}",
        design.id
    );
    server.sql(&fill).await;
    let drawn = draw(&server, &design, json!({"prompt": PROMPT, "n": 2})).await;
    assert_eq!(
        (drawn.status(), drawn.json["data"]["variants"].as_array().unwrap().len()),
        (201, 1)
    );
    let full = draw(&server, &design, json!({"prompt": PROMPT, "n": 2})).await;
    assert_eq!(full.outcome(), (400, "Too many images"));
    assert_eq!((openai.calls(), spent(&server).await), (1, [20, 2, 0, 0, 200]));
}
