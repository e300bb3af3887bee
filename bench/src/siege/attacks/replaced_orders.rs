//! A cart that is changed and checked out in a loop: each order replaces the previous one.

use std::sync::Arc;

use hyper::Method;
use serde_json::json;

use super::attacker;
use crate::siege::context::Context;
use crate::siege::site;

pub async fn place(context: Arc<Context>) -> anyhow::Result<()> {
    let mut caller = attacker(&context);
    let session = format!("replaced-{}", context.number());
    let note = "x".repeat(2_000);
    loop {
        let product = rand::random_range(2..=site::SIEGE_PRODUCTS);
        let line = json!({"sessionId": session, "productId": product, "quantity": 1});
        let added = caller.send(Method::POST, "/api/storefront/1/cart", &[], &line).await;
        context.ledger.attack(&added);
        added?;
        let checkout = json!({
            "sessionId": session,
            "customerEmail": "attacker@siege.example",
            "customerName": "A",
            "customerNote": note,
        });
        let placed = caller.send(Method::POST, "/api/storefront/1/checkout", &[], &checkout).await;
        context.ledger.attack(&placed);
        placed?;
    }
}
