//! Whether a pooler stands before Postgres, and of which kind: found out by what becomes of two connections, since
//! nothing that a pooler says of itself is the same in all of them.

use std::time::Duration;

use tokio::time::timeout;
use tokio_postgres::{Client, Error, SimpleQueryMessage, error::SqlState};

use crate::Server;

/// How far a connection is one to Postgres.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pooling {
    /// For as long as it is open: there is no pooler, or one with sessions.
    #[default]
    Session,
    /// For a transaction, and the next has another. Statements that were prepared are kept all the same.
    Transaction,
    /// The same, and statements that were prepared are lost: nothing works by it.
    WithoutStatements,
    /// For a statement: there are no transactions.
    Statement,
}

/// For an answer that does not come where a pooler has no connection left for it.
const POOLER_PROBE_TIMEOUT: Duration = Duration::from_secs(5);

/// A pooler whose other clients take connections meanwhile may need more than one look.
const LOOKS: usize = 5;

const PROCESS: &str = "select pg_backend_pid()";

impl Pooling {
    /// Looks at two connections: one is asked which process of Postgres answers it, while the other holds a transaction
    /// open, and so whichever process was free first.
    pub async fn of(server: &Server) -> Result<Self, Error> {
        let one = open(server).await?;
        let own = process(&one).await?;
        // Where there is no second one, nobody shares the first.
        let Ok(Ok(other)) = timeout(POOLER_PROBE_TIMEOUT, open(server)).await else {
            return Ok(Self::Session);
        };
        for _ in 0..LOOKS {
            let again = process(&one).await?;
            let held = match timeout(POOLER_PROBE_TIMEOUT, process_of_transaction(&other)).await {
                Ok(Ok(held)) => held,
                Ok(Err(_)) => return Ok(Self::Statement),
                // A pooler with sessions, and all of them taken.
                Err(_) => return Ok(Self::Session),
            };
            let beside = timeout(POOLER_PROBE_TIMEOUT, process(&one)).await;
            other.batch_execute("commit").await?;
            // Not answered: all of them are busy, which says nothing.
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

/// Whether a statement that was prepared is there in every process that a connection has.
async fn keeps_statements(one: &Client, other: &Client) -> Result<bool, Error> {
    match run_in_two(one, other).await {
        Ok(()) => Ok(true),
        Err(error) if is_lost_statement(&error) => Ok(false),
        Err(error) => Err(error),
    }
}

/// Prepares a statement, in one process at most, and runs it until two have run it.
async fn run_in_two(one: &Client, other: &Client) -> Result<(), Error> {
    let statement = one.prepare(PROCESS).await?;
    for _ in 0..LOOKS {
        let first: i32 = one.query_one(&statement, &[]).await?.try_get(0)?;
        process_of_transaction(other).await?;
        let second = timeout(POOLER_PROBE_TIMEOUT, one.query_one(&statement, &[])).await;
        other.batch_execute("commit").await?;
        // Not answered: there is no second process.
        let Ok(second) = second else { continue };
        if second?.try_get::<_, i32>(0)? != first {
            return Ok(());
        }
    }
    Ok(())
}

/// It is not there, or another's of this name is.
fn is_lost_statement(error: &Error) -> bool {
    let lost = [&SqlState::INVALID_SQL_STATEMENT_NAME, &SqlState::DUPLICATE_PSTATEMENT];
    error.code().is_some_and(|code| lost.contains(&code))
}

async fn open(server: &Server) -> Result<Client, Error> {
    let (client, connection) = server.connect().await?;
    // It ends with the client; what breaks it, the client is told.
    tokio::spawn(connection);
    Ok(client)
}

async fn process(client: &Client) -> Result<Option<String>, Error> {
    first_value(client, PROCESS).await
}

/// The transaction stays open.
async fn process_of_transaction(client: &Client) -> Result<Option<String>, Error> {
    first_value(client, &format!("begin; {PROCESS}")).await
}

/// By the simple protocol, which prepares nothing.
async fn first_value(client: &Client, sql: &str) -> Result<Option<String>, Error> {
    let messages = client.simple_query(sql).await?;
    let mut rows = messages.iter().filter_map(|message| match message {
        SimpleQueryMessage::Row(row) => row.get(0),
        _ => None,
    });
    Ok(rows.next().map(str::to_owned))
}
