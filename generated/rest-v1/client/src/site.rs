//! The operations tagged `site`.

use ::stoa_client_core::{Error, Method, Response};

use crate::{Client, types};

impl Client {
    /// `GET /sites/{siteId}/branding`: Get branding.
    ///
    /// Colors, fonts, logos and styles of the site, and the same as CSS variables.
    pub async fn get_branding(
        &self,
        site_id: i64,
    ) -> Result<Response<types::BrandingResponse>, Error> {
        self.call("getBranding", Method::GET, "/sites/{siteId}/branding")
            .path("siteId", site_id)
            .send()
            .await
    }

    /// `GET /sites/{siteId}/config`: Get site configuration.
    ///
    /// What a frontend needs at its start, in one request: the site itself, its branding with the CSS
    /// variables, its navigation, and whether it has a store.
    pub async fn get_site_config(
        &self,
        site_id: i64,
    ) -> Result<Response<types::SiteConfigResponse>, Error> {
        self.call("getSiteConfig", Method::GET, "/sites/{siteId}/config")
            .path("siteId", site_id)
            .send()
            .await
    }

    /// `GET /sites/{siteId}/navigation`: Get navigation.
    ///
    /// The navigation as a tree: the root items with their children nested, siblings by `sortOrder`,
    /// then by id.
    pub async fn get_navigation(
        &self,
        site_id: i64,
    ) -> Result<Response<types::NavigationResponse>, Error> {
        self.call("getNavigation", Method::GET, "/sites/{siteId}/navigation")
            .path("siteId", site_id)
            .send()
            .await
    }
}

::stoa_client_core::reasons! {
    pub enum GetBrandingReason of "getBranding" {
        400 SiteId "Invalid site ID",
        401 InvalidApiKey "Invalid API key",
        404 NotFound "Not found",
        429 RateLimitExceeded "Rate limit exceeded",
    }
}

::stoa_client_core::reasons! {
    pub enum GetSiteConfigReason of "getSiteConfig" {
        400 SiteId "Invalid site ID",
        401 InvalidApiKey "Invalid API key",
        404 NotFound "Not found",
        429 RateLimitExceeded "Rate limit exceeded",
    }
}

::stoa_client_core::reasons! {
    pub enum GetNavigationReason of "getNavigation" {
        400 SiteId "Invalid site ID",
        401 InvalidApiKey "Invalid API key",
        404 NotFound "Not found",
        429 RateLimitExceeded "Rate limit exceeded",
    }
}
