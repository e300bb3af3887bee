//! Deletes unused files in two steps:
//!
//! 1. Delete the rows of `files` that no other row refers to, with their files.
//! 2. Delete files without a row. They remain if a server dies between storing a file and storing its row.
//!
//! A sweep also corrects the number of bytes that each site's files have, and deletes old counts of callers' bytes.
//!
//! Files younger than a day are not deleted, because a later statement or request may refer to them.

use std::collections::HashSet;
use std::fmt;
use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use futures_util::TryStreamExt;
use serde::Deserialize;
use stoa_jobs::Job;
use stoa_storage::ListedFile;
use stoa_telemetry::Chain;

use crate::files::{path, whole};
use crate::key::is_key;
use crate::{Files, FilesError};

/// The job that runs [`sweep()`].
pub const SWEEP: Job = Job::new("sweep files");

/// Time from one round to the next. A round lists all files in the storage.
pub const FILE_SWEEP_INTERVAL: Duration = Duration::from_secs(24 * 60 * 60);

/// Minimum age of a file that the sweep deletes.
pub const UNUSED_FILE_RETENTION: TimeDelta = TimeDelta::days(1);

/// The longest window in which the bytes of a caller are counted. After this time, a count has no effect.
const LONGEST_WINDOW: TimeDelta = TimeDelta::days(1);

/// Path in the storage of a marker that identifies the database to which the storage belongs. The path of a site's file
/// always begins with the site's id, so no such file has this path.
const DATABASE: &str = "database";

/// Number of files that one statement looks up in the table.
const FILE_SWEEP_BATCH_SIZE: usize = 1000;

/// The numbers of files that a round has deleted.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct SweepReport {
    /// Files with a row to which no other row referred.
    pub unnamed: usize,
    /// Files without a row in `files`.
    pub without_row: usize,
}

/// Deletes the unused files of all sites. If one site fails, the sweep goes on with the other sites and then returns
/// the error. If a file cannot be deleted, a later round tries again.
pub async fn sweep(files: &Files) -> Result<SweepReport, FilesError> {
    let before = files.clock().now() - UNUSED_FILE_RETENTION;
    let sites: Vec<i64> = files.db().rows(include_str!("sweep/due_sites.sql"), &[]).await?;
    let mut report = SweepReport::default();
    let mut failed = None;
    for site_id in sites {
        let swept = delete_unnamed(files, site_id, before).await;
        files.db().execute(include_str!("sweep/recount_site_storage.sql"), &[&site_id]).await?;
        match swept {
            Ok(unnamed) => report.unnamed += unnamed,
            Err(error) => {
                tracing::error!(site_id, error = %Chain(&error), "a site's files could not be swept");
                failed = Some(error);
            }
        }
    }
    let windows_before = files.clock().now() - LONGEST_WINDOW;
    files
        .db()
        .execute_until_none(include_str!("sweep/old_stored_bytes.sql"), &[&windows_before])
        .await?;
    report.without_row = delete_without_row(files, before).await?;
    failed.map_or(Ok(report), Err)
}

/// Deletes a site's rows of `files` to which no other row refers, and then these files. Rows that were created at
/// `before` or later are not deleted.
async fn delete_unnamed(
    files: &Files,
    site_id: i64,
    before: DateTime<Utc>,
) -> Result<usize, FilesError> {
    let (mut after, mut deleted) = (String::new(), 0);
    loop {
        let sql = include_str!("sweep/delete_unnamed.sql");
        let batch: DeletedBatch = files.db().one(sql, &[&site_id, &after, &before]).await?;
        for key in &batch.keys {
            files.storage().delete(&path(site_id, key)).await?;
        }
        deleted += batch.keys.len();
        match batch.last_key {
            Some(key) => after = key,
            None => return Ok(deleted),
        }
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct DeletedBatch {
    /// The last key that the batch checked, or `None` after the last batch.
    last_key: Option<String>,
    keys: Vec<String>,
}

/// Deletes files without a row. Ignores paths that do not have the form `{site_id}/{key}`.
async fn delete_without_row(files: &Files, before: DateTime<Utc>) -> Result<usize, FilesError> {
    if !is_of_this_database(files).await? {
        tracing::warn!(
            "another database uses the same file storage: give each database its own storage; files without a row are left alone"
        );
        return Ok(0);
    }
    let mut listed = files.storage().list();
    let mut batch = Batch::default();
    let mut deleted = 0;
    while let Some(ListedFile { path, stored_at }) = listed.try_next().await? {
        let Some((site_id, key)) = site_and_key(&path).filter(|_| stored_at < before) else {
            continue;
        };
        if batch.keys.len() == FILE_SWEEP_BATCH_SIZE || batch.site_id != site_id {
            deleted += delete_of_batch(files, &batch).await?;
            batch = Batch { site_id, keys: Vec::new() };
        }
        batch.keys.push(key.to_owned());
    }
    Ok(deleted + delete_of_batch(files, &batch).await?)
}

/// Whether the storage belongs to this database. The first database that sweeps a storage claims it. Without this
/// check, the sweep would delete the files of another database, because they have no rows in this one.
async fn is_of_this_database(files: &Files) -> Result<bool, FilesError> {
    let ours: String = files.db().one(include_str!("sweep/database.sql"), &[]).await?;
    let storage = files.storage();
    let whose = match storage.get(DATABASE).await? {
        Some(whose) => whose,
        None => match storage.put(DATABASE, ours.clone().into(), "text/plain").await {
            Ok(()) => return Ok(true),
            // `put` fails if another server has stored the marker first, or if the storage is not writable.
            Err(error) => storage.get(DATABASE).await?.ok_or(error)?,
        },
    };
    // A marker that is longer than `ours` is of another database. `whole` then returns an error.
    Ok(whole(whose, ours.len()).await.is_ok_and(|whose| whose == ours))
}

/// Files of one site that are old enough to be deleted.
#[derive(Default)]
struct Batch {
    site_id: i64,
    keys: Vec<String>,
}

async fn delete_of_batch(files: &Files, batch: &Batch) -> Result<usize, FilesError> {
    let Batch { site_id, keys } = batch;
    if keys.is_empty() {
        return Ok(0);
    }
    let sql = include_str!("sweep/with_row.sql");
    let with_row: Vec<String> = files.db().rows(sql, &[site_id, keys]).await?;
    let with_row: HashSet<String> = with_row.into_iter().collect();
    let mut deleted = 0;
    for key in keys.iter().filter(|key| !with_row.contains(*key)) {
        files.storage().delete(&path(*site_id, key)).await?;
        deleted += 1;
    }
    Ok(deleted)
}

fn site_and_key(path: &str) -> Option<(i64, &str)> {
    let (site, key) = path.split_once('/')?;
    let site_id: i64 = site.parse().ok()?;
    // `parse` also accepts `01` and `+1`, but the server writes no such folders.
    (site_id.to_string() == site && is_key(key)).then_some((site_id, key))
}

impl fmt::Display for SweepReport {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { unnamed, without_row } = self;
        write!(
            out,
            "{unnamed} files that nothing named were deleted, and {without_row} without a row"
        )
    }
}
