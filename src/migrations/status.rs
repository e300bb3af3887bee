//! What a database has of the schema: read from its history, held against the migrations of this binary.

use std::fmt::{Display, Formatter};

use anyhow::{Context, Result, ensure};
use chrono::{DateTime, Utc};
use refinery::Migration;
use tokio_postgres::{GenericClient, Row};

/// Which histories there are. `to_regclass` alone would not do: what another transaction has made meanwhile is unknown to
/// it until a table is locked, as pg_class is here.
const HISTORIES: &str = "select
        coalesce(bool_or(relname = 'refinery_schema_history'), false),
        coalesce(bool_or(relname = 'schema_history'), false)
    from pg_class
    where relname in ('refinery_schema_history', 'schema_history') and pg_table_is_visible(oid)";

/// What a database has of the schema.
#[derive(Debug, Clone)]
pub struct Status {
    /// What this binary knows and the database has, in order.
    pub applied: Vec<Applied>,
    /// What this binary knows and the database lacks, in order.
    pub pending: Vec<Pending>,
    /// What the database has and this binary does not know, in order: a newer one has been here.
    pub newer: Vec<Applied>,
    /// Why this binary cannot work with such a database, whatever is pending.
    fault: Option<String>,
}

/// A migration that a database has.
#[derive(Debug, Clone)]
pub struct Applied {
    pub version: i32,
    pub name: String,
    pub applied_at: DateTime<Utc>,
    checksum: String,
    /// Binaries that do not know this version cannot work with what it has done.
    breaks_before: Option<i32>,
}

/// A migration that a database lacks.
#[derive(Debug, Clone)]
pub struct Pending {
    pub version: i32,
    pub name: String,
}

impl Status {
    /// Has nobody migrated this database yet?
    pub fn is_empty(&self) -> bool {
        self.applied.is_empty() && self.newer.is_empty()
    }

    /// Can this binary work with what the database has? What is pending apart.
    pub fn compatible(&self) -> Result<()> {
        self.fault.as_ref().map_or(Ok(()), |fault| Err(anyhow::anyhow!("{fault}")))
    }

    /// Has the database all that this binary needs, and nothing that it cannot work with?
    pub fn ready(&self) -> Result<()> {
        self.compatible()?;
        ensure!(self.pending.is_empty(), "the schema is behind: run stoa migrate");
        Ok(())
    }
}

impl Display for Applied {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "V{:03} {}", self.version, self.name)
    }
}

impl Display for Pending {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "V{:03} {}", self.version, self.name)
    }
}

/// Holds the history of a database against these migrations.
pub(super) async fn read(client: &impl GenericClient, known: &[Migration]) -> Result<Status> {
    let history = history(client).await.context("the history of the schema cannot be read")?;
    let newest = known.last().map_or(0, Migration::version);
    let of = |version| known.iter().find(|migration| migration.version() == version);
    let has = |version| history.iter().any(|applied: &Applied| applied.version == version);
    let pending = known
        .iter()
        .filter(|migration| !has(migration.version()))
        .map(|migration| Pending { version: migration.version(), name: migration.name().into() })
        .collect();
    let fault = history.iter().find_map(|applied| match (of(applied.version), applied.breaks_before) {
        (Some(migration), _) if migration.checksum().to_string() != applied.checksum => Some(format!(
            "{applied} of this database is another than that of this stoa: the database is of another build"
        )),
        (None, Some(before)) if newest < before => Some(format!(
            "the schema is newer than this stoa, which ends at V{newest:03}, and {applied} leaves nothing to work with before V{before:03}: run a newer stoa"
        )),
        _ => None,
    });
    let (applied, newer) = history.into_iter().partition(|applied| of(applied.version).is_some());
    Ok(Status { applied, pending, newer, fault })
}

/// All that was applied, in order.
async fn history(client: &impl GenericClient) -> Result<Vec<Applied>> {
    let there = client.query_one(HISTORIES, &[]).await?;
    let mut history = Vec::new();
    if there.try_get(1)? {
        let rows = "select version, name, applied_at, checksum, breaks_before from schema_history";
        history.extend(collect(client.query(rows, &[]).await?, since_1_0)?);
    }
    if there.try_get(0)? {
        let rows = "select version, name, applied_on, checksum from refinery_schema_history";
        history.extend(collect(client.query(rows, &[]).await?, of_1_0)?);
    }
    // What breaks older binaries stands in both: the first of two is the one that says so.
    history.sort_by_key(|applied| applied.version);
    history.dedup_by_key(|applied| applied.version);
    Ok(history)
}

fn collect(rows: Vec<Row>, read: fn(&Row) -> Result<Applied>) -> Result<Vec<Applied>> {
    rows.iter().map(read).collect()
}

fn since_1_0(row: &Row) -> Result<Applied> {
    Ok(Applied {
        version: row.try_get(0)?,
        name: row.try_get(1)?,
        applied_at: row.try_get(2)?,
        checksum: row.try_get(3)?,
        breaks_before: row.try_get(4)?,
    })
}

fn of_1_0(row: &Row) -> Result<Applied> {
    let applied_on = DateTime::parse_from_rfc3339(row.try_get(2)?)?;
    Ok(Applied {
        version: row.try_get(0)?,
        name: row.try_get(1)?,
        applied_at: applied_on.to_utc(),
        checksum: row.try_get(3)?,
        breaks_before: None,
    })
}
