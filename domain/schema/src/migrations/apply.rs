//! Applies migrations under a lock, and retries a migration that could not lock its tables.

use std::error::Error;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use chrono::{SecondsFormat, Utc};
use refinery::{Migration, Runner, Target};
use tokio_postgres::error::SqlState;
use tokio_postgres::types::ToSql;
use tokio_postgres::{Client, Transaction};

use super::{check_can_migrate, known, status};

/// The advisory lock that a process holds while it migrates.
const LOCK: i64 = 0x5354_4f41;

/// A migration waits at most three seconds for a lock. While `alter table` waits for a long transaction, every later
/// statement on that table waits too.
const BEGIN: &str = "set lock_timeout = '3s'";

const END: &str = "set lock_timeout = 0; select pg_advisory_unlock_all()";

/// Pause before a migration is retried. The statements that waited for the migration can run during the pause.
const RETRY_AFTER: Duration = Duration::from_secs(1);

/// Finds the process that holds the advisory lock $1.
const WHO_MIGRATES: &str = "select lock.pid, activity.application_name, null::text
    from pg_locks lock left join pg_stat_activity activity using (pid)
    where lock.locktype = 'advisory' and lock.granted and lock.pid <> pg_backend_pid()
    and lock.database = (select oid from pg_database where datname = current_database())
    and (lock.classid::bigint << 32 | lock.objid::bigint) = $1 and lock.objsubid = 1";

/// Finds the three oldest transactions that hold locks on tables of this database.
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

/// refinery's history table, which a restore creates without refinery.
const HISTORY: &str = "create table if not exists refinery_schema_history (
    version int4 primary key,
    name varchar(255),
    applied_on varchar(255),
    checksum varchar(255)
)";

const NOTE: &str = "insert into refinery_schema_history (version, name, applied_on, checksum)
    values ($1, $2, $3, $4)";

/// Applies the pending migrations, each in its own transaction. Only reads if none is pending.
///
/// An advisory lock makes servers that start together migrate one after the other. The connection holds the lock, so a
/// caller that cancels this future must drop the client.
pub async fn migrate(client: &mut Client) -> Result<()> {
    apply(client, &known()).await
}

/// Applies those of the given migrations that are pending.
pub async fn apply(client: &mut Client, migrations: &[Migration]) -> Result<()> {
    loop {
        let status = status::read(client, migrations).await?;
        status.compatible()?;
        let Some(next) = status.pending.first() else { return Ok(()) };
        check_can_migrate(client).await?;
        let apply = async |client: &mut Client| apply_next(client, migrations).await;
        locked(client, &next.to_string(), apply).await?;
    }
}

/// Changes the schema under the advisory lock. Returns false if the caller must try again, because another process
/// migrates or uses the tables.
async fn locked(
    client: &mut Client,
    change: &str,
    run: impl AsyncFnOnce(&mut Client) -> Result<()>,
) -> Result<bool> {
    client.batch_execute(BEGIN).await?;
    let locked = client.execute("select pg_advisory_lock($1)", &[&LOCK]).await;
    if let Err(error) = locked {
        ensure!(is_lock_conflict(&error), error);
        let holders = holders(client, WHO_MIGRATES, &[&LOCK]).await;
        tracing::warn!("{change} waits for another migration{holders}");
        client.batch_execute(END).await?;
        return Ok(false);
    }
    let done = run(client).await;
    client.batch_execute(END).await?;
    let Err(error) = done else { return Ok(true) };
    if !is_lock_conflict(error.as_ref()) {
        return Err(error).context("the database cannot be migrated");
    }
    let holders = holders(client, WHO_HOLDS_TABLES, &[]).await;
    tracing::warn!("a migration waits for locked tables and lets other statements pass{holders}");
    tokio::time::sleep(RETRY_AFTER).await;
    Ok(false)
}

/// Applies the first pending migration, unless another process has applied the last one before this process got the lock.
async fn apply_next(client: &mut Client, migrations: &[Migration]) -> Result<()> {
    let status = status::read(client, migrations).await?;
    status.compatible()?;
    let Some(next) = status.pending.first() else { return Ok(()) };
    let target = Target::Version(next.version);
    let runner = Runner::new(migrations).set_abort_missing(false).set_target(target);
    runner.run_async(client).await?;
    tracing::info!("migrated to {next}");
    Ok(())
}

/// Applies the pending migrations up to version `last` in the caller's transaction, so that a restore loads everything
/// or nothing. refinery would begin a transaction for each migration. This function therefore does not call refinery,
/// and writes the history itself.
pub async fn apply_in(transaction: &Transaction<'_>, last: i32) -> Result<()> {
    check_can_migrate(transaction).await?;
    let migrations = known();
    transaction.batch_execute(HISTORY).await?;
    let status = status::read(transaction, &migrations).await?;
    let is_pending = |version| status.pending.iter().any(|pending| pending.version == version);
    for migration in &migrations {
        if migration.version() <= last && is_pending(migration.version()) {
            run(transaction, migration).await?;
        }
    }
    Ok(())
}

async fn run(transaction: &Transaction<'_>, migration: &Migration) -> Result<()> {
    let (version, name) = (migration.version(), migration.name());
    for statement in statements(migration.sql().unwrap_or_default()) {
        let failed = || format!("the schema cannot be migrated to V{version:03} {name}");
        transaction.batch_execute(statement).await.with_context(failed)?;
    }
    let now = Utc::now().to_rfc3339_opts(SecondsFormat::Millis, true);
    let checksum = migration.checksum().to_string();
    transaction.execute(NOTE, &[&version, &name, &now, &checksum]).await?;
    Ok(())
}

/// The statements of a migration, each of which ends with a line that ends with `;`.
fn statements(sql: &str) -> impl Iterator<Item = &str> {
    sql.split_inclusive(";\n")
}

/// Whether a statement waited too long for a lock, or was chosen to end a deadlock.
fn is_lock_conflict(error: &(dyn Error + 'static)) -> bool {
    let mut cause = Some(error);
    while let Some(error) = cause {
        if let Some(error) = error.downcast_ref::<tokio_postgres::Error>() {
            let conflicts = [SqlState::LOCK_NOT_AVAILABLE, SqlState::T_R_DEADLOCK_DETECTED];
            return error.code().is_some_and(|code| conflicts.contains(code));
        }
        cause = error.source();
    }
    false
}

/// Describes the processes that hold the locks, such as `: pid 4711 (psql) with orders`. Returns an empty text if this
/// role may not see them.
async fn holders(client: &Client, sql: &str, params: &[&(dyn ToSql + Sync)]) -> String {
    let rows = client.query(sql, params).await.unwrap_or_default();
    let holders = rows.iter().map(|row| {
        let (pid, program, tables): (i32, Option<&str>, Option<&str>) =
            (row.get(0), row.get(1), row.get(2));
        let program = program.filter(|program| !program.is_empty());
        let program = program.map(|program| format!(" ({program})")).unwrap_or_default();
        let tables = tables.map(|tables| format!(" with {tables}")).unwrap_or_default();
        format!("pid {pid}{program}{tables}")
    });
    let holders = holders.collect::<Vec<_>>().join("; ");
    if holders.is_empty() { holders } else { format!(": {holders}") }
}
