//! Idempotent operations: the key, the fingerprint that a handler gets, and the header of a replay.

use std::sync::Arc;

use http::Request;
use http_body_util::Full;
use serde_json::{Value, json};
use stoa_runtime::{
    Body, Bytes, Call, Documents, Error, Idempotency, Operation, Replayable, Reply, Router, Routes,
    TakesBody,
};
use tower::ServiceExt;

use crate::fixture::{data, failure};
use crate::operations::{Order, SCHEMAS};

struct PlaceOrder;

impl Operation for PlaceOrder {
    const ID: &'static str = "placeOrder";
}

impl Documents<400> for PlaceOrder {}
impl Documents<413> for PlaceOrder {}
impl Documents<415> for PlaceOrder {}
impl TakesBody for PlaceOrder {}

/// Written like generated code. Replays the response for the key `again`.
async fn place_order(call: &mut Call) -> Result<Reply, Error<PlaceOrder>> {
    let idempotency_key =
        call.header("Idempotency-Key").exact_text().min_length(1).max_length(255).optional()?;
    let call = call.idempotent(idempotency_key);
    let (body, idempotency) = call.json::<Order>(&SCHEMAS, "Order").await?;
    let reply = match idempotency {
        None => Replayable::Fresh(json!({ "order": body })),
        Some(Idempotency { key, operation, fingerprint }) => {
            let seen = json!({ "key": key, "operation": operation, "fingerprint": fingerprint });
            if key == "again" { Replayable::Replayed(seen) } else { Replayable::Fresh(seen) }
        }
    };
    Ok(reply.write(|reply| Reply::data(200, &reply)))
}

const PATH: &str = "/sites/1/orders";
const ORDER: &str = r#"{"widgetId":1,"visitorId":"v"}"#;

async fn send(path: &str, key: Option<&[u8]>, body: impl Into<Bytes>) -> http::Response<Body> {
    let routes = Routes::new()
        .post("/sites/{siteId}/orders", &Arc::new(()), |_, call| Box::pin(place_order(call)));
    let mut request = Request::post(path).header("content-type", "application/json");
    if let Some(key) = key {
        request = request.header("idempotency-key", key);
    }
    let request = request.body(Full::new(body.into())).unwrap();
    Router::new(routes).unwrap().oneshot(request).await.unwrap()
}

async fn fingerprint(path: &str, body: &'static str) -> Value {
    let seen = data(send(path, Some(b"k"), body).await).await;
    assert_eq!(seen["fingerprint"].as_array().unwrap().len(), 32);
    seen["fingerprint"].clone()
}

#[tokio::test]
async fn a_key_reaches_the_handler_unchanged() {
    for key in ["k", "5d1a6c1e-6f5b-4f0e-9b39-0c7f3a3f6a77", "ü, 😀", &"x".repeat(255)] {
        let seen = data(send(PATH, Some(key.as_bytes()), ORDER).await).await;
        assert_eq!((&seen["key"], &seen["operation"]), (&json!(key), &json!("placeOrder")));
    }
    let without = data(send(PATH, None, ORDER).await).await;
    assert_eq!(without["order"]["visitorId"], "v");
}

#[tokio::test]
async fn a_malformed_key_is_400() {
    for (key, message) in [
        (&b""[..], "Idempotency-Key must be at least 1 character"),
        (&[b'x'; 256], "Idempotency-Key must be at most 255 characters"),
        (b"\xff", "Idempotency-Key must be valid text without NUL"),
    ] {
        let refused = failure(send(PATH, Some(key), ORDER).await).await;
        assert_eq!(refused, (400, message.to_owned()));
    }
    // The key is validated before the body, and the body is validated as without a key.
    assert!(failure(send(PATH, Some(b""), "{").await).await.1.starts_with("Idempotency-Key"));
    let refused = failure(send(PATH, Some(b"k"), "{").await).await;
    assert_eq!(refused, (400, "Invalid JSON body".to_owned()));
}

#[tokio::test]
async fn a_fingerprint_is_of_the_exact_request() {
    let first = fingerprint(PATH, ORDER).await;
    assert_eq!(fingerprint(PATH, ORDER).await, first);
    for (path, body) in [
        ("/sites/2/orders", ORDER),
        ("/sites/1/orders?test=true", ORDER),
        (PATH, r#"{"widgetId":2,"visitorId":"v"}"#),
        (PATH, r#"{"widgetId":1,"visitorId":"v" }"#),
        (PATH, r#"{"visitorId":"v","widgetId":1}"#),
    ] {
        assert_ne!(fingerprint(path, body).await, first, "{path} {body}");
    }
}

#[tokio::test]
async fn a_replay_says_so() {
    let replayed = send(PATH, Some(b"again"), ORDER).await;
    assert_eq!(replayed.headers()["idempotent-replayed"], "true");
    assert_eq!(data(replayed).await["key"], "again");
    for key in [None, Some(&b"k"[..])] {
        let fresh = send(PATH, key, ORDER).await;
        assert!(!fresh.headers().contains_key("idempotent-replayed"));
    }
}

#[test]
fn holders_of_keys_are_told_apart() {
    let one = Idempotency { key: "k".into(), operation: "placeOrder", fingerprint: [1; 32] };
    assert_eq!(one.clone().held_by("7"), one.clone().held_by("7"));
    assert_ne!(one.clone().held_by("7"), one.clone().held_by("8"));
    assert_ne!(one.clone().held_by("7"), one);
}

#[test]
fn a_fingerprint_may_cover_less_than_the_body() {
    let one = Idempotency { key: "k".into(), operation: "sendMessage", fingerprint: [1; 32] };
    let other = Idempotency { fingerprint: [2; 32], ..one.clone() };
    assert_eq!(one.clone().of_content("Hi"), other.of_content("Hi"));
    assert_ne!(one.clone().of_content("Hi"), one.clone().of_content("Ho"));
    assert_eq!(one.clone().of_content("Hi").key, one.key);
}
