//! Rate limits, the month's credits, and idempotency keys.

use std::time::Duration;

use chrono::TimeDelta;
use stoa_stores::ai_credits::{RESERVATION_TTL, list_usage, release_abandoned};

use super::*;

#[tokio::test]
async fn ai_images() {
    for (limits, name) in [
        (["ai-images=1/60"], Some("generate_design_image__429")),
        (["ai-images-a-day=1/86400"], None),
        (["client-ai-images=1/60"], None),
        (["client-ai-images-a-day=1/86400"], None),
    ] {
        let server = served_limited(&limits).await;
        server.sql("update stores set ai_provider = 'test'").await;
        let design = begun(&server).await;
        let other = design.designer.begins(&server).await;
        let body = json!({"prompt": PROMPT});
        assert_eq!(draw(&server, &design, body.clone()).await.status(), 201);
        let refused = draw(&server, &design, body.clone()).await;
        assert_eq!(refused.message(), "Too many AI requests, slow down");
        if let Some(name) = name {
            assert_eq!(refused.snapshot(name).header("retry-after"), "50");
        }
        // The same client sends a call for another design.
        let expected = if limits[0].starts_with("client") { 429 } else { 201 };
        assert_eq!(draw(&server, &other, body.clone()).await.status(), expected);
        assert_eq!(write(&server, &design, body.clone()).await.status(), 200);
        server.pass(MINUTE);
        let expected = if limits[0].contains("a-day") { 429 } else { 201 };
        assert_eq!(draw(&server, &design, body.clone()).await.status(), expected);
    }
}

#[tokio::test]
async fn ai_texts() {
    let server = served_limited(&["ai-texts=1/60"]).await;
    server.sql("update stores set ai_provider = 'test'").await;
    let design = begun(&server).await;
    let body = json!({"prompt": PROMPT});
    assert_eq!(write(&server, &design, body.clone()).await.status(), 200);
    let refused = write(&server, &design, body.clone()).await;
    refused.snapshot("suggest_design_text__429");
    server.pass(MINUTE);
    assert_eq!(write(&server, &design, body).await.status(), 200);
}

/// The limit (429) is checked before the credits (402), and both after the provider's settings (503).
#[tokio::test]
async fn ai_images__order_of_checks() {
    let server = served_limited(&["ai-images=1/60", "ai-texts=1/60"]).await;
    may_spend(&server, "0").await;
    let design = begun(&server).await;
    let body = json!({"prompt": PROMPT});
    for _ in 0..2 {
        assert_eq!(draw(&server, &design, body.clone()).await.status(), 503);
        assert_eq!(write(&server, &design, body.clone()).await.status(), 503);
    }
    server.sql("update stores set ai_provider = 'test'").await;
    server.pass(stoa_stores::STORE_TTL);
    draw(&server, &design, body.clone()).await.snapshot("generate_design_image__402");
    write(&server, &design, body.clone()).await.snapshot("suggest_design_text__402");
    assert_eq!(draw(&server, &design, body.clone()).await.status(), 429);
    assert_eq!(write(&server, &design, body).await.status(), 429);
}

#[tokio::test]
async fn monthly_credits() {
    let openai = OpenAi::new().await;
    let (server, design) = with_design(served_with_openai(&openai.url, &["all=off"]).await).await;
    let draws = async |count: i64| {
        draw(&server, &design, json!({"prompt": PROMPT, "n": count})).await.status()
    };
    let writes = async || write(&server, &design, json!({"prompt": PROMPT})).await.status();
    may_spend(&server, "31").await;
    // The credits must cover all requested images, although the provider may deliver fewer.
    assert_eq!(draws(4).await, 402);
    assert_eq!(draws(3).await, 201);
    assert_eq!((draws(1).await, writes().await, writes().await), (402, 200, 402));
    assert_eq!(openai.calls(), 2);
    may_spend(&server, "32").await;
    assert_eq!(writes().await, 200);
    may_spend(&server, "null").await;
    assert_eq!(draws(4).await, 201);
    may_spend(&server, "0").await;
    assert_eq!((draws(1).await, writes().await), (402, 402));

    // 30 days later a new month has begun in UTC, with unused credits.
    may_spend(&server, "10").await;
    let month = Duration::from_secs(30 * 24 * 60 * 60);
    server.pass(month);
    server.sql(&format!("update design_sessions set created_at = '{}'", server.now())).await;
    assert_eq!((draws(1).await, writes().await), (201, 402));
    let mut shown = Vec::new();
    stoa::commands::ai::usage(&server.db(), 1, &mut shown).await.unwrap();
    let expected = "\
MONTH    IMAGES  TEXT CALLS  CREDITS  UNDER WAY  LIMIT
2026-07  1       0           10       0          10
2026-06  7       2           72       0          10
";
    assert_eq!(String::from_utf8(shown).unwrap(), expected);
    let mut nothing = Vec::new();
    stoa::commands::ai::usage(&server.db(), 2, &mut nothing).await.unwrap();
    assert_eq!(String::from_utf8(nothing).unwrap().lines().count(), 2);
    assert!(stoa::commands::ai::usage(&server.db(), 5, &mut Vec::new()).await.is_err());
}

#[tokio::test]
async fn replays_do_not_count() {
    let openai = OpenAi::new().await;
    let (server, design) =
        with_design(served_with_openai(&openai.url, &["ai-images=2/60"]).await).await;
    let body = json!({"prompt": PROMPT});
    let keyed = || draw(&server, &design, body.clone()).header("idempotency-key", "again");
    for _ in 0..5 {
        assert_eq!(keyed().await.status(), 201);
    }
    assert_eq!(draw(&server, &design, body.clone()).await.status(), 201);
    assert_eq!(draw(&server, &design, body.clone()).await.status(), 429);
    assert_eq!(openai.calls(), 2);
}

#[tokio::test]
async fn idempotency_keys() {
    let openai = OpenAi::new().await;
    let (server, design) = with_design(served_with_openai(&openai.url, &["all=off"]).await).await;
    let other = design.designer.begins(&server).await;
    may_spend(&server, "20").await;
    let body = json!({"prompt": PROMPT});
    let with_key = |design: &Begun, body: &Value| {
        draw(&server, design, body.clone()).header("idempotency-key", "one-and-only")
    };
    openai.is(Mood::Slow);
    let second = async {
        openai.is_asked(1).await;
        with_key(&design, &body).await.snapshot("generate_design_image__409");
        // The lease of a payment would have ended by now; the lease of an image is longer.
        server.pass(Duration::from_secs(120));
        assert_eq!(with_key(&design, &body).await.status(), 409);
        openai.is(Mood::Well);
    };
    let (first, ()) = tokio::join!(with_key(&design, &body).into_future(), second);
    assert_eq!(first.status(), 201, "{}", first.message());
    let again = with_key(&design, &body).await.snapshot("generate_design_image__201_replayed");
    assert_eq!((again.header("idempotent-replayed"), &again.json), ("true", &first.json));
    with_key(&design, &json!({"prompt": PROMPT, "n": 2}))
        .await
        .snapshot("generate_design_image__422");
    assert_eq!(with_key(&other, &body).await.header("idempotent-replayed"), "");
    assert_eq!(openai.calls(), 2);
    // A replay costs nothing, so it needs no credits.
    assert_eq!(draw(&server, &design, body.clone()).await.status(), 402);
    assert_eq!(with_key(&design, &body).await.status(), 201);
}

/// The sweep releases the credits of a crashed server's call, but not the credits of a call that may still run.
#[tokio::test]
async fn an_abandoned_reservation_is_released() {
    let server = served().await;
    let (db, now) = (server.db(), server.now());
    let mut connection = db.connection().await.unwrap();
    let transaction = connection.transaction();
    let two = stoa_stores::ai_credits::Spent { images: 2, text_calls: 0 };
    let abandoned =
        stoa_stores::ai_credits::reserve(&transaction, 1, two, now).await.unwrap().unwrap();
    transaction.commit().await.unwrap();
    let usage = async || {
        let months = list_usage(&db, 1).await.unwrap();
        (months[0].credits, months[0].reserved, months[0].images)
    };
    assert_eq!(usage().await, (0, 20, 0));
    let too_early = now + RESERVATION_TTL - TimeDelta::milliseconds(1);
    assert_eq!(release_abandoned(&db, too_early).await.unwrap(), 0);
    assert_eq!(release_abandoned(&db, now + RESERVATION_TTL).await.unwrap(), 20);
    assert_eq!(usage().await, (0, 0, 0));
    // The reservation has already been released, so it cannot be settled.
    let transaction = connection.transaction();
    stoa_stores::ai_credits::settle(&transaction, &abandoned, two).await.unwrap();
    transaction.commit().await.unwrap();
    assert_eq!(usage().await, (0, 0, 0));
}
