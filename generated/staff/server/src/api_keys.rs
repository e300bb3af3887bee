//! The operations tagged `api-keys`.
//!
//! Handlers implement [`ApiKeysApi`]. Each operation is a struct that holds its request and
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

/// Keys with which programs call REST v1.
pub trait ApiKeysApi: Authenticate + RateLimited {
    /// `GET /sites/{siteId}/api-keys`: List API keys.
    ///
    /// The API keys of the site, newest first, expired and revoked ones too, without their secrets.
    /// Counts toward `staff-reads` (600 a minute for each client).
    ///
    /// Requires the role `owner`.
    fn list_api_keys(
        &self,
        caller: Self::Staff,
        request: ListApiKeys,
    ) -> impl Future<Output = Result<types::ApiKeyListResponse, Error<ListApiKeys>>> + Send;

    /// `POST /sites/{siteId}/api-keys`: Create an API key.
    ///
    /// Creates a key for REST v1, which reads this site. The secret is shown only in this response.
    /// Each call creates a key: if a response is lost, revoke its key and create another. Counts toward
    /// `staff-changes` (120 a minute for each client).
    ///
    /// Requires the role `owner`.
    fn create_api_key(
        &self,
        caller: Self::Staff,
        request: CreateApiKey,
    ) -> impl Future<Output = Result<types::CreatedApiKey, Error<CreateApiKey>>> + Send;

    /// `DELETE /sites/{siteId}/api-keys/{apiKeyId}`: Revoke an API key.
    ///
    /// Servers refuse the key within five seconds. It stays in the list, with `revokedAt`. A revoked
    /// key gets the same answer as an unknown id. Counts toward `staff-changes` (120 a minute for each
    /// client).
    ///
    /// Requires the role `owner`.
    fn revoke_api_key(
        &self,
        caller: Self::Staff,
        request: RevokeApiKey,
    ) -> impl Future<Output = Result<types::DoneResponse, Error<RevokeApiKey>>> + Send;
}

/// The operation `listApiKeys` and its request.
#[derive(Clone)]
pub struct ListApiKeys {
    /// Id of the site.
    pub site_id: i64,
    /// Items on a page, 1 to 100. A value above 100 is taken as 100.
    pub limit: i64,
    /// The `nextCursor` of the page before. Without it, the list begins with its first page.
    pub cursor: Option<String>,
}

impl Operation for ListApiKeys {
    const ID: &'static str = "listApiKeys";
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

impl Restricted for ListApiKeys {
    type Role = Role;
    const ROLES: &'static [&'static [Role]] = &[&[Role::Owner]];
    const REFUSAL: Refusal<Self> = Refusal::new::<403>("Your role does not allow this");
}

impl Documents<400> for ListApiKeys {}
impl Documents<401> for ListApiKeys {}
impl Documents<403> for ListApiKeys {}
impl Documents<404> for ListApiKeys {}
impl Documents<429> for ListApiKeys {}
impl Documents<500> for ListApiKeys {}

/// The operation `createApiKey` and its request.
#[derive(Clone)]
pub struct CreateApiKey {
    /// Id of the site.
    pub site_id: i64,
    /// The body of the request.
    pub body: types::CreateApiKeyRequest,
}

impl Operation for CreateApiKey {
    const ID: &'static str = "createApiKey";
    const GROWS_STORAGE: bool = true;
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "invalid_site_id", "Invalid site ID"),
        (400, "invalid_json", "Invalid JSON body"),
        (400, "name_is_required", "name is required"),
        (400, "invalid_name", "name must have at most 255 characters, and no control characters"),
        (400, "invalid_rate_per_minute", "ratePerMinute must be an integer from 1 to 1000000000"),
        (400, "invalid_expires_at", "expiresAt must be a time"),
        (400, "expires_in_the_past", "expiresAt must be in the future"),
        (401, "unauthorized", "Unauthorized"),
        (403, "role_refused", "Your role does not allow this"),
        (403, "site_requires_totp", "This site requires TOTP"),
        (404, "site_not_found", "Site not found"),
        (413, "request_body_too_large", "Request body too large"),
        (415, "expected_application_json", "Expected application/json"),
        (429, "too_many_requests", "Too many requests, slow down"),
        (500, "internal_server_error", "Internal server error"),
    ];
}

impl Restricted for CreateApiKey {
    type Role = Role;
    const ROLES: &'static [&'static [Role]] = &[&[Role::Owner]];
    const REFUSAL: Refusal<Self> = Refusal::new::<403>("Your role does not allow this");
}

impl Documents<400> for CreateApiKey {}
impl Documents<401> for CreateApiKey {}
impl Documents<403> for CreateApiKey {}
impl Documents<404> for CreateApiKey {}
impl Documents<413> for CreateApiKey {}
impl Documents<415> for CreateApiKey {}
impl Documents<429> for CreateApiKey {}
impl Documents<500> for CreateApiKey {}
impl TakesBody for CreateApiKey {}

/// The operation `revokeApiKey` and its request.
#[derive(Clone)]
pub struct RevokeApiKey {
    /// Id of the site.
    pub site_id: i64,
    /// Id of the API key.
    pub api_key_id: i64,
}

impl Operation for RevokeApiKey {
    const ID: &'static str = "revokeApiKey";
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "invalid_site_id", "Invalid site ID"),
        (400, "invalid_api_key_id", "Invalid API key ID"),
        (401, "unauthorized", "Unauthorized"),
        (403, "role_refused", "Your role does not allow this"),
        (403, "site_requires_totp", "This site requires TOTP"),
        (404, "site_not_found", "Site not found"),
        (404, "api_key_not_found", "API key not found"),
        (429, "too_many_requests", "Too many requests, slow down"),
        (500, "internal_server_error", "Internal server error"),
    ];
}

impl Restricted for RevokeApiKey {
    type Role = Role;
    const ROLES: &'static [&'static [Role]] = &[&[Role::Owner]];
    const REFUSAL: Refusal<Self> = Refusal::new::<403>("Your role does not allow this");
}

impl Documents<400> for RevokeApiKey {}
impl Documents<401> for RevokeApiKey {}
impl Documents<403> for RevokeApiKey {}
impl Documents<404> for RevokeApiKey {}
impl Documents<429> for RevokeApiKey {}
impl Documents<500> for RevokeApiKey {}

stoa_runtime::refuses! {
    ListApiKeys:
        reasons::InvalidSiteId, reasons::InvalidLimit, reasons::LimitTooSmall,
        reasons::InvalidCursor, reasons::Unauthorized, reasons::RoleRefused,
        reasons::SiteRequiresTotp, reasons::SiteNotFound, reasons::TooManyRequests;
    CreateApiKey:
        reasons::InvalidSiteId, reasons::InvalidJson, reasons::NameIsRequired,
        reasons::CreateApiKeyInvalidName, reasons::InvalidRatePerMinute, reasons::InvalidExpiresAt,
        reasons::ExpiresInThePast, reasons::Unauthorized, reasons::RoleRefused,
        reasons::SiteRequiresTotp, reasons::SiteNotFound, reasons::RequestBodyTooLarge,
        reasons::ExpectedApplicationJson, reasons::TooManyRequests;
    RevokeApiKey:
        reasons::InvalidSiteId, reasons::InvalidApiKeyId, reasons::Unauthorized,
        reasons::RoleRefused, reasons::SiteRequiresTotp, reasons::SiteNotFound,
        reasons::ApiKeyNotFound, reasons::TooManyRequests;
}

/// The routes of the operations tagged `api-keys`.
pub fn routes<A: ApiKeysApi>(api: &Arc<A>) -> Routes {
    Routes::new()
        .get("/sites/{siteId}/api-keys", api, |api, call| Box::pin(list_api_keys(api, call)))
        .post("/sites/{siteId}/api-keys", api, |api, call| Box::pin(create_api_key(api, call)))
        .delete("/sites/{siteId}/api-keys/{apiKeyId}", api, |api, call| {
            Box::pin(revoke_api_key(api, call))
        })
}

async fn list_api_keys<A: ApiKeysApi>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<ListApiKeys>> {
    call.never_store();
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let (caller, _) = api.staff_with_role(call.credentials(), call.context(), site_id).await?;
    api.rate_limits().staff_reads.count(call.client()).await?;
    let request = ListApiKeys {
        site_id,
        limit: call.query("limit").integer().at_least(1).capped(100).or(50)?,
        cursor: call.query("cursor").message("Invalid cursor").text().max_length(255).optional()?,
    };
    let reply = api.list_api_keys(caller, request).await?;
    Ok(Reply::json(200, &reply))
}

async fn create_api_key<A: ApiKeysApi>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<CreateApiKey>> {
    call.never_store();
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let (caller, _) = api.staff_with_role(call.credentials(), call.context(), site_id).await?;
    api.rate_limits().staff_changes.count(call.client()).await?;
    let request = CreateApiKey { site_id, body: call.json(&SCHEMAS, "CreateApiKeyRequest").await? };
    let reply = api.create_api_key(caller, request).await?;
    Ok(Reply::json(201, &types::CreatedApiKeyResponse { data: reply }))
}

async fn revoke_api_key<A: ApiKeysApi>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<RevokeApiKey>> {
    call.never_store();
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let api_key_id = call.path("apiKeyId").message("Invalid API key ID").integer().required()?;
    let (caller, _) = api.staff_with_role(call.credentials(), call.context(), site_id).await?;
    api.rate_limits().staff_changes.count(call.client()).await?;
    let request = RevokeApiKey { site_id, api_key_id };
    let reply = api.revoke_api_key(caller, request).await?;
    Ok(Reply::json(200, &reply))
}
