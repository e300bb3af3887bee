//! What goes when nothing needs it any more: first rows that nothing names, with their files, then files without a row,
//! as a server leaves them that dies between the two.
//!
//! Either has a day: what was just stored is named by the next statement, and what was uploaded by the next request.

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

/// Looks for what nothing needs.
pub const SWEEP: Job = Job::new("sweep files");

/// A round begins so often. It reads the names of all files.
pub const FILE_SWEEP_INTERVAL: Duration = Duration::from_secs(24 * 60 * 60);

/// What is younger stays.
pub const UNUSED_FILE_RETENTION: TimeDelta = TimeDelta::days(1);

/// What the storage says whose it is by: no path of a file, since it is of no site.
const DATABASE: &str = "database";

/// Files that are looked for among the rows at once.
const FILE_SWEEP_BATCH_SIZE: usize = 1000;

/// What a round has done.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct SweepReport {
    /// Files that nothing named.
    pub unnamed: usize,
    /// Files without a row.
    pub without_row: usize,
}

/// Deletes what nothing needs, of all sites. A site that fails does not keep the others from being swept, nor does a
/// file that cannot be deleted: the next round comes by it.
pub async fn sweep(files: &Files) -> Result<SweepReport, FilesError> {
    let before = files.clock().now() - UNUSED_FILE_RETENTION;
    let sites: Vec<i64> = files.db().rows(include_str!("sweep/all_sites.sql"), &[]).await?;
    let mut report = SweepReport::default();
    let mut failed = None;
    for site_id in sites {
        match delete_unnamed(files, site_id, before).await {
            Ok(unnamed) => report.unnamed += unnamed,
            Err(error) => {
                tracing::error!(site_id, error = %Chain(&error), "a site's files could not be swept");
                failed = Some(error);
            }
        }
    }
    report.without_row = delete_without_row(files, before).await?;
    failed.map_or(Ok(report), Err)
}

/// Deletes the rows of a site that nothing names, and then their files.
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
    /// Of those that were looked at; none when all were.
    last_key: Option<String>,
    keys: Vec<String>,
}

/// Deletes files that have no row. Whatever else stands in the storage is none of ours.
async fn delete_without_row(files: &Files, before: DateTime<Utc>) -> Result<usize, FilesError> {
    if !is_of_this_database(files).await? {
        tracing::warn!(
            "the files of another database stand in the same place: those without a row are left, give each its own"
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

/// Whether the storage is this database's: the one that sweeps it first. Another's files have no rows here.
async fn is_of_this_database(files: &Files) -> Result<bool, FilesError> {
    let ours: String = files.db().one(include_str!("sweep/database.sql"), &[]).await?;
    let storage = files.storage();
    let whose = match storage.get(DATABASE).await? {
        Some(whose) => whose,
        None => match storage.put(DATABASE, ours.clone().into(), "text/plain").await {
            Ok(()) => return Ok(true),
            // Another was faster, or nothing can be stored.
            Err(error) => storage.get(DATABASE).await?.ok_or(error)?,
        },
    };
    // What is longer is none of ours either.
    Ok(whole(whose, ours.len()).await.is_ok_and(|whose| whose == ours))
}

/// Old files of one site.
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
    // Only as we write it: `01` and `+1` are folders of somebody else.
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
