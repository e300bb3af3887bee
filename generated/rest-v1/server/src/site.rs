//! The operations tagged `site`.

use std::sync::Arc;

use stoa_rest_v1_types as types;
use stoa_runtime::{Call, Error, Reply, Routes};

use crate::{Authenticate, op};

/// Branding, configuration and navigation.
pub trait Site: Authenticate {
    /// `GET /sites/{siteId}/branding`: Get branding.
    ///
    /// Colors, fonts, logos and styles of the site, and the same as CSS variables.
    fn get_branding(
        &self,
        caller: Option<Self::ApiKey>,
        request: GetBranding,
    ) -> impl Future<Output = Result<types::BrandingResponse, Error<op::GetBranding>>> + Send;

    /// `GET /sites/{siteId}/config`: Get site configuration.
    ///
    /// What a frontend needs at its start, in one request: the site itself, its branding with the CSS
    /// variables, its navigation, and whether it has a store.
    fn get_site_config(
        &self,
        caller: Option<Self::ApiKey>,
        request: GetSiteConfig,
    ) -> impl Future<Output = Result<types::SiteConfig, Error<op::GetSiteConfig>>> + Send;

    /// `GET /sites/{siteId}/navigation`: Get navigation.
    ///
    /// The navigation as a tree: the root items with their children nested, siblings by `sortOrder`,
    /// then by id.
    fn get_navigation(
        &self,
        caller: Option<Self::ApiKey>,
        request: GetNavigation,
    ) -> impl Future<Output = Result<Vec<types::NavigationItem>, Error<op::GetNavigation>>> + Send;
}

/// What `getBranding` is asked for.
#[derive(Debug, Clone)]
pub struct GetBranding {
    /// Id of the site.
    pub site_id: i64,
}

/// What `getSiteConfig` is asked for.
#[derive(Debug, Clone)]
pub struct GetSiteConfig {
    /// Id of the site.
    pub site_id: i64,
}

/// What `getNavigation` is asked for.
#[derive(Debug, Clone)]
pub struct GetNavigation {
    /// Id of the site.
    pub site_id: i64,
}

/// The routes of the operations tagged `site`.
pub fn routes<A: Site>(api: &Arc<A>) -> Routes {
    Routes::new()
        .get("/sites/{siteId}/branding", api, |api, call| Box::pin(get_branding(api, call)))
        .get("/sites/{siteId}/config", api, |api, call| Box::pin(get_site_config(api, call)))
        .get("/sites/{siteId}/navigation", api, |api, call| Box::pin(get_navigation(api, call)))
}

async fn get_branding<A: Site>(api: &A, call: &mut Call) -> Result<Reply, Error<op::GetBranding>> {
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let caller = api.optional_api_key(call).await?;
    let request = GetBranding { site_id };
    let reply = api.get_branding(caller, request).await?;
    Ok(Reply::json(200, &reply).conditional())
}

async fn get_site_config<A: Site>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<op::GetSiteConfig>> {
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let caller = api.optional_api_key(call).await?;
    let request = GetSiteConfig { site_id };
    let reply = api.get_site_config(caller, request).await?;
    Ok(Reply::json(200, &types::SiteConfigResponse { data: reply }).conditional())
}

async fn get_navigation<A: Site>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<op::GetNavigation>> {
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let caller = api.optional_api_key(call).await?;
    let request = GetNavigation { site_id };
    let reply = api.get_navigation(caller, request).await?;
    Ok(Reply::json(200, &types::NavigationResponse { data: reply }).conditional())
}
