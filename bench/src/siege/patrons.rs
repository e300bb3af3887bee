//! Patrons buy at site 2, whose provider may be slow or send false answers. They may have to wait and to retry. Their
//! waits are not counted as waits of innocent callers, since the server cannot be faster than the provider.

use std::sync::Arc;
use std::time::Duration;

use serde_json::json;

use super::context::{Context, client_address};
use super::http::Caller;

const PATRON_PAUSE: Duration = Duration::from_millis(100);

/// Concurrent patrons, so that calls to a slow provider pile up.
const PATRONS: usize = 4;

pub async fn shop(context: Arc<Context>) {
    let mut patrons = tokio::task::JoinSet::new();
    for _ in 0..PATRONS {
        let context = context.clone();
        patrons.spawn(async move {
            while !context.is_over() {
                // After an error, the patron visits again.
                visit(&context).await.ok();
                tokio::time::sleep(PATRON_PAUSE).await;
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
    // Each parcel has another postal code, since the server caches the carrier's rates.
    let parcel = "%7B%22lengthIn%22%3A12%2C%22widthIn%22%3A9%2C%22heightIn%22%3A4%2C%22weightOz%22%3A22.5%7D";
    let to = format!("country=US&state=ME&city=Rockport&postalCode={:05}", number % 100_000);
    let rates = caller.get(&format!("/api/storefront/2/shipping?{to}&parcel={parcel}")).await?;
    context.ledger.patron("rates", &rates);
    let body = json!({
        "sessionId": session,
        "customerEmail": format!("{session}@siege.example"),
        "customerName": "Lin",
    });
    let placed = caller.post("/api/storefront/2/checkout", &body).await?;
    context.ledger.patron("checkout", &placed);
    Ok(())
}
