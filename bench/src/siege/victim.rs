//! The victim: one client that lists products and adds to its cart at a fixed rate, while an attack is on.

use std::sync::Arc;
use std::time::Duration;

use serde_json::json;
use tokio::task::JoinSet;
use tokio::time::interval;

use super::context::{Context, client_address};
use super::http::Caller;

/// Time between two lists, and between two additions.
const VICTIM_PERIOD: Duration = Duration::from_millis(50);

/// Number of the victim's carts. Additions to one cart wait for each other.
const VICTIM_CARTS: u32 = 20;

/// A call of the victim.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum VictimCall {
    List,
    Addition,
}

/// Calls until the siege is over. Each call opens a connection and begins when it is due, even if earlier calls
/// still wait.
pub async fn call(context: Arc<Context>, call: VictimCall) {
    let client = client_address(context.number());
    let mut ticks = interval(VICTIM_PERIOD);
    let mut calls = JoinSet::new();
    for number in 0_u32.. {
        let due = ticks.tick().await.into_std();
        if context.is_over() {
            break;
        }
        let (context, client) = (context.clone(), client.clone());
        calls.spawn(async move {
            let mut caller = Caller::new(context.server.address, client);
            let answer = match call {
                VictimCall::List => caller.get("/api/storefront/1/products?limit=24").await,
                VictimCall::Addition => {
                    let session = format!("victim-{}", number % VICTIM_CARTS);
                    let product = rand::random_range(2..=20);
                    let line = json!({"sessionId": session, "productId": product, "quantity": 1});
                    caller.post("/api/storefront/1/cart", &line).await
                }
            };
            context.ledger.victim(call, due, &answer);
        });
        while calls.try_join_next().is_some() {}
    }
}
