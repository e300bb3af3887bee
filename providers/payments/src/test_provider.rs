//! The built-in provider. It moves no money. Otherwise it behaves like Stripe, including webhooks.

mod event;
mod keys;

use std::fmt;
use std::time::SystemTime;

use serde::Deserialize;
use stoa_db::Db;
use stoa_values::Secrets;

use crate::{
    AmountRefusal, Intent, IntentStatus, NewIntent, PaymentError, Refund, RefundStatus, Refusal,
    amount,
};
use keys::{Facts, Keys};

/// The test provider of one site.
///
/// Creating an intent does not use the database. The intent's id contains amount and currency. The id and the client
/// secret are derived from the server's secret, the site and the idempotency key. Later changes of the intent are
/// stored in a row.
///
/// [`confirm`](Self::confirm), [`process`](Self::process) and [`fail`](Self::fail) simulate the customer and the bank.
/// They return the body of the webhook event that Stripe would send. [`webhook::sign`](crate::webhook::sign) signs the
/// body with [`webhook_secret`](Self::webhook_secret).
pub struct TestProvider {
    db: Db,
    site_id: i64,
    /// One for each of the server's secrets, the current one first. An intent uses the one that it was created with.
    keys: Vec<Keys>,
    pub(crate) webhook_secrets: Vec<String>,
}

/// The state of an intent, as stored in its row.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
struct State {
    status: IntentStatus,
    /// Number of failed attempts to pay.
    failures: i64,
    amount_refunded: i64,
    /// In microseconds since 1970.
    changed_at: i64,
}

impl TestProvider {
    pub(crate) fn new(db: Db, secrets: &Secrets, site_id: i64) -> Self {
        let keys = secrets.derive(|secret| Keys::new(secret, site_id));
        let webhook_secrets = keys.iter().map(Keys::webhook_secret).collect();
        Self { db, site_id, keys, webhook_secrets }
    }

    /// The customer pays. Returns `payment_intent.succeeded`. A second call pays nothing and returns the same event.
    pub async fn confirm(&self, intent_id: &str, now: SystemTime) -> Result<String, PaymentError> {
        self.happen(intent_id, IntentStatus::Succeeded, now).await
    }

    /// The customer pays with a method that takes time. Returns `payment_intent.processing`.
    pub async fn process(&self, intent_id: &str, now: SystemTime) -> Result<String, PaymentError> {
        self.happen(intent_id, IntentStatus::Processing, now).await
    }

    /// The customer's bank declines. Returns `payment_intent.payment_failed`. The customer may try again.
    pub async fn fail(&self, intent_id: &str, now: SystemTime) -> Result<String, PaymentError> {
        self.happen(intent_id, IntentStatus::AwaitingPayment, now).await
    }

    /// Returns the event of the last change of an intent, such as `charge.refunded` after a refund or
    /// `payment_intent.canceled` after a cancellation. Returns `None` if the intent has not changed since its creation.
    pub async fn last_event(&self, intent_id: &str) -> Result<Option<String>, PaymentError> {
        let (facts, state) = self.read(intent_id).await?;
        let intent = self.intent(intent_id, &facts, &state);
        Ok(event::body(self.keys_of(intent_id), &intent, &state))
    }

    /// Returns the current secret for this site's test webhooks.
    pub fn webhook_secret(&self) -> &str {
        &self.webhook_secrets[0]
    }

    pub(crate) fn create(&self, new: &NewIntent<'_>) -> Result<Intent, PaymentError> {
        let currency = new.currency.to_ascii_lowercase();
        amount::of_test_provider(new.amount, &currency).map_err(|refusal| match refusal {
            AmountRefusal::TooSmall => refused("amount", "amount_too_small"),
            AmountRefusal::TooLarge => refused("amount", "amount_too_large"),
            AmountRefusal::Other => refused("amount", "parameter_invalid_integer"),
        })?;
        if currency.len() != 3 || !currency.bytes().all(|letter| letter.is_ascii_lowercase()) {
            return Err(refused("currency", "parameter_invalid_string_format"));
        }
        let facts = Facts { amount: new.amount, currency };
        let id = self.keys[0].intent_id(&facts, new.idempotency_key);
        Ok(self.intent(&id, &facts, &State::default()))
    }

    pub(crate) async fn find(&self, intent_id: &str) -> Result<Intent, PaymentError> {
        let (facts, state) = self.read(intent_id).await?;
        Ok(self.intent(intent_id, &facts, &state))
    }

    pub(crate) async fn cancel(&self, intent_id: &str) -> Result<Intent, PaymentError> {
        let facts = self.facts(intent_id)?;
        let now = SystemTime::now();
        match self.change(intent_id, &facts, IntentStatus::Canceled, now).await? {
            Some(state) => Ok(self.intent(intent_id, &facts, &state)),
            None => self.find(intent_id).await,
        }
    }

    pub(crate) async fn refund(
        &self,
        intent_id: &str,
        amount: Option<i64>,
        idempotency_key: &str,
    ) -> Result<Refund, PaymentError> {
        let facts = self.facts(intent_id)?;
        let id = self.keys_of(intent_id).id("re", idempotency_key);
        let now = SystemTime::now();
        let refund = include_str!("test_provider/refund.sql");
        let refunded: Option<(i64,)> =
            self.db.opt(refund, &[&self.site_id, &intent_id, &id, &amount, &now]).await?;
        let refunded = match refunded {
            Some(refunded) => Some(refunded),
            None => {
                let earlier = include_str!("test_provider/find_refund.sql");
                self.db.opt(earlier, &[&self.site_id, &intent_id, &id]).await?
            }
        };
        let (amount,) = refunded.ok_or(PaymentError::NotAllowed)?;
        Ok(Refund {
            id,
            intent_id: intent_id.to_owned(),
            status: RefundStatus::Succeeded,
            amount,
            currency: facts.currency,
        })
    }

    /// Moves an intent to this status, unless the intent has it already, and returns the event.
    async fn happen(
        &self,
        intent_id: &str,
        status: IntentStatus,
        now: SystemTime,
    ) -> Result<String, PaymentError> {
        let facts = self.facts(intent_id)?;
        let state = match self.change(intent_id, &facts, status, now).await? {
            Some(state) => state,
            None => self.read(intent_id).await?.1,
        };
        if state.status != status {
            return Err(PaymentError::NotAllowed);
        }
        let intent = self.intent(intent_id, &facts, &state);
        event::body(self.keys_of(intent_id), &intent, &state).ok_or(PaymentError::NotAllowed)
    }

    /// Returns the state after the change, or `None` if it is too late for the change.
    async fn change(
        &self,
        intent_id: &str,
        facts: &Facts,
        status: IntentStatus,
        now: SystemTime,
    ) -> Result<Option<State>, PaymentError> {
        let (status, failures) = match status {
            IntentStatus::AwaitingPayment => ("awaiting_payment", 1_i64),
            IntentStatus::Processing => ("processing", 0),
            IntentStatus::Succeeded => ("succeeded", 0),
            IntentStatus::Canceled => ("canceled", 0),
            IntentStatus::Unknown => return Ok(None),
        };
        let Facts { amount, currency } = facts;
        let sql = include_str!("test_provider/change.sql");
        Ok(self
            .db
            .opt(sql, &[&self.site_id, &intent_id, amount, currency, &status, &failures, &now])
            .await?)
    }

    async fn read(&self, intent_id: &str) -> Result<(Facts, State), PaymentError> {
        let facts = self.facts(intent_id)?;
        let sql = include_str!("test_provider/find.sql");
        let state: Option<State> = self.db.opt(sql, &[&self.site_id, &intent_id]).await?;
        Ok((facts, state.unwrap_or_default()))
    }

    fn facts(&self, intent_id: &str) -> Result<Facts, PaymentError> {
        self.keys_of(intent_id).facts(intent_id).ok_or(PaymentError::NotFound)
    }

    /// Returns the keys that this intent was created with, or the current keys if none of the keys created it.
    fn keys_of(&self, intent_id: &str) -> &Keys {
        let made = self.keys.iter().find(|keys| keys.facts(intent_id).is_some());
        made.unwrap_or(&self.keys[0])
    }

    fn intent(&self, id: &str, facts: &Facts, state: &State) -> Intent {
        let is_paid = state.status == IntentStatus::Succeeded;
        Intent {
            id: id.to_owned(),
            client_secret: self.keys_of(id).client_secret(id),
            status: state.status,
            amount: facts.amount,
            amount_received: if is_paid { facts.amount } else { 0 },
            amount_refunded: state.amount_refunded,
            currency: facts.currency.clone(),
        }
    }
}

fn refused(param: &str, code: &str) -> PaymentError {
    PaymentError::Refused(Refusal {
        status: 400,
        kind: Some("invalid_request_error".to_owned()),
        code: Some(code.to_owned()),
        param: Some(param.to_owned()),
        ..Refusal::default()
    })
}

impl fmt::Debug for TestProvider {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("TestProvider")
            .field("site_id", &self.site_id)
            .finish_non_exhaustive()
    }
}
