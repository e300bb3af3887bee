//! The needed parts of Stripe's objects. Each object is checked against the request, so an answer about another object,
//! for example from a server that is not Stripe's, is rejected.

use serde::Deserialize;

use super::answer::unavailable;
use crate::{Intent, IntentStatus, NewIntent, PaymentError, Refund, RefundStatus};

#[derive(Deserialize)]
pub(super) struct IntentObject {
    id: String,
    client_secret: String,
    status: String,
    amount: i64,
    amount_received: Option<i64>,
    currency: String,
    latest_charge: Option<LatestCharge>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum LatestCharge {
    Charge {
        amount_refunded: i64,
    },
    /// Test servers send only the charge's id, because they do not expand the charge.
    Id(#[expect(dead_code, reason = "nothing stands in it")] String),
}

#[derive(Deserialize)]
pub(super) struct RefundObject {
    id: String,
    payment_intent: Option<String>,
    status: Option<String>,
    amount: i64,
    currency: String,
}

const MAX_STRIPE_ID_BYTES: usize = 255;

impl IntentObject {
    /// Returns the intent if it has the requested amount and currency.
    pub(super) fn made(self, new: &NewIntent<'_>) -> Result<Intent, PaymentError> {
        let is_it = |intent: &Intent| {
            intent.amount == new.amount && intent.currency.eq_ignore_ascii_case(new.currency)
        };
        self.intent().filter(is_it).ok_or_else(another)
    }

    pub(super) fn with_id(self, id: &str) -> Result<Intent, PaymentError> {
        self.intent().filter(|intent| intent.id == id).ok_or_else(another)
    }

    fn intent(self) -> Option<Intent> {
        let status = match self.status.as_str() {
            "requires_payment_method" | "requires_confirmation" | "requires_action" => {
                IntentStatus::AwaitingPayment
            }
            "processing" => IntentStatus::Processing,
            "succeeded" => IntentStatus::Succeeded,
            "canceled" => IntentStatus::Canceled,
            _ => IntentStatus::Unknown,
        };
        // Test servers omit `amount_received`. Their intents are paid in full or not at all.
        let all_or_nothing = if status == IntentStatus::Succeeded { self.amount } else { 0 };
        let intent = Intent {
            amount_received: self.amount_received.unwrap_or(all_or_nothing),
            amount_refunded: match self.latest_charge {
                Some(LatestCharge::Charge { amount_refunded }) => amount_refunded,
                Some(LatestCharge::Id(_)) | None => 0,
            },
            id: self.id,
            client_secret: self.client_secret,
            status,
            amount: self.amount,
            currency: self.currency.to_ascii_lowercase(),
        };
        let is_secret = (1..=MAX_STRIPE_ID_BYTES).contains(&intent.client_secret.len())
            && intent.client_secret.bytes().all(|byte| byte.is_ascii_graphic());
        let is_possible = is_id(&intent.id)
            && is_secret
            && is_currency(&intent.currency)
            && (0..=intent.amount).contains(&intent.amount_received)
            && (0..=intent.amount).contains(&intent.amount_refunded);
        is_possible.then_some(intent)
    }
}

impl RefundObject {
    /// Returns the refund if it is of this intent and amount, or of any amount above 0 if none was requested.
    pub(super) fn of(self, intent_id: &str, amount: Option<i64>) -> Result<Refund, PaymentError> {
        let status = match self.status.as_deref() {
            Some("pending" | "requires_action") => RefundStatus::Pending,
            Some("succeeded") => RefundStatus::Succeeded,
            Some("failed") => RefundStatus::Failed,
            Some("canceled") => RefundStatus::Canceled,
            _ => RefundStatus::Unknown,
        };
        let is_it = is_id(&self.id)
            && self.payment_intent.is_none_or(|refunded| refunded == intent_id)
            && amount.map_or(self.amount > 0, |cents| cents == self.amount)
            && is_currency(&self.currency);
        let refund = Refund {
            id: self.id,
            intent_id: intent_id.to_owned(),
            status,
            amount: self.amount,
            currency: self.currency.to_ascii_lowercase(),
        };
        is_it.then_some(refund).ok_or_else(another)
    }
}

/// Whether the text can be an id and is safe in a path.
pub(super) fn is_id(text: &str) -> bool {
    (1..=MAX_STRIPE_ID_BYTES).contains(&text.len())
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

fn is_currency(text: &str) -> bool {
    text.len() == 3 && text.bytes().all(|letter| letter.is_ascii_alphabetic())
}

fn another() -> PaymentError {
    unavailable("an answer about something else")
}
