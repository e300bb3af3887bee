//! Operations of staff on customers: find, list, show, erase, and end sessions.

use chrono::{DateTime, Utc};
use serde::Deserialize;
use stoa_audit::{Origin, Target, record};
use stoa_db::{Cells, Db, DbError};

pub use crate::sessions::{CUSTOMER_SESSION_RETENTION, CUSTOMER_SESSION_TTL};
use stoa_idempotency::IDEMPOTENCY_KEY_RETENTION;

use crate::sessions::end_all_sessions;

/// A customer, as [`find`] returns it.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct FoundCustomer {
    pub site_id: i64,
    pub id: i64,
    pub email: String,
}

const LOCK: &str = include_str!("staff/lock.sql");

/// Returns at most 500 customers, newest first. If `site_id` is `None`, the customers are of all sites.
pub async fn list(db: &Db, site_id: Option<i64>) -> Result<Vec<Cells>, DbError> {
    db.rows(include_str!("staff/list.sql"), &[&site_id]).await
}

/// Returns at most two customers whose id or e-mail address is `who`: a second one shows that `who` is ambiguous.
/// Addresses are compared case-insensitively. If `site_id` is `None`, searches all sites.
pub async fn find(db: &Db, site_id: Option<i64>, who: &str) -> Result<Vec<FoundCustomer>, DbError> {
    let id: Option<i64> = who.parse().ok();
    let email = id.is_none().then(|| stoa_values::email::normalized(who));
    db.rows(include_str!("staff/find.sql"), &[&site_id, &id, &email]).await
}

/// Returns a customer's data as pairs of a name and a value. A missing value is `None`.
pub async fn show(
    db: &Db,
    customer: &FoundCustomer,
) -> Result<Vec<(String, Option<String>)>, DbError> {
    db.rows(include_str!("staff/show.sql"), &[&customer.site_id, &customer.id]).await
}

/// Returns a customer's sessions that have not ended, newest first.
pub async fn sessions(
    db: &Db,
    customer: &FoundCustomer,
    now: DateTime<Utc>,
) -> Result<Vec<Cells>, DbError> {
    let (used_since, begun_since) = (now - CUSTOMER_SESSION_RETENTION, now - CUSTOMER_SESSION_TTL);
    let sql = include_str!("staff/sessions.sql");
    db.rows(sql, &[&customer.site_id, &customer.id, &used_since, &begun_since]).await
}

/// The result of an erasure.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Erasure {
    Done,
    /// The order with this number is not shipped yet and needs its address.
    OpenOrder(String),
    /// The order with this number lacks the print file of a design of the customer.
    OrderWithoutPrint(String),
    NoSuchCustomer,
}

/// Erases a customer. The customer's orders remain, without name, addresses, phone, notes and e-mail address.
pub async fn erase(
    db: &Db,
    origin: &Origin,
    site_id: i64,
    id: i64,
    now: DateTime<Utc>,
) -> Result<Erasure, DbError> {
    let mut connection = db.connection().await?;
    let transaction = connection.transaction();
    // The customer's row is locked first, so that no login happens during the erasure.
    if transaction.execute(LOCK, &[&site_id, &id]).await? == 0 {
        return Ok(Erasure::NoSuchCustomer);
    }
    if let Some(number) =
        transaction.opt(include_str!("staff/open_order.sql"), &[&site_id, &id]).await?
    {
        return Ok(Erasure::OpenOrder(number));
    }
    let without_print = include_str!("staff/order_without_print.sql");
    if let Some(number) = transaction.opt(without_print, &[&site_id, &id]).await? {
        return Ok(Erasure::OrderWithoutPrint(number));
    }
    let sql = include_str!("staff/delete_stored_answers.sql");
    let (since, until) = (now - IDEMPOTENCY_KEY_RETENTION, now + IDEMPOTENCY_KEY_RETENTION);
    transaction.execute(sql, &[&site_id, &id, &since, &until]).await?;
    // From here on, no note is added to the orders until the erasure has committed.
    transaction.execute(include_str!("staff/lock_orders.sql"), &[&site_id, &id]).await?;
    transaction.execute(include_str!("staff/delete_order_notes.sql"), &[&site_id, &id]).await?;
    transaction.execute(include_str!("staff/forget_orders.sql"), &[&site_id, &id, &now]).await?;
    transaction.execute(include_str!("staff/erase.sql"), &[&site_id, &id]).await?;
    let target = Target::new("customer", id);
    record(&transaction, site_id, origin, target, &["deleted"], now).await?;
    transaction.commit().await?;
    Ok(Erasure::Done)
}

/// Ends all sessions of a customer. Records nothing if there was none. Returns false if the customer does not exist.
pub async fn end_sessions(
    db: &Db,
    origin: &Origin,
    site_id: i64,
    id: i64,
    now: DateTime<Utc>,
) -> Result<bool, DbError> {
    let mut connection = db.connection().await?;
    let transaction = connection.transaction();
    // The customer's row is locked first, so that no login happens during the change.
    if transaction.execute(LOCK, &[&site_id, &id]).await? == 0 {
        return Ok(false);
    }
    if end_all_sessions(&transaction, site_id, id).await? == 0 {
        return Ok(true);
    }
    let target = Target::new("customer", id);
    record(&transaction, site_id, origin, target, &["sessions"], now).await?;
    transaction.commit().await?;
    Ok(true)
}
