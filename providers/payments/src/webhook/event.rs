//! Payment events in Stripe's webhooks.

use std::error::Error;
use std::fmt;

use serde::Deserialize;

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

const MAX_EVENT_ID_BYTES: usize = 255;

/// Returns the event, or `None` if it belongs to no payment intent or has a type that does not affect orders.
///
/// If the type does not affect orders, reads nothing but the type: Stripe's thin events (`v2`) have no `data`, and
/// their `created` is a text.
pub fn parse(body: &[u8]) -> Result<Option<Event>, MalformedEvent> {
    let Type { kind: name } = read(body)?;
    let Some(kind) = EventKind::named(&name) else { return Ok(None) };
    let Envelope { id, created, data: Data { object } } = read(body)?;
    if object.object != kind.object() {
        return Err(MalformedEvent);
    }
    let mut event = Event {
        id,
        kind,
        intent_id: String::new(),
        object_id: String::new(),
        amount: object.amount,
        amount_received: 0,
        amount_refunded: 0,
        currency: object.currency.to_ascii_lowercase(),
        created,
        refund_created: None,
    };
    let object_id = object.id.filter(|id| is_id(id)).ok_or(MalformedEvent);
    let intent_id = match kind {
        EventKind::Refunded => {
            event.amount_received = object.amount_captured.unwrap_or(object.amount);
            event.amount_refunded = object.amount_refunded.ok_or(MalformedEvent)?;
            object.payment_intent
        }
        EventKind::RefundFailed => {
            let has_failed = matches!(object.status.as_deref(), Some("failed" | "canceled"));
            event.object_id = object_id?;
            event.refund_created = object.created;
            object.payment_intent.filter(|_| has_failed)
        }
        EventKind::Disputed | EventKind::DisputeLost | EventKind::DisputeEnded => {
            event.kind = of_dispute(&name, &object.status.ok_or(MalformedEvent)?);
            event.object_id = object_id?;
            object.payment_intent
        }
        _ => {
            // Old versions of the API and test servers omit it. Their intents are paid in full or not at all.
            let all_or_nothing = if kind == EventKind::Succeeded { object.amount } else { 0 };
            event.amount_received = object.amount_received.unwrap_or(all_or_nothing);
            Some(object_id?)
        }
    };
    // This crate made no payment without an intent.
    let Some(intent_id) = intent_id else { return Ok(None) };
    if !is_id(&event.id) || !is_id(&intent_id) {
        return Err(MalformedEvent);
    }
    Ok(Some(Event { intent_id, ..event }))
}

fn is_id(text: &str) -> bool {
    (1..=MAX_EVENT_ID_BYTES).contains(&text.len())
        && text.bytes().all(|byte| byte.is_ascii_graphic())
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

    /// Returns Stripe's name of the object in the event.
    fn object(self) -> &'static str {
        match self {
            Self::Refunded => "charge",
            Self::RefundFailed => "refund",
            Self::Disputed | Self::DisputeLost | Self::DisputeEnded => "dispute",
            Self::Succeeded | Self::PaymentFailed | Self::Processing | Self::Canceled => {
                "payment_intent"
            }
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

/// Statuses of a dispute that ended in the store's favour.
const STATUSES_WITHOUT_LOSS: [&str; 4] = ["won", "warning_closed", "charge_refunded", "prevented"];

/// Returns the kind of an event of a dispute with this status.
fn of_dispute(name: &str, status: &str) -> EventKind {
    match (name, status) {
        ("charge.dispute.created", _) => EventKind::Disputed,
        (_, "lost") => EventKind::DisputeLost,
        ("charge.dispute.closed", _) => EventKind::DisputeEnded,
        (_, status) if STATUSES_WITHOUT_LOSS.contains(&status) => EventKind::DisputeEnded,
        _ => EventKind::Disputed,
    }
}

#[derive(Deserialize)]
struct Type {
    #[serde(rename = "type")]
    kind: String,
}

#[derive(Deserialize)]
struct Envelope {
    id: String,
    created: i64,
    data: Data,
}

#[derive(Deserialize)]
struct Data {
    object: Object,
}

/// A payment intent, a charge, a refund or a dispute.
#[derive(Deserialize)]
struct Object {
    object: String,
    id: Option<String>,
    amount: i64,
    currency: String,
    status: Option<String>,
    /// Test servers may omit it.
    created: Option<i64>,
    /// The intent of a charge, a refund or a dispute.
    payment_intent: Option<String>,
    /// Of an intent.
    amount_received: Option<i64>,
    /// Of a charge.
    amount_captured: Option<i64>,
    /// Of a charge.
    amount_refunded: Option<i64>,
}

fn read<'de, T: Deserialize<'de>>(body: &'de [u8]) -> Result<T, MalformedEvent> {
    serde_json::from_slice(body).map_err(|_| MalformedEvent)
}

impl fmt::Display for MalformedEvent {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("the webhook's body is not an event")
    }
}

impl Error for MalformedEvent {}
