//! Checks that the database answers, accepts writes and has the schema. The check has its own connection, so that a
//! busy pool is not reported as an unreachable database. An answer is valid for ten seconds, so that a slow database is
//! not reported as unreachable.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use anyhow::{Context, Result, anyhow};
use stoa_db::Server;
use tokio::sync::Mutex as AsyncMutex;
use tokio::time::{Instant, timeout};

use super::Check;
use crate::database::connect;

/// How long a probe waits for a new answer. Orchestrators give up a probe after a second or two.
const PROBE_TIMEOUT: Duration = Duration::from_secs(1);

/// Time without an answer after which the database counts as down.
///
/// It includes the connection. The answer of a check is valid for the same time.
const DATABASE_DOWN_AFTER: Duration = Duration::from_secs(10);

/// The database is a standby or a demoted primary, or has `default_transaction_read_only`.
const READ_ONLY: &str = "the database is read-only: use the primary in DATABASE_URL, or turn off default_transaction_read_only";

/// Minimum time between two queries, however often the server is probed.
const DATABASE_STATE_TTL: Duration = Duration::from_secs(1);

pub(super) struct DatabaseProbe {
    pooled: Server,
    /// Held while the database is asked, so that probes share the answer.
    asking: AsyncMutex<()>,
    last: Mutex<Option<Answer>>,
}

#[derive(Clone)]
struct Answer {
    at: Instant,
    is_read_only: bool,
    database: Check,
    migrations: Check,
}

impl DatabaseProbe {
    pub(super) fn new(pooled: &Server) -> Self {
        let pooled = pooled.clone().named("stoa health");
        Self { pooled, asking: AsyncMutex::default(), last: Mutex::default() }
    }

    /// Returns the checks of the database and of its migrations.
    pub(super) async fn check(self: &Arc<Self>) -> (Check, Check) {
        let shared = self.clone();
        // Spawned, so that the check completes even if the probe gives up.
        let asking = tokio::spawn(async move { shared.look().await });
        let _ = timeout(PROBE_TIMEOUT, asking).await;
        let Answer { database, migrations, .. } = self
            .last_within(DATABASE_DOWN_AFTER)
            .unwrap_or_else(|| Answer::away(&anyhow!("the database does not answer")));
        (database, migrations)
    }

    /// Whether the database was read-only at its last answer.
    pub(super) fn is_read_only(&self) -> bool {
        self.last_within(DATABASE_DOWN_AFTER).is_some_and(|answer| answer.is_read_only)
    }

    /// Queries the database, unless another probe just did.
    async fn look(&self) {
        let _asking = self.asking.lock().await;
        if self.last_within(DATABASE_STATE_TTL).is_some() {
            return;
        }
        let asked = timeout(DATABASE_DOWN_AFTER, self.ask()).await;
        let asked = asked.unwrap_or_else(|_| {
            Err(anyhow!("no answer within {} seconds", DATABASE_DOWN_AFTER.as_secs()))
        });
        let answer = asked.unwrap_or_else(|error| Answer::away(&error));
        *self.last.lock().unwrap_or_else(PoisonError::into_inner) = Some(answer);
    }

    /// Asks on a new connection, because new settings of a database or a role apply only to new sessions.
    async fn ask(&self) -> Result<Answer> {
        let client = connect(&self.pooled).await?;
        let is_read_only =
            stoa_db::about::is_read_only(&client).await.context("the database does not answer")?;
        let database = if is_read_only { Check::failed(READ_ONLY) } else { Check::Ok };
        let schema =
            stoa_schema::migrations::status(&client).await.and_then(|status| status.ready());
        let migrations = match schema {
            Ok(()) => Check::Ok,
            Err(error) => Check::failed(format!("{error:#}")),
        };
        Ok(Answer { at: Instant::now(), is_read_only, database, migrations })
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
