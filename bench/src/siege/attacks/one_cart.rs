//! Additions to one cart, which wait for each other.

use std::sync::Arc;

use serde_json::json;

use super::attacker;
use crate::siege::context::Context;

pub async fn add(context: Arc<Context>) -> anyhow::Result<()> {
    let mut caller = attacker(&context);
    let mut full_carts = 0;
    loop {
        let product = rand::random_range(2..=20);
        let session = format!("one cart {full_carts}");
        let line = json!({"sessionId": session, "productId": product, "quantity": 1});
        let answer = caller.post("/api/storefront/1/cart", &line).await;
        context.ledger.attack(&answer);
        if answer?.status == 400 {
            full_carts += 1;
        }
    }
}
