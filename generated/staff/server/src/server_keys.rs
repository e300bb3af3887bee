//! The operations tagged `server-keys`.
//!
//! Handlers implement [`ServerKeysApi`]. Each operation is a struct that holds its request and
//! implements `Documents` for each failure that it documents. The route of the operation reads the
//! path, finds the caller with [`Authenticate`], reads the rest of the request, calls the handler
//! and writes the response.

use std::sync::Arc;

use stoa_runtime::{
    Call, Documents, Error, Operation, Refusal, Reply, Restricted, Routes, TakesBody,
};
use stoa_staff_reasons as reasons;
use stoa_staff_types as types;

use crate::{Authenticate, RateLimited, Role, SCHEMAS};

/// Keys with which programs call this API.
pub trait ServerKeysApi: Authenticate + RateLimited {
    /// `GET /sites/{siteId}/server-keys`: List server keys.
    ///
    /// The server keys of the site, newest first, expired ones too, without their secrets. `siteIds`
    /// has only sites of which the caller is an owner. Counts toward `staff-reads` (600 a minute for
    /// each client).
    ///
    /// Requires the role `owner`.
    fn list_server_keys(
        &self,
        caller: Self::Staff,
        request: ListServerKeys,
    ) -> impl Future<Output = Result<types::ServerKeyListResponse, Error<ListServerKeys>>> + Send;

    /// `POST /sites/{siteId}/server-keys`: Create a server key.
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
    fn create_server_key(
        &self,
        caller: Self::Staff,
        request: CreateServerKey,
    ) -> impl Future<Output = Result<types::CreatedServerKey, Error<CreateServerKey>>> + Send;

    /// `DELETE /sites/{siteId}/server-keys/{serverKeyId}`: Revoke a server key.
    ///
    /// Takes the key away, at once, from every site of which the caller is an owner. These are the
    /// `siteIds` that `listServerKeys` shows to the caller: the sites of other owners keep the key, and
    /// so do sites that require TOTP if the caller has none. So one call of an owner of all its sites
    /// stops a key that has leaked. If no site is left, the key is deleted. The same sites lose the
    /// keys that this key created, the keys that those created, and so on. `retainServerKeys` names
    /// keys that stay, with the keys that they created; the audit trail shows `retained` as the
    /// `fields` of such a key. Each site that loses the key records this in its audit trail.
    ///
    /// Counts toward `staff-changes` (120 a minute for each client).
    ///
    /// Requires the role `owner`.
    fn revoke_server_key(
        &self,
        caller: Self::Staff,
        request: RevokeServerKey,
    ) -> impl Future<Output = Result<types::RevokedServerKeys, Error<RevokeServerKey>>> + Send;
}

/// The operation `listServerKeys` and its request.
#[derive(Clone)]
pub struct ListServerKeys {
    /// Id of the site.
    pub site_id: i64,
    /// Items on a page, 1 to 100. A value above 100 is taken as 100.
    pub limit: i64,
    /// The `nextCursor` of the page before. Without it, the list begins with its first page.
    pub cursor: Option<String>,
}

impl Operation for ListServerKeys {
    const ID: &'static str = "listServerKeys";
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "invalid_site_id", "Invalid site ID"),
        (400, "invalid_limit", "limit must be an integer"),
        (400, "limit_too_small", "limit must be at least 1"),
        (400, "invalid_cursor", "Invalid cursor"),
        (401, "unauthorized", "Unauthorized"),
        (403, "role_refused", "Your role does not allow this"),
        (403, "site_requires_totp", "This site requires TOTP"),
        (404, "site_not_found", "Site not found"),
        (429, "too_many_requests", "Too many requests, slow down"),
        (500, "internal_server_error", "Internal server error"),
    ];
}

impl Restricted for ListServerKeys {
    type Role = Role;
    const ROLES: &'static [&'static [Role]] = &[&[Role::Owner]];
    const REFUSAL: Refusal<Self> = Refusal::new::<403>("Your role does not allow this");
}

impl Documents<400> for ListServerKeys {}
impl Documents<401> for ListServerKeys {}
impl Documents<403> for ListServerKeys {}
impl Documents<404> for ListServerKeys {}
impl Documents<429> for ListServerKeys {}
impl Documents<500> for ListServerKeys {}

/// The operation `createServerKey` and its request.
#[derive(Clone)]
pub struct CreateServerKey {
    /// Id of the site.
    pub site_id: i64,
    /// The body of the request.
    pub body: types::CreateServerKeyRequest,
}

impl Operation for CreateServerKey {
    const ID: &'static str = "createServerKey";
    const GROWS_STORAGE: bool = true;
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "invalid_site_id", "Invalid site ID"),
        (400, "invalid_json", "Invalid JSON body"),
        (400, "name_is_required", "name is required"),
        (400, "invalid_name", "name must have at most 255 characters, and no control characters"),
        (400, "invalid_roles", "roles must be a list of 1 to 4 roles"),
        (400, "invalid_site_ids", "siteIds must be a list of at most 100 ids"),
        (400, "invalid_expires_at", "expiresAt must be a time"),
        (400, "expires_in_the_past", "expiresAt must be in the future"),
        (400, "expires_too_late", "expiresAt must be within 2 years"),
        (400, "password_is_required", "password is required"),
        (401, "unauthorized", "Unauthorized"),
        (403, "role_refused", "Your role does not allow this"),
        (403, "site_requires_totp", "This site requires TOTP"),
        (403, "wrong_password", "Wrong password"),
        (403, "only_a_person", "Only a person can do this"),
        (404, "site_not_found", "Site not found"),
        (413, "request_body_too_large", "Request body too large"),
        (415, "expected_application_json", "Expected application/json"),
        (429, "too_many_requests", "Too many requests, slow down"),
        (429, "too_many_attempts", "Too many attempts, slow down"),
        (500, "internal_server_error", "Internal server error"),
    ];
}

impl Restricted for CreateServerKey {
    type Role = Role;
    const ROLES: &'static [&'static [Role]] = &[&[Role::Owner]];
    const REFUSAL: Refusal<Self> = Refusal::new::<403>("Your role does not allow this");
}

impl Documents<400> for CreateServerKey {}
impl Documents<401> for CreateServerKey {}
impl Documents<403> for CreateServerKey {}
impl Documents<404> for CreateServerKey {}
impl Documents<413> for CreateServerKey {}
impl Documents<415> for CreateServerKey {}
impl Documents<429> for CreateServerKey {}
impl Documents<500> for CreateServerKey {}
impl TakesBody for CreateServerKey {}

/// The operation `revokeServerKey` and its request.
#[derive(Clone)]
pub struct RevokeServerKey {
    /// Id of the site.
    pub site_id: i64,
    /// Id of the server key.
    pub server_key_id: i64,
    /// Ids of server keys that stay valid, comma-separated or repeated. Ids of other keys are ignored.
    pub retain_server_keys: Vec<i64>,
}

impl Operation for RevokeServerKey {
    const ID: &'static str = "revokeServerKey";
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "invalid_site_id", "Invalid site ID"),
        (400, "invalid_server_key_id", "Invalid server key ID"),
        (400, "invalid_retained_server_keys", "retainServerKeys must be at most 200 integers"),
        (401, "unauthorized", "Unauthorized"),
        (403, "role_refused", "Your role does not allow this"),
        (403, "site_requires_totp", "This site requires TOTP"),
        (404, "site_not_found", "Site not found"),
        (404, "server_key_not_found", "Server key not found"),
        (429, "too_many_requests", "Too many requests, slow down"),
        (500, "internal_server_error", "Internal server error"),
    ];
}

impl Restricted for RevokeServerKey {
    type Role = Role;
    const ROLES: &'static [&'static [Role]] = &[&[Role::Owner]];
    const REFUSAL: Refusal<Self> = Refusal::new::<403>("Your role does not allow this");
}

impl Documents<400> for RevokeServerKey {}
impl Documents<401> for RevokeServerKey {}
impl Documents<403> for RevokeServerKey {}
impl Documents<404> for RevokeServerKey {}
impl Documents<429> for RevokeServerKey {}
impl Documents<500> for RevokeServerKey {}

stoa_runtime::refuses! {
    ListServerKeys:
        reasons::InvalidSiteId, reasons::InvalidLimit, reasons::LimitTooSmall,
        reasons::InvalidCursor, reasons::Unauthorized, reasons::RoleRefused,
        reasons::SiteRequiresTotp, reasons::SiteNotFound, reasons::TooManyRequests;
    CreateServerKey:
        reasons::InvalidSiteId, reasons::InvalidJson, reasons::NameIsRequired,
        reasons::CreateServerKeyInvalidName, reasons::InvalidRoles, reasons::InvalidSiteIds,
        reasons::InvalidExpiresAt, reasons::ExpiresInThePast, reasons::ExpiresTooLate,
        reasons::PasswordIsRequired, reasons::Unauthorized, reasons::RoleRefused,
        reasons::SiteRequiresTotp, reasons::WrongPassword, reasons::OnlyAPerson,
        reasons::SiteNotFound, reasons::RequestBodyTooLarge, reasons::ExpectedApplicationJson,
        reasons::TooManyRequests, reasons::TooManyAttempts;
    RevokeServerKey:
        reasons::InvalidSiteId, reasons::InvalidServerKeyId, reasons::InvalidRetainedServerKeys,
        reasons::Unauthorized, reasons::RoleRefused, reasons::SiteRequiresTotp,
        reasons::SiteNotFound, reasons::ServerKeyNotFound, reasons::TooManyRequests;
}

/// The routes of the operations tagged `server-keys`.
pub fn routes<A: ServerKeysApi>(api: &Arc<A>) -> Routes {
    Routes::new()
        .get("/sites/{siteId}/server-keys", api, |api, call| Box::pin(list_server_keys(api, call)))
        .post("/sites/{siteId}/server-keys", api, |api, call| {
            Box::pin(create_server_key(api, call))
        })
        .delete("/sites/{siteId}/server-keys/{serverKeyId}", api, |api, call| {
            Box::pin(revoke_server_key(api, call))
        })
}

async fn list_server_keys<A: ServerKeysApi>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<ListServerKeys>> {
    call.never_store();
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let (caller, _) = api.staff_with_role(call.credentials(), call.context(), site_id).await?;
    api.rate_limits().staff_reads.count(call.client()).await?;
    let request = ListServerKeys {
        site_id,
        limit: call.query("limit").integer().at_least(1).capped(100).or(50)?,
        cursor: call.query("cursor").message("Invalid cursor").text().max_length(255).optional()?,
    };
    let reply = api.list_server_keys(caller, request).await?;
    Ok(Reply::json(200, &reply))
}

async fn create_server_key<A: ServerKeysApi>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<CreateServerKey>> {
    call.never_store();
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let (caller, _) = api.staff_with_role(call.credentials(), call.context(), site_id).await?;
    api.rate_limits().staff_changes.count(call.client()).await?;
    let request =
        CreateServerKey { site_id, body: call.json(&SCHEMAS, "CreateServerKeyRequest").await? };
    let reply = api.create_server_key(caller, request).await?;
    Ok(Reply::json(201, &types::CreatedServerKeyResponse { data: reply }))
}

async fn revoke_server_key<A: ServerKeysApi>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<RevokeServerKey>> {
    call.never_store();
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let server_key_id =
        call.path("serverKeyId").message("Invalid server key ID").integer().required()?;
    let (caller, _) = api.staff_with_role(call.credentials(), call.context(), site_id).await?;
    api.rate_limits().staff_changes.count(call.client()).await?;
    let request = RevokeServerKey {
        site_id,
        server_key_id,
        retain_server_keys: call
            .query("retainServerKeys")
            .message("retainServerKeys must be at most 200 integers")
            .list_of_integers()
            .max_items(200)
            .or(Vec::new())?,
    };
    let reply = api.revoke_server_key(caller, request).await?;
    Ok(Reply::json(200, &types::RevokedServerKeysResponse { data: reply }))
}
