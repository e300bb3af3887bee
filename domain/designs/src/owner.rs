//! Who has designs, and how they are named.

use std::fmt;

use stoa_storefront_types::DesignId;

use crate::sessions::{NewSession, SessionDigest};

/// Who calls: a customer, a designer session, or both. They have what either has.
#[derive(Debug, Clone, Copy, Default)]
pub struct Owner {
    pub customer_id: Option<i64>,
    pub session: Option<SessionDigest>,
}

impl Owner {
    /// Neither customer nor session: nobody, who has nothing.
    pub fn is_nobody(&self) -> bool {
        self.customer_id.is_none() && self.session.is_none()
    }

    /// The digest as a parameter of a statement.
    pub fn session(&self) -> Option<&[u8]> {
        self.session.as_ref().map(<[u8; 32]>::as_slice)
    }
}

/// Who makes something, which is the customer's, else the session's. Who has neither begins a session.
#[derive(Debug)]
pub struct Maker {
    pub customer_id: Option<i64>,
    pub session: Option<SessionDigest>,
    /// The session that begins with what is made.
    pub begins: Option<NewSession>,
}

impl Maker {
    /// What `owner` makes.
    pub fn of(owner: Owner) -> Self {
        let begins = owner.is_nobody().then(NewSession::random);
        let session = owner.session.or(begins.as_ref().map(|session| session.digest));
        let session = session.filter(|_| owner.customer_id.is_none());
        Self { customer_id: owner.customer_id, session, begins }
    }

    /// The digest as a parameter of a statement.
    pub(crate) fn session(&self) -> Option<&[u8]> {
        self.session.as_ref().map(<[u8; 32]>::as_slice)
    }
}

impl fmt::Display for Maker {
    /// What tells one from another.
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.customer_id, &self.session) {
            (Some(id), _) => write!(out, "customer {id}"),
            (None, Some(digest)) => write!(out, "session {}", hex::encode(digest)),
            (None, None) => out.write_str("nobody"),
        }
    }
}

/// What finds a design: the number of one, or the UUID of a legacy one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DesignKey {
    Design(i64),
    Legacy(String),
}

impl From<DesignId> for DesignKey {
    fn from(id: DesignId) -> Self {
        match id {
            DesignId::Integer(id) => Self::Design(id),
            DesignId::String(uuid) => Self::Legacy(uuid),
        }
    }
}

impl From<DesignKey> for DesignId {
    fn from(key: DesignKey) -> Self {
        match key {
            DesignKey::Design(id) => Self::Integer(id),
            DesignKey::Legacy(uuid) => Self::String(uuid),
        }
    }
}

impl DesignKey {
    /// Of the legacy designer.
    pub fn is_legacy(&self) -> bool {
        matches!(self, Self::Legacy(_))
    }

    /// The number, unless it is of the legacy designer.
    pub(crate) fn id(&self) -> Option<i64> {
        match self {
            Self::Design(id) => Some(*id),
            Self::Legacy(_) => None,
        }
    }

    /// The UUID of a design of the legacy designer.
    pub(crate) fn legacy_uuid(&self) -> Option<&str> {
        match self {
            Self::Design(_) => None,
            Self::Legacy(uuid) => Some(uuid),
        }
    }
}
