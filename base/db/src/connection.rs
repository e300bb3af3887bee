//! A connection on loan from the pool, and what becomes of it when its caller leaves in the middle of a statement.

use std::{
    future::Future,
    sync::atomic::{AtomicBool, AtomicUsize, Ordering},
    time::Duration,
};

use deadpool_postgres::Client;
use stoa_cache::Generations;
use tokio::{
    pin,
    runtime::Handle,
    time::{Instant, timeout},
};
use tokio_postgres::{Error, Row, Statement, types::ToSql};
use tracing::Instrument;

use crate::{DbError, Tls, Transaction, session::Session};

/// What an abandoned statement may still take before it is cancelled. Most end by themselves within it, and their
/// connection is as good as any.
const GRACE: Duration = Duration::from_millis(100);

/// For Postgres to take a request to cancel, and then to end the statement.
const CANCEL_TIMEOUT: Duration = Duration::from_secs(5);

/// A connection that is ready for a transaction.
///
/// ```ignore
/// let mut connection = db.connection().await?;
/// let transaction = connection.transaction();
/// transaction.execute(LOCK_CART, &[&site_id, &cart_id]).await?;
/// transaction.commit().await?;
/// ```
///
/// Who is dropped while a statement runs, as the call of a client who hangs up is, leaves it to be cancelled: the
/// next caller neither waits behind it nor gets a connection of which nobody knows what runs there.
#[derive(Debug)]
pub struct Connection {
    /// Taken by `drop`.
    client: Option<Client>,
    /// What a request to cancel is sent by.
    tls: Tls,
    session: Session,
    generations: Generations,
    /// For each statement, from here: Postgres' own does not end the wait for one that is frozen.
    deadline: Duration,
    /// Statements that were sent and not answered.
    unanswered: AtomicUsize,
    is_preparing: AtomicBool,
}

impl Connection {
    pub(crate) fn new(
        client: Client,
        tls: Tls,
        session: Session,
        generations: Generations,
        deadline: Duration,
    ) -> Self {
        Self {
            client: Some(client),
            tls,
            session,
            generations,
            deadline,
            unanswered: AtomicUsize::new(0),
            is_preparing: AtomicBool::new(false),
        }
    }

    /// A transaction, which has the connection for itself.
    pub fn transaction(&mut self) -> Transaction<'_> {
        Transaction::new(self)
    }

    #[expect(clippy::expect_used, reason = "only `drop` takes it")]
    pub(crate) fn client(&self) -> &Client {
        self.client.as_ref().expect("a client until it is dropped")
    }

    /// Waits for the answer of a statement as long as Postgres may take for it.
    pub(crate) async fn answer<T>(
        &self,
        sql: &str,
        statement: impl Future<Output = Result<T, DbError>>,
    ) -> Result<T, DbError> {
        self.answer_within(self.deadline, sql, statement).await
    }

    /// The same for this long. A statement that is not answered until then is abandoned.
    pub(crate) async fn answer_within<T>(
        &self,
        deadline: Duration,
        sql: &str,
        statement: impl Future<Output = Result<T, DbError>>,
    ) -> Result<T, DbError> {
        // Who traces gets the statement's text, and never a value.
        let span = tracing::debug_span!(
            target: "stoa_db",
            "statement",
            db.query.text = sql,
            db.system.name = "postgresql",
            otel.kind = "client",
        );
        self.unanswered.fetch_add(1, Ordering::Relaxed);
        let Ok(answer) = timeout(deadline, statement.instrument(span)).await else {
            return Err(DbError::deadline(deadline, sql));
        };
        self.unanswered.fetch_sub(1, Ordering::Relaxed);
        answer
    }

    /// The cache generations, which a commit increments.
    pub(crate) fn generations(&self) -> &Generations {
        &self.generations
    }

    /// What begins a transaction.
    pub(crate) fn begin(&self) -> &str {
        self.session.begin()
    }

    /// A statement within a transaction.
    pub(crate) async fn query(
        &self,
        sql: &str,
        params: &[&(dyn ToSql + Sync)],
    ) -> Result<Vec<Row>, DbError> {
        let statement = self.prepared(sql).await?;
        let rows = self.client().query(&statement, params).await;
        rows.map_err(|error| DbError::postgres(error, sql))
    }

    /// A statement by itself.
    pub(crate) async fn query_alone(
        &self,
        sql: &str,
        params: &[&(dyn ToSql + Sync)],
    ) -> Result<Vec<Row>, DbError> {
        let statement = self.prepared(sql).await?;
        let rows = self.alone(self.client().query(&statement, params)).await;
        rows.map_err(|error| DbError::postgres(error, sql))
    }

    /// How many rows a statement changed, within a transaction.
    pub(crate) async fn execute(
        &self,
        sql: &str,
        params: &[&(dyn ToSql + Sync)],
    ) -> Result<u64, DbError> {
        let statement = self.prepared(sql).await?;
        let changed = self.client().execute(&statement, params).await;
        changed.map_err(|error| DbError::postgres(error, sql))
    }

    /// How many a statement by itself did.
    pub(crate) async fn execute_alone(
        &self,
        sql: &str,
        params: &[&(dyn ToSql + Sync)],
    ) -> Result<u64, DbError> {
        let statement = self.prepared(sql).await?;
        let changed = self.alone(self.client().execute(&statement, params)).await;
        changed.map_err(|error| DbError::postgres(error, sql))
    }

    /// Runs a statement that is prepared with its settings: those of the connection, or of a transaction around it.
    async fn alone<T>(
        &self,
        statement: impl Future<Output = Result<T, Error>>,
    ) -> Result<T, Error> {
        if !self.session.is_with_transactions() {
            return statement.await;
        }
        let begin = self.client().batch_execute(self.begin());
        let commit = self.client().batch_execute("commit");
        // All are sent in this order before one is answered: what is polled first is sent first.
        let (begun, done, committed) = tokio::join!(biased; begin, statement, commit);
        begun?;
        let done = done?;
        committed.map(|()| done)
    }

    async fn prepared(&self, sql: &str) -> Result<Statement, DbError> {
        self.is_preparing.store(true, Ordering::Relaxed);
        let statement = self.client().prepare_cached(sql).await;
        self.is_preparing.store(false, Ordering::Relaxed);
        statement.map_err(|error| DbError::postgres(error, sql))
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        let is_answered = *self.unanswered.get_mut() == 0;
        let Some(client) = self.client.take().filter(|_| !is_answered) else { return };
        let is_preparing = *self.is_preparing.get_mut();
        match Handle::try_current() {
            Ok(runtime) => drop(runtime.spawn(settle(client, self.tls.clone(), is_preparing))),
            Err(_) => drop(Client::take(client)),
        }
    }
}

/// Waits for the end of what was abandoned, which is cancelled after a moment. Meanwhile the connection keeps its
/// place in the pool, so that hanging up makes Postgres do no more at once than waiting would.
async fn settle(client: Client, tls: Tls, was_preparing: bool) {
    let is_ready = {
        // Answered behind all that was sent before.
        let behind = client.batch_execute("");
        pin!(behind);
        let began = Instant::now();
        let is_idle = matches!(timeout(GRACE, &mut behind).await, Ok(Ok(())));
        if !is_idle && !client.is_closed() {
            let cancelled = client.cancel_token();
            let _ = timeout(CANCEL_TIMEOUT, cancelled.cancel_query(tls)).await;
            let _ = timeout(CANCEL_TIMEOUT, behind).await;
            tracing::debug!(after = ?began.elapsed(), "an abandoned statement was cancelled");
        }
        is_idle
    };
    // The request to cancel can come late, and would then end somebody else's statement; and a statement that was
    // prepared for nobody would stay on the server for as long as the connection.
    if !is_ready || was_preparing {
        drop(Client::take(client));
    }
}
