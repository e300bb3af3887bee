//! Deletes files that nothing uses: first rows that no other row names, with their files, then files without a row,
//! which a server leaves if it dies between storing the two.
//!
//! Files younger than a day stay, because the next statement or request may name them.

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

/// How often a round begins. It lists all files in the storage.
pub const FILE_SWEEP_INTERVAL: Duration = Duration::from_secs(24 * 60 * 60);

/// Younger files stay.
pub const UNUSED_FILE_RETENTION: TimeDelta = TimeDelta::days(1);

/// Path in the storage that names the database to which it belongs. Not the path of a file, because it has no site.
const DATABASE: &str = "database";

/// Number of files that are looked up in the table at once.
const FILE_SWEEP_BATCH_SIZE: usize = 1000;

/// The result of a round.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct SweepReport {
    /// Number of deleted files that no row named.
    pub unnamed: usize,
    /// Number of deleted files without a row.
    pub without_row: usize,
}

/// Deletes the files of all sites that nothing uses. A site that fails does not stop the sweep of the others. If a file
/// cannot be deleted, a later round tries again.
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

/// Deletes a site's rows of files that no other row names, and then these files.
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
    /// The last key that was looked at, or `None` after the last batch.
    last_key: Option<String>,
    keys: Vec<String>,
}

/// Deletes files without a row. Anything else in the storage does not belong to this server.
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

/// Whether the storage belongs to this database: the first database that sweeps it claims it. Files of another database
/// have no rows here.
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
    // A longer file is not ours either.
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
    // Only as this server writes it: folders such as `01` and `+1` are not its own.
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
