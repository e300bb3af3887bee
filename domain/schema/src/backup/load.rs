//! Loads an archive into an empty database, in one transaction, so that an incomplete archive loads nothing.

use std::collections::HashMap;
use std::pin::Pin;

use anyhow::{Context, Result, anyhow, bail, ensure};
use bytes::Bytes;
use futures_util::SinkExt;
use sha2::{Digest, Sha256};
use stoa_storage::Storage;
use tokio_postgres::{Client, CopyInSink, Transaction};

use super::archive::{Entry, NO_ARCHIVE, Reader};
use super::manifest::{End, FileCounts, Head, Rows, Totals};
use super::schema::{self, AS_TEXT, copied};
use super::{Progress, Report};
use crate::migrations;

/// Loads the rows into the database and the files into the storage. Without a storage, the files are left out.
pub async fn restore(
    client: &mut Client,
    storage: Option<&Storage>,
    mut archive: Reader,
    report: &Report<'_>,
) -> Result<Totals> {
    let first = archive.next().await?.context(NO_ARCHIVE)?;
    let head = Head::read(&first.bytes, migrations::newest())?;
    let mut stored = Stored { storage, counts: FileCounts::default(), paths: Vec::new() };
    match load(client, &head, &mut archive, &mut stored, report).await {
        Ok(totals) => {
            // Without `analyze`, the planner has no statistics of the new rows. The rows are committed, so the restore
            // has succeeded even if `analyze` fails.
            if let Err(error) = client.batch_execute("analyze").await {
                tracing::warn!(
                    "run `analyze` in the database, it has no statistics yet: {:#}",
                    anyhow!(error)
                );
            }
            Ok(totals)
        }
        Err(error) => {
            stored.remove().await;
            Err(error)
        }
    }
}

async fn load(
    client: &mut Client,
    head: &Head,
    archive: &mut Reader,
    stored: &mut Stored<'_>,
    report: &Report<'_>,
) -> Result<Totals> {
    let transaction = client.transaction().await?;
    transaction.batch_execute(AS_TEXT).await?;
    let status = migrations::status(&transaction).await?;
    ensure!(status.is_empty(), "the database has a schema already: restore into one that is empty");
    migrations::apply_in(&transaction, head.schema).await?;
    let tables = schema::tables(&transaction, &migrations::tables()).await?;
    let mut said = head.tables.clone();
    said.sort();
    ensure!(
        tables.iter().map(sorted).eq(said.iter().map(sorted)),
        "its tables are not those of the schema V{:03}: another build has written it",
        head.schema
    );
    let foreign_keys = schema::drop_foreign_keys(&transaction).await?;
    let (loaded, end) = fill(&transaction, head, archive, stored, report).await?;
    report(Progress::Step("foreign keys"));
    for add in &foreign_keys {
        let added = transaction.batch_execute(add).await.map_err(in_one_line);
        added.context("its rows do not fit each other")?;
    }
    for sequence in &end.sequences {
        schema::advance(&transaction, sequence).await?;
    }
    migrations::apply_in(&transaction, migrations::newest()).await?;
    transaction.commit().await?;
    let files = FileCounts { missing: end.files.missing, ..stored.counts };
    Ok(Totals { tables: loaded, files })
}

/// Returns a table's name and its sorted columns, for comparison. The columns are sorted because their order depends on
/// the migrations that a database has gone through.
fn sorted(table: &super::manifest::Table) -> (&str, Vec<&str>) {
    let mut columns: Vec<&str> = table.columns.iter().map(String::as_str).collect();
    columns.sort_unstable();
    (&table.name, columns)
}

/// Loads all entries, and checks the result against the archive's last entry.
async fn fill(
    transaction: &Transaction<'_>,
    head: &Head,
    archive: &mut Reader,
    stored: &mut Stored<'_>,
    report: &Report<'_>,
) -> Result<(Vec<Rows>, End)> {
    let mut loaded: HashMap<String, Rows> = HashMap::new();
    let mut load: Option<TableLoad> = None;
    let end = loop {
        let Entry { path, bytes } = archive.next().await?.context("it is cut off")?;
        report(Progress::Bytes(bytes.len() as u64));
        if path == "end.json" {
            break serde_json::from_slice::<End>(&bytes).context("its end cannot be read")?;
        }
        match path.split('/').collect::<Vec<_>>()[..] {
            ["tables", name, _] => {
                if load.as_ref().is_none_or(|load| load.rows.name != name) {
                    finish(&mut load, &mut loaded).await?;
                    report(Progress::Step(name));
                    load = Some(TableLoad::begin(transaction, head, name).await?);
                }
                if let Some(load) = &mut load {
                    load.add(bytes).await?;
                }
            }
            ["files", site, key] if site.parse::<i64>().is_ok() && stoa_files::is_key(key) => {
                finish(&mut load, &mut loaded).await?;
                stored.add(format!("{site}/{key}"), bytes).await?;
            }
            _ => bail!("it has {path}, which this version does not know"),
        }
    };
    finish(&mut load, &mut loaded).await?;
    // Read once more, to check that the archive ends here.
    ensure!(archive.next().await?.is_none(), "it is damaged: data follows its end");

    let mut rows = Vec::new();
    for table in &end.tables {
        let of_none = || Rows {
            name: table.name.clone(),
            sha256: SHA256_OF_NO_BYTES.into(),
            ..Rows::default()
        };
        let loaded = loaded.remove(&table.name).unwrap_or_else(of_none);
        ensure!(loaded == *table, "it is damaged: {} lacks rows or has others", table.name);
        rows.push(loaded);
    }
    let is_all = end.tables.len() == head.tables.len() && loaded.is_empty();
    ensure!(is_all, "it is damaged: its end names other tables than its head");
    let files = stored.counts;
    let is_all = (files.files + files.left_out, files.bytes) == (end.files.files, end.files.bytes);
    ensure!(is_all, "it is damaged: it lacks files, or has others");
    Ok((rows, end))
}

/// SHA-256 of no bytes, for a table without rows.
const SHA256_OF_NO_BYTES: &str = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

/// A table that is being loaded.
struct TableLoad {
    sink: Pin<Box<CopyInSink<Bytes>>>,
    rows: Rows,
    digest: Sha256,
}

impl TableLoad {
    async fn begin(transaction: &Transaction<'_>, head: &Head, name: &str) -> Result<Self> {
        let table = head.tables.iter().find(|table| table.name == name);
        let table =
            table.with_context(|| format!("it is damaged: its head has no table {name}"))?;
        let copy = format!("copy {} from stdin", copied(table));
        let sink = Box::pin(transaction.copy_in(&copy).await?);
        let rows = Rows { name: name.to_owned(), ..Rows::default() };
        Ok(Self { sink, rows, digest: Sha256::new() })
    }

    async fn add(&mut self, bytes: Bytes) -> Result<()> {
        self.digest.update(&bytes);
        self.rows.bytes += bytes.len() as u64;
        let sent = self.sink.send(bytes).await.map_err(in_one_line);
        sent.with_context(|| format!("{} cannot be filled", self.rows.name))
    }
}

async fn finish(load: &mut Option<TableLoad>, loaded: &mut HashMap<String, Rows>) -> Result<()> {
    let Some(mut filled) = load.take() else { return Ok(()) };
    let name = filled.rows.name.clone();
    let rows = filled.sink.as_mut().finish().await.map_err(in_one_line);
    let rows = rows.with_context(|| format!("{name} cannot be filled"))?;
    let rows = Rows { rows, sha256: hex::encode(filled.digest.finalize()), ..filled.rows };
    ensure!(loaded.insert(name.clone(), rows).is_none(), "it is damaged: it has {name} twice");
    Ok(())
}

/// Formats Postgres' error together with its detail and its context, such as the row, in one line.
fn in_one_line(error: tokio_postgres::Error) -> anyhow::Error {
    let Some(said) = error.as_db_error() else { return error.into() };
    let parts = [Some(said.message()), said.detail(), said.where_()];
    anyhow!("{}", parts.into_iter().flatten().collect::<Vec<_>>().join(": ").replace('\n', " "))
}

/// Stores and counts the files of a restore.
struct Stored<'a> {
    storage: Option<&'a Storage>,
    counts: FileCounts,
    /// The paths that this restore has stored.
    paths: Vec<String>,
}

impl Stored<'_> {
    async fn add(&mut self, path: String, bytes: Bytes) -> Result<()> {
        self.counts.bytes += bytes.len() as u64;
        let Some(storage) = self.storage else {
            self.counts.left_out += 1;
            return Ok(());
        };
        self.counts.files += 1;
        // Files never change, so a file that exists at this path has the right content. An earlier attempt may have
        // left it, or the bucket may be the one that was backed up.
        if storage.get(&path).await?.is_none() {
            let media_type = stoa_files::media_type(&path);
            let put = storage.put(&path, bytes, media_type).await;
            put.with_context(|| format!("file {path} cannot be stored"))?;
            self.paths.push(path);
        }
        Ok(())
    }

    /// Deletes the files that a failed restore has stored.
    async fn remove(&self) {
        for path in &self.paths {
            if let Some(storage) = self.storage {
                // Errors are ignored: a file that remains has no row, so the sweep deletes it.
                let _ = storage.delete(path).await;
            }
        }
    }
}
