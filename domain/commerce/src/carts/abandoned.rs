//! Abandoned carts: carts with lines that nothing has changed for a time that the store sets, and that were not ordered.

use chrono::{DateTime, TimeDelta, Utc};
use stoa_db::{Db, DbError, Transaction, sql};
use stoa_staff_types::CartSummary;

use crate::carts::CART_TTL;

#[derive(Debug)]
pub enum NotListed {
    NoStore,
    /// The store has no `cartReminderHours`.
    NoReminders,
    Database(DbError),
}

/// The abandoned carts that [`read_abandoned`] returns.
#[derive(Debug, Clone, Copy)]
pub(super) enum Abandoned {
    /// At most `limit` carts after this position of the list, which is a time of the last change and an id.
    After { position: (DateTime<Utc>, i64), limit: i64 },
    /// At most `limit` carts that got no reminder yet.
    Due { limit: i64 },
    /// The cart with this id.
    One(i64),
}

/// Returns at most `limit` abandoned carts of the site, the least recently changed first, which follow the position
/// `(updated_at, id)`. `list_abandoned.sql` says when a cart is abandoned.
pub async fn list_abandoned(
    db: &Db,
    site_id: i64,
    position: (DateTime<Utc>, i64),
    limit: i64,
    now: DateTime<Utc>,
) -> Result<Vec<CartSummary>, NotListed> {
    let mut connection = db.connection().await?;
    let transaction = connection.transaction();
    let wanted = Abandoned::After { position, limit };
    let carts = read_abandoned(&transaction, site_id, wanted, now).await?;
    transaction.commit().await?;
    Ok(carts)
}

/// Returns abandoned carts of the site, the least recently changed first.
pub(super) async fn read_abandoned(
    transaction: &Transaction<'_>,
    site_id: i64,
    wanted: Abandoned,
    now: DateTime<Utc>,
) -> Result<Vec<CartSummary>, NotListed> {
    let sql = include_str!("abandoned/find_reminder_hours.sql");
    let hours: Option<Option<i64>> = transaction.opt(sql, &[&site_id]).await?;
    let hours = hours.ok_or(NotListed::NoStore)?.ok_or(NotListed::NoReminders)?;
    let unchanged_since = now - TimeDelta::hours(hours);
    let start = (DateTime::UNIX_EPOCH, 0);
    let ((changed_at, id), limit, cart_id) = match wanted {
        Abandoned::After { position, limit } => (position, limit, None),
        Abandoned::Due { limit } => (start, limit, None),
        Abandoned::One(cart_id) => (start, 1, Some(cart_id)),
    };
    let sql = sql!(
        "abandoned/list_abandoned.sql",
        due = matches!(wanted, Abandoned::Due { .. }),
        one = cart_id.is_some(),
    );
    let params = [
        &site_id as _,
        &now as _,
        &unchanged_since as _,
        &(now - CART_TTL) as _,
        &changed_at as _,
        &id as _,
        &limit as _,
        &cart_id as _,
    ];
    Ok(transaction.rows(sql, &params).await?)
}

/// Returns the cart as a list of abandoned carts shows it, or `None` if it is not abandoned.
pub(super) async fn find_abandoned(
    transaction: &Transaction<'_>,
    site_id: i64,
    cart_id: i64,
    now: DateTime<Utc>,
) -> Result<Option<CartSummary>, DbError> {
    match read_abandoned(transaction, site_id, Abandoned::One(cart_id), now).await {
        Ok(mut carts) => Ok(carts.pop()),
        Err(NotListed::NoStore | NotListed::NoReminders) => Ok(None),
        Err(NotListed::Database(error)) => Err(error),
    }
}

/// Returns the sites whose stores have `cartReminderHours` but no base URL, so that no link can recover their carts.
pub async fn stores_without_cart_page(db: &Db) -> Result<Vec<i64>, DbError> {
    db.rows(include_str!("abandoned/stores_without_cart_page.sql"), &[]).await
}

impl From<DbError> for NotListed {
    fn from(error: DbError) -> Self {
        Self::Database(error)
    }
}
