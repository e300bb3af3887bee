//! Branding, configuration and navigation of an active site.

use stoa_db::DbError;
use stoa_rest_v1_reasons as reasons;
use stoa_rest_v1_server::site::{GetBranding, GetNavigation, GetSiteConfig, SiteApi};
use stoa_rest_v1_types::{Branding, BrandingResponse, NavigationItem, SiteConfig};
use stoa_runtime::Error;

use crate::{RestV1, css_vars::css_vars, navigation_tree::navigation_tree};

impl SiteApi for RestV1 {
    async fn get_branding(
        &self,
        request: GetBranding,
    ) -> Result<BrandingResponse, Error<GetBranding>> {
        let row: Option<(Branding,)> =
            self.db.opt(include_str!("site/get_branding.sql"), &[&request.site_id]).await?;
        let (branding,) = row.ok_or(reasons::NotFound)?;
        Ok(BrandingResponse { css_vars: css_vars(&branding), data: branding })
    }

    async fn get_site_config(
        &self,
        request: GetSiteConfig,
    ) -> Result<SiteConfig, Error<GetSiteConfig>> {
        let site = self.site(request.site_id).await?.ok_or(reasons::NotFound)?;
        Ok(SiteConfig {
            css_vars: site.branding.as_ref().map(css_vars),
            navigation: site.navigation.map(navigation_tree),
            ..site
        })
    }

    async fn get_navigation(
        &self,
        request: GetNavigation,
    ) -> Result<Vec<NavigationItem>, Error<GetNavigation>> {
        let site = self.site(request.site_id).await?.ok_or(reasons::NotFound)?;
        Ok(navigation_tree(site.navigation.unwrap_or_default()))
    }
}

impl RestV1 {
    async fn site(&self, site_id: i64) -> Result<Option<SiteConfig>, DbError> {
        self.db.opt(include_str!("site/get_site_config.sql"), &[&site_id]).await
    }
}
