//! The operations tagged `site`.

use ::stoa_client_core::Method;

use crate::{Client, types};

impl Client {
    /// Get branding: `GET /sites/{siteId}/branding`.
    ///
    /// The site's colors, fonts, logos and styles, as fields and as CSS variables. Counts toward
    /// `api-keys` (300 a minute for each API key) and `keyless` (300 a minute for each site and
    /// client). Answers may be up to 1 s old.
    ///
    /// # Errors
    ///
    /// [`GetBrandingReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn get_branding(&self, site_id: i64) -> GetBranding {
        let call = self.call("getBranding", Method::GET, "/sites/{siteId}/branding");
        GetBranding(call.path("siteId", site_id))
    }

    /// Get site configuration: `GET /sites/{siteId}/config`.
    ///
    /// Everything that a frontend needs when it starts, in one request: the site, its branding with the
    /// CSS variables, its navigation, and whether it has a store. Counts toward `api-keys` (300 a
    /// minute for each API key) and `keyless` (300 a minute for each site and client). Answers may be
    /// up to 1 s old.
    ///
    /// # Errors
    ///
    /// [`GetSiteConfigReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn get_site_config(&self, site_id: i64) -> GetSiteConfig {
        let call = self.call("getSiteConfig", Method::GET, "/sites/{siteId}/config");
        GetSiteConfig(call.path("siteId", site_id))
    }

    /// Get navigation: `GET /sites/{siteId}/navigation`.
    ///
    /// The navigation as a tree: the root items with their children nested. Siblings are ordered by
    /// `sortOrder`, then by id. Counts toward `api-keys` (300 a minute for each API key) and `keyless`
    /// (300 a minute for each site and client). Answers may be up to 1 s old.
    ///
    /// # Errors
    ///
    /// [`GetNavigationReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn get_navigation(&self, site_id: i64) -> GetNavigation {
        let call = self.call("getNavigation", Method::GET, "/sites/{siteId}/navigation");
        GetNavigation(call.path("siteId", site_id))
    }
}

::stoa_client_core::calls! {
    get_branding: GetBranding "getBranding" -> Json<types::BrandingResponse>, ETag;
    get_site_config: GetSiteConfig "getSiteConfig" -> Json<types::SiteConfigResponse>, ETag;
    get_navigation: GetNavigation "getNavigation" -> Json<types::NavigationResponse>, ETag;
}

impl GetSiteConfig {
    /// Makes the output of the call the `data` of its answer. Call this last, because the returned type
    /// has no other setters.
    pub fn data(self) -> ::stoa_client_core::Data<Self, types::SiteConfig> {
        ::stoa_client_core::Data::new(self, |body| body.data)
    }
}

impl GetNavigation {
    /// Makes the output of the call the `data` of its answer. Call this last, because the returned type
    /// has no other setters.
    pub fn data(self) -> ::stoa_client_core::Data<Self, Vec<types::NavigationItem>> {
        ::stoa_client_core::Data::new(self, |body| body.data)
    }
}

::stoa_client_core::reasons! {
    pub enum GetBrandingReason of "getBranding" {
        400 InvalidSiteId "invalid_site_id" "Invalid site ID",
        401 InvalidApiKey "invalid_api_key" "Invalid API key",
        404 NotFound "not_found" "Not found",
        429 RateLimitExceeded "rate_limit_exceeded" "Rate limit exceeded",
    }
}

::stoa_client_core::reasons! {
    pub enum GetSiteConfigReason of "getSiteConfig" {
        400 InvalidSiteId "invalid_site_id" "Invalid site ID",
        401 InvalidApiKey "invalid_api_key" "Invalid API key",
        404 NotFound "not_found" "Not found",
        429 RateLimitExceeded "rate_limit_exceeded" "Rate limit exceeded",
    }
}

::stoa_client_core::reasons! {
    pub enum GetNavigationReason of "getNavigation" {
        400 InvalidSiteId "invalid_site_id" "Invalid site ID",
        401 InvalidApiKey "invalid_api_key" "Invalid API key",
        404 NotFound "not_found" "Not found",
        429 RateLimitExceeded "rate_limit_exceeded" "Rate limit exceeded",
    }
}
