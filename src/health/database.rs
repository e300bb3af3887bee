//! Checks that the database answers, accepts writes and has the schema. The check has its own connection, so that a
//! busy pool is not reported as an unreachable database. An answer is valid for ten seconds, so that a slow database is
//! not reported as unreachable.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use anyhow::{Context, Result, anyhow};
use stoa_db::Server;
use tokio::sync::Mutex as AsyncMutex;
use tokio::time::{Instant, timeout};
use tokio_postgres::Client;

use super::Check;
use crate::database::connect;

/// How long a probe waits for a new answer. Orchestrators give up a probe after a second or two.
const PROBE_TIMEOUT: Duration = Duration::from_secs(1);

/// Time without an answer after which the database counts as down.
///
/// It includes the connection. The answer of a check is valid for the same time.
const DATABASE_DOWN_AFTER: Duration = Duration::from_secs(10);

/// Maximum age of the connection. New settings of a database or role apply only to new sessions.
const MAX_CONNECTION_AGE: Duration = Duration::from_secs(5);

/// The database is a standby or a demoted primary, or has `default_transaction_read_only`.
const READ_ONLY: &str = "the database is read-only: use the primary in DATABASE_URL, or turn off default_transaction_read_only";

/// Minimum time between two queries, however often the server is probed.
const DATABASE_STATE_TTL: Duration = Duration::from_secs(1);

pub(super) struct DatabaseCheck(Arc<DatabaseProbe>);

struct DatabaseProbe {
    pooled: Server,
    connection: AsyncMutex<Option<Connection>>,
    last: Mutex<Option<Answer>>,
}

struct Connection {
    client: Client,
    since: Instant,
}

#[derive(Clone)]
struct Answer {
    at: Instant,
    is_read_only: bool,
    database: Check,
    migrations: Check,
}

impl DatabaseCheck {
    pub(super) fn new(pooled: &Server) -> Self {
        let pooled = pooled.clone().named("stoa health");
        Self(Arc::new(DatabaseProbe {
            pooled,
            connection: AsyncMutex::default(),
            last: Mutex::default(),
        }))
    }

    /// Returns the checks of the database and of its migrations.
    pub(super) async fn check(&self) -> (Check, Check) {
        let shared = self.0.clone();
        // Spawned, so that the check completes even if the probe gives up.
        let asking = tokio::spawn(async move { shared.look().await });
        let _ = timeout(PROBE_TIMEOUT, asking).await;
        let Answer { database, migrations, .. } = self
            .0
            .last_within(DATABASE_DOWN_AFTER)
            .unwrap_or_else(|| Answer::away(&anyhow!("the database does not answer")));
        (database, migrations)
    }

    /// Whether the database was read-only at its last answer.
    pub(super) fn is_read_only(&self) -> bool {
        self.0.last_within(DATABASE_DOWN_AFTER).is_some_and(|answer| answer.is_read_only)
    }
}

impl DatabaseProbe {
    /// Queries the database, unless another probe just did.
    async fn look(&self) {
        let mut connection = self.connection.lock().await;
        if self.last_within(DATABASE_STATE_TTL).is_some() {
            return;
        }
        let asked = timeout(DATABASE_DOWN_AFTER, self.ask(connection.take())).await;
        let asked = asked.unwrap_or_else(|_| {
            Err(anyhow!("no answer within {} seconds", DATABASE_DOWN_AFTER.as_secs()))
        });
        let answer = match asked {
            Ok((used, answer)) => {
                *connection = Some(used);
                answer
            }
            Err(error) => Answer::away(&error),
        };
        *self.last.lock().unwrap_or_else(PoisonError::into_inner) = Some(answer);
    }

    async fn ask(&self, connection: Option<Connection>) -> Result<(Connection, Answer)> {
        let is_usable = |connection: &Connection| {
            !connection.client.is_closed() && connection.since.elapsed() < MAX_CONNECTION_AGE
        };
        let connection = match connection.filter(is_usable) {
            Some(connection) => connection,
            None => {
                let client = connect(&self.pooled).await?;
                Connection { client, since: Instant::now() }
            }
        };
        let client = &connection.client;
        let is_read_only =
            stoa_db::about::is_read_only(client).await.context("the database does not answer")?;
        let database = if is_read_only { Check::failed(READ_ONLY) } else { Check::Ok };
        let schema =
            stoa_schema::migrations::status(client).await.and_then(|status| status.ready());
        let migrations = match schema {
            Ok(()) => Check::Ok,
            Err(error) => Check::failed(format!("{error:#}")),
        };
        let answer = Answer { at: Instant::now(), is_read_only, database, migrations };
        Ok((connection, answer))
    }

    fn last_within(&self, time: Duration) -> Option<Answer> {
        let last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        last.clone().filter(|answer| answer.at.elapsed() < time)
    }
}

impl Answer {
    fn away(error: &anyhow::Error) -> Self {
        Self {
            at: Instant::now(),
            is_read_only: false,
            database: Check::failed(format!("{error:#}")),
            migrations: Check::failed("unknown, because the database does not answer"),
        }
    }
}
