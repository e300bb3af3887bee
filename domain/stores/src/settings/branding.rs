//! The branding of a site.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::{Map, Value};
use stoa_audit::{Change, Target, record};
use stoa_db::{Db, DbError, Patch, merged, stored_size};
use stoa_staff_reasons::{self as reasons, Failed, refusals};
use stoa_staff_types::{Branding, BrandingPatch, TypographyStyle};
use stoa_values::{IfMatch, text::is_control};

/// Maximum size of the branding, in bytes.
const MAX_BRANDING: usize = 65_536;

/// Maximum length of a text of the branding, the same as in the API document.
const MAX_BRANDING_TEXT_CHARACTERS: usize = 255;

const GET_BRANDING: &str = include_str!("get_branding.sql");

refusals! {
    /// Why the branding is not changed.
    pub enum BrandingRefusal of reasons {
        SiteNotFound,
        SettingsHaveChanged { version },
        InvalidTypography,
        /// The merged branding would exceed [`MAX_BRANDING`].
        BrandingTooLarge,
    }
}

/// A row of `get_branding.sql`.
#[derive(Deserialize)]
struct Found {
    branding: Branding,
}

/// The branding of a site whose row is locked.
#[derive(Deserialize)]
struct Locked {
    version: i64,
    branding: Value,
}

/// Returns the branding of a site.
pub async fn get_branding(db: &Db, site_id: i64) -> Result<Option<Branding>, DbError> {
    let found: Option<Found> = db.opt(GET_BRANDING, &[&site_id]).await?;
    Ok(found.map(|found| found.branding))
}

/// Merges a patch with the branding of a site, if the caller has seen its current version.
pub async fn update_branding(
    db: &Db,
    change: Change<'_>,
    seen: IfMatch<'_>,
    patch: &BrandingPatch,
) -> Result<Branding, Failed<BrandingRefusal>> {
    let Change { site_id, origin, now } = change;
    let mut connection = db.connection().await?;
    let transaction = connection.transaction();
    let before: Option<Locked> =
        transaction.opt(include_str!("lock_branding.sql"), &[&site_id]).await?;
    let before = before.ok_or(BrandingRefusal::SiteNotFound)?;
    if !seen.allows(before.version) {
        return Err(BrandingRefusal::SettingsHaveChanged { version: before.version })?;
    }
    let fields = Patch::of(patch)?.fields;
    if !fields.is_empty() {
        let mut branding = merged(before.branding, serde_json::to_value(patch)?);
        if let Some(Some(typography)) = &patch.typography {
            let is_valid = are_styles(typography);
            let styles = branding.get("typography").cloned().and_then(styles);
            branding["typography"] =
                styles.filter(|_| is_valid).ok_or(BrandingRefusal::InvalidTypography)?;
        }
        if stored_size(&branding) > MAX_BRANDING {
            return Err(BrandingRefusal::BrandingTooLarge)?;
        }
        let sql = include_str!("update_branding.sql");
        transaction.execute(sql, &[&site_id, &branding]).await?;
        let fields: Vec<&str> = fields.iter().map(String::as_str).collect();
        let target = Target::new("site", site_id);
        record(&transaction, site_id, origin, target, &fields, now).await?;
        transaction.invalidate_cache(site_id);
    }
    let found: Found = transaction.one(GET_BRANDING, &[&site_id]).await?;
    transaction.commit().await?;
    Ok(found.branding)
}

/// Whether the patch of `typography` has only text styles, or nulls, with valid texts.
fn are_styles(patch: &Map<String, Value>) -> bool {
    patch.iter().all(|(element, style)| match style {
        Value::Null => true,
        Value::Object(style) => {
            is_text(element)
                && style.values().all(|text| match text {
                    Value::String(text) => is_text(text),
                    text => text.is_null(),
                })
        }
        _ => false,
    })
}

fn is_text(text: &str) -> bool {
    text.chars().count() <= MAX_BRANDING_TEXT_CHARACTERS && !text.contains(is_control)
}

/// Returns the text styles without unknown members.
fn styles(typography: Value) -> Option<Value> {
    let styles: BTreeMap<String, TypographyStyle> = serde_json::from_value(typography).ok()?;
    serde_json::to_value(styles).ok()
}
