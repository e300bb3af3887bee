//! What Stripe answers with, as far as it is needed.
//!
//! async-stripe's own objects demand every field of its version of the API, which stand-ins do not send.

use miniserde::Deserialize;
use miniserde::json::{Number, Value};

use crate::{Intent, IntentStatus, Refund, RefundStatus};

#[derive(Deserialize)]
pub(super) struct IntentObject {
    id: String,
    client_secret: String,
    status: String,
    amount: i64,
    amount_received: Option<i64>,
    currency: String,
    /// The charge itself where it was asked for, else its id.
    latest_charge: Option<Value>,
}

#[derive(Deserialize)]
pub(super) struct RefundObject {
    id: String,
    status: Option<String>,
    amount: i64,
    currency: String,
}

impl From<IntentObject> for Intent {
    fn from(intent: IntentObject) -> Self {
        let status = match intent.status.as_str() {
            "requires_payment_method" | "requires_confirmation" | "requires_action" => {
                IntentStatus::AwaitingPayment
            }
            "processing" => IntentStatus::Processing,
            "succeeded" => IntentStatus::Succeeded,
            "canceled" => IntentStatus::Canceled,
            _ => IntentStatus::Unknown,
        };
        // Stand-ins do not say what was received: it is all or nothing.
        let all_or_nothing = if status == IntentStatus::Succeeded { intent.amount } else { 0 };
        Self {
            id: intent.id,
            client_secret: intent.client_secret,
            status,
            amount: intent.amount,
            amount_received: intent.amount_received.unwrap_or(all_or_nothing),
            amount_refunded: intent.latest_charge.as_ref().and_then(amount_refunded).unwrap_or(0),
            currency: intent.currency.to_ascii_lowercase(),
        }
    }
}

impl RefundObject {
    pub(super) fn into_refund(self, intent_id: &str) -> Refund {
        let status = match self.status.as_deref() {
            Some("pending" | "requires_action") => RefundStatus::Pending,
            Some("succeeded") => RefundStatus::Succeeded,
            Some("failed") => RefundStatus::Failed,
            Some("canceled") => RefundStatus::Canceled,
            _ => RefundStatus::Unknown,
        };
        Refund {
            id: self.id,
            intent_id: intent_id.to_owned(),
            status,
            amount: self.amount,
            currency: self.currency.to_ascii_lowercase(),
        }
    }
}

fn amount_refunded(charge: &Value) -> Option<i64> {
    let Value::Object(charge) = charge else { return None };
    let Value::Number(Number::U64(cents)) = charge.get("amount_refunded")? else { return None };
    i64::try_from(*cents).ok()
}
