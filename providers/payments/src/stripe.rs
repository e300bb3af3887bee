//! Stripe's PaymentIntents and Refunds: four calls (docs.stripe.com/api), by async-stripe.

mod account;
mod object;

use std::fmt;

use stripe_core::payment_intent::{
    CancelPaymentIntent, CreatePaymentIntent, CreatePaymentIntentAutomaticPaymentMethods,
    RetrievePaymentIntent,
};
use stripe_core::refund::CreateRefund;
use stripe_types::Currency;

use crate::settings::ChosenKeys;
use crate::{Intent, IntentStatus, NewIntent, PaymentError, Refund};

use account::Account;
pub(crate) use account::{Address, in_time};
use object::{IntentObject, RefundObject};

/// One store's account with Stripe.
pub struct Stripe {
    account: Account,
    publishable_key: String,
    webhook_secrets: Vec<String>,
}

/// What to expand: without it, what was refunded is not told, since it stands in the charge.
const CHARGE: &str = "latest_charge";

impl Stripe {
    pub(crate) fn new(address: &Address, keys: ChosenKeys) -> Result<Self, PaymentError> {
        Ok(Self {
            account: Account::new(address, &keys.secret_key)?,
            publishable_key: keys.publishable_key,
            webhook_secrets: keys.webhook_secret.into_iter().collect(),
        })
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
        let metadata = [
            ("site_id", new.site_id.to_string()),
            ("order_id", new.order_id.to_string()),
            ("order_number", new.order_number.to_owned()),
        ];
        let Ok(currency) = new.currency.to_ascii_lowercase().parse::<Currency>();
        let mut request = CreatePaymentIntent::new(new.amount, currency)
            // Which ways to pay there are is the account's own setting.
            .automatic_payment_methods(CreatePaymentIntentAutomaticPaymentMethods::new(true))
            .metadata(metadata.map(|(name, value)| (name.to_owned(), value)))
            .expand([CHARGE.to_owned()]);
        if let Some(address) = new.receipt_email {
            request = request.receipt_email(address);
        }
        let intent: IntentObject = self.account.call(&request, Some(new.idempotency_key)).await?;
        Ok(intent.into())
    }

    pub(crate) async fn find(&self, intent_id: &str) -> Result<Intent, PaymentError> {
        let request = RetrievePaymentIntent::new(segment(intent_id)?).expand([CHARGE.to_owned()]);
        let intent: Result<IntentObject, _> = self.account.call(&request, None).await;
        Ok(intent.map_err(missing)?.into())
    }

    pub(crate) async fn cancel(&self, intent_id: &str) -> Result<Intent, PaymentError> {
        let request = CancelPaymentIntent::new(segment(intent_id)?).expand([CHARGE.to_owned()]);
        // Needs no key: what is canceled stays so.
        let canceled: Result<IntentObject, _> = self.account.call(&request, None).await;
        match canceled.map_err(missing) {
            Ok(intent) => Ok(intent.into()),
            // Too late, or done before: a retry within this very call sees that too. The intent stands in such a
            // refusal, and the library reads none of it where a field is missing there, so what nobody could read
            // may be one.
            Err(error @ (PaymentError::Refused(_) | PaymentError::Unavailable(_))) => {
                let intent = self.find(intent_id).await?;
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
        let mut request = CreateRefund::new().payment_intent(segment(intent_id)?);
        if let Some(cents) = amount {
            request = request.amount(cents);
        }
        let refund: Result<RefundObject, _> =
            self.account.call(&request, Some(idempotency_key)).await;
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

/// Only what is in Stripe's own form is a refusal, so a 404 is the intent's and not a wrong address's.
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
