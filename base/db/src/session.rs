//! Postgres settings that apply to every statement. They are set once for each connection. If a pooler gives each
//! transaction another backend, they are set in each transaction instead.

use std::{
    sync::{Arc, OnceLock},
    time::Duration,
};

use deadpool_postgres::{Hook, HookError};
use tokio_postgres::{Client, Error};

use crate::{Pooling, about::simple};

/// Names and values of the settings. They override the settings of the role, the database and the server.
///
/// - `default_transaction_isolation`: a statement that has waited for a lock must see what the lock's holder has
///   committed.
/// - `plan_cache_mode`: Postgres plans each statement once. With `auto`, Postgres would plan a list with `offset $n` at
///   every call. On a site with 100,000 products, planning takes 0.5 to 0.7 ms, but reading the first page takes only 0.1
///   to 0.2 ms.
/// - `jit`: compiling to machine code never pays for statements this small.
/// - `timezone`: Postgres writes a time in a json column in the session's time zone.
/// - `statement_timeout`: the only time limit of a statement. `lock_timeout` and `transaction_timeout` are off.
/// - `idle_in_transaction_session_timeout`: Postgres ends an idle transaction, and so releases its locks, if the server
///   that began the transaction has vanished.
/// - `idle_session_timeout`: idle connections of a pool, and the one that listens, stay open.
fn settings(timeout: Duration) -> [(&'static str, String); 9] {
    let timeout = format!("{}ms", timeout.as_millis());
    let off = "0".to_owned();
    [
        ("default_transaction_isolation", "read committed".to_owned()),
        ("plan_cache_mode", "force_generic_plan".to_owned()),
        ("jit", "off".to_owned()),
        ("timezone", "UTC".to_owned()),
        ("statement_timeout", timeout.clone()),
        ("idle_in_transaction_session_timeout", timeout),
        ("lock_timeout", off.clone()),
        ("idle_session_timeout", off.clone()),
        // Only Postgres 17 and later have it.
        ("transaction_timeout", off),
    ]
}

/// Returns the statement that sets these settings for the session, except those that this Postgres does not have.
fn pin(settings: &[(&str, String)]) -> String {
    let values = settings.iter().map(|(name, value)| format!("('{name}', '{value}')"));
    format!(
        "select set_config(name, value, false) from (values {}) setting (name, value) \
         where current_setting(name, true) is not null",
        values.collect::<Vec<_>>().join(", ")
    )
}

/// Pins the settings of a session outside of the pool, and turns its timeouts off. The connection must not lead to a
/// pooler, which would pass the settings on to other clients.
pub async fn pin_session(client: &Client) -> Result<(), Error> {
    client.batch_execute(&pin(&settings(Duration::ZERO))).await
}

/// Makes a backend retain its memory between statements. After each statement, glibc returns free memory above 128 KiB
/// to the system. The next statement gets the memory back page by page.
///
/// glibc raises this limit to twice the largest block ever freed, and this statement frees 1 MiB. Reading a full
/// product took Postgres 155 µs without this statement and 81 µs with it.
const KEEP_MEMORY: &str = "select octet_length(repeat(repeat('x', 1024), 1024))";

fn assignments(verb: &str, settings: &[(&str, String)]) -> String {
    let each = settings.iter().map(|(name, value)| format!("{verb} {name} = '{value}'"));
    each.collect::<Vec<_>>().join("; ")
}

/// How the pool's connections get their settings. Clones share this state.
#[derive(Clone, Debug)]
pub(crate) struct Session(Arc<SessionSettings>);

#[derive(Debug)]
struct SessionSettings {
    pooling: Pooling,
    statement_timeout: Duration,
    /// SQL that begins a transaction with the settings, if the connections lack them.
    begin: OnceLock<String>,
}

impl Session {
    pub(crate) fn new(pooling: Pooling, statement_timeout: Duration) -> Self {
        Self(Arc::new(SessionSettings { pooling, statement_timeout, begin: OnceLock::new() }))
    }

    pub(crate) fn begin(&self) -> &str {
        self.0.begin.get().map_or("begin", String::as_str)
    }

    /// Whether a single statement needs a transaction around it to get the settings.
    pub(crate) fn is_with_transactions(&self) -> bool {
        self.0.begin.get().is_some()
    }

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
            return client.batch_execute(&format!("{}; {KEEP_MEMORY}", pin(&settings))).await;
        }
        // Do not set the settings here: they would apply to other clients of the pooler from the next transaction on.
        // The pooler may set the settings itself on all its backends, so checking any one backend is enough.
        if self.is_with_transactions() {
            return Ok(());
        }
        let names = settings.iter().map(|(name, _)| format!("current_setting('{name}', true)"));
        let sql = format!("select {}", names.collect::<Vec<_>>().join(", "));
        let rows = simple(client, &sql).await?;
        let value = |place: usize| rows.first().and_then(|row| row.get(place));
        let places = settings.into_iter().enumerate();
        let known = places.filter_map(|(place, setting)| Some((value(place)?, setting)));
        let (found, settings): (Vec<&str>, Vec<_>) = known.unzip();
        if found.iter().zip(&settings).all(|(found, (_, wanted))| is_same(found, wanted)) {
            return Ok(());
        }
        // `set local default_transaction_isolation` would not change the transaction that has begun.
        let begin = format!(
            "begin isolation level read committed; {}",
            assignments("set local", &settings)
        );
        if self.0.begin.set(begin).is_ok() {
            tracing::info!(
                "the pooler's connections lack settings, which each transaction brings now; faster is, in pgbouncer's \
                 configuration of the database, connect_query='{}'",
                assignments("set", &settings).replace('\'', "''")
            );
        }
        Ok(())
    }
}

/// Postgres writes a duration in the largest unit that fits, and UTC has several names.
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
