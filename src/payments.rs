//! What a customer and a bank would do, for orders of the built-in test provider: the command line changes the
//! intent, and the server hears of it by a signed webhook as it would from Stripe.

use std::time::{Duration, SystemTime};

use anyhow::{Context, Result, bail, ensure};
use stoa_payments::{PaymentError, Payments, webhook};
use tokio_postgres::Client;

use crate::orders::Order;

/// For the server to answer.
const LIMIT: Duration = Duration::from_secs(30);

/// What happens to the payment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    Confirm,
    Fail,
}

/// Lets it happen, and tells the server at this URL.
pub async fn happen(
    client: &Client,
    payments: &Payments,
    order: &Order,
    outcome: Outcome,
    url: &str,
) -> Result<()> {
    let intent_id = test_intent(client, order).await?;
    let provider = payments.test_provider(order.site_id);
    let now = SystemTime::now();
    let event = match outcome {
        Outcome::Confirm => provider.confirm(&intent_id, now).await,
        Outcome::Fail => provider.fail(&intent_id, now).await,
    };
    let number = &order.number;
    let event = event.map_err(|error| match error {
        PaymentError::NotAllowed => {
            anyhow::anyhow!(
                "it is too late for that: the payment of order {number} has come to an end"
            )
        }
        PaymentError::NotFound => anyhow::anyhow!(
            "the payment of order {number} was made under another STOA_SECRET: name that one"
        ),
        error => error.into(),
    })?;
    let signature = webhook::sign(provider.webhook_secret(), event.as_bytes(), now);
    send(url, order.site_id, event, &signature).await
}

async fn test_intent(client: &Client, order: &Order) -> Result<String> {
    let Order { site_id, id, number } = order;
    let row = client.query_one(include_str!("payments/intent.sql"), &[site_id, id]).await?;
    let (provider, intent_id): (&str, Option<&str>) = (row.try_get(0)?, row.try_get(1)?);
    if provider != "test" {
        bail!("order {number} is paid by {provider}, not by the test provider");
    }
    Ok(intent_id.with_context(|| format!("order {number} has nothing to pay"))?.to_owned())
}

async fn send(url: &str, site_id: i64, event: String, signature: &str) -> Result<()> {
    let url = format!("{}/api/storefront/{site_id}/webhooks/payments", url.trim_end_matches('/'));
    // A process that has chosen its own provider keeps it.
    rustls::crypto::ring::default_provider().install_default().ok();
    let http = reqwest::Client::builder().timeout(LIMIT).build()?;
    let sent = http
        .post(&url)
        .header("content-type", "application/json")
        .header("stripe-signature", signature)
        .body(event)
        .send()
        .await;
    let answer = sent.with_context(|| format!("no server answers at {url}: name it with --url"))?;
    let status = answer.status();
    ensure!(status.is_success(), "the server at {url} answered {status} to the webhook");
    Ok(())
}
