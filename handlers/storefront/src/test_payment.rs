//! The customer's part in a test payment: what a provider's own library does in the browser.

use stoa_payments::{PaymentError, webhook};

use crate::{Storefront, webhooks::payments};

/// What becomes of a test payment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TestOutcome {
    Succeeded,
    Failed,
}

impl Storefront {
    /// Pays the order whose payment has this client secret, or lets the payment fail; the store hears of it as of a
    /// webhook. False when no order of the test provider has this secret.
    ///
    /// # Errors
    /// [`PaymentError::NotAllowed`] when the payment has come to an end already.
    pub async fn settle_test_payment(
        &self,
        site_id: i64,
        client_secret: &str,
        outcome: TestOutcome,
    ) -> Result<bool, PaymentError> {
        let intent: Option<String> =
            self.db.opt(include_str!("test_payment.sql"), &[&site_id, &client_secret]).await?;
        let Some(intent_id) = intent else { return Ok(false) };
        let provider = self.payments.test_provider(site_id);
        let now = self.clock.system_time();
        let event = match outcome {
            TestOutcome::Succeeded => provider.confirm(&intent_id, now).await?,
            TestOutcome::Failed => provider.fail(&intent_id, now).await?,
        };
        if let Ok(Some(event)) = webhook::parse(event.as_bytes()) {
            payments::receive(&self.db, site_id, &event, self.now()).await?;
        }
        Ok(true)
    }
}
