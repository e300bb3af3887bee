//! Carts: their lines and the rules for them, their locks, their expiry, and abandoned carts and their recovery.
//!
//! Adding a line and changing a quantity are short transactions: each locks the cart's row, reads what the rules need,
//! applies the rules, and writes.

mod abandoned;
mod add;
mod changes;
mod contents;
mod lines;
mod offer;
mod recovery;
mod refusal;
mod reminders;

use chrono::{DateTime, TimeDelta, Utc};
use serde::Deserialize;
use stoa_db::{Db, DbError, Transaction};

pub use abandoned::{NotListed, list_abandoned, stores_without_cart_page};
pub use add::{Added, Addition, add_line};
pub use changes::{LineKey, change_line, clear_cart, remove_line};
pub use contents::get_cart;
pub use lines::take_out_ordered;
pub(crate) use offer::Offer;
pub use recovery::{
    LinkRefusal, create_recovery_link, delete_expired_tokens, find_recoverable, recover,
};
pub use refusal::{LineRefusal, QuantityRefusal};
pub(crate) use reminders::REMINDER_PAUSE;
pub use reminders::{
    CART_REMINDER_INTERVAL, REMIND_ABANDONED, delete_old_addresses, end_reminders,
    give_recovery_token, remind_abandoned,
};

/// Time for which a cart lasts after its last change; then it counts as empty.
pub const CART_TTL: TimeDelta = TimeDelta::days(7);

/// How long an expired cart is retained before it is deleted. Until then, a recovery link can restore the cart.
pub const EXPIRED_CART_RETENTION: TimeDelta = TimeDelta::days(30);

#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct LockedCart {
    pub(crate) id: i64,
    pub(crate) is_current: bool,
}

/// Locks the row of the session's cart. Until the transaction ends, no other request changes or orders the cart.
pub(crate) async fn lock_cart(
    transaction: &Transaction<'_>,
    site_id: i64,
    session_id: &str,
    now: DateTime<Utc>,
) -> Result<Option<LockedCart>, DbError> {
    transaction.opt(include_str!("carts/lock_cart.sql"), &[&site_id, &session_id, &now]).await
}

/// Deletes the site's carts that expired more than [`EXPIRED_CART_RETENTION`] ago, and returns the number of deleted
/// carts. Carts with a pending order are retained.
pub async fn delete_expired(db: &Db, site_id: i64, now: DateTime<Utc>) -> Result<u64, DbError> {
    let sql = include_str!("carts/delete_expired.sql");
    db.execute_until_none(sql, &[&site_id, &(now - EXPIRED_CART_RETENTION)]).await
}
