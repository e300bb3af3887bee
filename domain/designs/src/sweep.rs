//! Deletes designs of sessions that ended long ago, and designs that were deleted long ago. The sweep of files deletes
//! their files later.

use chrono::{DateTime, TimeDelta, Utc};
use stoa_db::{Db, DbError};
use stoa_jobs::Job;
use stoa_telemetry::Chain;

use std::fmt;
use std::time::Duration;

use crate::sessions::DESIGN_SESSION_TTL;

/// The job that runs [`sweep`].
pub const SWEEP: Job = Job::new("sweep designs");

/// How often [`SWEEP`] runs.
pub const DESIGN_SWEEP_INTERVAL: Duration = Duration::from_secs(24 * 60 * 60);

/// How long the designs and images of a session are retained after its end.
pub const DESIGN_SESSION_RETENTION: TimeDelta = TimeDelta::days(30);

/// How long a deleted design is retained.
pub const DELETED_DESIGN_RETENTION: TimeDelta = TimeDelta::days(30);

/// The number of rows that a round has deleted.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct SweepReport {
    pub designs: u64,
    /// Images of sessions that have no designs left. Images of the deleted designs are not counted.
    pub images: u64,
    pub sessions: u64,
}

/// Deletes old rows of all sites. If one site fails, the others are still swept, and the first error is returned.
pub async fn sweep(db: &Db, now: DateTime<Utc>) -> Result<SweepReport, DbError> {
    let sites: Vec<i64> = db.rows(include_str!("sweep/all_sites.sql"), &[]).await?;
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

/// Sweeps one site. Sessions are deleted last, so that the next round finds them again if this round is interrupted.
async fn sweep_site(db: &Db, site_id: i64, now: DateTime<Utc>) -> Result<SweepReport, DbError> {
    let begun_before = now - DESIGN_SESSION_TTL - DESIGN_SESSION_RETENTION;
    let deleted_before = now - DELETED_DESIGN_RETENTION;
    let params = [&site_id as _, &begun_before as _];
    let of_sessions = include_str!("sweep/designs_of_ended_sessions.sql");
    let deleted = include_str!("sweep/deleted_designs.sql");
    Ok(SweepReport {
        designs: db.execute_until_none(of_sessions, &params).await?
            + db.execute_until_none(deleted, &[&site_id, &deleted_before]).await?,
        images: db
            .execute_until_none(include_str!("sweep/images_of_ended_sessions.sql"), &params)
            .await?,
        sessions: db.execute_until_none(include_str!("sweep/ended_sessions.sql"), &params).await?,
    })
}

impl SweepReport {
    fn and(self, other: Self) -> Self {
        Self {
            designs: self.designs + other.designs,
            images: self.images + other.images,
            sessions: self.sessions + other.sessions,
        }
    }
}

impl fmt::Display for SweepReport {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { designs, images, sessions } = self;
        write!(out, "{designs} designs, {images} images and {sessions} sessions were deleted")
    }
}
