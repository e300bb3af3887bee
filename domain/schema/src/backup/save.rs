//! Writes an archive: first all rows, from one snapshot, so that concurrent writes do not matter, and then the files
//! that these rows refer to.

use std::pin::pin;

use anyhow::{Context, Result, bail, ensure};
use bytes::{Bytes, BytesMut};
use futures_util::TryStreamExt;
use sha2::{Digest, Sha256};
use stoa_storage::Storage;
use tokio_postgres::{Client, IsolationLevel, Transaction};

use super::archive::{FIRST, Writer};
use super::manifest::{End, FileCounts, Head, Rows, Table, Totals};
use super::schema::{self, AS_TEXT, copied};
use super::{Progress, Report};
use crate::migrations;

/// Size of the parts in which a table is read and written.
const TABLE_PART_BYTES: usize = 4 * 1024 * 1024;

const FILES: &str = "select file.site_id, file.key from files file order by file.site_id, file.key";

/// Writes all rows and the files that they refer to. Without a storage, the files are left out.
pub async fn backup(
    client: &mut Client,
    storage: Option<&Storage>,
    mut archive: Writer,
    report: &Report<'_>,
) -> Result<Totals> {
    let status = migrations::status(client).await?;
    ensure!(!status.is_empty(), "there is nothing to back up: no stoa has migrated this database");
    status.compatible()?;
    if let Some(newer) = status.newer.last() {
        bail!(
            "the database has {newer}, which this stoa does not know: back it up by the newer one"
        );
    }
    let transaction = begin(client).await?;
    let ours = migrations::tables();
    let tables = schema::tables(&transaction, &ours).await?;
    let version = status.applied.last().map_or(0, |applied| applied.version);
    let postgres = transaction.query_one("show server_version", &[]).await?.try_get(0)?;
    let head = Head::new(version, postgres, tables);
    archive.put(FIRST.into(), serde_json::to_vec_pretty(&head)?).await?;

    let mut end = End::default();
    for table in &head.tables {
        report(Progress::Step(&table.name));
        let rows = save_table(&transaction, table, &mut archive, report).await;
        end.tables.push(rows.with_context(|| format!("{} cannot be read", table.name))?);
    }
    // Sequences are not part of the snapshot. That does no harm, because concurrent inserts only increase their values.
    end.sequences = schema::sequences(&transaction, &head.tables).await?;
    report(Progress::Step("files"));
    end.files = save_files(&transaction, storage, &mut archive, report).await?;
    transaction.commit().await?;
    archive.put("end.json".into(), serde_json::to_vec_pretty(&end)?).await?;
    archive.finish().await?;
    Ok(Totals { tables: end.tables, files: end.files })
}

/// Begins a transaction with one snapshot of all tables. Locks the tables before Postgres takes the snapshot, so that
/// no migration rewrites them. A table that was rewritten after the snapshot would look empty.
async fn begin(client: &mut Client) -> Result<Transaction<'_>> {
    let ours = migrations::tables();
    let there = client.transaction().await?;
    let tables = schema::tables(&there, &ours).await?;
    there.rollback().await?;
    let transaction = client
        .build_transaction()
        .isolation_level(IsolationLevel::RepeatableRead)
        .read_only(true)
        .start()
        .await?;
    transaction.batch_execute(AS_TEXT).await?;
    let names: Vec<String> = tables.iter().map(|table| schema::quoted(&table.name)).collect();
    let lock = format!("lock table {} in access share mode", names.join(", "));
    transaction.batch_execute(&lock).await.context("the tables cannot be locked")?;
    let locked = schema::tables(&transaction, &ours).await?;
    ensure!(locked == tables, "the schema was migrated at this moment: try again");
    Ok(transaction)
}

async fn save_table(
    transaction: &Transaction<'_>,
    table: &Table,
    archive: &mut Writer,
    report: &Report<'_>,
) -> Result<Rows> {
    let copy = format!("copy {} to stdout", copied(table));
    let mut lines = pin!(transaction.copy_out(&copy).await?);
    let mut saved = Rows { name: table.name.clone(), ..Rows::default() };
    let mut digest = Sha256::new();
    let mut part = BytesMut::new();
    let mut number = 0;
    loop {
        // Each item of the stream is one whole row.
        let line = lines.try_next().await?;
        if let Some(line) = &line {
            part.extend_from_slice(line);
            saved.rows += 1;
        }
        if part.len() >= TABLE_PART_BYTES || (line.is_none() && !part.is_empty()) {
            let bytes = part.split().freeze();
            digest.update(&bytes);
            saved.bytes += bytes.len() as u64;
            report(Progress::Bytes(bytes.len() as u64));
            archive.put(format!("tables/{}/{number:06}.copy", table.name), bytes).await?;
            number += 1;
        }
        if line.is_none() {
            saved.sha256 = hex::encode(digest.finalize());
            return Ok(saved);
        }
    }
}

/// Writes the files that rows refer to. Files never change, so it does not matter when they are read.
async fn save_files(
    transaction: &Transaction<'_>,
    storage: Option<&Storage>,
    archive: &mut Writer,
    report: &Report<'_>,
) -> Result<FileCounts> {
    let mut counts = FileCounts::default();
    let no_parameters: [i64; 0] = [];
    let mut rows = pin!(transaction.query_raw(FILES, no_parameters).await?);
    while let Some(row) = rows.try_next().await? {
        let (site_id, key): (i64, String) = (row.try_get(0)?, row.try_get(1)?);
        let Some(storage) = storage else {
            counts.left_out += 1;
            continue;
        };
        let path = format!("{site_id}/{key}");
        match read(storage, &path).await.with_context(|| format!("file {path} cannot be read"))? {
            Some(bytes) => {
                counts.files += 1;
                counts.bytes += bytes.len() as u64;
                report(Progress::Bytes(bytes.len() as u64));
                archive.put(format!("files/{path}"), bytes).await?;
            }
            None => counts.missing += 1,
        }
    }
    ensure!(
        counts.missing == 0 || counts.files > 0,
        "none of the {} files is where they should be: name their folder by --files-dir, or leave them out by --files no",
        counts.missing
    );
    Ok(counts)
}

async fn read(storage: &Storage, path: &str) -> Result<Option<Bytes>> {
    let Some(file) = storage.get(path).await? else { return Ok(None) };
    let mut bytes = BytesMut::with_capacity(usize::try_from(file.size)?);
    let mut pieces = file.pieces;
    while let Some(piece) = pieces.try_next().await? {
        bytes.extend_from_slice(&piece);
    }
    Ok(Some(bytes.freeze()))
}
