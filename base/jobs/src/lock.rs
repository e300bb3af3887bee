//! One at a time for all servers and commands: an advisory lock of Postgres, on a connection of its own.

use std::time::Duration;

use anyhow::{Context, Result, bail};
use stoa_db::Server;
use tokio::{task::JoinHandle, time::timeout};
use tokio_postgres::Client;

/// For the database to answer, before a round begins.
const DATABASE_TIMEOUT: Duration = Duration::from_secs(5);

/// A job with rounds, known by its name to the log and by its lock to other servers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Job {
    name: &'static str,
    lock: i64,
}

impl Job {
    /// A job whose lock follows from its name. Under another name it would run beside itself while servers of two
    /// versions run.
    pub const fn new(name: &'static str) -> Self {
        Self::with_lock(name, fnv_1a(name))
    }

    /// A job whose lock is older than its name.
    pub const fn with_lock(name: &'static str, lock: i64) -> Self {
        Self { name, lock }
    }

    pub const fn name(self) -> &'static str {
        self.name
    }
}

/// Runs one round, unless a server or another command is at this job: then none.
pub async fn run_once<T>(
    server: impl Into<Server>,
    job: Job,
    round: impl Future<Output = Result<T>>,
) -> Result<Option<T>> {
    match Lock::take(&server.into(), job).await? {
        Some(lock) => lock.hold_for(round).await.map(Some),
        None => Ok(None),
    }
}

/// A job's lock. It ends with its connection, so that a server which dies does not keep it.
pub(crate) struct Lock {
    number: i64,
    client: Client,
    connection: JoinHandle<Result<(), tokio_postgres::Error>>,
}

impl Lock {
    /// The job's lock, if nobody has it.
    pub(crate) async fn take(server: &Server, job: Job) -> Result<Option<Self>> {
        let taken = timeout(DATABASE_TIMEOUT, Self::try_take(server, job)).await;
        taken.context("the database does not answer")?
    }

    async fn try_take(server: &Server, Job { name, lock }: Job) -> Result<Option<Self>> {
        let server = server.clone().named(&format!("stoa: {name}"));
        let (client, connection) =
            server.connect().await.context("the database cannot be reached")?;
        let connection = tokio::spawn(connection);
        let row = client.query_one("select pg_try_advisory_lock($1)", &[&lock]).await?;
        Ok(row.try_get::<_, bool>(0)?.then_some(Self { number: lock, client, connection }))
    }

    /// Runs a round and gives the lock back. The round ends where it is if the lock is lost: another server may
    /// have it by then.
    pub(crate) async fn hold_for<T>(mut self, round: impl Future<Output = Result<T>>) -> Result<T> {
        let done = tokio::select! {
            done = round => done,
            _ = &mut self.connection => bail!("the connection that held the lock broke"),
        };
        let unlock =
            async { self.client.execute("select pg_advisory_unlock($1)", &[&self.number]).await };
        // Without an answer the lock ends with the connection.
        let _ = timeout(DATABASE_TIMEOUT, unlock).await;
        done
    }
}

/// Spreads names over numbers, in every version the same way.
const fn fnv_1a(name: &str) -> i64 {
    let mut hash: u64 = 0xcbf2_9ce4_8422_2325;
    let mut rest = name.as_bytes();
    while let [byte, others @ ..] = rest {
        hash = (hash ^ *byte as u64).wrapping_mul(0x0000_0100_0000_01b3);
        rest = others;
    }
    hash.cast_signed()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lock_follows_from_its_name() {
        // The test vectors of the hash's authors.
        assert_eq!(fnv_1a("").cast_unsigned(), 0xcbf2_9ce4_8422_2325);
        assert_eq!(fnv_1a("foobar").cast_unsigned(), 0x8594_4171_f739_67e8);
        assert_ne!(Job::new("send mail"), Job::new("sand mail"));
    }
}
