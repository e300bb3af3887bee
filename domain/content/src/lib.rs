//! The content of a site, as its staff list and change it: posts with their categories and tags, the media library, and
//! the navigation.

pub mod media;
pub mod navigation;
pub mod posts;
pub mod previews;
pub mod publication;
pub mod taxonomy;

use stoa_audit::{Change, Target, record};
use stoa_db::{DbError, Transaction};
use stoa_stores::site::lock_site;

/// Records a change in the audit trail.
async fn note(
    transaction: &Transaction<'_>,
    change: Change<'_>,
    target: Target,
    fields: &[String],
) -> Result<(), DbError> {
    let Change { site_id, origin, now } = change;
    let fields: Vec<&str> = fields.iter().map(String::as_str).collect();
    record(transaction, site_id, origin, target, &fields, now).await
}
