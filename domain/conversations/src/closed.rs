//! Deletes conversations that were closed long ago. A closed conversation gets no further events, so its last event is
//! the one that closed it.

use chrono::{DateTime, TimeDelta, Utc};
use stoa_db::{Db, DbError};
use stoa_jobs::Job;
use stoa_telemetry::Chain;

/// The job that runs [`delete_closed`].
pub const DELETE_CLOSED: Job = Job::new("delete closed conversations");

/// How many days a conversation is retained after it was closed, unless its site sets another number.
pub const CONVERSATION_RETENTION_DAYS: i64 = 400;

/// Deletes the conversations of up to 1,000 sites that were closed long enough ago, and returns the number of deleted
/// conversations. If one site fails, the others are still processed, and the first error is returned.
pub async fn delete_closed(db: &Db, now: DateTime<Utc>) -> Result<usize, DbError> {
    let mut sum = Ok(0);
    let due: Vec<(i64, i64)> = db.rows(include_str!("closed/due_sites.sql"), &[&now]).await?;
    for (site_id, days) in due {
        let deleted = delete_closed_of_site(db, site_id, now - TimeDelta::days(days)).await;
        if let Err(error) = &deleted {
            tracing::error!(site_id, error = %Chain(error), "a site's closed conversations could not be deleted");
        }
        sum = sum.and_then(|sum| deleted.map(|deleted| sum + deleted));
    }
    sum
}

/// Returns all sites, and the number of days for which each retains a closed conversation.
pub async fn retention_days(db: &Db) -> Result<Vec<(i64, i64)>, DbError> {
    db.rows(include_str!("closed/sites.sql"), &[]).await
}

/// Returns the number of conversations of all sites that are due to be deleted, at most 10,000.
pub async fn closed_backlog(db: &Db, now: DateTime<Utc>) -> Result<i64, DbError> {
    db.one(include_str!("closed/backlog.sql"), &[&now]).await
}

/// Deletes the events of a conversation before the conversation, because one conversation may have very many.
async fn delete_closed_of_site(
    db: &Db,
    site_id: i64,
    closed_before: DateTime<Utc>,
) -> Result<usize, DbError> {
    let mut deleted = 0;
    loop {
        let sql = include_str!("closed/due_conversations.sql");
        let due: Vec<i64> = db.rows(sql, &[&site_id, &closed_before]).await?;
        if due.is_empty() {
            return Ok(deleted);
        }
        for id in &due {
            db.execute_until_none(include_str!("closed/delete_events.sql"), &[&site_id, id])
                .await?;
        }
        let sql = include_str!("closed/delete_conversations.sql");
        db.execute(sql, &[&site_id, &due]).await?;
        deleted += due.len();
    }
}
