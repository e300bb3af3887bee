//! The operations tagged `api-keys`.

use ::stoa_client_core::Method;

use crate::{Client, types};

impl Client {
    /// List API keys: `GET /sites/{siteId}/api-keys`.
    ///
    /// The API keys of the site, newest first, expired and revoked ones too, without their secrets.
    /// Counts toward `staff-reads` (600 a minute for each client).
    ///
    /// Requires the role `owner`.
    ///
    /// # Errors
    ///
    /// [`ListApiKeysReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn list_api_keys(&self, site_id: i64) -> ListApiKeys {
        let call = self.call("listApiKeys", Method::GET, "/sites/{siteId}/api-keys");
        ListApiKeys(call.path("siteId", site_id))
    }

    /// Create an API key: `POST /sites/{siteId}/api-keys`.
    ///
    /// Creates a key for REST v1, which reads this site. The secret is shown only in this response.
    /// Each call creates a key: if a response is lost, revoke its key and create another. Counts toward
    /// `staff-changes` (120 a minute for each client).
    ///
    /// Requires the role `owner`.
    ///
    /// # Errors
    ///
    /// [`CreateApiKeyReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn create_api_key(&self, site_id: i64, body: &types::CreateApiKeyRequest) -> CreateApiKey {
        let call = self.call("createApiKey", Method::POST, "/sites/{siteId}/api-keys");
        CreateApiKey(call.path("siteId", site_id).json(body).expect(&[201]))
    }

    /// Revoke an API key: `DELETE /sites/{siteId}/api-keys/{apiKeyId}`.
    ///
    /// Servers refuse the key within five seconds. It stays in the list, with `revokedAt`. A revoked
    /// key gets the same answer as an unknown id. Counts toward `staff-changes` (120 a minute for each
    /// client).
    ///
    /// Requires the role `owner`.
    ///
    /// # Errors
    ///
    /// [`RevokeApiKeyReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn revoke_api_key(&self, site_id: i64, api_key_id: i64) -> RevokeApiKey {
        let call = self.call("revokeApiKey", Method::DELETE, "/sites/{siteId}/api-keys/{apiKeyId}");
        RevokeApiKey(call.path("siteId", site_id).path("apiKeyId", api_key_id))
    }
}

::stoa_client_core::calls! {
    list_api_keys: ListApiKeys "listApiKeys" -> Cursor<types::ApiKeyListResponse, types::ApiKey>(data, next_cursor, "cursor");
    create_api_key: CreateApiKey "createApiKey" -> Json<types::CreatedApiKeyResponse>;
    revoke_api_key: RevokeApiKey "revokeApiKey" -> Json<types::DoneResponse>;
}

impl ListApiKeys {
    /// Items on a page, 1 to 100. A value above 100 is taken as 100.
    ///
    /// Default: `50`.
    pub fn limit(self, limit: i64) -> Self {
        Self(self.0.query("limit", limit))
    }

    /// The `nextCursor` of the page before. Without it, the list begins with its first page.
    pub fn cursor(self, cursor: &str) -> Self {
        Self(self.0.query("cursor", cursor))
    }
}

impl CreateApiKey {
    /// Makes the output of the call the `data` of its answer. Call this last, because the returned type
    /// has no other setters.
    pub fn data(self) -> ::stoa_client_core::Data<Self, types::CreatedApiKey> {
        ::stoa_client_core::Data::new(self, |body| body.data)
    }
}

::stoa_client_core::reasons! {
    pub enum ListApiKeysReason of "listApiKeys" {
        400 InvalidSiteId "invalid_site_id" "Invalid site ID",
        400 InvalidLimit "invalid_limit" "limit must be an integer",
        400 LimitTooSmall "limit_too_small" "limit must be at least 1",
        400 InvalidCursor "invalid_cursor" "Invalid cursor",
        401 Unauthorized "unauthorized" "Unauthorized",
        403 RoleRefused "role_refused" "Your role does not allow this",
        403 SiteRequiresTotp "site_requires_totp" "This site requires TOTP",
        404 SiteNotFound "site_not_found" "Site not found",
        429 TooManyRequests "too_many_requests" "Too many requests, slow down",
        500 InternalServerError "internal_server_error" "Internal server error",
    }
}

::stoa_client_core::reasons! {
    pub enum CreateApiKeyReason of "createApiKey" {
        400 InvalidSiteId "invalid_site_id" "Invalid site ID",
        400 InvalidJson "invalid_json" "Invalid JSON body",
        400 NameIsRequired "name_is_required" "name is required",
        400 InvalidName "invalid_name" "name must have at most 255 characters, and no control characters",
        400 InvalidRatePerMinute "invalid_rate_per_minute" "ratePerMinute must be an integer from 1 to 1000000000",
        400 InvalidExpiresAt "invalid_expires_at" "expiresAt must be a time",
        400 ExpiresInThePast "expires_in_the_past" "expiresAt must be in the future",
        401 Unauthorized "unauthorized" "Unauthorized",
        403 RoleRefused "role_refused" "Your role does not allow this",
        403 SiteRequiresTotp "site_requires_totp" "This site requires TOTP",
        404 SiteNotFound "site_not_found" "Site not found",
        413 RequestBodyTooLarge "request_body_too_large" "Request body too large",
        415 ExpectedApplicationJson "expected_application_json" "Expected application/json",
        429 TooManyRequests "too_many_requests" "Too many requests, slow down",
        500 InternalServerError "internal_server_error" "Internal server error",
    }
}

::stoa_client_core::reasons! {
    pub enum RevokeApiKeyReason of "revokeApiKey" {
        400 InvalidSiteId "invalid_site_id" "Invalid site ID",
        400 InvalidApiKeyId "invalid_api_key_id" "Invalid API key ID",
        401 Unauthorized "unauthorized" "Unauthorized",
        403 RoleRefused "role_refused" "Your role does not allow this",
        403 SiteRequiresTotp "site_requires_totp" "This site requires TOTP",
        404 SiteNotFound "site_not_found" "Site not found",
        404 ApiKeyNotFound "api_key_not_found" "API key not found",
        429 TooManyRequests "too_many_requests" "Too many requests, slow down",
        500 InternalServerError "internal_server_error" "Internal server error",
    }
}
