//! The lock of a site. It precedes all other locks of a change of the catalog.

use stoa_db::{DbError, Transaction};

/// Waits for an import that replaces the site's rows, or for a change of the currency, and lets no other begin before the
/// transaction ends. Returns false if the site does not exist.
pub(crate) async fn lock_site(
    transaction: &Transaction<'_>,
    site_id: i64,
) -> Result<bool, DbError> {
    Ok(transaction.execute(include_str!("site/lock_site.sql"), &[&site_id]).await? > 0)
}
