//! Who buys at the site whose provider is slow or lies. They may have to wait, and to come again; nothing of theirs
//! counts as an innocent caller's wait, since nobody can be quicker than his provider.

use std::sync::Arc;
use std::time::Duration;

use serde_json::json;

use super::context::{Context, client_address};
use super::http::Caller;

const PAUSE: Duration = Duration::from_millis(100);

/// At once, so that a slow provider has as much to do as it is given.
const PATRONS: usize = 4;

pub async fn shop(context: Arc<Context>) {
    let mut patrons = tokio::task::JoinSet::new();
    for _ in 0..PATRONS {
        let context = context.clone();
        patrons.spawn(async move {
            while !context.is_over() {
                // Who gets no answer comes again.
                visit(&context).await.ok();
                tokio::time::sleep(PAUSE).await;
            }
        });
    }
    while patrons.join_next().await.is_some() {}
}

async fn visit(context: &Context) -> anyhow::Result<()> {
    let number = context.number();
    let mut caller = Caller::new(context.server.address, client_address(number));
    let session = format!("patron-{number}");
    let line = json!({"sessionId": session, "productId": 1, "quantity": 1});
    caller.post("/api/storefront/2/cart", &line).await?;
    let body = json!({
        "sessionId": session,
        "customerEmail": format!("{session}@siege.example"),
        "customerName": "Lin",
    });
    let placed = caller.post("/api/storefront/2/checkout", &body).await?;
    context.ledger.patron(&placed);
    Ok(())
}
