//! The built-in provider: it moves no money, and is otherwise like Stripe, its webhooks included.

use std::fmt;
use std::time::SystemTime;

use stoa_db::Db;

use crate::{Intent, NewIntent, PaymentError, Refund};

/// The test provider of one site.
///
/// What a customer or a bank does elsewhere is done here by [`confirm`](Self::confirm), [`process`](Self::process)
/// and [`fail`](Self::fail). They answer with the body of the webhook event that Stripe would send, to be signed
/// with [`webhook_secret`](Self::webhook_secret) by [`webhook::sign`](crate::webhook::sign).
pub struct TestProvider {
    db: Db,
    site_id: i64,
    webhook_secrets: [String; 1],
}

impl TestProvider {
    pub(crate) fn new(db: Db, _secret: &[u8], site_id: i64) -> Self {
        Self { db, site_id, webhook_secrets: [String::new()] }
    }

    /// The customer pays: `payment_intent.succeeded`. Paying twice pays once, and tells the same event.
    pub async fn confirm(
        &self,
        _intent_id: &str,
        _now: SystemTime,
    ) -> Result<String, PaymentError> {
        todo!()
    }

    /// The customer pays in a way that takes time: `payment_intent.processing`.
    pub async fn process(
        &self,
        _intent_id: &str,
        _now: SystemTime,
    ) -> Result<String, PaymentError> {
        todo!()
    }

    /// The customer's bank declines: `payment_intent.payment_failed`.
    pub async fn fail(&self, _intent_id: &str, _now: SystemTime) -> Result<String, PaymentError> {
        todo!()
    }

    /// The event of the last thing that has happened to an intent, such as `charge.refunded` after a refund and
    /// `payment_intent.canceled` after a cancellation; none while nothing has.
    pub async fn last_event(
        &self,
        _intent_id: &str,
        _now: SystemTime,
    ) -> Result<Option<String>, PaymentError> {
        todo!()
    }

    /// What this site's test webhooks are signed with.
    pub fn webhook_secret(&self) -> &str {
        &self.webhook_secrets[0]
    }

    pub(crate) fn create(&self, _new: &NewIntent<'_>) -> Result<Intent, PaymentError> {
        todo!()
    }

    pub(crate) async fn find(&self, _intent_id: &str) -> Result<Intent, PaymentError> {
        todo!()
    }

    pub(crate) async fn cancel(&self, _intent_id: &str) -> Result<Intent, PaymentError> {
        todo!()
    }

    pub(crate) async fn refund(
        &self,
        _intent_id: &str,
        _amount: Option<i64>,
        _idempotency_key: &str,
    ) -> Result<Refund, PaymentError> {
        let _ = &self.db;
        todo!()
    }

    pub(crate) fn publishable_key(&self) -> &str {
        "pk_test_stoa"
    }

    pub(crate) fn webhook_secrets(&self) -> &[String] {
        &self.webhook_secrets
    }
}

impl fmt::Debug for TestProvider {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("TestProvider")
            .field("site_id", &self.site_id)
            .finish_non_exhaustive()
    }
}
