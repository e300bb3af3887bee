//! The customer's part in a payment of the built-in test provider: what a provider's own library does in the browser.

use serde::Deserialize;
use stoa_db::{Db, DbError};
use stoa_payments::{PaymentError, webhook};

use crate::orders::{OrderContext, receive_payment_event, staff::FoundOrder};

/// What becomes of a test payment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum TestOutcome {
    Succeeded,
    Failed,
}

/// Pays the order whose payment has this client secret, or lets the payment fail; the store hears of it as of a
/// webhook. False when no order of the test provider has this secret.
///
/// # Errors
/// [`PaymentError::NotAllowed`] when the payment has come to an end already.
pub async fn settle(
    context: &OrderContext,
    site_id: i64,
    client_secret: &str,
    outcome: TestOutcome,
) -> Result<bool, PaymentError> {
    let sql = include_str!("test_payments/find_by_client_secret.sql");
    let intent: Option<String> = context.db.opt(sql, &[&site_id, &client_secret]).await?;
    let Some(intent_id) = intent else { return Ok(false) };
    let provider = context.payments.test_provider(site_id);
    let now = context.clock.system_time();
    let event = match outcome {
        TestOutcome::Succeeded => provider.confirm(&intent_id, now).await?,
        TestOutcome::Failed => provider.fail(&intent_id, now).await?,
    };
    if let Ok(Some(event)) = webhook::parse(event.as_bytes()) {
        receive_payment_event(&context.db, site_id, &event, context.now()).await?;
    }
    Ok(true)
}

/// The order's provider, and its intent if it has something to pay.
pub async fn intent_of(db: &Db, order: &FoundOrder) -> Result<(String, Option<String>), DbError> {
    db.one(include_str!("test_payments/intent.sql"), &[&order.site_id, &order.id]).await
}
