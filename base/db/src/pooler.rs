//! Detects a pooler in front of Postgres, and the mode of the pooler. Poolers have no common way to report themselves,
//! so this module observes how two connections behave.

use std::time::Duration;

use tokio::time::timeout;
use tokio_postgres::{Client, Error, error::SqlState};

use crate::{Server, about::simple};

/// How long a connection keeps the same Postgres backend.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pooling {
    /// A connection keeps its backend until it is closed. There is no pooler, or the pooler is in session mode.
    #[default]
    Session,
    /// A connection keeps its backend for one transaction, and the pooler tracks prepared statements.
    Transaction,
    /// As `Transaction`, but the pooler loses prepared statements. Stoa cannot use it.
    WithoutStatements,
    /// A connection keeps its backend for one statement, so transactions do not work. Stoa cannot use such a pooler.
    Statement,
}

/// Timeout of a probe. A pooler does not answer if it has no free backend.
const POOLER_PROBE_TIMEOUT: Duration = Duration::from_secs(5);

/// Number of probes. One probe is not enough, because other clients of the pooler may change which backend is free.
const POOLER_PROBES: usize = 5;

const PROCESS: &str = "select pg_backend_pid()";

impl Pooling {
    /// Detects the mode by two connections. The second connection opens a transaction, which occupies a backend. The
    /// first connection then asks Postgres which backend serves it.
    pub async fn of(server: &Server) -> Result<Self, Error> {
        let one = server.open().await?;
        let own = process(&one).await?;
        // If a second connection cannot be opened, the first connection shares its backend with no other client.
        let Ok(Ok(other)) = timeout(POOLER_PROBE_TIMEOUT, server.open()).await else {
            return Ok(Self::Session);
        };
        for _ in 0..POOLER_PROBES {
            let again = process(&one).await?;
            let held = match timeout(POOLER_PROBE_TIMEOUT, process_of_transaction(&other)).await {
                Ok(Ok(held)) => held,
                Ok(Err(_)) => return Ok(Self::Statement),
                // The pooler is in session mode, and all its backends are taken.
                Err(_) => return Ok(Self::Session),
            };
            let beside = timeout(POOLER_PROBE_TIMEOUT, process(&one)).await;
            other.batch_execute("commit").await?;
            // The connection gets no answer if all backends are busy. This proves nothing.
            let is_another = matches!(beside, Ok(Ok(beside)) if beside != own);
            if again != own || held == own || is_another {
                return match keeps_statements(&one, &other).await? {
                    true => Ok(Self::Transaction),
                    false => Ok(Self::WithoutStatements),
                };
            }
        }
        Ok(Self::Session)
    }
}

/// Whether a statement prepared on a connection is available in every backend that serves the connection.
async fn keeps_statements(one: &Client, other: &Client) -> Result<bool, Error> {
    match run_in_two(one, other).await {
        Err(error) if is_lost_statement(&error) => Ok(false),
        is_kept => is_kept,
    }
}

/// Prepares a statement on one backend, and runs the statement until two backends have run it. Returns whether both
/// backends ran this statement. The statement returns a marker, because the second backend may have another process'
/// statement of the same name.
async fn run_in_two(one: &Client, other: &Client) -> Result<bool, Error> {
    let marker = first_value(one, "select gen_random_uuid()").await?.unwrap_or_default();
    let statement = one.prepare(&format!("select pg_backend_pid() || ' {marker}'")).await?;
    for _ in 0..POOLER_PROBES {
        let first: String = one.query_one(&statement, &[]).await?.try_get(0)?;
        process_of_transaction(other).await?;
        let second = timeout(POOLER_PROBE_TIMEOUT, one.query_one(&statement, &[])).await;
        other.batch_execute("commit").await?;
        // The connection gets no answer if there is no second backend.
        let Ok(second) = second else { continue };
        let second = second?.try_get::<_, String>(0).unwrap_or_default();
        if second != first {
            return Ok(second.ends_with(&marker));
        }
    }
    Ok(true)
}

/// Whether the backend lacks the statement, or has another connection's statement of this name.
fn is_lost_statement(error: &Error) -> bool {
    let lost = [&SqlState::INVALID_SQL_STATEMENT_NAME, &SqlState::DUPLICATE_PSTATEMENT];
    error.code().is_some_and(|code| lost.contains(&code))
}

async fn process(client: &Client) -> Result<Option<String>, Error> {
    first_value(client, PROCESS).await
}

/// Begins a transaction, leaves it open, and returns the id of its backend's process.
async fn process_of_transaction(client: &Client) -> Result<Option<String>, Error> {
    first_value(client, &format!("begin; {PROCESS}")).await
}

async fn first_value(client: &Client, sql: &str) -> Result<Option<String>, Error> {
    let rows = simple(client, sql).await?;
    Ok(rows.first().and_then(|row| row.get(0)).map(str::to_owned))
}
