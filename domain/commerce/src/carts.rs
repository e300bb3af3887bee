//! Carts: their expiry, their locks, the removal of ordered lines, and abandoned carts and their recovery. The
//! storefront's handlers add, change and remove lines themselves, because no command or job does.

mod abandoned;
mod lines;
mod recovery;

use chrono::{DateTime, TimeDelta, Utc};
use stoa_db::{Db, DbError, Transaction};

pub use abandoned::{AbandonedCart, NotListed, list_abandoned, stores_without_cart_page};
pub use lines::take_out_ordered;
pub use recovery::{
    NoRecoveryLink, delete_expired_tokens, find_recoverable, make_recovery_token, recover,
};

/// Time for which a cart lasts after its last change; then it counts as empty.
pub const CART_TTL: TimeDelta = TimeDelta::days(7);

/// How long an expired cart is retained before it is deleted. Until then, a recovery link can restore the cart.
pub const EXPIRED_CART_RETENTION: TimeDelta = TimeDelta::days(30);

/// Locks the row of the session's cart and the row of the site. Until the transaction ends, no other request changes or
/// orders the cart, and no import replaces the site.
///
/// Returns the cart's id, or `None` if the session has no cart or its cart has expired.
pub async fn lock_cart(
    transaction: &Transaction<'_>,
    site_id: i64,
    session_id: &str,
    now: DateTime<Utc>,
) -> Result<Option<i64>, DbError> {
    let sql = include_str!("carts/lock_cart.sql");
    let locked: Option<Option<i64>> = transaction.opt(sql, &[&site_id, &session_id, &now]).await?;
    Ok(locked.flatten())
}

/// Deletes the site's carts that expired more than [`EXPIRED_CART_RETENTION`] ago, and returns the number of deleted
/// carts. Carts with a pending order are retained.
pub async fn delete_expired(db: &Db, site_id: i64, now: DateTime<Utc>) -> Result<u64, DbError> {
    let sql = include_str!("carts/delete_expired.sql");
    db.execute_until_none(sql, &[&site_id, &(now - EXPIRED_CART_RETENTION)]).await
}
