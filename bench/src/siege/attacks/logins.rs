//! Logins with wrong passwords, each for another address. Each takes a hash.

use std::sync::Arc;

use serde_json::json;

use super::attacker;
use crate::siege::context::Context;

pub async fn try_password(context: Arc<Context>) -> anyhow::Result<()> {
    let mut caller = attacker(&context);
    loop {
        let body = json!({
            "action": "login",
            "email": format!("guessed-{}@siege.example", context.number()),
            "password": "not the password",
        });
        let answer = caller.post("/api/storefront/1/auth", &body).await;
        context.ledger.attack(&answer);
        answer?;
    }
}
