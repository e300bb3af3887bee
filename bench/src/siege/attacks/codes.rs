//! Guesses of discount codes and gift certificates, at validation and at checkout.

use std::sync::Arc;

use hyper::Method;
use serde_json::{Value, json};

use super::attacker;
use crate::siege::context::Context;
use crate::siege::site;

pub async fn guess(context: Arc<Context>) -> anyhow::Result<()> {
    let mut caller = attacker(&context);
    let session = format!("guesses-{}", context.number());
    let line = json!({"sessionId": session, "productId": 2, "quantity": 1});
    caller.post("/api/storefront/1/cart", &line).await?;
    let checkout = |field: &str, code: &str| {
        let mut body = json!({
            "sessionId": session,
            "customerEmail": "attacker@siege.example",
            "customerName": "A",
            // A wrong total prevents an order even if the guess is correct. A correct guess only gets a different
            // error.
            "expectedTotal": 1,
        });
        body[field] = Value::from(code);
        body
    };
    loop {
        let number: usize = rand::random_range(0..100_000);
        let gift = match number % 50 {
            0 => site::certificate(number % site::CERTIFICATES),
            _ => format!("GIFT-SIEGE-{number:05}"),
        };
        let code = format!("CODE{number}");
        for (target, body) in [
            ("/api/storefront/1/discount/validate", json!({"code": code, "subtotal": 5_000})),
            ("/api/storefront/1/gift-certificates/validate", json!({"code": gift})),
            ("/api/storefront/1/checkout", checkout("discountCode", &code)),
            ("/api/storefront/1/checkout", checkout("giftCertificateCode", &gift)),
        ] {
            let answer = caller.send(Method::POST, target, &[], &body).await;
            context.ledger.attack(&answer);
            answer?;
        }
    }
}
