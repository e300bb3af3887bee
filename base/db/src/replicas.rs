//! Replicas, which answer the statements of cached reads.
//!
//! One task asks the primary for its position in the write-ahead log ten times a second, and one task for each replica
//! asks how much of it the replica has replayed ([`lags`]).

#[cfg(test)]
mod histories;
mod lags;

use std::{
    sync::{Arc, LazyLock, Weak},
    time::{Duration, Instant},
};

use metrics::{Counter, counter, gauge};
use stoa_cache::Snapshot;
use tokio::time::{sleep, timeout};
use tokio_postgres::{Client, Row, types::ToSql};

use crate::{Db, DbError, Server, Settings, about};
use lags::{Lags, Position};

const POSITION_INTERVAL: Duration = Duration::from_millis(100);

/// Timeout of a question for a position, including the connection.
const POSITION_TIMEOUT: Duration = Duration::from_secs(1);

/// How long a replica may take for a statement before the primary takes it. Cached reads take some milliseconds.
const REPLICA_READ_TIMEOUT: Duration = Duration::from_secs(1);

static PRIMARY_READS: LazyLock<Counter> =
    LazyLock::new(|| counter!("stoa_replica_reads_total", "replica" => "none"));

/// The position up to which the primary has inserted data, and its timeline. A header at the beginning of a page is
/// passed over by the primary first.
const PRIMARY_POSITION: &str = "select ('x' || left(pg_walfile_name(lsn), 8))::bit(32)::int::text,
    (lsn - '0/0')::bigint::text
    from pg_current_wal_insert_lsn() lsn";

/// The replayed position of a standby, and the highest timeline that it surely follows. No row if it is no standby.
const REPLICA_POSITION: &str = "select
    greatest(checkpoint.timeline_id, recovery.min_recovery_end_timeline)::text,
    (pg_last_wal_replay_lsn() - '0/0')::bigint::text
    from pg_control_checkpoint() checkpoint, pg_control_recovery() recovery
    where pg_is_in_recovery()";

/// The replicas of a [`Db`]. Clones share them.
#[derive(Clone, Debug)]
pub(crate) struct Replicas(Arc<ReplicaSet>);

#[derive(Debug)]
struct ReplicaSet {
    replicas: Vec<Replica>,
    lags: Lags,
}

#[derive(Debug)]
struct Replica {
    name: String,
    db: Db,
}

impl Replicas {
    /// Begins to measure the replicas, until the last clone is dropped.
    pub(crate) fn watch(
        primary: Server,
        servers: Vec<(String, Server)>,
        settings: Settings,
    ) -> Self {
        let settings = Settings { first_wait: None, ..settings };
        let replica = |(name, server): &(String, Server)| {
            let db = Db::connect(server.clone().named("stoa reads"), settings);
            Replica { name: name.clone(), db }
        };
        let lags = Lags::new(servers.len(), Instant::now());
        let shared = Arc::new(ReplicaSet { replicas: servers.iter().map(replica).collect(), lags });
        tokio::spawn(watch(Arc::downgrade(&shared), primary.clone(), None));
        for (index, (_, server)) in servers.into_iter().enumerate() {
            tokio::spawn(watch(Arc::downgrade(&shared), server, Some((index, primary.clone()))));
        }
        Self(shared)
    }

    /// Runs a statement of a cached read on a replica. Returns `None` if the primary has to take it.
    pub(crate) async fn query(
        &self,
        sql: &str,
        params: &[&(dyn ToSql + Sync)],
    ) -> Option<Vec<Row>> {
        let snapshot = Snapshot::current()?;
        let ReplicaSet { replicas, lags } = &*self.0;
        let Some(index) = snapshot.replica(|not_before| lags.choose(not_before)) else {
            PRIMARY_READS.increment(1);
            return None;
        };
        let Replica { name, db } = &replicas[index];
        let rows = db.query_here(REPLICA_READ_TIMEOUT, sql, params);
        let failure = match timeout(REPLICA_READ_TIMEOUT, rows).await {
            Ok(Ok(rows)) => {
                counter!("stoa_replica_reads_total", "replica" => name.clone()).increment(1);
                return Some(rows);
            }
            Ok(Err(error)) => error.to_string(),
            Err(_) => "no answer in time".to_owned(),
        };
        tracing::warn!(
            replica = name,
            error = failure,
            "a replica failed: the primary takes its reads"
        );
        lags.failed(index, Instant::now());
        snapshot.use_primary();
        PRIMARY_READS.increment(1);
        None
    }

    pub(crate) fn report(&self) {
        for (index, replica) in self.0.replicas.iter().enumerate() {
            let age = self.0.lags.age(index, Instant::now());
            gauge!("stoa_replica_age_seconds", "replica" => replica.name.clone()).set(age);
        }
    }
}

/// Measures the primary, or a replica of the given primary, until the replicas are dropped.
async fn watch(shared: Weak<ReplicaSet>, server: Server, replica: Option<(usize, Server)>) {
    let server = server.named("stoa replica watch");
    let mut client = None;
    loop {
        let at = Instant::now();
        let asked = timeout(POSITION_TIMEOUT, ask(&server, &mut client, replica.as_ref())).await;
        let Some(shared) = shared.upgrade() else { return };
        let position = match asked {
            Ok(Ok(position)) => position,
            failed => {
                client = None;
                let error = failed.map_or("no answer in time".to_owned(), |answer| {
                    answer.err().map(|error| error.to_string()).unwrap_or_default()
                });
                tracing::debug!(error, "a position in the write-ahead log is not known");
                None
            }
        };
        match (&replica, position) {
            (Some((index, _)), position) => shared.lags.replica_at(*index, at, position),
            (None, Some(position)) => shared.lags.primary_at(at, position),
            (None, None) => {}
        }
        drop(shared);
        // A server that cannot be asked is not asked by a new connection ten times a second.
        sleep(if client.is_some() { POSITION_INTERVAL } else { POSITION_TIMEOUT }).await;
    }
}

async fn ask(
    server: &Server,
    client: &mut Option<Client>,
    replica: Option<&(usize, Server)>,
) -> Result<Option<Position>, DbError> {
    let sql = if replica.is_some() { REPLICA_POSITION } else { PRIMARY_POSITION };
    let failed = |error| DbError::postgres(error, sql);
    let client = match client {
        Some(client) => client,
        None => {
            let opened = server.open().await.map_err(failed)?;
            if let Some((_, primary)) = replica {
                let primary = primary.open().await.map_err(failed)?;
                let is_same = about::identity(&opened).await.map_err(failed)?
                    == about::identity(&primary).await.map_err(failed)?;
                if !is_same {
                    return Ok(None);
                }
            }
            client.insert(opened)
        }
    };
    let rows = about::simple(client, sql).await.map_err(failed)?;
    let position = rows.first().and_then(|row| {
        let lsn: u64 = row.get(1)?.parse().ok()?;
        Some(Position { timeline: row.get(0)?.parse().ok()?, lsn: without_page_header(lsn) })
    });
    Ok(position)
}

/// At the end of a page, the primary's position is already behind the header of the next page, while a replica's is
/// still before it. No record begins or ends within a header.
fn without_page_header(lsn: u64) -> u64 {
    const PAGE: u64 = 8192;
    const LONGEST_HEADER: u64 = 40;
    if lsn % PAGE <= LONGEST_HEADER { lsn - lsn % PAGE } else { lsn }
}
