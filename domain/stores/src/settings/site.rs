//! The settings of a site.

use serde::Deserialize;
use serde_json::Value;
use stoa_alerts::plan_digests_again;
use stoa_audit::{Change, Target, record};
use stoa_db::{Db, DbError, Patch, stored_size};
use stoa_staff_reasons::{self as reasons, Failed, refusals};
use stoa_staff_types::{SiteSettings, SiteSettingsPatch};
use stoa_values::{IfMatch, TimeZone, url_of_domain};

/// Maximum size of the custom layout, in bytes.
const MAX_CUSTOM_LAYOUT: usize = 65_536;

const GET_SITE_SETTINGS: &str = include_str!("get_site_settings.sql");

refusals! {
    /// Why the settings of a site are not changed.
    pub enum SiteRefusal of reasons {
        SiteNotFound,
        SettingsHaveChanged { version },
        /// No URL can have the domain.
        InvalidDomain,
        /// No time zone has the name.
        InvalidTimeZone,
        /// The merged layout would exceed [`MAX_CUSTOM_LAYOUT`].
        InvalidCustomLayout,
    }
}

/// The settings of a site whose row is locked.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Locked {
    version: i64,
    custom_layout: Option<Value>,
}

/// Returns the settings of a site.
pub async fn get_site_settings(db: &Db, site_id: i64) -> Result<Option<SiteSettings>, DbError> {
    db.opt(GET_SITE_SETTINGS, &[&site_id]).await
}

/// Applies a patch to the settings of a site, if the caller has seen their current version.
pub async fn update_site_settings(
    db: &Db,
    change: Change<'_>,
    seen: IfMatch<'_>,
    patch: &SiteSettingsPatch,
) -> Result<SiteSettings, Failed<SiteRefusal>> {
    let Change { site_id, origin, now } = change;
    let mut connection = db.connection().await?;
    let transaction = connection.transaction();
    let before: Option<Locked> =
        transaction.opt(include_str!("lock_site_settings.sql"), &[&site_id]).await?;
    let before = before.ok_or(SiteRefusal::SiteNotFound)?;
    if !seen.allows(before.version) {
        return Err(SiteRefusal::SettingsHaveChanged { version: before.version })?;
    }
    if let Some(Some(domain)) = &patch.domain
        && url_of_domain(domain).is_none()
    {
        return Err(SiteRefusal::InvalidDomain)?;
    }
    if patch.time_zone.as_deref().is_some_and(|name| TimeZone::named(name).is_none()) {
        return Err(SiteRefusal::InvalidTimeZone)?;
    }
    let mut changes = Patch::of(patch)?;
    changes.merge("custom_layout", before.custom_layout);
    let Patch { columns, fields } = changes;
    let layout = columns.0.get("custom_layout");
    if layout.is_some_and(|layout| stored_size(layout) > MAX_CUSTOM_LAYOUT) {
        return Err(SiteRefusal::InvalidCustomLayout)?;
    }
    if !fields.is_empty() {
        let sql = include_str!("update_site_settings.sql");
        transaction.execute(sql, &[&site_id, &columns]).await?;
        if patch.time_zone.is_some() {
            plan_digests_again(&transaction, site_id, now).await?;
        }
        let fields: Vec<&str> = fields.iter().map(String::as_str).collect();
        let target = Target::new("site", site_id);
        record(&transaction, site_id, origin, target, &fields, now).await?;
        transaction.invalidate_cache(site_id);
    }
    let settings = transaction.one(GET_SITE_SETTINGS, &[&site_id]).await?;
    transaction.commit().await?;
    Ok(settings)
}
