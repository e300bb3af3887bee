//! The operations tagged `server-keys`.

use ::stoa_client_core::Method;

use crate::{Client, types};

impl Client {
    /// List server keys: `GET /sites/{siteId}/server-keys`.
    ///
    /// The server keys of the site, newest first, expired ones too, without their secrets. `siteIds`
    /// has only sites of which the caller is an owner. Counts toward `staff-reads` (600 a minute for
    /// each client).
    ///
    /// Requires the role `owner`.
    ///
    /// # Errors
    ///
    /// [`ListServerKeysReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn list_server_keys(&self, site_id: i64) -> ListServerKeys {
        let call = self.call("listServerKeys", Method::GET, "/sites/{siteId}/server-keys");
        ListServerKeys(call.path("siteId", site_id))
    }

    /// Create a server key: `POST /sites/{siteId}/server-keys`.
    ///
    /// Creates a server key for this site, and for further sites with `siteIds`. If the caller is not
    /// an owner of one of the `siteIds`, or is a person without TOTP and one of them requires TOTP, the
    /// answer is 404 `Site not found`. Each of the sites shows the key in its list, and records its
    /// creation in its audit trail. A key that a server key creates expires with that key at the
    /// latest.
    ///
    /// The secret is shown only in this response. Each call creates a key: if a response is lost,
    /// revoke its key and create another.
    ///
    /// A key with the role `owner` is created only for a person, who sends the `password` again. A
    /// server key that asks for one is answered 403 `Only a person can do this`. A wrong password is a
    /// failed login.
    ///
    /// Counts toward `staff-changes` (120 a minute for each client), `staff-failed-logins` (10 in 15
    /// minutes for each e-mail address and client) and `staff-strangers-failed-logins` (100 a day for
    /// each e-mail address).
    ///
    /// Requires the role `owner`.
    ///
    /// # Errors
    ///
    /// [`CreateServerKeyReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn create_server_key(
        &self,
        site_id: i64,
        body: &types::CreateServerKeyRequest,
    ) -> CreateServerKey {
        let call = self.call("createServerKey", Method::POST, "/sites/{siteId}/server-keys");
        CreateServerKey(call.path("siteId", site_id).json(body).expect(&[201]))
    }

    /// Revoke a server key: `DELETE /sites/{siteId}/server-keys/{serverKeyId}`.
    ///
    /// Takes the key away, at once, from every site of which the caller is an owner. These are the
    /// `siteIds` that [`list_server_keys`](Client::list_server_keys) shows to the caller: the sites of
    /// other owners keep the key, and so do sites that require TOTP if the caller has none. So one call
    /// of an owner of all its sites stops a key that has leaked. If no site is left, the key is
    /// deleted. The same sites lose the keys that this key created, the keys that those created, and so
    /// on. `retainServerKeys` names keys that stay, with the keys that they created; the audit trail
    /// shows `retained` as the `fields` of such a key. Each site that loses the key records this in its
    /// audit trail.
    ///
    /// Counts toward `staff-changes` (120 a minute for each client).
    ///
    /// Requires the role `owner`.
    ///
    /// # Errors
    ///
    /// [`RevokeServerKeyReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn revoke_server_key(&self, site_id: i64, server_key_id: i64) -> RevokeServerKey {
        let call = self.call(
            "revokeServerKey",
            Method::DELETE,
            "/sites/{siteId}/server-keys/{serverKeyId}",
        );
        RevokeServerKey(call.path("siteId", site_id).path("serverKeyId", server_key_id))
    }
}

::stoa_client_core::calls! {
    list_server_keys: ListServerKeys "listServerKeys" -> Cursor<types::ServerKeyListResponse, types::ServerKey>(data, next_cursor, "cursor");
    create_server_key: CreateServerKey "createServerKey" -> Json<types::CreatedServerKeyResponse>;
    revoke_server_key: RevokeServerKey "revokeServerKey" -> Json<types::RevokedServerKeysResponse>;
}

impl ListServerKeys {
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

impl CreateServerKey {
    /// Makes the output of the call the `data` of its answer. Call this last, because the returned type
    /// has no other setters.
    pub fn data(self) -> ::stoa_client_core::Data<Self, types::CreatedServerKey> {
        ::stoa_client_core::Data::new(self, |body| body.data)
    }
}

impl RevokeServerKey {
    /// Ids of server keys that stay valid, comma-separated or repeated. Ids of other keys are ignored.
    pub fn retain_server_keys(self, retain_server_keys: &[i64]) -> Self {
        Self(self.0.query_list("retainServerKeys", retain_server_keys))
    }

    /// Makes the output of the call the `data` of its answer. Call this last, because the returned type
    /// has no other setters.
    pub fn data(self) -> ::stoa_client_core::Data<Self, types::RevokedServerKeys> {
        ::stoa_client_core::Data::new(self, |body| body.data)
    }
}

::stoa_client_core::reasons! {
    pub enum ListServerKeysReason of "listServerKeys" {
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
    pub enum CreateServerKeyReason of "createServerKey" {
        400 InvalidSiteId "invalid_site_id" "Invalid site ID",
        400 InvalidJson "invalid_json" "Invalid JSON body",
        400 NameIsRequired "name_is_required" "name is required",
        400 InvalidName "invalid_name" "name must have at most 255 characters, and no control characters",
        400 InvalidRoles "invalid_roles" "roles must be a list of 1 to 4 roles",
        400 InvalidSiteIds "invalid_site_ids" "siteIds must be a list of at most 100 ids",
        400 InvalidExpiresAt "invalid_expires_at" "expiresAt must be a time",
        400 ExpiresInThePast "expires_in_the_past" "expiresAt must be in the future",
        400 ExpiresTooLate "expires_too_late" "expiresAt must be within 2 years",
        400 PasswordIsRequired "password_is_required" "password is required",
        401 Unauthorized "unauthorized" "Unauthorized",
        403 RoleRefused "role_refused" "Your role does not allow this",
        403 SiteRequiresTotp "site_requires_totp" "This site requires TOTP",
        403 WrongPassword "wrong_password" "Wrong password",
        403 OnlyAPerson "only_a_person" "Only a person can do this",
        404 SiteNotFound "site_not_found" "Site not found",
        413 RequestBodyTooLarge "request_body_too_large" "Request body too large",
        415 ExpectedApplicationJson "expected_application_json" "Expected application/json",
        429 TooManyRequests "too_many_requests" "Too many requests, slow down",
        429 TooManyAttempts "too_many_attempts" "Too many attempts, slow down",
        500 InternalServerError "internal_server_error" "Internal server error",
    }
}

::stoa_client_core::reasons! {
    pub enum RevokeServerKeyReason of "revokeServerKey" {
        400 InvalidSiteId "invalid_site_id" "Invalid site ID",
        400 InvalidServerKeyId "invalid_server_key_id" "Invalid server key ID",
        400 InvalidRetainedServerKeys "invalid_retained_server_keys" "retainServerKeys must be at most 200 integers",
        401 Unauthorized "unauthorized" "Unauthorized",
        403 RoleRefused "role_refused" "Your role does not allow this",
        403 SiteRequiresTotp "site_requires_totp" "This site requires TOTP",
        404 SiteNotFound "site_not_found" "Site not found",
        404 ServerKeyNotFound "server_key_not_found" "Server key not found",
        429 TooManyRequests "too_many_requests" "Too many requests, slow down",
        500 InternalServerError "internal_server_error" "Internal server error",
    }
}
