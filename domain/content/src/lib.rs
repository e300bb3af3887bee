//! The content of a site, as its staff list and change it: posts with their categories and tags, the media library, and
//! the navigation.

pub mod categories;
pub mod media;
pub mod navigation;
pub mod posts;
pub mod previews;
pub mod publication;
pub mod tags;

use stoa_audit::{Change, Target, record};
use stoa_db::{DbError, Transaction};

/// Waits for an import that replaces the site's content, and lets no other begin before the transaction ends. Returns
/// false if the site does not exist.
async fn lock_site(transaction: &Transaction<'_>, site_id: i64) -> Result<bool, DbError> {
    let row: Option<bool> = transaction.opt(include_str!("lock_site.sql"), &[&site_id]).await?;
    Ok(row.is_some())
}

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
