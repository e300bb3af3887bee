//! The kinds of mails, with the data that no other table has.

use serde::{Deserialize, Serialize};
use stoa_values::text::one_line;

/// A mail that is not about an order.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Mail {
    /// A password reset was requested for this address. The mail is queued whether or not an account has the address.
    /// Only the worker looks up the account, so the duration of the request does not reveal whether the account exists.
    Reset {
        email: String,
    },
    /// A welcome to a new customer, whose address is not verified yet. The mail's button leads to a page of the server
    /// that verifies the address.
    Welcome {
        email: String,
    },
    /// The customer's password was changed by a reset.
    PasswordChanged {
        email: String,
    },
    SupportMessage(SupportMessage),
    SupportReply(SupportReply),
    Invitation(Invitation),
    /// A password reset of staff was requested for this address. Like [`Mail::Reset`], the mail is queued for every
    /// address.
    StaffReset {
        email: String,
        /// URL of the page that sets a new password, to which the token is appended.
        page: String,
    },
    /// The password of a person of the staff was changed by a reset.
    StaffPasswordChanged {
        email: String,
    },
    /// A reminder of an abandoned cart. The worker looks up the cart and its address.
    CartReminder {
        cart_id: i64,
    },
}

/// A customer's message, sent to the store's own address. A store without an address gets no mail.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SupportMessage {
    /// The id of the support message that the customer has written or replied to. Staff reply to this id.
    pub message_id: i64,
    pub customer_email: String,
    pub customer_name: Option<String>,
    pub subject: String,
    pub body: String,
}

/// A reply of staff, sent to the customer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SupportReply {
    pub email: String,
    /// Whether the customer's address is verified. A mail to an unverified address leaves out the subject, because a
    /// stranger may have typed it.
    pub is_verified: bool,
    pub subject: String,
    pub author_name: String,
    pub body: String,
}

/// An invitation of a person who is to work for the site.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Invitation {
    pub email: String,
    /// Name of the person or of the server key that invited the person.
    pub invited_by: String,
    /// URL of the page on which the person accepts, with the token. None if the person has an account.
    pub url: Option<String>,
}

/// A change of an order that its purchaser is informed about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OrderNews {
    /// The order is paid.
    Confirmed,
    Shipped,
    /// The order was paid and will not be shipped.
    Cancelled,
    /// The whole payment has been refunded.
    Refunded,
}

impl Mail {
    /// The kinds of mails about an account of the staff. Their links, if any, do not lead to pages of a store.
    pub(crate) const STAFF_ACCOUNT_KINDS: [&str; 2] = ["staff_reset", "staff_password_changed"];

    /// The kind as stored in the outbox.
    pub(crate) fn kind(&self) -> &'static str {
        match self {
            Self::Reset { .. } => "reset",
            Self::Welcome { .. } => "welcome",
            Self::PasswordChanged { .. } => "password_changed",
            Self::SupportMessage(_) => "support_message",
            Self::SupportReply(_) => "support_reply",
            Self::Invitation(_) => "invitation",
            Self::StaffReset { .. } => "staff_reset",
            Self::StaffPasswordChanged { .. } => "staff_password_changed",
            Self::CartReminder { .. } => "cart_reminder",
        }
    }

    /// Returns the mail with names and subjects in one line. People typed them, and mails begin with them.
    pub(crate) fn with_names_in_one_line(mut self) -> Self {
        let names = match &mut self {
            Self::Reset { .. }
            | Self::Welcome { .. }
            | Self::PasswordChanged { .. }
            | Self::StaffReset { .. }
            | Self::StaffPasswordChanged { .. }
            | Self::CartReminder { .. } => Vec::new(),
            Self::SupportMessage(SupportMessage { customer_name, subject, .. }) => {
                customer_name.iter_mut().chain([subject]).collect()
            }
            Self::SupportReply(SupportReply { author_name, subject, .. }) => {
                vec![author_name, subject]
            }
            Self::Invitation(Invitation { invited_by, .. }) => vec![invited_by],
        };
        for name in names {
            *name = one_line(name);
        }
        self
    }
}

impl OrderNews {
    const ALL: [Self; 4] = [Self::Confirmed, Self::Shipped, Self::Cancelled, Self::Refunded];

    /// The kind as stored in the outbox.
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
