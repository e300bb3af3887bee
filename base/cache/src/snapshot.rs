//! The age of the data that a load reads, if a replica of the database may answer it.

use std::{
    future::Future,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

tokio::task_local! {
    static SNAPSHOT: Option<Snapshot>;
}

/// The share of a TTL that the data of a replica may be old at the beginning of a load, and the share for which a
/// running load accepts further callers. Together they are at most the TTL, so no caller gets older data.
pub(crate) fn max_lag(ttl: Duration) -> Duration {
    ttl / 2
}

/// The replica that a load reads, and how old its data is. Clones share it.
///
/// The load runs within [`Snapshot::scope`]. Code that queries a database calls [`Snapshot::current`] and
/// [`Snapshot::replica`]. The cache then counts the value's age from the time of the data instead of the time of the
/// load.
#[derive(Clone, Debug)]
pub struct Snapshot(Arc<State>);

#[derive(Debug)]
struct State {
    not_before: Instant,
    source: Mutex<Source>,
}

#[derive(Debug, Default)]
struct Source {
    is_chosen: bool,
    replica: Option<usize>,
    /// The data is at least as new as the primary's was at this time. `None` if no replica was read.
    caught_up_at: Option<Instant>,
}

impl Snapshot {
    /// Creates the snapshot of a load that begins now. A replica may answer it if the replica's data is young enough
    /// for the TTL, and includes the site's last invalidation.
    pub fn new(now: Instant, ttl: Duration, last_invalidation: Option<Instant>) -> Self {
        let oldest = now.checked_sub(max_lag(ttl)).unwrap_or(now);
        // A primary that was asked at the very time of the invalidation may have answered before its commit.
        let after = last_invalidation.map(|time| time + Duration::from_nanos(1));
        let not_before = after.map_or(oldest, |time| time.max(oldest));
        Self(Arc::new(State { not_before, source: Mutex::default() }))
    }

    /// Returns the snapshot of the current load, if a replica may answer it.
    pub fn current() -> Option<Self> {
        SNAPSHOT.try_with(Clone::clone).ok().flatten()
    }

    /// Runs a load. Without a snapshot, no replica may answer it.
    pub fn scope<F: Future>(snapshot: Option<Self>, load: F) -> impl Future<Output = F::Output> {
        SNAPSHOT.scope(snapshot, load)
    }

    /// Returns the replica that answers the load's statements, or `None` for the primary. The first call chooses: it
    /// passes the oldest permitted time of the data to `choose`, which returns a replica and the time of its data. All
    /// statements of a load read the same replica. Otherwise a later one could see older data than an earlier one.
    pub fn replica(
        &self,
        choose: impl FnOnce(Instant) -> Option<(usize, Instant)>,
    ) -> Option<usize> {
        let mut source = self.source();
        if !source.is_chosen {
            source.is_chosen = true;
            if let Some((replica, caught_up_at)) = choose(self.0.not_before) {
                source.replica = Some(replica);
                source.caught_up_at = Some(caught_up_at);
            }
        }
        source.replica
    }

    /// Makes the primary answer the load's remaining statements, because the replica failed.
    pub fn use_primary(&self) {
        self.source().replica = None;
    }

    /// The time of the data if the load has read a replica.
    pub fn caught_up_at(&self) -> Option<Instant> {
        self.source().caught_up_at
    }

    fn source(&self) -> MutexGuard<'_, Source> {
        self.0.source.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
