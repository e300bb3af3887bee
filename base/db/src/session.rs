//! What holds for every statement, and how it gets there: with the connection, or with each transaction where a pooler
//! gives each another connection.

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

/// Names and values.
///
/// - A plan is made once for each statement. With `auto`, Postgres plans the lists with `offset $n` at every call where a
///   site has 100,000 products: that takes 0.5 to 0.7 ms, and their first page then 0.1 to 0.2.
/// - Compiling to machine code never pays at these sizes.
/// - A time in a json column is written in the session's zone.
/// - A transaction whose server has vanished gives its locks back.
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

/// Makes a backend keep its memory between statements: the C library gives what is free beyond 128 KiB back to the
/// system at the end of each, and takes it again page by page with the next. It learns to keep twice the largest piece
/// that was ever given back, which is this one. A product in full took Postgres 155 µs without it and 81 with it.
const KEEP_MEMORY: &str = "select length(repeat('x', 1048576))";

fn assignments(verb: &str, settings: &[(&str, String)]) -> String {
    let each = settings.iter().map(|(name, value)| format!("{verb} {name} = '{value}'"));
    each.collect::<Vec<_>>().join("; ")
}

/// How the settings of a pool's connections are made. Clones share it.
#[derive(Clone, Debug)]
pub(crate) struct Session(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    pooling: Pooling,
    statement_timeout: Duration,
    /// What begins a transaction that brings its settings.
    begin: String,
    /// Whether transactions have to.
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

    /// What begins a transaction.
    pub(crate) fn begin(&self) -> &str {
        if self.is_with_transactions() { &self.0.begin } else { "begin" }
    }

    /// Whether a statement needs a transaction around it, which brings the settings.
    pub(crate) fn is_with_transactions(&self) -> bool {
        self.0.with_transactions.load(Ordering::Relaxed)
    }

    /// Prepares each connection of the pool.
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
        // What is set here would be somebody else's by the next transaction. The pooler may set it itself, for all of
        // its connections; of which one it lends here is as good as any.
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

/// Whether the settings are what they should be, on the connection that answers.
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

/// Postgres writes a time in the largest unit that fits, and UTC has several names.
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
