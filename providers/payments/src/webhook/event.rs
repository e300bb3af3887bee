//! Payment events in Stripe's webhooks.

use std::error::Error;
use std::fmt;

use serde::Deserialize;
use serde_json::Value;

/// A change of a payment. Repeated deliveries have the same id, and events arrive in any order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Event {
    /// `evt_…`, at most 255 characters.
    pub id: String,
    pub kind: EventKind,
    /// `pi_…`, at most 255 characters.
    pub intent_id: String,
    /// The id of the dispute or of the failed refund, such as `du_…` or `re_…`. Empty for other events.
    pub object_id: String,
    /// The requested amount in cents. For a dispute, the disputed amount; for a failed refund, the amount of the refund.
    pub amount: i64,
    /// The amount paid, in cents, before refunds. 0 for a dispute and a failed refund.
    pub amount_received: i64,
    /// The total amount refunded, in cents, which only [`EventKind::Refunded`] reports. 0 for other events.
    pub amount_refunded: i64,
    /// Three lower-case letters.
    pub currency: String,
    /// The time of the change, in seconds since 1970.
    pub created: i64,
    /// The time when a failed refund was created, in seconds since 1970. `None` for other events.
    pub refund_created: Option<i64>,
}

/// The events that affect an order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EventKind {
    /// `payment_intent.succeeded`
    Succeeded,
    /// `payment_intent.payment_failed`: the customer may try again.
    PaymentFailed,
    /// `payment_intent.processing`
    Processing,
    /// `payment_intent.canceled`
    Canceled,
    /// `charge.refunded`, in whole or in part
    Refunded,
    /// `refund.failed`, or `refund.updated` or `charge.refund.updated` with the status `failed` or `canceled`: the
    /// purchaser does not get the amount of this refund. `charge.refunded` had reported it as refunded, unless the
    /// refund failed at its creation.
    RefundFailed,
    /// `charge.dispute.created`, or `charge.dispute.updated` while the dispute is open: the purchaser's bank demands the
    /// money back, and has usually taken it already.
    Disputed,
    /// `charge.dispute.closed` or `.updated` as `lost`: the bank keeps the money. This is not a refund.
    DisputeLost,
    /// `charge.dispute.closed` otherwise, such as `won` or `warning_closed`, or `.updated` with such a status: the store
    /// has the money.
    DisputeEnded,
}

/// The body is not an event, or lacks fields of its type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MalformedEvent;

/// Limit of an id.
const MAX_EVENT_ID_BYTES: usize = 255;

/// Returns the event, or `None` if it belongs to no payment intent or has a type that does not affect orders.
///
/// If the type does not affect orders, reads nothing but the type: Stripe's thin events (`v2`) have no `data`, and
/// their `created` is a text.
pub fn parse(body: &[u8]) -> Result<Option<Event>, MalformedEvent> {
    let Type { kind } = read(body)?;
    let Some(kind) = EventKind::named(&kind) else { return Ok(None) };
    let envelope: Envelope = read(body)?;
    let object = envelope.data.object;
    let (kind, payment) = match kind {
        EventKind::Refunded => (kind, from_charge(object)?),
        EventKind::RefundFailed => (kind, from_refund(object)?),
        EventKind::Disputed | EventKind::DisputeLost | EventKind::DisputeEnded => {
            from_dispute(object, &envelope.kind)?
        }
        _ => (kind, Some(from_intent(object, kind)?)),
    };
    let Some(payment) = payment else { return Ok(None) };
    let is_id = |id: &str| {
        !id.is_empty()
            && id.len() <= MAX_EVENT_ID_BYTES
            && id.bytes().all(|byte| byte.is_ascii_graphic())
    };
    let has_object_id = payment.object_id.is_empty() || is_id(&payment.object_id);
    if !is_id(&envelope.id) || !is_id(&payment.intent_id) || !has_object_id {
        return Err(MalformedEvent);
    }
    Ok(Some(Event {
        id: envelope.id,
        kind,
        intent_id: payment.intent_id,
        object_id: payment.object_id,
        amount: payment.amount,
        amount_received: payment.amount_received,
        amount_refunded: payment.amount_refunded,
        currency: payment.currency.to_ascii_lowercase(),
        created: envelope.created,
        refund_created: payment.refund_created,
    }))
}

impl EventKind {
    const ALL: [Self; 9] = [
        Self::Succeeded,
        Self::PaymentFailed,
        Self::Processing,
        Self::Canceled,
        Self::Refunded,
        Self::RefundFailed,
        Self::Disputed,
        Self::DisputeEnded,
        Self::DisputeLost,
    ];

    fn named(name: &str) -> Option<Self> {
        match name {
            "refund.updated" | "charge.refund.updated" => Some(Self::RefundFailed),
            "charge.dispute.updated" => Some(Self::Disputed),
            name => Self::ALL.into_iter().find(|kind| kind.as_str() == name),
        }
    }

    /// Whether the event is about a dispute, whose amount may differ from the payment's.
    pub fn is_dispute(self) -> bool {
        matches!(self, Self::Disputed | Self::DisputeLost | Self::DisputeEnded)
    }

    /// Returns Stripe's name of the type. If several types are of this kind, returns the most common one.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Succeeded => "payment_intent.succeeded",
            Self::PaymentFailed => "payment_intent.payment_failed",
            Self::Processing => "payment_intent.processing",
            Self::Canceled => "payment_intent.canceled",
            Self::Refunded => "charge.refunded",
            Self::RefundFailed => "refund.failed",
            Self::Disputed => "charge.dispute.created",
            Self::DisputeLost | Self::DisputeEnded => "charge.dispute.closed",
        }
    }
}

struct Payment {
    intent_id: String,
    object_id: String,
    amount: i64,
    amount_received: i64,
    amount_refunded: i64,
    currency: String,
    refund_created: Option<i64>,
}

fn from_intent(object: Value, kind: EventKind) -> Result<Payment, MalformedEvent> {
    let intent: IntentObject = object_of("payment_intent", object)?;
    // Versions of the API before 2015 and test servers omit `amount_received`. Their intents are paid in full or not at
    // all.
    let all_or_nothing = if kind == EventKind::Succeeded { intent.amount } else { 0 };
    Ok(Payment {
        intent_id: intent.id,
        object_id: String::new(),
        amount: intent.amount,
        amount_received: intent.amount_received.unwrap_or(all_or_nothing),
        amount_refunded: 0,
        currency: intent.currency,
        refund_created: None,
    })
}

/// Reads a charge. Returns `None` for a charge without an intent, which this crate did not make.
fn from_charge(object: Value) -> Result<Option<Payment>, MalformedEvent> {
    let charge: ChargeObject = object_of("charge", object)?;
    let Some(intent_id) = charge.payment_intent else { return Ok(None) };
    Ok(Some(Payment {
        intent_id,
        object_id: String::new(),
        amount: charge.amount,
        amount_received: charge.amount_captured.unwrap_or(charge.amount),
        amount_refunded: charge.amount_refunded,
        currency: charge.currency,
        refund_created: None,
    }))
}

/// Reads a failed refund. Returns `None` for a refund that has not failed, and for a refund of a charge without an
/// intent.
fn from_refund(object: Value) -> Result<Option<Payment>, MalformedEvent> {
    let refund: RefundObject = object_of("refund", object)?;
    let has_failed = matches!(refund.status.as_deref(), Some("failed" | "canceled"));
    let Some(intent_id) = refund.payment_intent.filter(|_| has_failed) else { return Ok(None) };
    if refund.id.is_empty() {
        return Err(MalformedEvent);
    }
    Ok(Some(Payment {
        intent_id,
        object_id: refund.id,
        amount: refund.amount,
        amount_received: 0,
        amount_refunded: 0,
        currency: refund.currency,
        refund_created: refund.created,
    }))
}

/// Statuses of a dispute that ended in the store's favour.
const STATUSES_WITHOUT_LOSS: [&str; 4] = ["won", "warning_closed", "charge_refunded", "prevented"];

/// Reads a dispute and its outcome. The payment is `None` if the charge has no intent: this crate did not make such a
/// charge.
fn from_dispute(object: Value, name: &str) -> Result<(EventKind, Option<Payment>), MalformedEvent> {
    let dispute: DisputeObject = object_of("dispute", object)?;
    let kind = match (name, dispute.status.as_str()) {
        ("charge.dispute.created", _) => EventKind::Disputed,
        (_, "lost") => EventKind::DisputeLost,
        ("charge.dispute.closed", _) => EventKind::DisputeEnded,
        (_, status) if STATUSES_WITHOUT_LOSS.contains(&status) => EventKind::DisputeEnded,
        _ => EventKind::Disputed,
    };
    let payment = dispute.payment_intent.map(|intent_id| Payment {
        intent_id,
        object_id: dispute.id,
        amount: dispute.amount,
        amount_received: 0,
        amount_refunded: 0,
        currency: dispute.currency,
        refund_created: None,
    });
    Ok((kind, payment))
}

#[derive(Deserialize)]
struct Type {
    #[serde(rename = "type")]
    kind: String,
}

#[derive(Deserialize)]
struct Envelope {
    id: String,
    #[serde(rename = "type")]
    kind: String,
    created: i64,
    data: Data,
}

#[derive(Deserialize)]
struct Data {
    object: Value,
}

#[derive(Deserialize)]
struct IntentObject {
    id: String,
    amount: i64,
    amount_received: Option<i64>,
    currency: String,
}

#[derive(Deserialize)]
struct ChargeObject {
    payment_intent: Option<String>,
    amount: i64,
    amount_captured: Option<i64>,
    amount_refunded: i64,
    currency: String,
}

#[derive(Deserialize)]
struct RefundObject {
    id: String,
    payment_intent: Option<String>,
    status: Option<String>,
    amount: i64,
    currency: String,
    /// Test servers may omit it.
    created: Option<i64>,
}

#[derive(Deserialize)]
struct DisputeObject {
    id: String,
    payment_intent: Option<String>,
    status: String,
    amount: i64,
    currency: String,
}

fn read<'de, T: Deserialize<'de>>(body: &'de [u8]) -> Result<T, MalformedEvent> {
    serde_json::from_slice(body).map_err(|_| MalformedEvent)
}

fn object_of<T: for<'de> Deserialize<'de>>(kind: &str, object: Value) -> Result<T, MalformedEvent> {
    if object.get("object").is_none_or(|other| other != kind) {
        return Err(MalformedEvent);
    }
    serde_json::from_value(object).map_err(|_| MalformedEvent)
}

impl fmt::Display for MalformedEvent {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("the webhook's body is not an event")
    }
}

impl Error for MalformedEvent {}
