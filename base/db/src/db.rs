//! The connection pool, and single statements that run on it.

use std::pin::{Pin, pin};
use std::sync::{
    Arc, LazyLock,
    atomic::{AtomicBool, Ordering},
};
use std::time::Duration;

use deadpool_postgres::{Connect, Manager, ManagerConfig, Pool, RecyclingMethod};
use metrics::{Histogram, histogram};
use serde::de::DeserializeOwned;
use stoa_cache::Generations;
use stoa_telemetry::Chain;
use tokio::{
    task::JoinHandle,
    time::{Instant, timeout},
};
use tokio_postgres::{Client, Config, Row, types::ToSql};

use crate::{
    Connection, DbError, Page, Pooling, Server, Tls,
    error::Cause,
    liveness::{LATE_AFTER, Liveness},
    queues::Queues,
    replicas::Replicas,
    row,
    session::Session,
};

static WAITED: LazyLock<Histogram> = LazyLock::new(|| histogram!("stoa_pool_wait_seconds"));

/// How much longer than Postgres' statement timeout this process waits for an answer.
const CLIENT_TIMEOUT_MARGIN: Duration = Duration::from_secs(1);

/// A pool of connections to one database. Clones share the pool.
///
/// Each call takes a connection for one statement, which is prepared once on each connection. The rows are read into
/// structs or tuples:
/// - A column fills the field of the same name: `published_at` fills `publishedAt`.
/// - A record (`row(…)`) or a json column fills a nested value.
/// - Every field needs a column, and every column needs a field. Builds with debug assertions also check the keys of
///   `json`, and the names and the order of the fields of records.
/// - A tuple is filled by position.
#[derive(Clone, Debug)]
pub struct Db {
    shared: Arc<Shared>,
    replicas: Option<Replicas>,
}

/// The state that all clones of a [`Db`] share with their connections.
#[derive(Debug)]
pub(crate) struct Shared {
    pool: Pool,
    queues: Option<Queues>,
    pub(crate) tls: Tls,
    pub(crate) session: Session,
    pub(crate) settings: Settings,
    accepts_writes: AtomicBool,
    pub(crate) generations: Generations,
    pub(crate) settings_generations: Generations,
    pub(crate) liveness: Liveness,
}

#[derive(Clone, Copy, Debug)]
pub struct Settings {
    pub connections: usize,
    /// How long one statement may run before Postgres ends it. If Postgres does not end it, this process stops waiting
    /// for the answer one second later.
    pub statement_timeout: Duration,
    /// How long the statement of a [`Db::page`] may take. This timeout is short because lists are the most expensive
    /// statements that anonymous callers can cause. Ending such a statement loses no data.
    pub page_timeout: Duration,
    /// How long a call waits for a connection, including the time to open a new one.
    pub wait: Duration,
    /// How long a request waits for its first connection before it is refused. If this is set, the connections are
    /// shared between tenants and clients ([`stoa_fair_queue`]); otherwise calls get connections in the order of their
    /// arrival.
    pub first_wait: Option<Duration>,
    /// How long a statement may run before it is logged as slow. `None` logs none.
    pub slow_statement: Option<Duration>,
    /// Timeout of the probe that follows a late answer, for each host. Postgres counts as down after it.
    pub probe_timeout: Duration,
    /// How a pooler shares connections, as [`Pooling::of`] detects it.
    pub pooling: Pooling,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Status {
    pub limit: usize,
    /// Connections that are checked out.
    pub busy: usize,
    /// Connections that are open and free.
    pub idle: usize,
    pub waiting: usize,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            connections: 16,
            statement_timeout: Duration::from_secs(30),
            page_timeout: Duration::from_secs(2),
            wait: Duration::from_secs(10),
            first_wait: None,
            slow_statement: None,
            probe_timeout: Duration::from_secs(1),
            pooling: Pooling::Session,
        }
    }
}

impl Db {
    /// Creates the pool. Connections are opened when they are needed.
    #[expect(clippy::expect_used, reason = "no timeout of the pool's own needs a runtime")]
    pub fn connect(server: impl Into<Server>, settings: Settings) -> Self {
        let server = server.into();
        let session = Session::new(settings.pooling, settings.statement_timeout);
        let recycling = ManagerConfig { recycling_method: RecyclingMethod::Fast };
        let opened = Opened(server.clone());
        let manager = Manager::from_connect(server.config().clone(), opened, recycling);
        let pool = Pool::builder(manager)
            .max_size(settings.connections.max(1))
            .post_create(session.hook())
            .build()
            .expect("no timeout is set");
        let shared = Shared {
            pool,
            queues: settings.first_wait.map(|first_wait| Queues::new(&settings, first_wait)),
            tls: server.tls().clone(),
            session,
            settings,
            accepts_writes: AtomicBool::new(true),
            generations: Generations::default(),
            settings_generations: Generations::default(),
            liveness: Liveness::new(server, settings.probe_timeout),
        };
        Self { shared: Arc::new(shared), replicas: None }
    }

    /// Lets these replicas of `primary` answer cached reads: single statements within a [`stoa_cache::Snapshot`]. Each
    /// replica has a name for metrics and the log, and as many connections as this pool. `primary` must be Postgres
    /// itself. Needs a runtime, which measures how far the replicas lag.
    pub fn with_replicas(self, primary: Server, replicas: Vec<(String, Server)>) -> Self {
        let settings = Settings { pooling: Pooling::Session, ..self.shared.settings };
        let replicas = (!replicas.is_empty()).then(|| Replicas::watch(primary, replicas, settings));
        Self { replicas, ..self }
    }

    /// Whether replicas may answer cached reads.
    pub fn has_replicas(&self) -> bool {
        self.replicas.is_some()
    }

    pub fn report_replicas(&self) {
        self.replicas.iter().for_each(Replicas::report);
    }

    pub fn status(&self) -> Status {
        let status = self.shared.pool.status();
        let idle = status.available.min(status.size);
        Status { limit: status.max_size, busy: status.size - idle, idle, waiting: status.waiting }
    }

    /// Whether the database has room for new data. Code that starts a write on behalf of a caller checks this first. A
    /// `Db` refuses no statement itself, because deletions and writes in progress must continue.
    pub fn accepts_writes(&self) -> bool {
        self.shared.accepts_writes.load(Ordering::Relaxed)
    }

    /// Sets, for all clones, whether the database has room for new data. Returns whether the value changed.
    pub fn set_accepts_writes(&self, accepts_writes: bool) -> bool {
        self.shared.accepts_writes.swap(accepts_writes, Ordering::Relaxed) != accepts_writes
    }

    /// Whether Postgres answered when it was last probed. While it does not, new statements fail at once.
    pub fn is_up(&self) -> bool {
        !self.shared.liveness.is_down()
    }

    /// The generations of the sites' cached values. A transaction increments the generation of a site by
    /// [`Transaction::invalidate_cache`](crate::Transaction::invalidate_cache).
    pub fn generations(&self) -> &Generations {
        &self.shared.generations
    }

    /// The generations of the sites' cached settings, which change much less often than the sites' other values. A
    /// transaction increments the generation of a site by
    /// [`Transaction::invalidate_settings`](crate::Transaction::invalidate_settings).
    pub fn settings_generations(&self) -> &Generations {
        &self.shared.settings_generations
    }

    /// Returns all rows.
    pub async fn rows<T: DeserializeOwned>(
        &self,
        sql: &str,
        params: &[&(dyn ToSql + Sync)],
    ) -> Result<Vec<T>, DbError> {
        row::read(&self.query(sql, params).await?, sql)
    }

    /// Returns the first row, if there is one.
    pub async fn opt<T: DeserializeOwned>(
        &self,
        sql: &str,
        params: &[&(dyn ToSql + Sync)],
    ) -> Result<Option<T>, DbError> {
        row::read_first(&self.query(sql, params).await?, sql)
    }

    /// Returns the first row of a statement that always returns one.
    pub async fn one<T: DeserializeOwned>(
        &self,
        sql: &str,
        params: &[&(dyn ToSql + Sync)],
    ) -> Result<T, DbError> {
        self.opt(sql, params).await?.ok_or_else(|| DbError::new(Cause::NoRow, sql))
    }

    /// Returns a page of items and the total number of items.
    ///
    /// The first column of the statement is the total number of items. The other columns are those of one item. For an
    /// empty page, the statement returns one row with null in its second column.
    pub async fn page<T: DeserializeOwned>(
        &self,
        sql: &str,
        params: &[&(dyn ToSql + Sync)],
    ) -> Result<Page<T>, DbError> {
        let rows = self.query_within(self.shared.settings.page_timeout, sql, params).await?;
        row::read_page(&rows, sql)
    }

    /// Runs a statement and returns the number of rows that it changed.
    pub async fn execute(&self, sql: &str, params: &[&(dyn ToSql + Sync)]) -> Result<u64, DbError> {
        let connection = self.checkout(sql).await?;
        connection.answer(sql, connection.execute_alone(sql, params)).await
    }

    /// Repeats a statement, which changes a limited number of rows, until it changes none. Returns their number.
    pub async fn execute_until_none(
        &self,
        sql: &str,
        params: &[&(dyn ToSql + Sync)],
    ) -> Result<u64, DbError> {
        let mut changed = 0;
        loop {
            match self.execute(sql, params).await? {
                0 => return Ok(changed),
                some => changed += some,
            }
        }
    }

    /// Takes a connection for a transaction.
    pub async fn connection(&self) -> Result<Connection, DbError> {
        self.checkout("begin").await
    }

    async fn query(&self, sql: &str, params: &[&(dyn ToSql + Sync)]) -> Result<Vec<Row>, DbError> {
        self.query_within(self.shared.statement_deadline(), sql, params).await
    }

    /// Runs a statement on a replica, or else on this pool's server within a deadline.
    async fn query_within(
        &self,
        deadline: Duration,
        sql: &str,
        params: &[&(dyn ToSql + Sync)],
    ) -> Result<Vec<Row>, DbError> {
        // Boxed, so that statements that read no replica have a small future.
        if let Some(replicas) = &self.replicas
            && let Some(rows) = Box::pin(replicas.query(sql, params)).await
        {
            return Ok(rows);
        }
        self.query_here(deadline, sql, params).await
    }

    pub(crate) async fn query_here(
        &self,
        deadline: Duration,
        sql: &str,
        params: &[&(dyn ToSql + Sync)],
    ) -> Result<Vec<Row>, DbError> {
        let connection = self.checkout(sql).await?;
        connection.answer_within(deadline, sql, connection.query_alone(sql, params)).await
    }

    async fn checkout(&self, sql: &str) -> Result<Connection, DbError> {
        let Shared { pool, liveness, settings: Settings { wait, .. }, .. } = &*self.shared;
        let failed = |cause| DbError::new(cause, sql);
        if liveness.is_down() {
            return Err(failed(Cause::Down));
        }
        let began = Instant::now();
        let turn = match &self.shared.queues {
            Some(queues) => {
                queues.turn().await.map_err(|error| failed(Cause::Overloaded(error)))?
            }
            None => None,
        };
        let mut client = pin!(pool.get());
        let mut got = timeout((*wait).min(LATE_AFTER), &mut client).await;
        if got.is_err() {
            liveness.suspect();
            got = timeout(wait.saturating_sub(LATE_AFTER), client).await;
        }
        WAITED.record(began.elapsed());
        let Ok(client) = got else { return Err(failed(Cause::NoneFree(*wait))) };
        let client = client.map_err(|error| {
            liveness.suspect_after(&error);
            failed(Cause::Pool(error))
        })?;
        Ok(Connection::new(client, turn, self.shared.clone()))
    }
}

impl Shared {
    /// How long this process waits for the answer to a statement. Postgres should end the statement first, because the
    /// error from Postgres says more, but does not if it hangs.
    pub(crate) fn statement_deadline(&self) -> Duration {
        self.settings.statement_timeout + CLIENT_TIMEOUT_MARGIN
    }
}

struct Opened(Server);

type Opening<'a> =
    dyn Future<Output = Result<(Client, JoinHandle<()>), tokio_postgres::Error>> + Send + 'a;

impl Connect for Opened {
    fn connect(&self, _: &Config) -> Pin<Box<Opening<'_>>> {
        Box::pin(async move {
            let (client, connection) = self.0.connect().await?;
            let going_on = tokio::spawn(async move {
                if let Err(error) = connection.await {
                    tracing::warn!(error = %Chain(&error), "a connection of the pool broke");
                }
            });
            Ok((client, going_on))
        })
    }
}
