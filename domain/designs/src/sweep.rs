//! Deletes designs of visitors who have not returned, designs that were deleted long ago, and expired print files. The
//! sweep of files deletes the files later.

use chrono::{DateTime, TimeDelta, Utc};
use stoa_db::{Db, DbError, ToSql};
use stoa_jobs::Job;
use stoa_telemetry::Chain;

use std::fmt;

use crate::prints;
use crate::sessions::DESIGN_SESSION_TTL;

/// The job that runs [`sweep`].
pub const SWEEP: Job = Job::new("sweep designs");

/// How long the designs and images of a session are retained after its last visit. If a session still has designs after
/// a sweep, the next sweep is as much later.
pub const DRAFT_RETENTION: TimeDelta = TimeDelta::days(30);

/// How long a deleted design is retained.
pub const DELETED_DESIGN_RETENTION: TimeDelta = TimeDelta::days(30);

pub(crate) const DELETE_UNUSED: &str = include_str!("sweep/delete_unused.sql");

/// The number of rows that a round has deleted.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct SweepReport {
    pub designs: u64,
    /// Images of sessions that have no designs left. Images of the deleted designs are not counted.
    pub images: u64,
    pub sessions: u64,
    pub prints: u64,
}

/// Deletes old rows of up to 1,000 sites. If one site fails, the others are still swept, and the first error is returned.
pub async fn sweep(db: &Db, now: DateTime<Utc>) -> Result<SweepReport, DbError> {
    let sql = include_str!("sweep/due_sites.sql");
    let params = [&(now - DRAFT_RETENTION) as _, &(now - DELETED_DESIGN_RETENTION) as _, &now as _];
    let sites: Vec<i64> = db.rows(sql, &params).await?;
    let mut sum = Ok(SweepReport::default());
    for site_id in sites {
        let swept = sweep_site(db, site_id, now).await;
        if let Err(error) = &swept {
            tracing::error!(site_id, error = %Chain(error), "a site's designs could not be swept");
        }
        sum = sum.and_then(|sum| swept.map(|swept| sum.and(swept)));
    }
    sum
}

/// Returns the number of sessions of all sites whose designs are due to be swept, at most 10,000.
pub async fn drafts_backlog(db: &Db, now: DateTime<Utc>) -> Result<i64, DbError> {
    db.one(include_str!("sweep/backlog.sql"), &[&(now - DRAFT_RETENTION)]).await
}

async fn sweep_site(db: &Db, site_id: i64, now: DateTime<Utc>) -> Result<SweepReport, DbError> {
    let mut report = sweep_sessions(db, site_id, now).await?;
    let deleted = include_str!("sweep/deleted_designs.sql");
    let deleted_before = now - DELETED_DESIGN_RETENTION;
    report.designs += delete_designs(db, site_id, deleted, &[&site_id, &deleted_before]).await?;
    report.prints = prints::delete_expired(db, site_id, now).await?;
    Ok(report)
}

/// Deletes designs, images and sessions of a site. Each statement checks again that the sessions were not visited in
/// the meantime.
async fn sweep_sessions(db: &Db, site_id: i64, now: DateTime<Utc>) -> Result<SweepReport, DbError> {
    let visited_before = now - DRAFT_RETENTION;
    let mut report = SweepReport::default();
    loop {
        let sql = include_str!("sweep/due_sessions.sql");
        let due: Vec<String> = db.rows(sql, &[&site_id, &visited_before]).await?;
        if due.is_empty() {
            return Ok(report);
        }
        let due: Vec<Vec<u8>> = due.iter().filter_map(|digest| hex::decode(digest).ok()).collect();
        let designs = include_str!("sweep/designs_of_sessions.sql");
        let images = include_str!("sweep/images_of_sessions.sql");
        let sessions = include_str!("sweep/ended_sessions.sql");
        let params = [&site_id as _, &due as _, &visited_before as _];
        report.designs += delete_designs(db, site_id, designs, &params).await?;
        report.images += db.execute_until_none(images, &params).await?;
        let begun_before = now - DESIGN_SESSION_TTL;
        report.sessions += db.execute(sessions, &[&site_id, &due, &begun_before]).await?;
        db.execute(include_str!("sweep/note_sweep.sql"), &[&site_id, &due, &now]).await?;
    }
}

/// Deletes the designs that `sql` returns and locks, until it returns none. addCartItem locks the design too. If a client
/// has added the design after the snapshot of `sql`, the second statement sees the cart line and does not delete the
/// design.
async fn delete_designs(
    db: &Db,
    site_id: i64,
    sql: &str,
    params: &[&(dyn ToSql + Sync)],
) -> Result<u64, DbError> {
    let mut deleted = 0;
    loop {
        let mut connection = db.connection().await?;
        let transaction = connection.transaction();
        let locked: Vec<i64> = transaction.rows(sql, params).await?;
        if locked.is_empty() {
            return Ok(deleted);
        }
        deleted += transaction.execute(DELETE_UNUSED, &[&site_id, &locked]).await?;
        transaction.commit().await?;
    }
}

impl SweepReport {
    fn and(self, other: Self) -> Self {
        Self {
            designs: self.designs + other.designs,
            images: self.images + other.images,
            sessions: self.sessions + other.sessions,
            prints: self.prints + other.prints,
        }
    }
}

impl fmt::Display for SweepReport {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { designs, images, sessions, prints } = self;
        write!(
            out,
            "{designs} designs, {images} images, {sessions} sessions and {prints} print files were deleted"
        )
    }
}
