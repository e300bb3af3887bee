//! Errors of statements, and which constraint a statement violated.

use std::{error::Error, fmt, io, sync::Arc, time::Duration};

use deadpool_postgres::PoolError;
use stoa_cache::LoadError;
use stoa_fair_queue::TooLate;
use tokio_postgres::error::SqlState;

const STATEMENT_CHARACTERS: usize = 100;

/// A statement that failed, or a row that does not fit its type.
///
/// The text of the error includes the beginning of the statement. The text omits Postgres' detail, which may contain a
/// customer's address (`Key (email)=(…) already exists`). `Debug` omits the detail too.
///
/// Clones are cheap. The cache gives a clone to each caller that shared a load.
#[derive(Clone)]
pub struct DbError(Arc<FailedStatement>);

struct FailedStatement {
    statement: String,
    cause: Cause,
}

pub(crate) enum Cause {
    Pool(PoolError),
    /// Postgres does not answer, so no statement was sent.
    Down,
    /// No connection of the pool was free within this time.
    NoneFree(Duration),
    /// The request waited too long for its share of the pool.
    Overloaded(TooLate),
    Deadline(Duration),
    Postgres(tokio_postgres::Error),
    Row(serde_json::Error),
    NoRow,
}

impl DbError {
    /// The name of the constraint that the statement violated, as in the migrations.
    pub fn constraint(&self) -> Option<&str> {
        self.code().filter(|code| code.code().starts_with("23"))?;
        self.postgres_error()?.as_db_error()?.constraint()
    }

    pub fn code(&self) -> Option<&SqlState> {
        self.postgres_error()?.code()
    }

    /// Whether a later retry may succeed, because the database is unreachable, out of resources, or too slow.
    pub fn is_unavailable(&self) -> bool {
        match &self.0.cause {
            Cause::Pool(_)
            | Cause::Down
            | Cause::Overloaded(_)
            | Cause::NoneFree(_)
            | Cause::Deadline(_) => true,
            Cause::Postgres(error) => match error.as_db_error() {
                Some(error) => is_passing(error.code().code()),
                None => {
                    error.is_closed()
                        || error.source().is_some_and(|source| source.is::<io::Error>())
                }
            },
            Cause::Row(_) | Cause::NoRow => false,
        }
    }

    fn postgres_error(&self) -> Option<&tokio_postgres::Error> {
        match &self.0.cause {
            Cause::Postgres(error) | Cause::Pool(PoolError::Backend(error)) => Some(error),
            _ => None,
        }
    }

    pub(crate) fn postgres(error: tokio_postgres::Error, sql: &str) -> Self {
        Self::new(Cause::Postgres(error), sql)
    }

    pub(crate) fn new(cause: Cause, sql: &str) -> Self {
        let words = sql.split_whitespace().collect::<Vec<_>>().join(" ");
        let statement = words.chars().take(STATEMENT_CHARACTERS).collect();
        Self(Arc::new(FailedStatement { statement, cause }))
    }
}

impl fmt::Display for DbError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0.cause {
            Cause::Pool(_) => write!(out, "no connection to the database")?,
            Cause::Down => write!(out, "the database is down")?,
            Cause::NoneFree(waited) => {
                write!(out, "no connection to the database was free within {waited:?}")?
            }
            Cause::Overloaded(_) => write!(out, "too many requests wait for the database")?,
            Cause::Deadline(waited) => {
                write!(out, "the database has not answered within {waited:?}")?
            }
            Cause::Postgres(error) => match error.as_db_error() {
                Some(error) => {
                    let (severity, code) = (error.severity(), error.code().code());
                    write!(out, "{severity} {code}: {}", error.message())?
                }
                None => write!(out, "the connection failed")?,
            },
            Cause::Row(error) => write!(out, "a row does not fit: {error}")?,
            Cause::NoRow => write!(out, "a row was expected")?,
        }
        write!(out, " [{}]", self.0.statement)
    }
}

impl fmt::Debug for DbError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, out)
    }
}

impl LoadError for DbError {
    fn is_unavailable(&self) -> bool {
        self.is_unavailable()
    }

    fn is_of_caller(&self) -> bool {
        matches!(self.0.cause, Cause::Overloaded(_))
    }
}

impl Error for DbError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match &self.0.cause {
            Cause::Pool(error) => Some(error),
            // The source would show Postgres' detail.
            Cause::Postgres(error) if error.as_db_error().is_some() => None,
            Cause::Postgres(error) => Some(error),
            Cause::Overloaded(error) => Some(error),
            _ => None,
        }
    }
}

/// Whether a SQLSTATE reports the state of the server rather than a fault of the statement.
fn is_passing(code: &str) -> bool {
    match code {
        // read_only_sql_transaction (a replica), idle_in_transaction_session_timeout, transaction_timeout,
        // lock_not_available, query_canceled (by `statement_timeout`), io_error
        "25006" | "25P03" | "25P04" | "55P03" | "57014" | "58030" => true,
        // Connection exceptions (08), insufficient resources such as disk_full (53), admin_shutdown and related codes
        // (57P)
        _ => ["08", "53", "57P"].iter().any(|class| code.starts_with(class)),
    }
}
