//! Types of the operations tagged `server-keys`.

use serde::{Deserialize, Serialize};

use crate::{Actor, Role, Timestamp};

/// The answer of `listServerKeys`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct ServerKeyListResponse {
    /// The server keys.
    pub data: Vec<ServerKey>,
    /// The `cursor` of the next page; null on the last page.
    pub next_cursor: Option<String>,
}

serialize! { ServerKeyListResponse { "success" = true, "data": data, "nextCursor": next_cursor } }

/// A server key, without its secret.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct ServerKey {
    /// Id of the key.
    pub id: i64,
    /// Purpose of the key.
    pub name: String,
    /// Roles for each of its sites.
    pub roles: Vec<Role>,
    /// Ids of its sites, lowest first. Only sites of which the caller is an owner.
    pub site_ids: Vec<i64>,
    /// Time of creation.
    pub created_at: Timestamp,
    /// Time of expiry.
    pub expires_at: Timestamp,
    /// Time of the last use; null before the first use.
    pub last_used_at: Option<Timestamp>,
    /// The person or the server key that created the key. If a server key is deleted, the keys that it
    /// created get its `createdBy`.
    pub created_by: Actor,
}

/// A server key to create.
#[derive(Clone, PartialEq, Serialize, Deserialize, ::bon::Builder)]
#[serde(rename_all = "camelCase")]
#[must_use]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct CreateServerKeyRequest {
    /// Purpose of the key.
    #[builder(into)]
    pub name: String,
    /// The roles. A repeated role counts once.
    #[builder(into)]
    pub roles: Vec<Role>,
    /// Ids of the sites of the key. The key always belongs to the site of the path too. Repeated ids
    /// are ignored.
    #[builder(default = Vec::new(), into)]
    #[serde(default = "CreateServerKeyRequest::default_site_ids")]
    pub site_ids: Vec<i64>,
    /// Time of expiry, in the future and at most 2 years from now. 2 years from now if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expires_at: Option<Timestamp>,
    /// The current password of the caller. Required if `roles` has `owner`.
    #[builder(into)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub password: Option<String>,
}

debug!(CreateServerKeyRequest { name, roles, site_ids, expires_at, password: hidden });

impl CreateServerKeyRequest {
    fn default_site_ids() -> Vec<i64> {
        Vec::new()
    }
}

/// The answer of `createServerKey`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct CreatedServerKeyResponse {
    /// A new server key.
    pub data: CreatedServerKey,
}

serialize! { CreatedServerKeyResponse { "success" = true, "data": data } }

/// A new server key.
#[derive(Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct CreatedServerKey {
    /// A server key, without its secret.
    pub key: ServerKey,
    /// The key to send, `stk_…`. Store it safely: it is shown only once.
    pub secret: String,
}

debug!(CreatedServerKey { key, secret: hidden });
