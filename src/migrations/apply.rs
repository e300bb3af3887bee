//! Migrates: one transaction for each migration, with its note in the history.

use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use chrono::{SecondsFormat, Utc};
use refinery::Migration;
use tokio_postgres::error::SqlState;
use tokio_postgres::{Client, Error, Transaction};

use super::{LAST_OF_1_0, known, status};

/// Release 1.0 takes the same lock. Here it is taken by each transaction, so that it ends with it, whatever becomes of
/// the connection.
const LOCK: i64 = 0x5354_4f41;

/// A change of a table that waits behind one who reads it long has everybody else wait behind itself. It gives up after
/// this, lets them pass, and tries again.
const PATIENCE: &str = "3s";

const LETS_PASS: Duration = Duration::from_secs(1);

/// Release 1.0 makes and reads it.
const HISTORY_OF_1_0: &str = "create table if not exists refinery_schema_history (
    version int4 primary key,
    name varchar(255),
    applied_on varchar(255),
    checksum varchar(255)
)";

const HISTORY: &str = "create table if not exists schema_history (
    version int not null,
    name text not null,
    applied_at timestamptz(3) not null,
    checksum text not null,
    -- Binaries whose last migration is an older one cannot work with what this one has done.
    breaks_before int,
    constraint schema_history_version_taken primary key (version)
)";

const NOTE: &str = "insert into schema_history (version, name, applied_at, checksum, breaks_before)
    values ($1, $2, now(), $3, $4)";

const NOTE_FOR_1_0: &str = "insert into refinery_schema_history (version, name, applied_on, checksum) values ($1, $2, $3, $4)";

/// Who has the lock of those who migrate.
const WHO_MIGRATES: &str = "select lock.pid, activity.application_name, null::text
    from pg_locks lock left join pg_stat_activity activity using (pid)
    where lock.locktype = 'advisory' and lock.granted and lock.pid <> pg_backend_pid()
    and lock.database = (select oid from pg_database where datname = current_database())
    and (lock.classid::bigint << 32 | lock.objid::bigint) = $1 and lock.objsubid = 1";

/// Who has locked tables of this database, the longest first.
const WHO_HOLDS_TABLES: &str = "select lock.pid, activity.application_name,
    string_agg(distinct held.relname, ', ' order by held.relname)::text
    from pg_locks lock
    join pg_class held on held.oid = lock.relation and held.relkind in ('r', 'p')
    left join pg_stat_activity activity using (pid)
    where lock.granted and lock.pid <> pg_backend_pid()
    and lock.database = (select oid from pg_database where datname = current_database())
    and held.relnamespace <> 'pg_catalog'::regnamespace
    group by lock.pid, activity.application_name, activity.xact_start
    order by activity.xact_start nulls last limit 3";

/// Brings the schema up to date. Where nothing is pending it only reads. Several servers may start at once: each
/// migration is made by one of them, and the others wait for it. Dropped, it leaves each migration done or not begun.
pub async fn migrate(client: &mut Client) -> Result<()> {
    apply(client, &known()).await
}

/// Applies what a database lacks of these migrations, and waits as long as others keep it from that.
pub async fn apply(client: &mut Client, migrations: &[Migration]) -> Result<()> {
    loop {
        let status = status::read(client, migrations).await?;
        status.compatible()?;
        let next = status.pending.first().map(|pending| pending.version);
        let next = migrations.iter().find(|migration| Some(migration.version()) == next);
        let Some(migration) = next else { return Ok(()) };
        let began = Instant::now();
        match step(client, migration, migrations).await {
            Ok(true) => {
                let milliseconds = began.elapsed().as_millis();
                tracing::info!(milliseconds, "migrated to {}", named(migration));
            }
            // Somebody else has made it meanwhile.
            Ok(false) => {}
            Err(Trouble::Waits(waits)) => {
                let by = who_holds(client, waits).await.unwrap_or_default();
                tracing::warn!("{} waits for {waits}{by}", named(migration));
                if let Waits::ForTables = waits {
                    tokio::time::sleep(LETS_PASS).await;
                }
            }
            Err(Trouble::Failed(error)) => {
                return Err(error).with_context(|| {
                    format!("the database cannot be migrated to {}", named(migration))
                });
            }
        }
    }
}

/// What a migration could not lock in time.
#[derive(Clone, Copy)]
enum Waits {
    ForOthers,
    ForTables,
}

enum Trouble {
    Waits(Waits),
    Failed(anyhow::Error),
}

/// Applies one migration, unless somebody has by now.
async fn step(
    client: &mut Client,
    migration: &Migration,
    known: &[Migration],
) -> Result<bool, Trouble> {
    let failed = |error: Error| Trouble::Failed(error.into());
    let transaction = client.transaction().await.map_err(failed)?;
    let patient = format!("set local lock_timeout = '{PATIENCE}'; set local statement_timeout = 0");
    transaction.batch_execute(&patient).await.map_err(failed)?;
    let lock = transaction.execute("select pg_advisory_xact_lock($1)", &[&LOCK]).await;
    lock.map_err(|error| trouble(error, Waits::ForOthers))?;
    let status = status::read(&transaction, known).await.map_err(Trouble::Failed)?;
    if !status.pending.iter().any(|pending| pending.version == migration.version()) {
        return Ok(false);
    }
    let made = make(&transaction, migration).await;
    made.map_err(|error| trouble(error, Waits::ForTables))?;
    transaction.commit().await.map_err(failed)?;
    Ok(true)
}

/// Makes the schema as it was up to this version, in a transaction with what is to be put into it. Returns whether it has:
/// a database that has been migrated is left alone.
pub async fn make_in_empty(transaction: &Transaction<'_>, last: i32) -> Result<bool> {
    transaction.execute("select pg_advisory_xact_lock($1)", &[&LOCK]).await?;
    if !status::read(transaction, &known()).await?.is_empty() {
        return Ok(false);
    }
    make_those(transaction, |version| version <= last).await?;
    Ok(true)
}

/// Makes what is still lacking then, in the same transaction.
pub async fn make_rest(transaction: &Transaction<'_>) -> Result<()> {
    let status = status::read(transaction, &known()).await?;
    let is_pending = |version| status.pending.iter().any(|pending| pending.version == version);
    make_those(transaction, is_pending).await
}

async fn make_those(transaction: &Transaction<'_>, is_due: impl Fn(i32) -> bool) -> Result<()> {
    for migration in known().iter().filter(|migration| is_due(migration.version())) {
        let made = make(transaction, migration).await;
        made.with_context(|| format!("the schema cannot be migrated to {}", named(migration)))?;
    }
    Ok(())
}

fn trouble(error: Error, waits: Waits) -> Trouble {
    match error.code() {
        Some(&SqlState::LOCK_NOT_AVAILABLE) => Trouble::Waits(waits),
        _ => Trouble::Failed(error.into()),
    }
}

async fn make(transaction: &Transaction<'_>, migration: &Migration) -> Result<(), Error> {
    transaction.batch_execute(HISTORY_OF_1_0).await?;
    transaction.batch_execute(HISTORY).await?;
    let sql = migration.sql().unwrap_or_default();
    transaction.batch_execute(sql).await?;
    let (version, name) = (migration.version(), migration.name());
    let checksum = migration.checksum().to_string();
    let breaks_before = breaks_before(sql);
    if version > LAST_OF_1_0 {
        transaction.execute(NOTE, &[&version, &name, &checksum, &breaks_before]).await?;
    }
    if version <= LAST_OF_1_0 || breaks_before.is_some() {
        let now = Utc::now().to_rfc3339_opts(SecondsFormat::Millis, true);
        transaction.execute(NOTE_FOR_1_0, &[&version, &name, &now, &checksum]).await?;
    }
    Ok(())
}

/// The version before which binaries cannot work with what this migration does: `-- breaks before V025: why`.
fn breaks_before(sql: &str) -> Option<i32> {
    sql.lines().find_map(|line| {
        let rest = line.strip_prefix("-- breaks before V")?;
        rest.split_once(':')?.0.parse().ok()
    })
}

fn named(migration: &Migration) -> String {
    format!("V{:03} {}", migration.version(), migration.name())
}

impl std::fmt::Display for Waits {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(match self {
            Self::ForOthers => "another who migrates",
            Self::ForTables => "tables that others have locked, and lets these pass",
        })
    }
}

/// Who it waits for, such as `: pid 4711 (psql) with orders`; without the right to see that, fewer of it.
async fn who_holds(client: &Client, waits: Waits) -> Result<String> {
    let rows = match waits {
        Waits::ForOthers => client.query(WHO_MIGRATES, &[&LOCK]).await?,
        Waits::ForTables => client.query(WHO_HOLDS_TABLES, &[]).await?,
    };
    let mut holders = Vec::new();
    for row in rows {
        let (pid, program, tables): (i32, Option<String>, Option<String>) =
            (row.try_get(0)?, row.try_get(1)?, row.try_get(2)?);
        let program = program.filter(|program| !program.is_empty());
        let program = program.map(|program| format!(" ({program})")).unwrap_or_default();
        let tables = tables.map(|tables| format!(" with {tables}")).unwrap_or_default();
        holders.push(format!("pid {pid}{program}{tables}"));
    }
    Ok(if holders.is_empty() { String::new() } else { format!(": {}", holders.join("; ")) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_migration_breaks() {
        assert_eq!(breaks_before("-- Adds.\nalter table a add column b text;"), None);
        assert_eq!(
            breaks_before("-- Gone.\n-- breaks before V025: they read b\nalter …"),
            Some(25)
        );
    }

    #[test]
    fn every_migration_has_a_number_of_its_own() {
        let versions: Vec<i32> = known().iter().map(Migration::version).collect();
        assert!(versions.is_sorted_by(|one, next| one < next), "{versions:?}");
    }
}
