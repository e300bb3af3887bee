//! Stripe's PaymentIntents and Refunds: four calls.

use std::fmt;

use crate::settings::ChosenKeys;
use crate::{Intent, NewIntent, PaymentError, Refund};

/// One store's account with Stripe, over connections that all stores share.
pub struct Stripe {
    connection: Connection,
    secret_key: String,
    publishable_key: String,
    webhook_secrets: Vec<String>,
}

/// Where Stripe is, and the way there.
#[derive(Clone)]
pub(crate) struct Connection {}

impl Connection {
    pub(crate) fn new(_base_url: Option<&str>) -> Result<Self, PaymentError> {
        Ok(Self {})
    }
}

impl Stripe {
    pub(crate) fn new(connection: Connection, keys: ChosenKeys) -> Self {
        Self {
            connection,
            secret_key: keys.secret_key,
            publishable_key: keys.publishable_key,
            webhook_secrets: keys.webhook_secret.into_iter().collect(),
        }
    }

    pub(crate) async fn create(&self, _new: &NewIntent<'_>) -> Result<Intent, PaymentError> {
        let _ = (&self.connection, &self.secret_key);
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
        todo!()
    }

    pub(crate) fn publishable_key(&self) -> &str {
        &self.publishable_key
    }

    pub(crate) fn webhook_secrets(&self) -> &[String] {
        &self.webhook_secrets
    }
}

impl fmt::Debug for Stripe {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Stripe").finish_non_exhaustive()
    }
}
