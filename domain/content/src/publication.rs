//! The publication of posts: at once, at a later time, and its end.

use std::time::Duration;

use chrono::{DateTime, Utc};
use stoa_audit::Change;
use stoa_db::{Db, DbError};
use stoa_jobs::Job;
use stoa_staff_reasons::{self as reasons, Failed, refusals};
use stoa_staff_types::{Post, PostStatus, Timestamp};
use stoa_telemetry::Chain;

use crate::posts::{finish, is_in_years_of_bundles, lock_post, read};

/// The job that runs [`publish_due`]. A second server may run it at the same time, because the statement that publishes
/// a post requires that the post is scheduled.
pub const PUBLISH_DUE: Job = Job::new("publish scheduled posts");

/// Time after which a scheduled post is published at the latest, while a server runs and no other change locks its site.
pub const PUBLISH_DUE_INTERVAL: Duration = Duration::from_secs(15);

refusals! {
    /// Why a post is not scheduled.
    pub enum ScheduleRefusal of reasons {
        PostNotFound,
        PostIsPublished,
        ScheduledInThePast,
        InvalidScheduledFor,
    }
}

/// Publishes a post. A published post stays as it is.
pub async fn publish_post(
    db: &Db,
    change: Change<'_>,
    post_id: i64,
) -> Result<Post, Failed<reasons::PostNotFound>> {
    let Change { site_id, now, .. } = change;
    let mut connection = db.connection().await?;
    let transaction = connection.transaction();
    let before = lock_post(&transaction, site_id, post_id).await?;
    let before = before.ok_or(Failed::Refused(reasons::PostNotFound))?;
    if before.status == PostStatus::Published {
        return read(&transaction, site_id, post_id).await;
    }
    let sql = include_str!("publication/publish_post.sql");
    transaction.execute(sql, &[&site_id, &post_id, &now]).await?;
    let published = stoa_events::post_published(site_id, post_id, now);
    stoa_events::post(&transaction, site_id, &published, now).await?;
    transaction.invalidate_cache(site_id);
    finish(transaction, change, post_id, &["status".to_owned()]).await
}

/// Lets a job publish a post that is not published, at a time in the future.
pub async fn schedule_post(
    db: &Db,
    change: Change<'_>,
    post_id: i64,
    at: Timestamp,
) -> Result<Post, Failed<ScheduleRefusal>> {
    let Change { site_id, now, .. } = change;
    if !is_in_years_of_bundles(at) {
        return Err(ScheduleRefusal::InvalidScheduledFor)?;
    }
    if at.0 <= now {
        return Err(ScheduleRefusal::ScheduledInThePast)?;
    }
    let mut connection = db.connection().await?;
    let transaction = connection.transaction();
    let before = lock_post(&transaction, site_id, post_id).await?;
    let before = before.ok_or(ScheduleRefusal::PostNotFound)?;
    if before.status == PostStatus::Published {
        return Err(ScheduleRefusal::PostIsPublished)?;
    }
    let sql = include_str!("publication/schedule_post.sql");
    transaction.execute(sql, &[&site_id, &post_id, &now, &at.0]).await?;
    transaction.invalidate_cache(site_id);
    finish(transaction, change, post_id, &["scheduledFor".to_owned()]).await
}

/// Makes a published or a scheduled post a draft. A draft stays as it is.
pub async fn withdraw_post(
    db: &Db,
    change: Change<'_>,
    post_id: i64,
) -> Result<Post, Failed<reasons::PostNotFound>> {
    let Change { site_id, now, .. } = change;
    let mut connection = db.connection().await?;
    let transaction = connection.transaction();
    let before = lock_post(&transaction, site_id, post_id).await?;
    let before = before.ok_or(Failed::Refused(reasons::PostNotFound))?;
    if before.status == PostStatus::Draft {
        return read(&transaction, site_id, post_id).await;
    }
    let sql = include_str!("publication/withdraw_post.sql");
    transaction.execute(sql, &[&site_id, &post_id, &now]).await?;
    transaction.invalidate_cache(site_id);
    finish(transaction, change, post_id, &["status".to_owned()]).await
}

/// Publishes the scheduled posts of up to 1,000 sites whose time has come, and returns their number. If one site fails,
/// the others are still processed, and the first error is returned.
pub async fn publish_due(db: &Db, now: DateTime<Utc>) -> Result<u64, DbError> {
    let mut sum = Ok(0);
    let sites: Vec<i64> = db.rows(include_str!("publication/due_sites.sql"), &[&now]).await?;
    for site_id in sites {
        let published = publish_due_of_site(db, site_id, now).await;
        if let Err(error) = &published {
            tracing::error!(site_id, error = %Chain(error), "a site's scheduled posts could not be published");
        }
        sum = sum.and_then(|sum| published.map(|published| sum + published));
    }
    sum
}

async fn publish_due_of_site(db: &Db, site_id: i64, now: DateTime<Utc>) -> Result<u64, DbError> {
    let mut connection = db.connection().await?;
    let transaction = connection.transaction();
    let sql = include_str!("publication/lock_free_site.sql");
    if transaction.opt::<i64>(sql, &[&site_id]).await?.is_none() {
        return Ok(0);
    }
    let sql = include_str!("publication/publish_due.sql");
    let published: Vec<i64> = transaction.rows(sql, &[&site_id, &now]).await?;
    for post_id in &published {
        let published = stoa_events::post_published(site_id, *post_id, now);
        stoa_events::post(&transaction, site_id, &published, now).await?;
    }
    transaction.invalidate_cache(site_id);
    transaction.commit().await?;
    Ok(published.len() as u64)
}
