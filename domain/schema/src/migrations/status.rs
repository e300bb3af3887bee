//! Compares a database's migration history with the migrations of this binary.

use std::fmt::{Display, Formatter};

use anyhow::{Context, Result, ensure};
use chrono::{DateTime, Utc};
use refinery::Migration;
use tokio_postgres::{GenericClient, Row};

const HISTORY: &str =
    "select version, name, applied_on, checksum from refinery_schema_history order by version";

/// The migrations of a database, compared with those of this binary.
#[derive(Debug, Clone)]
pub struct Status {
    /// Migrations that this binary knows and the database has, in order.
    pub applied: Vec<Applied>,
    /// Migrations that this binary knows and the database lacks, in order.
    pub pending: Vec<Pending>,
    /// Migrations that the database has and this binary does not know, in order. A newer binary has applied them.
    pub newer: Vec<Applied>,
    /// Why this binary cannot work with the database, even after the pending migrations.
    fault: Option<String>,
}

/// A migration that the database has.
#[derive(Debug, Clone)]
pub struct Applied {
    pub version: i32,
    pub name: String,
    pub applied_at: DateTime<Utc>,
    checksum: String,
    /// Binaries whose last migration is before this version cannot work with the schema.
    breaks_before: Option<i32>,
}

/// A migration that the database lacks.
#[derive(Debug, Clone)]
pub struct Pending {
    pub version: i32,
    pub name: String,
}

impl Status {
    /// Whether the database was never migrated.
    pub fn is_empty(&self) -> bool {
        self.applied.is_empty() && self.newer.is_empty()
    }

    /// Fails if this binary cannot work with the migrations that the database has. Pending migrations are not
    /// considered.
    pub fn compatible(&self) -> Result<()> {
        self.fault.as_ref().map_or(Ok(()), |fault| Err(anyhow::anyhow!("{fault}")))
    }

    /// Fails if this binary cannot work with the database, or if migrations are pending.
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
    let last = history.last().map_or(0, |applied| applied.version);
    let gap =
        known.iter().find(|migration| migration.version() < last && !has(migration.version()));
    let gap = gap.map(|gap| {
        format!(
            "the database lacks V{:03} {} and has later migrations: it is of another build",
            gap.version(),
            gap.name()
        )
    });
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
    Ok(Status { applied, pending, newer, fault: fault.or(gap) })
}

/// Returns the applied migrations, in order. Reads `pg_class`, because `to_regclass` may not see a history table that a
/// concurrent transaction has just created.
async fn history(client: &impl GenericClient) -> Result<Vec<Applied>> {
    let exists = "select exists (select from pg_class
        where relname = 'refinery_schema_history' and pg_table_is_visible(oid))";
    if !client.query_one(exists, &[]).await?.try_get(0)? {
        return Ok(Vec::new());
    }
    client.query(HISTORY, &[]).await?.iter().map(Applied::read).collect()
}

impl Applied {
    fn read(row: &Row) -> Result<Self> {
        let (name, applied_on): (String, &str) = (row.try_get(1)?, row.try_get(2)?);
        Ok(Self {
            version: row.try_get(0)?,
            breaks_before: breaks_before(&name),
            name,
            applied_at: DateTime::parse_from_rfc3339(applied_on)?.to_utc(),
            checksum: row.try_get(3)?,
        })
    }
}

/// Returns the first version that works with a migration's changes: 30 for `drop_note_breaks_before_V030`.
fn breaks_before(name: &str) -> Option<i32> {
    name.rsplit_once("_breaks_before_V")?.1.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::breaks_before;

    #[test]
    fn the_name_says_which_servers_break() {
        assert_eq!(breaks_before("drop_note_breaks_before_V030"), Some(30));
        assert_eq!(breaks_before("carts"), None);
    }
}
