//! Fifty concurrent calls, on two servers with one database.

use std::collections::BTreeSet;

use super::*;
use crate::api::{answered, fifty};

#[tokio::test]
async fn fifty_strangers_have_fifty_sessions() {
    let server = served_without_limits().await;
    let answers =
        fifty(&server, async |server, _| server.post(DESIGNS, &json!({"productId": MUG})).await)
            .await;
    let session = |answer: &Exchange| answer.json["data"]["sessionId"].as_str().unwrap().to_owned();
    let sessions: BTreeSet<String> = answers.iter().map(session).collect();
    assert_eq!((answered(&answers, 201), sessions.len()), (50, 50));
    assert_eq!(server.count("design_sessions").await, 50);
}

/// Each design gets one of the two customers as its owner, and the counts in the responses add up.
#[tokio::test]
async fn claimed_by_two_customers() {
    let server = served_without_limits().await;
    let designer = begun(&server).await.designer;
    for _ in 0..9 {
        designer.begins(&server).await;
    }
    let session = designer.session.clone().unwrap();
    let mut customers = Vec::new();
    for email in ["a@example.com", "b@example.com"] {
        let token = registered(&server, email).await;
        let id = server.get(ACCOUNT).bearer(&token).await.json["data"]["id"].as_i64().unwrap();
        customers.push((token, id));
    }
    let answers = fifty(&server, async |server, number| {
        // Some calls create designs concurrently.
        if number % 5 == 0 {
            return designer.call(server, "POST", DESIGNS).json(&json!({"productId": MUG})).await;
        }
        let (token, id) = &customers[number % 2];
        let body = json!({"sessionId": session, "customerId": id});
        server.post(&format!("{DESIGNS}/claim"), &body).bearer(token).await
    })
    .await;
    assert_eq!((answered(&answers, 200), answered(&answers, 201)), (40, 10));
    let told: i64 =
        answers.iter().filter_map(|answer| answer.json["data"]["claimed"].as_i64()).sum();
    let owned = server.count("designs where customer_id is not null").await;
    let left = server.count("designs where session_sha256 is not null").await;
    assert_eq!((told, owned + left), (owned, 20));
}

/// Concurrent updates of different fields do not overwrite each other.
#[tokio::test]
async fn concurrent_updates_of_different_fields() {
    let (server, design) = with_design(served_without_limits().await).await;
    let answers = fifty(&server, async |server, number| {
        let body = match number {
            0 => json!({"name": "Whales"}),
            1 => json!({"description": "Two of them"}),
            2 => json!({"layers": [text_layer("Two whales")]}),
            3 => json!({"styleOverrides": {"color": "navy"}}),
            _ => json!({"thumbnailUrl": "https://pictures.example/a.png"}),
        };
        design.designer.of(server, "PUT", design.id).json(&body).await
    })
    .await;
    assert_eq!(answered(&answers, 200), 50);
    let saved = design.designer.of(&server, "GET", design.id).await.json["data"].clone();
    assert_eq!(saved["name"], "Whales");
    assert_eq!(saved["description"], "Two of them");
    assert_eq!(saved["layers"], json!([text_layer("Two whales")]));
    assert_eq!(saved["styleOverrides"], json!({"color": "navy"}));
    assert_eq!(saved["thumbnailUrl"], "https://pictures.example/a.png");
}

/// A copy is complete, or does not exist.
#[tokio::test]
async fn clones_during_a_deletion() {
    let server = served_without_limits().await;
    let designer = begun(&server).await.designer;
    let session = designer.session.clone().unwrap();
    legacy(&server, LEGACY_UUID, &session).await;
    let sql = "insert into design_assets (site_id, design_id, session_sha256, url, created_at)
        select 1, id, session_sha256, 'https://pictures.example/a.png', now() from designs where legacy";
    server.sql(sql).await;
    let answers = fifty(&server, async |server, number| match number {
        25 => designer.of(server, "DELETE", LEGACY_UUID).await,
        _ => designer.of(server, "POST", format!("{LEGACY_UUID}/clone")).json(&json!({})).await,
    })
    .await;
    assert_eq!(answered(&answers, 200) + answered(&answers, 404), 50);
    let copies = i64::try_from(answered(&answers, 200)).unwrap() - 1;
    assert_eq!(server.count("design_assets").await, copies);
    assert_eq!(server.count("designs where name = 'Old anchor'").await, copies);
}
