//! `stoa payment`: settles payments of the built-in test provider, in place of a customer and a bank. The command
//! settles the payment intent, and sends the server a signed webhook as Stripe would. The webhook changes the order, so
//! the command does not write to the audit trail.

use std::time::{Duration, SystemTime};

use anyhow::{Context, Result, bail, ensure};
use clap::{Args, Subcommand};
use stoa_commerce::orders::staff::FoundOrder;
use stoa_commerce::orders::test_payments::{TestOutcome, intent_of};
use stoa_db::Db;
use stoa_payments::{PaymentError, Payments, webhook};

use super::orders::{self, OrderNumber};
use crate::config::{ProviderSettings, default_url};
use crate::database::Database;

#[derive(Debug, Subcommand)]
pub enum PaymentCommand {
    /// Pay an order at the test provider, and notify the server
    Confirm(TestPayment),
    /// Let the payment of an order fail at the test provider, and notify the server
    Fail(TestPayment),
}

/// The payment of the test provider that a command settles, and the server that it notifies.
#[derive(Debug, Args)]
pub struct TestPayment {
    #[command(flatten)]
    pub order: OrderNumber,
    /// URL of the server. If absent, the one that the server stored at its last start
    #[arg(long, value_name = "URL")]
    pub url: Option<String>,
    #[command(flatten)]
    pub providers: Box<ProviderSettings>,
}

pub async fn run(command: PaymentCommand, database: &Database, db: &Db) -> Result<()> {
    let (outcome, payment) = match command {
        PaymentCommand::Confirm(payment) => (TestOutcome::Succeeded, payment),
        PaymentCommand::Fail(payment) => (TestOutcome::Failed, payment),
    };
    let TestPayment { order: OrderNumber { number, site }, url, providers } = payment;
    let secrets = providers.secrets(database)?;
    let order = orders::find(db, site, &number).await?;
    let payments = Payments::new(db.clone(), &secrets, providers.payments(database))?;
    let url = match url {
        Some(url) => url,
        None => stoa_stores::find_public_url(db).await?.unwrap_or_else(default_url),
    };
    settle(db, &payments, &order, outcome, &url).await
}

/// Timeout for the server's answer.
const WEBHOOK_TIMEOUT: Duration = Duration::from_secs(30);

/// Settles the order's payment, and sends the webhook to the server at `url`.
pub async fn settle(
    db: &Db,
    payments: &Payments,
    order: &FoundOrder,
    outcome: TestOutcome,
    url: &str,
) -> Result<()> {
    let number = &order.number;
    let intent_id = match intent_of(db, order).await? {
        (provider, Some(intent_id)) if provider == "test" => intent_id,
        (provider, None) if provider == "test" => bail!("order {number} has nothing to pay"),
        (provider, _) => bail!("order {number} is paid by {provider}, not by the test provider"),
    };
    let provider = payments.test_provider(order.site_id);
    let now = SystemTime::now();
    let event = match outcome {
        TestOutcome::Succeeded => provider.confirm(&intent_id, now).await,
        TestOutcome::Failed => provider.fail(&intent_id, now).await,
    };
    let event = event.map_err(|error| match error {
        PaymentError::NotAllowed => {
            anyhow::anyhow!("the payment of order {number} has already ended")
        }
        PaymentError::NotFound => anyhow::anyhow!(
            "the payment of order {number} was created with another STOA_SECRET: use that one"
        ),
        error => error.into(),
    })?;
    let signature = webhook::sign(provider.webhook_secret(), event.as_bytes(), now);
    send(url, order.site_id, event, &signature).await
}

async fn send(url: &str, site_id: i64, event: String, signature: &str) -> Result<()> {
    let url = format!("{}/api/storefront/{site_id}/webhooks/payments", url.trim_end_matches('/'));
    let http = stoa_tls_roots::http().timeout(WEBHOOK_TIMEOUT).build()?;
    let sent = http
        .post(&url)
        .header("content-type", "application/json")
        .header("stripe-signature", signature)
        .body(event)
        .send()
        .await;
    let answer =
        sent.with_context(|| format!("no server answers at {url}: set its URL with --url"))?;
    let status = answer.status();
    ensure!(status.is_success(), "the server at {url} answered {status} to the webhook");
    Ok(())
}
