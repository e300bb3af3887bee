//! Types of the operations tagged `api-keys`.

use serde::{Deserialize, Serialize};

use crate::Timestamp;

/// The answer of `listApiKeys`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct ApiKeyListResponse {
    /// The API keys.
    pub data: Vec<ApiKey>,
    /// The `cursor` of the next page; null on the last page.
    pub next_cursor: Option<String>,
}

serialize! { ApiKeyListResponse { "success" = true, "data": data, "nextCursor": next_cursor } }

/// An API key, without its secret.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct ApiKey {
    /// Id of the key.
    pub id: i64,
    /// Purpose of the key.
    pub name: String,
    /// Requests that the key may make in a minute.
    pub rate_per_minute: i64,
    /// Time of creation.
    pub created_at: Timestamp,
    /// Time of expiry; null if the key does not expire.
    pub expires_at: Option<Timestamp>,
    /// Time at which the key was revoked; null for a valid key.
    pub revoked_at: Option<Timestamp>,
}

/// An API key to create.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ::bon::Builder)]
#[serde(rename_all = "camelCase")]
#[must_use]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct CreateApiKeyRequest {
    /// Purpose of the key.
    #[builder(into)]
    pub name: String,
    /// Requests that the key may make in a minute.
    #[builder(default = 300)]
    #[serde(default = "CreateApiKeyRequest::default_rate_per_minute")]
    pub rate_per_minute: i64,
    /// Time of expiry, in the future. The key does not expire if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expires_at: Option<Timestamp>,
}

impl CreateApiKeyRequest {
    fn default_rate_per_minute() -> i64 {
        300
    }
}

/// The answer of `createApiKey`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct CreatedApiKeyResponse {
    /// A new API key.
    pub data: CreatedApiKey,
}

serialize! { CreatedApiKeyResponse { "success" = true, "data": data } }

/// A new API key.
#[derive(Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct CreatedApiKey {
    /// An API key, without its secret.
    pub key: ApiKey,
    /// The key to send, `svc_live_…`. Store it safely: it is shown only once.
    pub secret: String,
}

debug!(CreatedApiKey { key, secret: hidden });
