//! The operations tagged `settings`. The rules are in domain/stores.

use stoa_audit::Change;
use stoa_runtime::Error;
use stoa_staff_reasons as reasons;
use stoa_staff_server::settings::{
    GetBranding, GetSiteSettings, GetStoreSettings, SettingsApi, UpdateBranding,
    UpdateSiteSettings, UpdateStoreSettings,
};
use stoa_staff_types::{Branding, SiteSettings, StoreSettings};
use stoa_stores::settings::{
    get_branding, get_site_settings, get_store_settings, update_branding, update_site_settings,
    update_store_settings,
};
use stoa_values::IfMatch;

use crate::{Staff, StaffHandlers};

impl SettingsApi for StaffHandlers {
    async fn get_branding(
        &self,
        _: Staff,
        request: GetBranding,
    ) -> Result<Branding, Error<GetBranding>> {
        let branding = get_branding(&self.db, request.site_id).await?;
        Ok(branding.ok_or(reasons::SiteNotFound)?)
    }

    async fn update_branding(
        &self,
        staff: Staff,
        request: UpdateBranding,
    ) -> Result<Branding, Error<UpdateBranding>> {
        let UpdateBranding { site_id, if_match, body } = request;
        let origin = staff.origin::<UpdateBranding>();
        let change = Change { site_id, origin: &origin, now: self.now() };
        Ok(update_branding(&self.db, change, IfMatch::of(&if_match), &body).await?)
    }

    async fn get_site_settings(
        &self,
        _: Staff,
        request: GetSiteSettings,
    ) -> Result<SiteSettings, Error<GetSiteSettings>> {
        let settings = get_site_settings(&self.db, request.site_id).await?;
        Ok(settings.ok_or(reasons::SiteNotFound)?)
    }

    async fn update_site_settings(
        &self,
        staff: Staff,
        request: UpdateSiteSettings,
    ) -> Result<SiteSettings, Error<UpdateSiteSettings>> {
        let UpdateSiteSettings { site_id, if_match, body } = request;
        let origin = staff.origin::<UpdateSiteSettings>();
        let change = Change { site_id, origin: &origin, now: self.now() };
        Ok(update_site_settings(&self.db, change, IfMatch::of(&if_match), &body).await?)
    }

    async fn get_store_settings(
        &self,
        _: Staff,
        request: GetStoreSettings,
    ) -> Result<StoreSettings, Error<GetStoreSettings>> {
        let settings = get_store_settings(&self.db, request.site_id).await?;
        Ok(settings.ok_or(reasons::StoreNotFound)?)
    }

    async fn update_store_settings(
        &self,
        staff: Staff,
        request: UpdateStoreSettings,
    ) -> Result<StoreSettings, Error<UpdateStoreSettings>> {
        let UpdateStoreSettings { site_id, if_match, body } = request;
        let origin = staff.origin::<UpdateStoreSettings>();
        let change = Change { site_id, origin: &origin, now: self.now() };
        let seen = IfMatch::of(&if_match);
        Ok(update_store_settings(&self.db, &self.seal, change, seen, &body).await?)
    }
}
