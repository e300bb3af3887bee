//! Types that several tags use.

use serde::{Deserialize, Serialize};

/// The body of every failure.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct ErrorResponse {
    /// Explains the failure to people.
    pub message: String,
}

serialize! { ErrorResponse { "success" = false, "message": message } }

/// A success without a result.
#[derive(Debug, Clone, PartialEq, Default, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct DoneResponse {}

serialize! { DoneResponse { "success" = true } }

open! {
    /// A role of a person or of a server key.
    pub enum Role {
        /// `owner`
        Owner = "owner",
        /// `shop`
        Shop = "shop",
        /// `support`
        Support = "support",
        /// `content`
        Content = "content",
    }
}

/// A server key by its name.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct NamedServerKey {
    /// Id of the key.
    pub id: i64,
    /// Purpose of the key.
    pub name: String,
}

/// The answer of `removePerson` or `revokeServerKey`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct RevokedServerKeysResponse {
    /// The server keys that were revoked because of a change of their creator, and those that were
    /// retained.
    pub data: RevokedServerKeys,
}

serialize! { RevokedServerKeysResponse { "success" = true, "data": data } }

/// The server keys that were revoked because of a change of their creator, and those that were
/// retained.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct RevokedServerKeys {
    /// The keys that were revoked.
    pub revoked: Vec<NamedServerKey>,
    /// The keys that `retainServerKeys` named.
    pub retained: Vec<NamedServerKey>,
}

/// The author of a text or of a change.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct Actor {
    /// - `person`: a person of the staff
    /// - `server_key`: a program that calls this API
    /// - `command_line`: a command of `stoa`, or an author that the server did not record
    /// - `customer`: a customer of the store
    /// - `visitor`: a visitor in live chat
    pub kind: ActorKind,
    /// Id of the person, the server key or the customer; null for a visitor and for the command line.
    pub id: Option<i64>,
    /// Name at that time; for a customer without a name, the e-mail address.
    pub name: String,
}

open! {
    /// - `person`: a person of the staff
    /// - `server_key`: a program that calls this API
    /// - `command_line`: a command of `stoa`, or an author that the server did not record
    /// - `customer`: a customer of the store
    /// - `visitor`: a visitor in live chat
    pub enum ActorKind {
        /// `person`
        Person = "person",
        /// `server_key`
        ServerKey = "server_key",
        /// `command_line`
        CommandLine = "command_line",
        /// `customer`
        Customer = "customer",
        /// `visitor`
        Visitor = "visitor",
    }
}
