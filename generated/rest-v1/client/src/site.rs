//! The operations tagged `site`.

use reqwest::Method;

use crate::{Client, Error, Response, escape, types};

impl Client {
    /// `GET /sites/{siteId}/branding`: Get branding.
    ///
    /// Colors, fonts, logos and styles of the site, and the same as CSS variables.
    pub async fn get_branding(
        &self,
        site_id: i64,
    ) -> Result<Response<types::BrandingResponse>, Error> {
        let call = self.call(Method::GET, format!("/sites/{}/branding", escape::segment(site_id)));
        call.send().await
    }

    /// `GET /sites/{siteId}/config`: Get site configuration.
    ///
    /// What a frontend needs at its start, in one request: the site itself, its branding with the CSS
    /// variables, its navigation, and whether it has a store.
    pub async fn get_site_config(
        &self,
        site_id: i64,
    ) -> Result<Response<types::SiteConfigResponse>, Error> {
        let call = self.call(Method::GET, format!("/sites/{}/config", escape::segment(site_id)));
        call.send().await
    }

    /// `GET /sites/{siteId}/navigation`: Get navigation.
    ///
    /// The navigation as a tree: the root items with their children nested, siblings by `sortOrder`,
    /// then by id.
    pub async fn get_navigation(
        &self,
        site_id: i64,
    ) -> Result<Response<types::NavigationResponse>, Error> {
        let call =
            self.call(Method::GET, format!("/sites/{}/navigation", escape::segment(site_id)));
        call.send().await
    }
}
