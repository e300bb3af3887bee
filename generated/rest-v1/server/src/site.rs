//! The operations tagged `site`.
//!
//! Handlers implement [`SiteApi`]. Each operation is a struct that holds its request and implements
//! `Documents` for each failure that it documents. The route of the operation reads the path, finds
//! the caller with [`Authenticate`], reads the rest of the request, calls the handler and writes
//! the response.

use std::sync::Arc;

use stoa_rest_v1_reasons as reasons;
use stoa_rest_v1_types as types;
use stoa_runtime::{Call, Documents, Error, Operation, Reply, Routes};

use crate::Authenticate;

/// Branding, configuration and navigation.
pub trait SiteApi: Authenticate {
    /// `GET /sites/{siteId}/branding`: Get branding.
    ///
    /// The site's colors, fonts, logos and styles, as fields and as CSS variables. Counts toward
    /// `api-keys` (300 a minute for each API key) and `keyless` (300 a minute for each site and
    /// client). Answers may be up to 1 s old.
    ///
    /// The response is cached for 1 s and served to every caller, so the handler does not get the
    /// caller.
    fn get_branding(
        &self,
        request: GetBranding,
    ) -> impl Future<Output = Result<types::BrandingResponse, Error<GetBranding>>> + Send;

    /// `GET /sites/{siteId}/config`: Get site configuration.
    ///
    /// Everything that a frontend needs when it starts, in one request: the site, its branding with the
    /// CSS variables, its navigation, and whether it has a store. Counts toward `api-keys` (300 a
    /// minute for each API key) and `keyless` (300 a minute for each site and client). Answers may be
    /// up to 1 s old.
    ///
    /// The response is cached for 1 s and served to every caller, so the handler does not get the
    /// caller.
    fn get_site_config(
        &self,
        request: GetSiteConfig,
    ) -> impl Future<Output = Result<types::SiteConfig, Error<GetSiteConfig>>> + Send;

    /// `GET /sites/{siteId}/navigation`: Get navigation.
    ///
    /// The navigation as a tree: the root items with their children nested. Siblings are ordered by
    /// `sortOrder`, then by id. Counts toward `api-keys` (300 a minute for each API key) and `keyless`
    /// (300 a minute for each site and client). Answers may be up to 1 s old.
    ///
    /// The response is cached for 1 s and served to every caller, so the handler does not get the
    /// caller.
    fn get_navigation(
        &self,
        request: GetNavigation,
    ) -> impl Future<Output = Result<Vec<types::NavigationItem>, Error<GetNavigation>>> + Send;
}

/// The operation `getBranding` and its request.
#[derive(Clone, Hash)]
pub struct GetBranding {
    /// Id of the site.
    pub site_id: i64,
}

impl Operation for GetBranding {
    const ID: &'static str = "getBranding";
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "invalid_site_id", "Invalid site ID"),
        (401, "invalid_api_key", "Invalid API key"),
        (404, "not_found", "Not found"),
        (429, "rate_limit_exceeded", "Rate limit exceeded"),
    ];
}

impl Documents<400> for GetBranding {}
impl Documents<401> for GetBranding {}
impl Documents<404> for GetBranding {}
impl Documents<429> for GetBranding {}

/// The operation `getSiteConfig` and its request.
#[derive(Clone, Hash)]
pub struct GetSiteConfig {
    /// Id of the site.
    pub site_id: i64,
}

impl Operation for GetSiteConfig {
    const ID: &'static str = "getSiteConfig";
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "invalid_site_id", "Invalid site ID"),
        (401, "invalid_api_key", "Invalid API key"),
        (404, "not_found", "Not found"),
        (429, "rate_limit_exceeded", "Rate limit exceeded"),
    ];
}

impl Documents<400> for GetSiteConfig {}
impl Documents<401> for GetSiteConfig {}
impl Documents<404> for GetSiteConfig {}
impl Documents<429> for GetSiteConfig {}

/// The operation `getNavigation` and its request.
#[derive(Clone, Hash)]
pub struct GetNavigation {
    /// Id of the site.
    pub site_id: i64,
}

impl Operation for GetNavigation {
    const ID: &'static str = "getNavigation";
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "invalid_site_id", "Invalid site ID"),
        (401, "invalid_api_key", "Invalid API key"),
        (404, "not_found", "Not found"),
        (429, "rate_limit_exceeded", "Rate limit exceeded"),
    ];
}

impl Documents<400> for GetNavigation {}
impl Documents<401> for GetNavigation {}
impl Documents<404> for GetNavigation {}
impl Documents<429> for GetNavigation {}

stoa_runtime::refuses! {
    GetBranding:
        reasons::InvalidSiteId, reasons::InvalidApiKey, reasons::NotFound,
        reasons::RateLimitExceeded;
    GetSiteConfig:
        reasons::InvalidSiteId, reasons::InvalidApiKey, reasons::NotFound,
        reasons::RateLimitExceeded;
    GetNavigation:
        reasons::InvalidSiteId, reasons::InvalidApiKey, reasons::NotFound,
        reasons::RateLimitExceeded;
}

/// The routes of the operations tagged `site`.
pub fn routes<A: SiteApi>(api: &Arc<A>) -> Routes {
    Routes::new()
        .get("/sites/{siteId}/branding", api, |api, call| Box::pin(get_branding(api, call)))
        .get("/sites/{siteId}/config", api, |api, call| Box::pin(get_site_config(api, call)))
        .get("/sites/{siteId}/navigation", api, |api, call| Box::pin(get_navigation(api, call)))
}

async fn get_branding<A: SiteApi>(api: &A, call: &mut Call) -> Result<Reply, Error<GetBranding>> {
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    api.api_key_or_anyone(call.credentials(), call.context()).await?;
    let request = GetBranding { site_id };
    call.cached(1, site_id, request, |request| async move {
        let reply = api.get_branding(request).await?;
        Ok(Reply::json(200, &reply).conditional())
    })
    .await
}

async fn get_site_config<A: SiteApi>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<GetSiteConfig>> {
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    api.api_key_or_anyone(call.credentials(), call.context()).await?;
    let request = GetSiteConfig { site_id };
    call.cached(1, site_id, request, |request| async move {
        let reply = api.get_site_config(request).await?;
        Ok(Reply::json(200, &types::SiteConfigResponse { data: reply }).conditional())
    })
    .await
}

async fn get_navigation<A: SiteApi>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<GetNavigation>> {
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    api.api_key_or_anyone(call.credentials(), call.context()).await?;
    let request = GetNavigation { site_id };
    call.cached(1, site_id, request, |request| async move {
        let reply = api.get_navigation(request).await?;
        Ok(Reply::json(200, &types::NavigationResponse { data: reply }).conditional())
    })
    .await
}
