//! How old the data of each replica is at most, measured without a clock of another machine: a replica that has
//! replayed the position which the primary had at a time is not older than that time.

use std::{
    collections::VecDeque,
    sync::{
        Mutex, MutexGuard, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};

/// Number of the primary's positions that are stored. The age of a replica that lags further is not known, only that it
/// is higher than before.
const STORED_POSITIONS: usize = 600;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Position {
    pub(crate) timeline: u32,
    pub(crate) lsn: u64,
}

/// The ages of all replicas, and the choice between them.
#[derive(Debug)]
pub(crate) struct Lags {
    primary: Mutex<VecDeque<(Instant, Position)>>,
    replicas: Vec<Mutex<Replica>>,
    /// The replica that the next load tries first.
    next: AtomicUsize,
}

#[derive(Debug)]
struct Replica {
    /// The replica had all data that the primary had at this time.
    caught_up_at: Instant,
    /// Whether the last question for its position was answered, and no statement has failed since.
    is_usable: bool,
    failed_at: Option<Instant>,
}

impl Lags {
    pub(crate) fn new(replicas: usize, now: Instant) -> Self {
        let replica =
            || Mutex::new(Replica { caught_up_at: now, is_usable: false, failed_at: None });
        Self {
            primary: Mutex::default(),
            replicas: (0..replicas).map(|_| replica()).collect(),
            next: AtomicUsize::new(0),
        }
    }

    /// Records the primary's position. `at` is a time before the primary was asked.
    pub(crate) fn primary_at(&self, at: Instant, position: Position) {
        let mut positions = lock(&self.primary);
        // After a failover or a restore, earlier positions say nothing about the primary's data.
        let follows = |(_, last): &(Instant, Position)| {
            last.timeline == position.timeline && last.lsn <= position.lsn
        };
        if !positions.back().is_none_or(follows) {
            positions.clear();
        }
        if positions.len() == STORED_POSITIONS {
            positions.pop_front();
        }
        positions.push_back((at, position));
    }

    /// Records the position that a replica has replayed, or `None` if it did not answer or is no replica. `asked_at` is
    /// a time before the replica was asked.
    pub(crate) fn replica_at(&self, replica: usize, asked_at: Instant, replayed: Option<Position>) {
        let caught_up_at = replayed.and_then(|replayed| self.primary_had(replayed));
        let mut replica = lock(&self.replicas[replica]);
        // Statements that failed later say more than this answer.
        let is_news = replica.failed_at.is_none_or(|failed_at| failed_at < asked_at);
        replica.is_usable = is_news && caught_up_at.is_some();
        if let Some(caught_up_at) = caught_up_at {
            replica.caught_up_at = caught_up_at;
        }
    }

    /// Leaves a replica out until it has answered again.
    pub(crate) fn failed(&self, replica: usize, now: Instant) {
        let mut replica = lock(&self.replicas[replica]);
        replica.is_usable = false;
        replica.failed_at = Some(now);
    }

    /// Returns a replica that had all data of this time, and the time of its data.
    pub(crate) fn choose(&self, not_before: Instant) -> Option<(usize, Instant)> {
        let first = self.next.fetch_add(1, Ordering::Relaxed);
        let count = self.replicas.len();
        let in_turn = (0..count).map(|offset| first.wrapping_add(offset) % count);
        let mut usable = in_turn.filter_map(|index| {
            let replica = lock(&self.replicas[index]);
            let is_young = replica.is_usable && replica.caught_up_at >= not_before;
            is_young.then_some((index, replica.caught_up_at))
        });
        usable.next()
    }

    pub(crate) fn age(&self, replica: usize, now: Instant) -> Duration {
        now.saturating_duration_since(lock(&self.replicas[replica]).caught_up_at)
    }

    /// The last time at which the primary had no more data than a replica with this position.
    fn primary_had(&self, replayed: Position) -> Option<Instant> {
        let positions = lock(&self.primary);
        let had = |(_, position): &&(Instant, Position)| {
            position.timeline == replayed.timeline && position.lsn <= replayed.lsn
        };
        positions.iter().rev().find(had).map(|(at, _)| *at)
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
