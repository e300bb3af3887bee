//! Pays with the built-in test provider in the place of the customer. With other providers, a library in the customer's
//! browser does this.

use serde::Deserialize;
use stoa_db::{Db, DbError};
use stoa_payments::{PaymentError, webhook};

use crate::orders::{OrderContext, receive_payment_event, staff::FoundOrder};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum TestOutcome {
    Succeeded,
    Failed,
}

/// Makes the payment with this client secret succeed or fail, and applies the result to the order like a webhook.
/// Returns false if no order of the test provider has this secret.
///
/// # Errors
/// [`PaymentError::NotAllowed`] if the payment has already ended.
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

/// Returns the order's payment provider, and the order's intent if there is anything to pay.
pub async fn intent_of(db: &Db, order: &FoundOrder) -> Result<(String, Option<String>), DbError> {
    db.one(include_str!("test_payments/intent.sql"), &[&order.site_id, &order.id]).await
}
