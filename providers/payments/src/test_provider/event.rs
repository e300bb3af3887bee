//! Bodies of webhook events, in Stripe's form.

use serde_json::{Value, json};

use super::keys::Keys;
use super::state::State;
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
    let created = state.changed_at.div_euclid(1_000_000);
    let object = match kind {
        EventKind::Refunded => charge(keys, intent, created),
        _ => payment_intent(keys, intent, kind, created),
    };
    let happened =
        format!("{} {} {} {}", intent.id, kind.as_str(), state.failures, state.amount_refunded);
    let event = json!({
        "id": keys.id("evt", &happened),
        "object": "event",
        "api_version": "2024-06-20",
        "created": created,
        "data": { "object": object },
        "livemode": false,
        "pending_webhooks": 1,
        "request": { "id": null, "idempotency_key": null },
        "type": kind.as_str(),
    });
    Some(event.to_string())
}

fn payment_intent(keys: &Keys, intent: &Intent, kind: EventKind, created: i64) -> Value {
    let status = match kind {
        EventKind::Processing => "processing",
        EventKind::Succeeded => "succeeded",
        EventKind::Canceled => "canceled",
        _ => "requires_payment_method",
    };
    let decline = json!({
        "type": "card_error",
        "code": "card_declined",
        "decline_code": "generic_decline",
        "message": "Your card was declined.",
    });
    json!({
        "id": intent.id,
        "object": "payment_intent",
        "amount": intent.amount,
        "amount_capturable": 0,
        "amount_received": intent.amount_received,
        "automatic_payment_methods": { "allow_redirects": "always", "enabled": true },
        "canceled_at": (kind == EventKind::Canceled).then_some(created),
        "capture_method": "automatic",
        "client_secret": intent.client_secret,
        "confirmation_method": "automatic",
        "created": created,
        "currency": intent.currency,
        "last_payment_error": (kind == EventKind::PaymentFailed).then_some(decline),
        "latest_charge": (kind == EventKind::Succeeded).then(|| keys.id("ch", &intent.id)),
        "livemode": false,
        "metadata": {},
        "next_action": null,
        "status": status,
    })
}

fn charge(keys: &Keys, intent: &Intent, created: i64) -> Value {
    json!({
        "id": keys.id("ch", &intent.id),
        "object": "charge",
        "amount": intent.amount,
        "amount_captured": intent.amount_received,
        "amount_refunded": intent.amount_refunded,
        "captured": true,
        "created": created,
        "currency": intent.currency,
        "livemode": false,
        "metadata": {},
        "paid": true,
        "payment_intent": intent.id,
        "refunded": intent.amount_refunded == intent.amount,
        "status": "succeeded",
    })
}
