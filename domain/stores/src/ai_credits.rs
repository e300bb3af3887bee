//! AI credits: a store's monthly limit, and the credits that the store has spent in each month (UTC).
//!
//! Every call of an AI provider is counted:
//!
//! 1. Before the call, the caller [reserves](reserve) the price of everything that it requests.
//! 2. After the call, the caller [settles](settle) the price of the results.
//! 3. If the call fails, the caller [releases](release) the reservation.
//! 4. If the server dies before that, the [sweep](release_abandoned) releases the reservation.

use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use serde::Deserialize;
use stoa_alerts::{Alert, tell};
use stoa_db::{Db, DbError, Transaction};
use stoa_jobs::Job;

/// Price of an image, in credits.
pub const PER_IMAGE: i64 = 10;

/// Price of a call for texts, in credits. A call may return several texts.
pub const PER_TEXT_CALL: i64 = 1;

/// Time after which a store gets the reserved credits of a call back, if the server died during the call.
///
/// No call takes this long.
pub const RESERVATION_TTL: TimeDelta = TimeDelta::minutes(10);

/// How often the job runs.
pub const CREDIT_SWEEP_INTERVAL: Duration = Duration::from_secs(60);

/// The job that runs [`release_abandoned`], on one server at a time.
pub const RELEASE_ABANDONED: Job = Job::new("release AI credits");

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
    pub fn credits(self) -> i64 {
        self.images * PER_IMAGE + self.text_calls * PER_TEXT_CALL
    }
}

/// Reserves the price of `spent` if the transaction commits. Returns `None` if the site has no store, or if the store
/// has too few credits left. Then the transaction stores an alert, so the caller commits it too. Locks the month's row
/// until the transaction ends, so the caller should commit at once.
pub async fn reserve(
    transaction: &Transaction<'_>,
    site_id: i64,
    spent: Spent,
    now: DateTime<Utc>,
) -> Result<Option<Reservation>, DbError> {
    let sql = include_str!("ai_credits/credits/find_limit.sql");
    let limit: Option<i64> = transaction.opt(sql, &[&site_id, &i64::MAX]).await?;
    let credits = spent.credits();
    // A store with a limit of 0 uses no AI, so its staff expect the refusal.
    let Some(limit) = limit.filter(|limit| *limit > 0) else { return Ok(None) };
    let mut id: Option<i64> = None;
    if credits <= limit {
        let sql = include_str!("ai_credits/credits/reserve.sql");
        id = transaction.opt(sql, &[&site_id, &now, &credits, &limit]).await?;
    }
    if id.is_none() {
        tell(transaction, site_id, Alert::AiCreditsUsedUp, now).await?;
    }
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
    let sql = include_str!("ai_credits/credits/settle.sql");
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

/// Releases reservations that are older than [`RESERVATION_TTL`], and returns the number of released credits. The job
/// [`RELEASE_ABANDONED`] calls this.
pub async fn release_abandoned(db: &Db, now: DateTime<Utc>) -> Result<i64, DbError> {
    let before = now - RESERVATION_TTL;
    let mut released = 0;
    for site_id in
        db.rows::<i64>(include_str!("ai_credits/sweep/due_sites.sql"), &[&before]).await?
    {
        let sql = include_str!("ai_credits/sweep/release_abandoned.sql");
        released += db.rows::<i64>(sql, &[&site_id, &before]).await?.into_iter().sum::<i64>();
    }
    Ok(released)
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct MonthOfUsage {
    /// The month in UTC, such as `2026-11`; `None` if the store has never used AI.
    pub month: Option<String>,
    pub images: i64,
    /// Number of calls. A call may return several texts.
    pub text_calls: i64,
    /// Credits of settled calls.
    pub credits: i64,
    /// Credits of calls in progress.
    pub reserved: i64,
    /// The store's current monthly limit; `None` if there is no limit.
    pub limit: Option<i64>,
}

/// Returns the months in which a site's store has used AI, newest first. Returns one row without a month if the store
/// has never used AI, and no row if the site has no store.
pub async fn list_usage(db: &Db, site_id: i64) -> Result<Vec<MonthOfUsage>, DbError> {
    db.rows(include_str!("ai_credits/usage/list_usage.sql"), &[&site_id]).await
}
