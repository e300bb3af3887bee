//! Owners and keys of designs.

use std::fmt;

use stoa_storefront_types::DesignId;

use crate::sessions::{NewSession, SessionDigest};

/// The caller, who is a customer, a designer session, or both. The caller owns everything that the customer or the
/// session owns.
#[derive(Debug, Clone, Copy, Default)]
pub struct Owner {
    pub customer_id: Option<i64>,
    pub session: Option<SessionDigest>,
}

impl Owner {
    /// Whether the caller is neither a customer nor a session. Such a caller owns nothing.
    pub fn is_nobody(&self) -> bool {
        self.customer_id.is_none() && self.session.is_none()
    }

    /// Returns the session's digest, as a parameter of a statement.
    pub fn session(&self) -> Option<&[u8]> {
        self.session.as_ref().map(<[u8; 32]>::as_slice)
    }
}

/// The owner of a new design or image: the customer, or the session if there is no customer. If the caller is neither a
/// customer nor a session, a new session is created and becomes the owner.
#[derive(Debug)]
pub struct Maker {
    /// Either a customer or a session.
    pub owner: Owner,
    /// The session that is created together with the design or image.
    pub begins: Option<NewSession>,
}

impl Maker {
    /// Returns who will own the designs and images that this caller creates.
    pub fn of(owner: Owner) -> Self {
        let begins = owner.is_nobody().then(NewSession::random);
        let session = owner.session.or(begins.as_ref().map(|session| session.digest));
        let session = session.filter(|_| owner.customer_id.is_none());
        Self { owner: Owner { session, ..owner }, begins }
    }
}

impl fmt::Display for Maker {
    /// Writes a text that is different for each owner.
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.owner.customer_id, &self.owner.session) {
            (Some(id), _) => write!(out, "customer {id}"),
            (None, Some(digest)) => write!(out, "session {}", hex::encode(digest)),
            (None, None) => out.write_str("nobody"),
        }
    }
}

/// The key of a design or a legacy design: its number or its UUID.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DesignKey {
    Number(i64),
    Uuid(String),
}

impl From<DesignId> for DesignKey {
    fn from(id: DesignId) -> Self {
        match id {
            DesignId::Integer(id) => Self::Number(id),
            DesignId::String(uuid) => Self::Uuid(uuid),
        }
    }
}

impl DesignKey {
    /// Returns the number, or `None` for a UUID.
    pub(crate) fn id(&self) -> Option<i64> {
        match self {
            Self::Number(id) => Some(*id),
            Self::Uuid(_) => None,
        }
    }

    /// Returns the UUID, or `None` for a number.
    pub fn uuid(&self) -> Option<&str> {
        match self {
            Self::Number(_) => None,
            Self::Uuid(uuid) => Some(uuid),
        }
    }
}
