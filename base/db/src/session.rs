//! Postgres settings that apply to every statement. They are set once for each connection. If a pooler gives each
//! transaction another backend, they are set in each transaction instead.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use deadpool_postgres::{Hook, HookError};
use tokio_postgres::{Client, Error, SimpleQueryMessage};

use crate::Pooling;

/// Names and values of the settings.
///
/// - `plan_cache_mode`: Postgres plans each statement once. With `auto`, Postgres would plan a list with `offset $n` at
///   every call. On a site with 100,000 products, planning takes 0.5 to 0.7 ms, but reading the first page takes only
///   0.1 to 0.2 ms.
/// - `jit`: compiling to machine code never pays for statements this small.
/// - `timezone`: Postgres writes a time in a json column in the session's time zone.
/// - `idle_in_transaction_session_timeout`: Postgres ends an idle transaction, and so releases its locks, if the server
///   that began the transaction has vanished.
fn settings(statement_timeout: Duration) -> [(&'static str, String); 5] {
    let timeout = format!("{}ms", statement_timeout.as_millis());
    [
        ("plan_cache_mode", "force_generic_plan".to_owned()),
        ("jit", "off".to_owned()),
        ("timezone", "UTC".to_owned()),
        ("statement_timeout", timeout.clone()),
        ("idle_in_transaction_session_timeout", timeout),
    ]
}

/// Makes a backend retain its memory between statements. After each statement, glibc returns free memory above 128 KiB
/// to the system. The next statement gets the memory back page by page.
///
/// glibc raises this limit to twice the largest block ever freed, and this statement frees 1 MiB. Reading a full
/// product took Postgres 155 µs without this statement and 81 µs with it.
const KEEP_MEMORY: &str = "select length(repeat('x', 1048576))";

fn assignments(verb: &str, settings: &[(&str, String)]) -> String {
    let each = settings.iter().map(|(name, value)| format!("{verb} {name} = '{value}'"));
    each.collect::<Vec<_>>().join("; ")
}

/// How the pool's connections get their settings. Clones share this state.
#[derive(Clone, Debug)]
pub(crate) struct Session(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    pooling: Pooling,
    statement_timeout: Duration,
    /// SQL that begins a transaction with the settings.
    begin: String,
    /// Whether each transaction must set the settings, because the connections lack them.
    with_transactions: AtomicBool,
}

impl Session {
    pub(crate) fn new(pooling: Pooling, statement_timeout: Duration) -> Self {
        let settings = assignments("set local", &settings(statement_timeout));
        Self(Arc::new(Shared {
            pooling,
            statement_timeout,
            begin: format!("begin; {settings}"),
            with_transactions: AtomicBool::new(false),
        }))
    }

    /// Returns the SQL that begins a transaction.
    pub(crate) fn begin(&self) -> &str {
        if self.is_with_transactions() { &self.0.begin } else { "begin" }
    }

    /// Whether a single statement needs a transaction around it to get the settings.
    pub(crate) fn is_with_transactions(&self) -> bool {
        self.0.with_transactions.load(Ordering::Relaxed)
    }

    /// Returns the hook that prepares each new connection of the pool.
    pub(crate) fn hook(&self) -> Hook {
        let session = self.clone();
        Hook::async_fn(move |client, _| {
            let session = session.clone();
            Box::pin(async move { session.prepare(client).await.map_err(HookError::Backend) })
        })
    }

    async fn prepare(&self, client: &Client) -> Result<(), Error> {
        let settings = settings(self.0.statement_timeout);
        if self.0.pooling == Pooling::Session {
            let settings = assignments("set", &settings);
            return client.batch_execute(&format!("{settings}; {KEEP_MEMORY}")).await;
        }
        // Do not set the settings here: they would apply to other clients of the pooler from the next transaction on.
        // The pooler may set the settings itself on all its backends, so checking any one backend is enough.
        if self.is_with_transactions() || are_set(client, &settings).await? {
            return Ok(());
        }
        if !self.0.with_transactions.swap(true, Ordering::Relaxed) {
            tracing::info!(
                "the pooler's connections lack settings, which each transaction brings now; faster is, in pgbouncer's \
                 configuration of the database, connect_query='{}'",
                assignments("set", &settings).replace('\'', "''")
            );
        }
        Ok(())
    }
}

/// Whether the backend that serves this query has all the settings.
async fn are_set(client: &Client, settings: &[(&str, String)]) -> Result<bool, Error> {
    let names = settings.iter().map(|(name, _)| format!("current_setting('{name}')"));
    let sql = format!("select {}", names.collect::<Vec<_>>().join(", "));
    let messages = client.simple_query(&sql).await?;
    let row = messages.iter().find_map(|message| match message {
        SimpleQueryMessage::Row(row) => Some(row),
        _ => None,
    });
    let is_set = |(place, (_, value)): (usize, &(&str, String))| {
        row.and_then(|row| row.get(place)).is_some_and(|set| is_same(set, value))
    };
    Ok(settings.iter().enumerate().all(is_set))
}

/// Whether two values of a setting are equal. Postgres writes a duration in the largest unit that fits, and UTC has
/// several names.
fn is_same(set: &str, value: &str) -> bool {
    let milliseconds = |text: &str| -> Option<u64> {
        let unit = text.trim_start_matches(|letter: char| letter.is_ascii_digit());
        let number: u64 = text[..text.len() - unit.len()].parse().ok()?;
        let factor = match unit {
            "ms" => 1,
            "s" => 1000,
            "min" => 60_000,
            "h" => 3_600_000,
            _ => return None,
        };
        Some(number * factor)
    };
    set == value
        || (value == "UTC" && set == "Etc/UTC")
        || milliseconds(value).is_some_and(|value| milliseconds(set) == Some(value))
}

#[cfg(test)]
mod tests {
    use super::is_same;

    #[test]
    fn values_as_postgres_writes_them() {
        for (set, value) in
            [("off", "off"), ("30s", "30000ms"), ("1min", "60000ms"), ("Etc/UTC", "UTC")]
        {
            assert!(is_same(set, value), "{set} is {value}");
        }
        for (set, value) in [("on", "off"), ("0", "30000ms"), ("31s", "30000ms"), ("GMT", "UTC")] {
            assert!(!is_same(set, value), "{set} is not {value}");
        }
    }
}
