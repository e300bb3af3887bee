//! Abandoned carts: carts with lines that nothing has changed for a time that the store sets, and that were not ordered.

use chrono::serde::ts_microseconds;
use chrono::{DateTime, TimeDelta, Utc};
use serde::Deserialize;
use stoa_db::{Db, DbError};

use crate::carts::CART_TTL;

/// A cart that may be recovered by a link to this e-mail address.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct AbandonedCart {
    pub id: i64,
    /// The verified address of the cart's customer, or the address that a guest gave in a checkout.
    pub email: String,
    pub lines: i64,
    #[serde(with = "ts_microseconds")]
    pub updated_at: DateTime<Utc>,
}

#[derive(Debug)]
pub enum NotListed {
    NoStore,
    /// The store has no `cartReminderHours`.
    NoReminders,
    Database(DbError),
}

/// Returns at most `limit` abandoned carts of the site, the least recently changed first. `list_abandoned.sql` says when
/// a cart is abandoned.
pub async fn list_abandoned(
    db: &Db,
    site_id: i64,
    limit: i64,
    now: DateTime<Utc>,
) -> Result<Vec<AbandonedCart>, NotListed> {
    let sql = include_str!("abandoned/find_reminder_hours.sql");
    let hours: Option<Option<i64>> = db.opt(sql, &[&site_id]).await?;
    let hours = hours.ok_or(NotListed::NoStore)?.ok_or(NotListed::NoReminders)?;
    let unchanged_since = now - TimeDelta::hours(hours);
    let sql = include_str!("abandoned/list_abandoned.sql");
    let params =
        [&site_id as _, &now as _, &unchanged_since as _, &(now - CART_TTL) as _, &limit as _];
    Ok(db.rows(sql, &params).await?)
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
