//! A server that is killed by `kill -9` while it makes images. The credits that it had reserved are released.

use nix::sys::signal::Signal;
use serde_json::Value;
use stoa_db::{Db, Settings};
use stoa_stores::ai_credits::{RESERVATION_TTL, list_usage, release_abandoned};

use super::*;
use crate::harness::database;
use crate::harness::wire::{self, Response};
use crate::operations::start_up::Process;

async fn post(server: &Process, path: &str, session: &str, body: &Value) -> Response {
    let body = body.to_string();
    let request = format!(
        "POST {path} HTTP/1.1\r\nhost: shop\r\ncontent-type: application/json\r\nidempotency-key: one-and-only\r\n\
         cookie: svc_design_session={session}\r\ncontent-length: {}\r\nconnection: close\r\n\r\n{body}",
        body.len()
    );
    wire::exchange(server.address.parse().unwrap(), request.as_bytes(), false).await
}

#[tokio::test]
async fn killed_between_reserve_and_settle() {
    let (database, openai) = (database::seeded().await, OpenAi::new().await);
    let folder = tempfile::tempdir().unwrap();
    let start = || {
        Process::start(&[
            "--database-url",
            &database.url(),
            "--openai-url",
            &openai.url,
            "--openai-api-key",
            OPENAI_KEY,
            "--files-dir",
            folder.path().to_str().unwrap(),
        ])
    };
    let client = stoa::database::connect(&database.config).await.unwrap();
    client.batch_execute("update stores set ai_credits_per_month = 40").await.unwrap();
    let server = start();
    let begun = post(&server, DESIGNS, "", &json!({"productId": MUG})).await;
    let begun: Value = serde_json::from_slice(&begun.body).unwrap();
    let (id, session) = (&begun["data"]["id"], begun["data"]["sessionId"].as_str().unwrap());
    let (path, body) = (format!("{DESIGNS}/{id}/ai-image"), json!({"prompt": PROMPT, "n": 4}));

    openai.is(Mood::Slow);
    tokio::select! {
        answer = post(&server, &path, session, &body) => panic!("{}", answer.status),
        () = openai.is_asked(1) => {}
    }
    server.end(Signal::SIGKILL);
    openai.is(Mood::Well);

    let db = Db::connect(database.config.clone(), Settings::default());
    let usage = async || {
        let months = list_usage(&db, 1).await.unwrap();
        (months[0].credits, months[0].reserved)
    };
    assert_eq!(usage().await, (0, 40));
    // The new server cannot know yet that the old server is dead: the key is in progress, and the credits are reserved.
    let server = start();
    assert_eq!(post(&server, &path, session, &body).await.status, 409);
    let text = format!("{DESIGNS}/{id}/ai-text");
    assert_eq!(post(&server, &text, session, &json!({"prompt": PROMPT})).await.status, 402);
    let released = release_abandoned(&db, chrono::Utc::now() + RESERVATION_TTL).await.unwrap();
    assert_eq!((released, usage().await), (40, (0, 0)));
    client.batch_execute("update idempotency_keys set claimed_until = '2020-01-01'").await.unwrap();
    assert_eq!(post(&server, &path, session, &body).await.status, 201);
    assert_eq!((usage().await, openai.calls()), ((40, 0), 2));
    server.end(Signal::SIGKILL);
}
