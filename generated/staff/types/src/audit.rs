//! Types of the operations tagged `audit`.

use serde::{Deserialize, Serialize};

use crate::{Actor, Timestamp};

/// The answer of `listAuditEntries`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct AuditEntryListResponse {
    /// The entries.
    pub data: Vec<AuditEntry>,
    /// The `cursor` of the next page; null on the last page.
    pub next_cursor: Option<String>,
}

serialize! { AuditEntryListResponse { "success" = true, "data": data, "nextCursor": next_cursor } }

/// A change to a site.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct AuditEntry {
    /// Id of the entry.
    pub id: i64,
    /// The author of a text or of a change.
    pub actor: Actor,
    /// The `operationId` of the operation, or a command such as `stoa order ship`.
    pub operation: String,
    /// The changed object.
    pub target: AuditTarget,
    /// The `X-Request-Id` of the request; null for a command.
    pub request_id: Option<String>,
    /// Names of the changed fields.
    pub fields: Vec<String>,
    /// Time of the change.
    pub created_at: Timestamp,
}

/// The changed object.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct AuditTarget {
    /// Kind of the object, such as `person`, `server_key`, `api_key`, `site` or `order`. More kinds may
    /// be added.
    pub kind: String,
    /// Id of the object, such as the number of an order.
    pub id: String,
}
