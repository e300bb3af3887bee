//! The lock of a site, with which each change of its rows begins, and the currency that the lock protects.

use stoa_db::{DbError, Transaction};

pub const LOCK_SITE: &str = include_str!("site/lock_site.sql");
pub const FIND_CURRENCY: &str = include_str!("site/find_currency.sql");

/// Waits for an import that replaces the site's rows, or a change of the currency, and lets no other begin before the
/// transaction ends. Returns false if the site does not exist. It precedes all other locks of the transaction.
pub async fn lock_site(transaction: &Transaction<'_>, site_id: i64) -> Result<bool, DbError> {
    Ok(transaction.execute(LOCK_SITE, &[&site_id]).await? > 0)
}

/// Returns the currency of the site's store, if the site has one.
pub async fn find_currency(
    transaction: &Transaction<'_>,
    site_id: i64,
) -> Result<Option<String>, DbError> {
    transaction.opt(FIND_CURRENCY, &[&site_id]).await
}
