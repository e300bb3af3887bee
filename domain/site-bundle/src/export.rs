//! Writes one site as a bundle, one item per line. Postgres writes the text of each item, so numbers and free-form JSON
//! are exported as they are stored.

use std::io::Write;
use std::pin::pin;

use anyhow::{Result, ensure};
use chrono::{DateTime, SecondsFormat, Utc};
use futures_util::TryStreamExt;
use tokio_postgres::{Client, IsolationLevel, Transaction};

use super::apply;
use super::sections::{SECTIONS, Section, Shape};

/// Writes the sections of a site in the format's order. Two exports of the same state differ only in the
/// time of the export.
pub async fn export(client: &mut Client, site_id: i64, out: &mut (dyn Write + Send)) -> Result<()> {
    export_without(client, site_id, None, out).await
}

/// Like [`export`], without one of the sections.
pub async fn export_without(
    client: &mut Client,
    site_id: i64,
    left_out: Option<&str>,
    out: &mut (dyn Write + Send),
) -> Result<()> {
    // All sections are read from one snapshot.
    let transaction = client
        .build_transaction()
        .isolation_level(IsolationLevel::RepeatableRead)
        .read_only(true)
        .start()
        .await?;
    let site =
        transaction.query_opt("select from sites site where site.id = $1", &[&site_id]).await?;
    ensure!(site.is_some(), "site {site_id} does not exist: `stoa site list` shows those that do");

    let exported_at: DateTime<Utc> =
        transaction.query_one("select transaction_timestamp()", &[]).await?.try_get(0)?;
    let exported_at = exported_at.to_rfc3339_opts(SecondsFormat::Millis, true);
    write!(out, "{{\n\"formatVersion\": 1,\n\"exportedAt\": \"{exported_at}\"")?;
    for section in SECTIONS.iter().filter(|section| Some(section.key) != left_out) {
        write!(out, ",\n\"{}\": ", section.key)?;
        write_section(&transaction, section, site_id, out).await?;
    }
    writeln!(out, "\n}}")?;
    out.flush()?;
    transaction.commit().await?;
    Ok(())
}

async fn write_section(
    transaction: &Transaction<'_>,
    section: &Section,
    site_id: i64,
    out: &mut (dyn Write + Send),
) -> Result<()> {
    let mut rows = pin!(transaction.query_raw(section.select, [site_id]).await?);
    if section.shape == Shape::Value {
        match rows.try_next().await? {
            Some(row) => write_item(section, row.try_get(0)?, out)?,
            None => out.write_all(b"null")?,
        }
        return Ok(());
    }

    let mut separator = "[\n";
    while let Some(row) = rows.try_next().await? {
        out.write_all(separator.as_bytes())?;
        write_item(section, row.try_get(0)?, out)?;
        separator = ",\n";
    }
    out.write_all(if separator == ",\n" { b"\n]" } else { b"[]" })?;
    Ok(())
}

/// Writes an item, with a version if an apply compares it.
fn write_item(section: &Section, item: &str, out: &mut (dyn Write + Send)) -> Result<()> {
    match apply::kind(section.key).zip(item.strip_suffix('}')) {
        Some((kind, members)) => {
            let (_, content) = apply::read(kind, item)?;
            let separator = if members == "{" { "" } else { "," };
            write!(out, "{members}{separator}\"version\":\"{}\"}}", content.version())?;
        }
        None => out.write_all(item.as_bytes())?,
    }
    Ok(())
}
