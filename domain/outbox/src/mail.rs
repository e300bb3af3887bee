//! What mails are about: the kinds, and what each needs that is stored nowhere else.

use serde::{Deserialize, Serialize};

/// A mail that is not about an order.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Mail {
    /// Somebody says that they have forgotten the password of the account with this address. It is queued whether or
    /// not there is one: the worker finds out, where nobody can measure it.
    Reset { email: String },
    /// To a new customer, whose address is not verified: its button leads to a reset, which does that.
    Welcome { email: String },
    /// The customer's password was changed by a reset.
    PasswordChanged { email: String },
    /// A customer has written to the store.
    SupportMessage(SupportMessage),
    /// The store has answered a customer.
    SupportReply(SupportReply),
}

/// What a customer has written, for the store's own address. A store without one gets no mail.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SupportMessage {
    /// Of the message that it is, or is a reply in.
    pub message_id: i64,
    pub customer_email: String,
    pub customer_name: Option<String>,
    pub subject: String,
    pub body: String,
}

/// What staff have answered, for the customer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SupportReply {
    pub email: String,
    /// Whether the customer's address is verified: if not, what was typed into the subject does not go there.
    pub is_verified: bool,
    pub subject: String,
    pub author_name: String,
    pub body: String,
}

/// What a purchaser is told of an order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OrderNews {
    /// It is paid.
    Confirmed,
    Shipped,
    /// It was paid, and will not be sent.
    Cancelled,
    /// All that was paid has been given back.
    Refunded,
}

impl Mail {
    /// As the outbox has it.
    pub(crate) fn kind(&self) -> &'static str {
        match self {
            Self::Reset { .. } => "reset",
            Self::Welcome { .. } => "welcome",
            Self::PasswordChanged { .. } => "password_changed",
            Self::SupportMessage(_) => "support_message",
            Self::SupportReply(_) => "support_reply",
        }
    }
}

impl OrderNews {
    const ALL: [Self; 4] = [Self::Confirmed, Self::Shipped, Self::Cancelled, Self::Refunded];

    /// As the outbox has it.
    pub(crate) fn kind(self) -> &'static str {
        match self {
            Self::Confirmed => "order_confirmed",
            Self::Shipped => "order_shipped",
            Self::Cancelled => "order_cancelled",
            Self::Refunded => "order_refunded",
        }
    }

    pub(crate) fn of_kind(kind: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|news| news.kind() == kind)
    }
}
