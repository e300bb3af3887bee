//! A connection checked out of the pool, and its cleanup if it is dropped in the middle of a statement.

use std::{
    future::{Future, poll_fn},
    pin::pin,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    task::Poll,
    time::Duration,
};

use deadpool_postgres::Client;
use stoa_fair_queue::Turn;
use tokio::{
    runtime::Handle,
    sync::{Mutex, MutexGuard},
    time::{Instant, timeout},
};
use tokio_postgres::{Error, Row, Statement, error::SqlState, types::ToSql};
use tracing::Instrument;

use crate::{
    DbError, Tls, Transaction,
    db::Shared,
    error::Cause,
    liveness::LATE_AFTER,
    statements::{self, Run},
};

/// How long an abandoned statement may continue before it is cancelled. Most statements end within this time, so that
/// the pool can reuse their connection.
const ABANDONED_STATEMENT_GRACE: Duration = Duration::from_millis(100);

/// Timeout for Postgres to accept a cancel request. The same timeout then applies to the end of the statement.
const CANCEL_TIMEOUT: Duration = Duration::from_secs(5);

/// Minimum age of a connection that is closed after it refused a write. While the database is read-only, each connection
/// is opened again at most this often.
const MIN_AGE_OF_READ_ONLY_CONNECTION: Duration = Duration::from_secs(5);

/// A connection that is ready for a transaction.
///
/// ```ignore
/// let mut connection = db.connection().await?;
/// let transaction = connection.transaction();
/// transaction.execute(LOCK_CART, &[&site_id, &cart_id]).await?;
/// transaction.commit().await?;
/// ```
///
/// A connection may be dropped in the middle of a statement, for example because a client disconnects. If the statement
/// ends within 100 ms, the pool reuses the connection. Otherwise the statement is cancelled and the connection closed.
#[derive(Debug)]
pub struct Connection {
    client: Option<Client>,
    /// The share of the pool that the caller occupies until the connection is free again.
    turn: Option<Turn>,
    pub(crate) shared: Arc<Shared>,
    /// Number of statements that were sent and not yet answered.
    unanswered: AtomicUsize,
    /// Held until a statement is prepared and sent. Statements are therefore sent in the order in which their futures
    /// are first polled, although only some of them may be prepared already.
    sending: Mutex<()>,
    is_preparing: AtomicBool,
    /// Whether Postgres refused a statement because the session is read-only.
    is_read_only: AtomicBool,
}

impl Connection {
    pub(crate) fn new(client: Client, turn: Option<Turn>, shared: Arc<Shared>) -> Self {
        Self {
            client: Some(client),
            turn,
            shared,
            unanswered: AtomicUsize::new(0),
            sending: Mutex::default(),
            is_preparing: AtomicBool::new(false),
            is_read_only: AtomicBool::new(false),
        }
    }

    /// Begins a transaction, which borrows the connection exclusively.
    pub fn transaction(&mut self) -> Transaction<'_> {
        Transaction::new(self)
    }

    #[expect(clippy::expect_used, reason = "only `drop` takes it")]
    pub(crate) fn client(&self) -> &Client {
        self.client.as_ref().expect("a client until it is dropped")
    }

    pub(crate) async fn answer<T>(
        &self,
        sql: &str,
        statement: impl Future<Output = Result<T, DbError>>,
    ) -> Result<T, DbError> {
        self.answer_within(self.shared.statement_deadline(), sql, statement).await
    }

    /// Waits for the answer to a statement, which is abandoned after the `deadline`.
    pub(crate) async fn answer_within<T>(
        &self,
        deadline: Duration,
        sql: &str,
        statement: impl Future<Output = Result<T, DbError>>,
    ) -> Result<T, DbError> {
        // Traces contain the statement's text, never a parameter's value.
        let named = statements::find(sql);
        let span = tracing::debug_span!(
            target: "stoa_db",
            "statement",
            otel.name = named.name,
            db.query.summary = named.name,
            db.query.text = sql,
            db.system.name = "postgresql",
            otel.kind = "client",
        );
        self.unanswered.fetch_add(1, Ordering::Relaxed);
        let _run = Run::begin(named, self.shared.settings.slow_statement);
        let mut statement = pin!(statement.instrument(span));
        let mut answer = timeout(deadline.min(LATE_AFTER), &mut statement).await;
        if answer.is_err() {
            self.shared.liveness.suspect();
            answer = timeout(deadline.saturating_sub(LATE_AFTER), statement).await;
        }
        let Ok(answer) = answer else {
            return Err(DbError::new(Cause::Deadline(deadline), sql));
        };
        self.unanswered.fetch_sub(1, Ordering::Relaxed);
        let code = answer.as_ref().err().map(DbError::code);
        // An error with a code comes from Postgres.
        if code.is_none_or(|code| code.is_some()) {
            self.shared.liveness.answered();
        }
        if code.flatten() == Some(&SqlState::READ_ONLY_SQL_TRANSACTION) {
            self.is_read_only.store(true, Ordering::Relaxed);
        }
        answer
    }

    /// Runs a statement within a transaction.
    pub(crate) async fn query(
        &self,
        sql: &str,
        params: &[&(dyn ToSql + Sync)],
    ) -> Result<Vec<Row>, DbError> {
        let turn = self.sending.lock().await;
        let statement = self.prepared(sql).await?;
        let rows = sent(turn, self.client().query(&statement, params)).await;
        rows.map_err(|error| DbError::postgres(error, sql))
    }

    /// Commits the transaction after all statements that were polled before. Sets `is_sent` when it sends the commit.
    pub(crate) async fn commit(&self, is_sent: &AtomicBool) -> Result<(), DbError> {
        let turn = self.sending.lock().await;
        is_sent.store(true, Ordering::Relaxed);
        let committed = sent(turn, self.client().batch_execute("commit")).await;
        committed.map_err(|error| DbError::postgres(error, "commit"))
    }

    /// Runs a statement outside of a transaction.
    pub(crate) async fn query_alone(
        &self,
        sql: &str,
        params: &[&(dyn ToSql + Sync)],
    ) -> Result<Vec<Row>, DbError> {
        let statement = self.prepared(sql).await?;
        let rows = self.alone(self.client().query(&statement, params)).await;
        rows.map_err(|error| DbError::postgres(error, sql))
    }

    /// Runs a statement within a transaction, and returns the number of rows that it changed.
    pub(crate) async fn execute(
        &self,
        sql: &str,
        params: &[&(dyn ToSql + Sync)],
    ) -> Result<u64, DbError> {
        let turn = self.sending.lock().await;
        let statement = self.prepared(sql).await?;
        let changed = sent(turn, self.client().execute(&statement, params)).await;
        changed.map_err(|error| DbError::postgres(error, sql))
    }

    /// Runs a statement outside of a transaction, and returns the number of rows that it changed.
    pub(crate) async fn execute_alone(
        &self,
        sql: &str,
        params: &[&(dyn ToSql + Sync)],
    ) -> Result<u64, DbError> {
        let statement = self.prepared(sql).await?;
        let changed = self.alone(self.client().execute(&statement, params)).await;
        changed.map_err(|error| DbError::postgres(error, sql))
    }

    /// Runs a prepared statement, in a transaction that brings the settings if the connection itself cannot have them.
    async fn alone<T>(
        &self,
        statement: impl Future<Output = Result<T, Error>>,
    ) -> Result<T, Error> {
        if !self.shared.session.is_with_transactions() {
            return statement.await;
        }
        let begin = self.client().batch_execute(self.shared.session.begin());
        let commit = self.client().batch_execute("commit");
        // `biased` polls, and so sends, in this order. No statement waits for the answer to an earlier one.
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
        let Some(client) = self.client.take() else { return };
        if *self.unanswered.get_mut() == 0 {
            // `default_transaction_read_only` applies to new sessions. Without this, a session that began while it was
            // on would refuse writes after it is off.
            if *self.is_read_only.get_mut()
                && Client::metrics(&client).age() >= MIN_AGE_OF_READ_ONLY_CONNECTION
            {
                drop(Client::take(client));
            }
            return;
        }
        let Ok(runtime) = Handle::try_current() else { return drop(Client::take(client)) };
        let (turn, tls) = (self.turn.take(), self.shared.tls.clone());
        runtime.spawn(settle(client, turn, tls, *self.is_preparing.get_mut()));
    }
}

/// Ends the turn once the statement is sent, which its first poll does. Then waits for the answer.
async fn sent<T>(turn: MutexGuard<'_, ()>, statement: impl Future<Output = T>) -> T {
    let mut statement = pin!(statement);
    let first = poll_fn(|context| Poll::Ready(statement.as_mut().poll(context))).await;
    drop(turn);
    match first {
        Poll::Ready(answer) => answer,
        Poll::Pending => statement.await,
    }
}

/// Waits until an abandoned statement ends, and cancels it after [`ABANDONED_STATEMENT_GRACE`]. Until the statement has
/// ended, its connection counts towards the pool's limit. Clients that disconnect therefore cannot make Postgres run
/// more statements at once than clients that wait.
async fn settle(client: Client, _turn: Option<Turn>, tls: Tls, was_preparing: bool) {
    let is_ready = {
        // Postgres answers this empty statement after all statements that were sent before it.
        let mut behind = pin!(client.batch_execute(""));
        let began = Instant::now();
        let is_idle = matches!(timeout(ABANDONED_STATEMENT_GRACE, &mut behind).await, Ok(Ok(())));
        if !is_idle && !client.is_closed() {
            let cancelled = client.cancel_token();
            let _ = timeout(CANCEL_TIMEOUT, cancelled.cancel_query(tls.0)).await;
            let _ = timeout(CANCEL_TIMEOUT, behind).await;
            tracing::debug!(after = ?began.elapsed(), "an abandoned statement was cancelled");
        }
        is_idle
    };
    // Close the connection instead of returning it to the pool:
    // - after a cancel request, because a late one would cancel the next caller's statement;
    // - after an abandoned preparation, because its prepared statement would remain in Postgres while the connection is
    //   open.
    if !is_ready || was_preparing {
        drop(Client::take(client));
    }
}
