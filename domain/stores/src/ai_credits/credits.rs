//! Reserves credits, and settles or releases reservations.

use chrono::{DateTime, Utc};
use stoa_db::{Db, DbError, Transaction};

/// Price of an image, in credits.
pub const PER_IMAGE: i64 = 10;

/// Price of a call for texts, in credits. A call may return several texts.
pub const PER_TEXT_CALL: i64 = 1;

/// Reserved credits. They count against the month of the reservation until the call has ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reservation {
    site_id: i64,
    id: i64,
}

/// The results that a call is charged for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Spent {
    pub images: i64,
    pub text_calls: i64,
}

impl Spent {
    /// The price of these results in credits.
    pub fn credits(self) -> i64 {
        self.images * PER_IMAGE + self.text_calls * PER_TEXT_CALL
    }
}

/// Reserves the price of `spent` if the transaction commits. Returns `None` if the site has no store, or if the store
/// has too few credits left. Locks the month's row until the transaction ends, so the caller should commit at once.
pub async fn reserve(
    transaction: &Transaction<'_>,
    site_id: i64,
    spent: Spent,
    now: DateTime<Utc>,
) -> Result<Option<Reservation>, DbError> {
    let sql = include_str!("credits/find_limit.sql");
    let limit: Option<i64> = transaction.opt(sql, &[&site_id, &i64::MAX]).await?;
    let credits = spent.credits();
    let Some(limit) = limit.filter(|limit| credits <= *limit) else { return Ok(None) };
    let sql = include_str!("credits/reserve.sql");
    let id: Option<i64> = transaction.opt(sql, &[&site_id, &now, &credits, &limit]).await?;
    Ok(id.map(|id| Reservation { site_id, id }))
}

/// Replaces the reserved credits by the price of `spent` if the transaction commits. Has no effect if the reservation
/// was settled or released before.
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

/// Releases the reservation of a call that had no results.
pub async fn release(db: &Db, reservation: &Reservation) -> Result<(), DbError> {
    let mut connection = db.connection().await?;
    let transaction = connection.transaction();
    settle(&transaction, reservation, Spent::default()).await?;
    transaction.commit().await
}
