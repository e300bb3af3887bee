//! Stripe's PaymentIntents and Refunds: four calls (docs.stripe.com/api).

mod connection;
mod object;

use std::fmt;

use crate::settings::ChosenKeys;
use crate::{Intent, IntentStatus, NewIntent, PaymentError, Refund};

pub(crate) use connection::{Connection, in_time};
use object::{IntentObject, RefundObject};

/// One store's account with Stripe, over connections that all stores share.
pub struct Stripe {
    connection: Connection,
    secret_key: String,
    publishable_key: String,
    webhook_secrets: Vec<String>,
}

/// Without this, what was refunded is not told: it stands in the charge.
const WITH_CHARGE: (&str, &str) = ("expand[]", "latest_charge");

impl Stripe {
    pub(crate) fn new(connection: Connection, keys: ChosenKeys) -> Self {
        Self {
            connection,
            secret_key: keys.secret_key,
            publishable_key: keys.publishable_key,
            webhook_secrets: keys.webhook_secret.into_iter().collect(),
        }
    }

    pub(crate) async fn create(&self, new: &NewIntent<'_>) -> Result<Intent, PaymentError> {
        match self.create_as_asked(new).await {
            // An address that Stripe dislikes costs the receipt, not the order. The key is another, since Stripe
            // refuses one key with two requests, and is always the same, so that a retry comes here too.
            Err(PaymentError::Refused(refusal))
                if new.receipt_email.is_some()
                    && refusal.param.as_deref() == Some("receipt_email") =>
            {
                let idempotency_key = &format!("{} without receipt", new.idempotency_key);
                let new = NewIntent { idempotency_key, receipt_email: None, ..*new };
                self.create_as_asked(&new).await
            }
            created => created,
        }
    }

    async fn create_as_asked(&self, new: &NewIntent<'_>) -> Result<Intent, PaymentError> {
        let (amount, currency) = (new.amount.to_string(), new.currency.to_ascii_lowercase());
        let (site_id, order_id) = (new.site_id.to_string(), new.order_id.to_string());
        let mut form = vec![
            ("amount", amount.as_str()),
            ("currency", &currency),
            // Which ways to pay there are is the account's own setting.
            ("automatic_payment_methods[enabled]", "true"),
            ("metadata[site_id]", &site_id),
            ("metadata[order_id]", &order_id),
            ("metadata[order_number]", new.order_number),
            WITH_CHARGE,
        ];
        form.extend(new.receipt_email.map(|address| ("receipt_email", address)));
        let request = self.connection.post("payment_intents", &form);
        let intent: IntentObject =
            self.connection.call(request, &self.secret_key, Some(new.idempotency_key)).await?;
        Ok(intent.into())
    }

    pub(crate) async fn find(&self, intent_id: &str) -> Result<Intent, PaymentError> {
        let path = format!("payment_intents/{}?expand[]=latest_charge", segment(intent_id)?);
        let request = self.connection.get(&path);
        let intent: Result<IntentObject, _> =
            self.connection.call(request, &self.secret_key, None).await;
        Ok(intent.map_err(missing)?.into())
    }

    pub(crate) async fn cancel(&self, intent_id: &str) -> Result<Intent, PaymentError> {
        let path = format!("payment_intents/{}/cancel", segment(intent_id)?);
        let request = self.connection.post(&path, &[WITH_CHARGE]);
        // Needs no key: what is canceled stays so.
        let canceled: Result<IntentObject, _> =
            self.connection.call(request, &self.secret_key, None).await;
        match canceled {
            Ok(intent) => Ok(intent.into()),
            // Too late, or done before: a retry within this very call sees that too.
            Err(PaymentError::Refused(refusal)) if refusal.status == 400 => {
                let intent = self.find(intent_id).await?;
                match intent.status {
                    IntentStatus::Canceled | IntentStatus::Succeeded | IntentStatus::Processing => {
                        Ok(intent)
                    }
                    _ => Err(PaymentError::Refused(refusal)),
                }
            }
            Err(error) => Err(missing(error)),
        }
    }

    pub(crate) async fn refund(
        &self,
        intent_id: &str,
        amount: Option<i64>,
        idempotency_key: &str,
    ) -> Result<Refund, PaymentError> {
        let cents = amount.map(|amount| amount.to_string());
        let mut form = vec![("payment_intent", segment(intent_id)?)];
        form.extend(cents.as_deref().map(|cents| ("amount", cents)));
        let request = self.connection.post("refunds", &form);
        let refund: Result<RefundObject, _> =
            self.connection.call(request, &self.secret_key, Some(idempotency_key)).await;
        match refund {
            Ok(refund) => Ok(refund.into_refund(intent_id)),
            // Stripe has several codes for it, and for some cases none.
            Err(PaymentError::Refused(refusal)) if refusal.status == 400 => {
                let intent = self.find(intent_id).await?;
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

    pub(crate) fn publishable_key(&self) -> &str {
        &self.publishable_key
    }

    pub(crate) fn webhook_secrets(&self) -> &[String] {
        &self.webhook_secrets
    }
}

/// An intent's id, if it can be one: nothing that would lead the call elsewhere.
fn segment(intent_id: &str) -> Result<&str, PaymentError> {
    let is_id = !intent_id.is_empty()
        && intent_id.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    is_id.then_some(intent_id).ok_or(PaymentError::NotFound)
}

/// A 404 in Stripe's own form is the intent's; any other comes from a wrong address.
fn missing(error: PaymentError) -> PaymentError {
    match error {
        PaymentError::Refused(refusal) if refusal.status == 404 && refusal.kind.is_some() => {
            PaymentError::NotFound
        }
        error => error,
    }
}

impl fmt::Debug for Stripe {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Stripe").finish_non_exhaustive()
    }
}
