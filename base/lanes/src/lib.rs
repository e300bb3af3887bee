//! Sends the due items of an outbox, such as mails or deliveries of webhooks.
//!
//! The items are in lanes. A lane has one turn at a time: it claims a few due items for a limited time, attempts them
//! without an open transaction, and notes the outcomes. Each turn is a task of its own, so a slow lane delays no other.
//! If a server dies, its claims expire, and the items are attempted again. The [`Outbox`] ensures that two servers never
//! claim the same item at the same time.

mod state;
mod turn;

use std::error::Error;
use std::fmt::Debug;
use std::hash::Hash;
use std::iter;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use stoa_telemetry::Chain;
use tokio::sync::{Semaphore, watch};
use tokio_util::sync::{CancellationToken, DropGuard};
use tracing::{Instrument, Span};

use state::State;

/// An outbox, whose due items are sent.
pub trait Outbox: Send + Sync + 'static {
    type Lane: Clone + Debug + Eq + Hash + Send + Sync + 'static;
    type Item: Send + Sync + 'static;
    type Outcome: Send + Sync + 'static;
    type Error: Error + Send + 'static;

    /// Maximum number of items of one lane that a server attempts concurrently.
    const CONCURRENT_ATTEMPTS: usize;

    /// A turn notes its outcomes whenever it has this number of them, and at its end.
    const OUTCOMES_PER_NOTE: usize;

    /// A turn begins no attempt after this number of failures in a row.
    const FAILURES_PER_TURN: usize;

    /// Maximum number of claims and notes that a server executes concurrently, so that many lanes leave database
    /// connections for requests.
    const CONCURRENT_STATEMENTS: usize;

    /// The site of a lane. Sites share the server's tasks.
    fn site_id(lane: &Self::Lane) -> i64;

    /// Returns the lanes with due items. Those that should begin first come first.
    fn due_lanes(&self) -> impl Future<Output = Result<Vec<Self::Lane>, Self::Error>> + Send;

    /// Claims due items of the lane for this turn. Returns none if none is due.
    fn claim(
        &self,
        lane: &Self::Lane,
    ) -> impl Future<Output = Result<Vec<Self::Item>, Self::Error>> + Send;

    /// Attempts to send an item.
    fn attempt(
        &self,
        item: &Self::Item,
    ) -> impl Future<Output = Result<Self::Outcome, Self::Error>> + Send;

    /// Whether the outcome shows that the receiver accepts nothing now.
    fn is_failure(outcome: &Self::Outcome) -> bool;

    /// Notes the outcomes, in the order in which the attempts ended. After an error, the same outcomes are noted again.
    fn note(
        &self,
        lane: &Self::Lane,
        attempted: &[Attempted<Self>],
    ) -> impl Future<Output = Result<(), Self::Error>> + Send;
}

/// A claimed item and the outcome of its attempt.
pub struct Attempted<O: Outbox + ?Sized> {
    pub item: O::Item,
    /// `None` if the turn ended before the attempt. The claim of the item ends.
    pub outcome: Option<O::Outcome>,
}

/// The bounds of one server.
#[derive(Debug, Clone, Copy)]
pub struct Bounds {
    /// Maximum number of lanes that have a turn concurrently.
    pub lanes: usize,
    /// The same for the lanes of one site.
    pub lanes_per_site: usize,
}

/// Sends the due items of an outbox. Clones share the running turns.
pub struct Lanes<O: Outbox>(Arc<Shared<O>>);

struct Shared<O: Outbox> {
    outbox: O,
    state: Mutex<State<O::Lane>>,
    /// The claims and notes that may begin.
    statements: Semaphore,
    /// The number of lanes that run or wait.
    busy: watch::Sender<usize>,
    /// Aborts the turns.
    end: CancellationToken,
}

impl<O: Outbox> Lanes<O> {
    pub fn new(outbox: O, bounds: Bounds) -> Self {
        let state = Mutex::new(State::new(bounds));
        let (busy, end) = (watch::Sender::new(0), CancellationToken::new());
        let statements = Semaphore::new(O::CONCURRENT_STATEMENTS);
        Self(Arc::new(Shared { outbox, state, statements, busy, end }))
    }

    /// Aborts all turns when the guard is dropped. The items that they claimed are due again when the claims expire.
    pub fn abort_on_drop(&self) -> DropGuard {
        self.0.end.clone().drop_guard()
    }

    pub fn outbox(&self) -> &O {
        &self.0.outbox
    }

    /// Begins a turn of each lane with due items, within the bounds, and does not wait for the turns. A lane continues
    /// until it has no due items.
    pub async fn start_due(&self) -> Result<(), O::Error> {
        let due = self.0.outbox.due_lanes().await?;
        let mut state = self.0.state();
        state.add_waiting(due, O::site_id);
        self.start(state, &Span::current());
        Ok(())
    }

    /// Waits until no lane runs or waits.
    pub async fn idle(&self) {
        // The sender lives as long as `self`.
        drop(self.0.busy.subscribe().wait_for(|busy| *busy == 0).await);
    }

    /// Begins no more attempts, and waits until the running ones are noted.
    pub async fn stop(&self) {
        {
            let mut state = self.0.state();
            state.stop();
            self.0.busy.send_replace(state.busy());
        }
        self.idle().await;
    }

    /// Begins turns of waiting lanes within the bounds, in a span. The lock ends first: a runtime that shuts down drops a new task at
    /// once, and with it the lane, which takes the lock.
    fn start(&self, mut state: MutexGuard<'_, State<O::Lane>>, span: &Span) {
        let lanes: Vec<O::Lane> = iter::from_fn(|| state.next()).collect();
        self.0.busy.send_replace(state.busy());
        drop(state);
        for lane in lanes {
            let turn = Running { lanes: self.clone(), lane, has_more: false }.run();
            let turn = self.0.end.clone().run_until_cancelled_owned(turn);
            tokio::spawn(turn.instrument(span.clone()));
        }
    }
}

impl<O: Outbox> Clone for Lanes<O> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<O: Outbox> Shared<O> {
    fn state(&self) -> MutexGuard<'_, State<O::Lane>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A lane during its turn. When it is dropped, also by a panic, another turn may begin.
struct Running<O: Outbox> {
    lanes: Lanes<O>,
    lane: O::Lane,
    has_more: bool,
}

impl<O: Outbox> Running<O> {
    async fn run(mut self) {
        match turn::take(&self.lanes.0, &self.lane).await {
            Ok(has_more) => self.has_more = has_more,
            // The items of the lane are due again when their claims expire. The other lanes continue.
            Err(error) => {
                tracing::error!(lane = ?self.lane, error = %Chain(&error), "due items could not be sent");
            }
        }
    }
}

impl<O: Outbox> Drop for Running<O> {
    fn drop(&mut self) {
        let mut state = self.lanes.0.state();
        state.end(&self.lane, self.has_more.then(|| O::site_id(&self.lane)));
        if self.lanes.0.end.is_cancelled() {
            state.stop();
        }
        // The span of this turn must end.
        self.lanes.start(state, &Span::none());
    }
}

#[cfg(test)]
mod tests;
