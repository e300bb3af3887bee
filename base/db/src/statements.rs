//! Names of statements, by which their durations are measured, logged and traced. The name of a statement is the path of
//! its `.sql` file: `commerce/orders/sweep/due_sites`. Statements without a file share the name [`OTHER`].
//!
//! A statement is found by the digest of its text, so callers pass only the text.

use std::collections::HashMap;
use std::sync::{LazyLock, Mutex, OnceLock, PoisonError, RwLock};
use std::time::Duration;

use metrics::{Histogram, histogram};
use stoa_fair_queue::Caller;
use tokio::time::Instant;

/// The name of all statements without a file, such as `commit`.
pub const OTHER: &str = "other";

/// Minimum time between two log lines about the same statement.
const SLOW_STATEMENT_LOG_INTERVAL: Duration = Duration::from_secs(1);

static STATEMENTS: LazyLock<RwLock<HashMap<u64, &'static Named>>> = LazyLock::new(RwLock::default);

static UNNAMED: Named = Named::new(OTHER);

/// A named statement. Its number is bounded by that of the files and their variants.
pub(crate) struct Named {
    pub(crate) name: &'static str,
    durations: OnceLock<Histogram>,
    slow_runs: Mutex<SlowRuns>,
}

struct SlowRuns {
    logged_at: Option<Instant>,
    not_logged: u64,
}

/// Names the statements of `.sql` files, given by the [`digest`] of each file's text. Call this once, before the first
/// statement runs.
pub fn name_statements(files: &[(u64, &'static str)]) {
    let mut statements = STATEMENTS.write().unwrap_or_else(PoisonError::into_inner);
    for (digest, name) in files {
        statements.entry(*digest).or_insert_with(|| Box::leak(Box::new(Named::new(name))));
    }
}

pub fn name_of(sql: &str) -> &'static str {
    find(sql).name
}

/// Gives a variant of a file's text the name of the file.
pub(crate) fn name_variant(file: &str, variant: &str) {
    let named = find(file);
    if named.name != OTHER {
        let mut statements = STATEMENTS.write().unwrap_or_else(PoisonError::into_inner);
        statements.entry(digest(variant)).or_insert(named);
    }
}

pub(crate) fn find(sql: &str) -> &'static Named {
    let statements = STATEMENTS.read().unwrap_or_else(PoisonError::into_inner);
    statements.get(&digest(sql)).copied().unwrap_or(&UNNAMED)
}

/// Returns the digest of a statement's text: FNV-1a over words of eight bytes, 0.3 µs for a kilobyte. The build script of
/// the server computes the same digest.
pub fn digest(sql: &str) -> u64 {
    let words = sql.as_bytes().chunks(8).map(|chunk| {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        u64::from_le_bytes(word)
    });
    words.fold(0xcbf2_9ce4_8422_2325, |hash, word| {
        let mixed = (hash ^ word).wrapping_mul(0x0000_0100_0000_01b3);
        mixed ^ (mixed >> 32)
    })
}

/// A run of a statement. Dropping it records the duration, also of a run that failed or was abandoned.
pub(crate) struct Run {
    statement: &'static Named,
    slow_after: Option<Duration>,
    began: Instant,
}

impl Run {
    pub(crate) fn begin(statement: &'static Named, slow_after: Option<Duration>) -> Self {
        Self { statement, slow_after, began: Instant::now() }
    }
}

impl Drop for Run {
    fn drop(&mut self) {
        let took = self.began.elapsed();
        self.statement.durations().record(took);
        if self.slow_after.is_some_and(|slow_after| took >= slow_after) {
            self.statement.log_slow(took);
        }
    }
}

impl Named {
    const fn new(name: &'static str) -> Self {
        let slow_runs = Mutex::new(SlowRuns { logged_at: None, not_logged: 0 });
        Self { name, durations: OnceLock::new(), slow_runs }
    }

    fn durations(&self) -> &Histogram {
        let name = self.name;
        self.durations
            .get_or_init(|| histogram!("stoa_statement_duration_seconds", "statement" => name))
    }

    /// Logs the name, the duration and the site, never the text or a parameter. A statement that is slow many times in
    /// a second is logged once, because all statements are slow when Postgres is.
    fn log_slow(&self, took: Duration) {
        let mut runs = self.slow_runs.lock().unwrap_or_else(PoisonError::into_inner);
        if runs.logged_at.is_some_and(|at| at.elapsed() < SLOW_STATEMENT_LOG_INTERVAL) {
            runs.not_logged += 1;
            return;
        }
        let also = runs.not_logged;
        *runs = SlowRuns { logged_at: Some(Instant::now()), not_logged: 0 };
        drop(runs);
        // 0 stands for work without a site: a background job, or a request whose site is not known yet.
        let site_id = Caller::current().map_or(0, |caller| caller.tenant());
        tracing::warn!(
            statement = self.name,
            ms = took.as_millis() as u64,
            site_id,
            also,
            "a statement was slow"
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_statement_is_found_by_its_text() {
        let text = "select 1 as a_statement_is_found_by_its_text\n--[more] , 2";
        name_statements(&[(digest(text), "tests/found")]);
        assert_eq!(name_of(text), "tests/found");
        assert_eq!(name_of("select 2"), OTHER);
        let variant = "select 1 as a_statement_is_found_by_its_text\n, 2\n";
        assert_eq!(name_of(variant), OTHER);
        name_variant(text, variant);
        assert_eq!(name_of(variant), "tests/found");
        name_variant("select 3", "select 4");
        assert_eq!(name_of("select 4"), OTHER);
    }

    #[test]
    fn digests_differ_by_each_byte() {
        let text = "select tag.id from tags tag where tag.site_id = $1";
        for at in 0..text.len() {
            let mut other = text.as_bytes().to_vec();
            other[at] ^= 1;
            assert_ne!(digest(text), digest(&String::from_utf8(other).unwrap()), "{at}");
        }
    }
}
