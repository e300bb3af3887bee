//! From a reservation to its end.

use chrono::{DateTime, Utc};
use stoa_db::{Db, DbError, Transaction};

/// What a picture costs.
pub const PER_IMAGE: i64 = 10;

/// What a call for texts costs, however many.
pub const PER_TEXT_CALL: i64 = 1;

/// Credits that count against the month in which they were reserved, until the call has ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reservation {
    site_id: i64,
    id: i64,
}

/// What came of a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Spent {
    pub images: i64,
    pub text_calls: i64,
}

impl Spent {
    /// What it costs.
    pub fn credits(self) -> i64 {
        self.images * PER_IMAGE + self.text_calls * PER_TEXT_CALL
    }
}

/// Reserves what this would cost, if the transaction commits; nothing where the store has not as much left, or is gone.
/// The month is locked until then: commit at once.
pub async fn reserve(
    transaction: &Transaction<'_>,
    site_id: i64,
    spent: Spent,
    now: DateTime<Utc>,
) -> Result<Option<Reservation>, DbError> {
    let sql = include_str!("credits/reserve.sql");
    let id: Option<i64> = transaction.opt(sql, &[&site_id, &now, &spent.credits()]).await?;
    Ok(id.map(|id| Reservation { site_id, id }))
}

/// Counts what came in place of what was reserved, if the transaction commits. A reservation has one end: a second one, or
/// one after the sweep has given it back, changes nothing.
pub async fn settle(
    transaction: &Transaction<'_>,
    reservation: &Reservation,
    spent: Spent,
) -> Result<(), DbError> {
    let Reservation { site_id, id } = reservation;
    let (credits, Spent { images, text_calls }) = (spent.credits(), spent);
    let sql = include_str!("credits/settle.sql");
    transaction.execute(sql, &[site_id, id, &credits, &images, &text_calls]).await?;
    Ok(())
}

/// Gives a reservation back, of which nothing came.
pub async fn release(db: &Db, reservation: &Reservation) -> Result<(), DbError> {
    let mut connection = db.connection().await?;
    let transaction = connection.transaction();
    settle(&transaction, reservation, Spent::default()).await?;
    transaction.commit().await
}
