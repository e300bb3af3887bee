//! Deletes unused files. First it deletes rows that no other row refers to, with their files. Then it deletes files
//! without a row, which remain if a server dies between storing the file and storing its row.
//!
//! Files younger than a day stay, because a later statement or request may refer to them.

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

/// How often a round starts. A round lists all files in the storage.
pub const FILE_SWEEP_INTERVAL: Duration = Duration::from_secs(24 * 60 * 60);

/// Files younger than this stay.
pub const UNUSED_FILE_RETENTION: TimeDelta = TimeDelta::days(1);

/// Path of an entry that names the storage's database. No file of a site has this path, because it contains no site.
const DATABASE: &str = "database";

/// Number of files that are looked up in the table at once.
const FILE_SWEEP_BATCH_SIZE: usize = 1000;

/// The result of a round.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct SweepReport {
    /// Number of deleted files to which no row referred.
    pub unnamed: usize,
    /// Number of deleted files without a row.
    pub without_row: usize,
}

/// Deletes the unused files of all sites. If one site fails, the others are still swept. If a file cannot be deleted, a
/// later round tries again.
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

/// Deletes a site's rows of files to which no other row refers, and then these files.
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

/// Deletes files without a row. Paths that this server would not write are left alone.
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

/// Whether the storage belongs to this database. The first database that sweeps a storage claims it. Files of another
/// database have no rows in this one, so they would be deleted.
async fn is_of_this_database(files: &Files) -> Result<bool, FilesError> {
    let ours: String = files.db().one(include_str!("sweep/database.sql"), &[]).await?;
    let storage = files.storage();
    let whose = match storage.get(DATABASE).await? {
        Some(whose) => whose,
        None => match storage.put(DATABASE, ours.clone().into(), "text/plain").await {
            Ok(()) => return Ok(true),
            // Another server was faster, or nothing can be stored.
            Err(error) => storage.get(DATABASE).await?.ok_or(error)?,
        },
    };
    // If the claim is longer than this database's, it is of another database.
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
    // Accepts a path only in this server's spelling: folders such as `01` and `+1` are not the server's.
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
