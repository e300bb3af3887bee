//! Transactions.

use std::{
    future::Future,
    pin::{Pin, pin},
    sync::{
        OnceLock,
        atomic::{AtomicBool, AtomicI64, Ordering},
    },
    task::{Context, Waker},
};

use serde::de::DeserializeOwned;
use stoa_telemetry::Chain;
use tokio_postgres::{Row, error::SqlState, types::ToSql};

use crate::{Connection, DbError, error::Cause, row};

/// A transaction. Dropping it without [`Transaction::commit`] rolls it back.
///
/// `begin` is sent together with the first statement, which saves a round trip. The statements of one
/// `try_join!(biased; …)` are sent together too, in the order of its arguments. Each statement sees what the statements
/// before it have written. After a statement that waits for a lock, each also sees what the lock's previous holder has
/// committed:
///
/// ```ignore
/// let (cart, lines) = tokio::try_join!(biased; lock_cart(&transaction, id), list_lines(&transaction, id))?;
/// tokio::try_join!(biased; delete_lines(&transaction, id), transaction.send_commit())?;
/// ```
pub struct Transaction<'a> {
    connection: &'a Connection,
    has_begun: AtomicBool,
    has_ended: AtomicBool,
    /// Whether no rollback is needed any more. A commit that waits behind a statement that fails is never sent.
    is_commit_sent: AtomicBool,
    /// The site whose cached values the commit invalidates, or [`NO_SITE`].
    invalidated_site: AtomicI64,
    /// The site whose cached settings the commit invalidates, or [`NO_SITE`].
    site_with_new_settings: AtomicI64,
    notification: OnceLock<(&'static str, String)>,
}

/// The code of each error after the first one of a transaction.
const ABORTED: SqlState = SqlState::IN_FAILED_SQL_TRANSACTION;

/// No site has this id, since ids are positive.
const NO_SITE: i64 = 0;

/// Invalidates the cached values and the cached settings of these sites when dropped, even if the outcome of the commit
/// is unknown.
struct SentCommit<'a> {
    connection: &'a Connection,
    invalidated_site: i64,
    site_with_new_settings: i64,
}

impl<'a> Transaction<'a> {
    pub(crate) fn new(connection: &'a Connection) -> Self {
        Self {
            connection,
            has_begun: AtomicBool::new(false),
            has_ended: AtomicBool::new(false),
            is_commit_sent: AtomicBool::new(false),
            invalidated_site: AtomicI64::new(NO_SITE),
            site_with_new_settings: AtomicI64::new(NO_SITE),
            notification: OnceLock::new(),
        }
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

    /// Takes an advisory lock for the rest of the transaction, then returns the first row of a statement, if there is
    /// one. Both take one round trip. The statement sees what the lock's previous holder has committed.
    pub async fn opt_after_lock<T: DeserializeOwned>(
        &self,
        lock: i64,
        sql: &str,
        params: &[&(dyn ToSql + Sync)],
    ) -> Result<Option<T>, DbError> {
        let take = format!("select pg_advisory_xact_lock({lock})");
        let take = self.connection.client().batch_execute(&take);
        let both = async {
            // `biased` sends the lock first, as in `within`.
            let (taken, rows) = tokio::join!(biased; take, self.connection.query(sql, params));
            taken.map_err(|error| DbError::postgres(error, "select pg_advisory_xact_lock"))?;
            rows
        };
        row::read_first(&self.within(sql, both).await?, sql)
    }

    /// Runs a statement and returns the number of rows that it changed.
    pub async fn execute(&self, sql: &str, params: &[&(dyn ToSql + Sync)]) -> Result<u64, DbError> {
        Box::pin(self.within(sql, self.connection.execute(sql, params))).await
    }

    // Boxed, so that the future of a caller that sends many statements together fits on the stack.
    fn query<'q>(
        &'q self,
        sql: &'q str,
        params: &'q [&'q (dyn ToSql + Sync)],
    ) -> Pin<Box<dyn Future<Output = Result<Vec<Row>, DbError>> + Send + 'q>> {
        Box::pin(self.within(sql, self.connection.query(sql, params)))
    }

    /// Makes the commit invalidate the site's cached values in this process. Call this next to a statement that writes
    /// data from which responses are cached. A transaction writes to one site only.
    pub fn invalidate_cache(&self, site_id: i64) {
        self.invalidated_site.store(site_id, Ordering::Relaxed);
    }

    /// Makes the commit invalidate the site's cached settings in this process. Call this next to a statement that writes
    /// settings, in addition to [`Transaction::invalidate_cache`] if responses are cached from them.
    pub fn invalidate_settings(&self, site_id: i64) {
        self.site_with_new_settings.store(site_id, Ordering::Relaxed);
    }

    /// Makes a successful commit send a notification to the listeners of `channel`. A transaction sends one notification
    /// at most: further calls have no effect.
    ///
    /// The notification follows the commit, because Postgres lets transactions that notify commit only one after another.
    /// If the process or the connection ends between the two, no notification is sent.
    pub fn notify_after_commit(&self, channel: &'static str, payload: String) {
        self.notification.get_or_init(|| (channel, payload));
    }

    pub async fn commit(self) -> Result<(), DbError> {
        self.send_commit().await
    }

    /// Commits the changes together with the last statements, which saves a round trip. The call is the last argument
    /// of the `try_join!` that runs these statements. If one of them fails, Postgres rolls the transaction back.
    ///
    /// No statement may follow, so use [`Transaction::commit`] if the commit is sent alone.
    pub async fn send_commit(&self) -> Result<(), DbError> {
        self.has_ended.store(true, Ordering::Relaxed);
        if !self.has_begun.load(Ordering::Relaxed) {
            return Ok(());
        }
        let invalidates = SentCommit {
            connection: self.connection,
            invalidated_site: self.invalidated_site.load(Ordering::Relaxed),
            site_with_new_settings: self.site_with_new_settings.load(Ordering::Relaxed),
        };
        let committed = self.connection.commit(&self.is_commit_sent);
        self.connection.answer("commit", committed).await?;
        drop(invalidates);
        if let Some((channel, payload)) = self.notification.get() {
            self.notify(channel, payload).await;
        }
        Ok(())
    }

    async fn notify(&self, channel: &str, payload: &str) {
        let sql = include_str!("transaction/notify.sql");
        let params: [&(dyn ToSql + Sync); 2] = [&channel, &payload];
        let notified = self.connection.execute_alone(sql, &params);
        // The change is committed, so the caller succeeds. Listeners read the database from time to time too.
        if let Err(error) = self.connection.answer(sql, notified).await {
            tracing::warn!(channel, error = %Chain(&error), "a notification could not be sent");
        }
    }

    /// Runs a statement. Sends `begin` first if this is the first statement of the transaction.
    async fn within<T>(
        &self,
        sql: &str,
        statement: impl Future<Output = Result<T, DbError>>,
    ) -> Result<T, DbError> {
        debug_assert!(
            !self.has_ended.load(Ordering::Relaxed),
            "a statement after the commit: {sql}"
        );
        if self.has_begun.swap(true, Ordering::Relaxed) {
            let done = self.connection.answer(sql, statement).await;
            if done.as_ref().is_err_and(|error| error.code() == Some(&ABORTED)) {
                // `try_join!` returns the first error, which says more, if this future waits for one more poll.
                tokio::task::yield_now().await;
            }
            return done;
        }
        let begin = self.connection.client().batch_execute(self.connection.shared.session.begin());
        let both = async {
            // `biased` sends `begin` first. The statement does not wait for the answer to it.
            let (begun, done) = tokio::join!(biased; begin, statement);
            begun.map_err(|error| DbError::postgres(error, "begin"))?;
            done
        };
        self.connection.answer(sql, both).await
    }
}

impl Drop for SentCommit<'_> {
    fn drop(&mut self) {
        let shared = &self.connection.shared;
        for (generations, site_id) in [
            (&shared.generations, self.invalidated_site),
            (&shared.settings_generations, self.site_with_new_settings),
        ] {
            if site_id != NO_SITE {
                generations.invalidate(site_id);
            }
        }
    }
}

impl Drop for Transaction<'_> {
    fn drop(&mut self) {
        if *self.is_commit_sent.get_mut() || !*self.has_begun.get_mut() {
            return;
        }
        // One poll sends the rollback. The answer to it is not needed.
        let rollback = pin!(self.connection.client().batch_execute("rollback"));
        let _ = rollback.poll(&mut Context::from_waker(Waker::noop()));
    }
}
