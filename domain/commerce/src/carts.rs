//! Carts: how long they last, how they are locked, how lines leave them, and how one that was left behind is won back.
//! What customers do with their lines has one caller, the storefront's handlers.

mod lines;
mod recovery;

use chrono::{DateTime, TimeDelta, Utc};
use stoa_db::{Db, DbError, Transaction};

pub use lines::take_out_ordered;
pub use recovery::{
    NoRecoveryLink, find_recoverable, forget_expired_tokens, make_recovery_token, recover,
};

/// A cart expires so long after its last change: it reads as empty then.
pub const CART_TTL: TimeDelta = TimeDelta::days(7);

/// How long a cart that has expired is kept, to be won back.
pub const EXPIRED_CART_RETENTION: TimeDelta = TimeDelta::days(30);

/// Locks the row of the session's cart, so that no other request changes or orders it and no import replaces its site. Its
/// id, unless it has expired.
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

/// Deletes a site's carts that expired long ago, and returns how many.
pub async fn delete_expired(db: &Db, site_id: i64, now: DateTime<Utc>) -> Result<u64, DbError> {
    let sql = include_str!("carts/delete_expired.sql");
    db.execute_until_none(sql, &[&site_id, &(now - EXPIRED_CART_RETENTION)]).await
}
