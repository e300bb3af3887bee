//! Bodies of webhook events, in Stripe's form, with the fields that [`webhook::parse`](crate::webhook::parse) reads.

use serde_json::json;

use super::{State, keys::Keys};
use crate::webhook::EventKind;
use crate::{Intent, IntentStatus};

/// Returns the event of the last change of an intent. Repeated calls for the same change return the same event id.
pub(super) fn body(keys: &Keys, intent: &Intent, state: &State) -> Option<String> {
    let kind = match state.status {
        IntentStatus::AwaitingPayment if state.failures > 0 => EventKind::PaymentFailed,
        IntentStatus::AwaitingPayment | IntentStatus::Unknown => return None,
        IntentStatus::Processing => EventKind::Processing,
        IntentStatus::Succeeded if state.amount_refunded > 0 => EventKind::Refunded,
        IntentStatus::Succeeded => EventKind::Succeeded,
        IntentStatus::Canceled => EventKind::Canceled,
    };
    let object = match kind {
        EventKind::Refunded => json!({
            "id": keys.id("ch", &intent.id),
            "object": "charge",
            "payment_intent": intent.id,
            "amount": intent.amount,
            "amount_captured": intent.amount_received,
            "amount_refunded": intent.amount_refunded,
            "currency": intent.currency,
        }),
        _ => json!({
            "id": intent.id,
            "object": "payment_intent",
            "amount": intent.amount,
            "amount_received": intent.amount_received,
            "currency": intent.currency,
        }),
    };
    let happened =
        format!("{} {} {} {}", intent.id, kind.as_str(), state.failures, state.amount_refunded);
    let event = json!({
        "id": keys.id("evt", &happened),
        "object": "event",
        "type": kind.as_str(),
        "created": state.changed_at.div_euclid(1_000_000),
        "data": { "object": object },
    });
    Some(event.to_string())
}
