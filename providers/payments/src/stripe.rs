//! Stripe's PaymentIntents and Refunds: four calls (docs.stripe.com/api), made with the workspace's HTTP client.
//!
//! async-stripe is not used: it is a release candidate, does not limit the size of answers, ignores `Retry-After` and
//! proxies, and its types require every field of its version of the API.

mod account;
mod address;
mod answer;
mod object;

use std::fmt;

use tokio::time::Instant;

use crate::settings::ChosenKeys;
use crate::{Intent, IntentStatus, NewIntent, PaymentError, Refund};

use account::{Account, deadline};
pub(crate) use address::Address;
use object::{IntentObject, RefundObject, is_id};

/// One store's account with Stripe.
pub struct Stripe {
    account: Account,
    pub(crate) publishable_key: String,
    pub(crate) webhook_secrets: Vec<String>,
}

/// Makes Stripe include the charge in its answer. Only the charge has the refunded amount.
const CHARGE: (&str, &str) = ("expand[]", "latest_charge");

impl Stripe {
    pub(crate) fn new(address: &Address, keys: ChosenKeys) -> Result<Self, PaymentError> {
        Ok(Self {
            account: Account::new(address, &keys.secret_key)?,
            publishable_key: keys.publishable_key,
            webhook_secrets: keys.webhook_secret.into_iter().collect(),
        })
    }

    pub(crate) async fn create(&self, new: &NewIntent<'_>) -> Result<Intent, PaymentError> {
        let until = deadline();
        match self.create_as_asked(new, until).await {
            // If Stripe rejects the e-mail address, the order gets no receipt but can still be paid. The second request
            // needs another idempotency key, because Stripe refuses two different requests with one key. The second key
            // is always the same, so that a retry finds the same intent.
            Err(PaymentError::Refused(refusal))
                if new.receipt_email.is_some()
                    && refusal.param.as_deref() == Some("receipt_email") =>
            {
                let idempotency_key = &format!("{} without receipt", new.idempotency_key);
                let new = NewIntent { idempotency_key, receipt_email: None, ..*new };
                self.create_as_asked(&new, until).await
            }
            created => created,
        }
    }

    async fn create_as_asked(
        &self,
        new: &NewIntent<'_>,
        until: Instant,
    ) -> Result<Intent, PaymentError> {
        let (amount, currency) = (new.amount.to_string(), new.currency.to_ascii_lowercase());
        let (site_id, order_id) = (new.site_id.to_string(), new.order_id.to_string());
        let mut form = vec![
            ("amount", amount.as_str()),
            ("currency", &currency),
            // The account's settings at Stripe decide which payment methods are offered.
            ("automatic_payment_methods[enabled]", "true"),
            ("metadata[site_id]", &site_id),
            ("metadata[order_id]", &order_id),
            ("metadata[order_number]", new.order_number),
            CHARGE,
        ];
        form.extend(new.receipt_email.map(|address| ("receipt_email", address)));
        let key = Some(new.idempotency_key);
        let made: IntentObject = self.account.post("payment_intents", &form, key, until).await?;
        made.made(new)
    }

    pub(crate) async fn find(&self, intent_id: &str) -> Result<Intent, PaymentError> {
        self.find_until(intent_id, deadline()).await
    }

    async fn find_until(&self, intent_id: &str, until: Instant) -> Result<Intent, PaymentError> {
        let path = path_of(intent_id)?;
        let found: Result<IntentObject, _> = self.account.get(&path, &[CHARGE], until).await;
        found.map_err(missing)?.with_id(intent_id)
    }

    pub(crate) async fn cancel(&self, intent_id: &str) -> Result<Intent, PaymentError> {
        let until = deadline();
        let path = format!("{}/cancel", path_of(intent_id)?);
        // No idempotency key is needed: canceling twice changes nothing.
        let canceled: Result<IntentObject, _> =
            self.account.post(&path, &[CHARGE], None, until).await;
        match canceled.map_err(missing) {
            Ok(intent) => intent.with_id(intent_id),
            // Stripe refuses if it is too late to cancel, or if an earlier attempt has canceled the intent already.
            Err(error @ PaymentError::Refused(_)) => {
                let intent = self.find_until(intent_id, until).await?;
                match intent.status {
                    IntentStatus::Canceled | IntentStatus::Succeeded | IntentStatus::Processing => {
                        Ok(intent)
                    }
                    _ => Err(error),
                }
            }
            Err(error) => Err(error),
        }
    }

    pub(crate) async fn refund(
        &self,
        intent_id: &str,
        amount: Option<i64>,
        idempotency_key: &str,
    ) -> Result<Refund, PaymentError> {
        let until = deadline();
        path_of(intent_id)?;
        let cents = amount.map(|cents| cents.to_string());
        let mut form = vec![("payment_intent", intent_id)];
        form.extend(cents.as_deref().map(|cents| ("amount", cents)));
        let refunded: Result<RefundObject, _> =
            self.account.post("refunds", &form, Some(idempotency_key), until).await;
        match refunded {
            Ok(refund) => refund.of(intent_id, amount),
            // Stripe has several error codes for this, and sometimes none. The state of the intent decides instead.
            Err(PaymentError::Refused(refusal)) if refusal.status == 400 => {
                let intent = self.find_until(intent_id, until).await?;
                let left = intent.amount_received - intent.amount_refunded;
                let is_allowed = intent.status == IntentStatus::Succeeded
                    && (1..=left).contains(&amount.unwrap_or(left));
                Err(if is_allowed {
                    PaymentError::Refused(refusal)
                } else {
                    PaymentError::NotAllowed
                })
            }
            Err(error) => Err(missing(error)),
        }
    }
}

/// Returns the path of an intent, or `NotFound` if the text cannot be an id.
fn path_of(intent_id: &str) -> Result<String, PaymentError> {
    match is_id(intent_id) {
        true => Ok(format!("payment_intents/{intent_id}")),
        false => Err(PaymentError::NotFound),
    }
}

/// Maps a 404 to `NotFound`. Only an answer in Stripe's own form becomes `Refused`, so this 404 means a missing intent
/// and not a wrong URL.
fn missing(error: PaymentError) -> PaymentError {
    match error {
        PaymentError::Refused(refusal) if refusal.status == 404 => PaymentError::NotFound,
        error => error,
    }
}

impl fmt::Debug for Stripe {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Stripe").finish_non_exhaustive()
    }
}
