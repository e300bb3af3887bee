//! The queue and its turns.

use std::cmp::Ordering;
use std::collections::HashMap;
use std::error::Error;
use std::fmt;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use metrics::{Counter, Histogram, counter, histogram};
use tokio::sync::oneshot;
use tokio::time::{Instant, timeout};

use crate::{Caller, usage::Usage};

/// Number of clients above which the queue removes clients whose past use has decayed to almost nothing. To spread the
/// cost of that, the number must also have doubled since the last time.
const MANY_CLIENTS_WITH_USAGE: usize = 10_000;

/// A queue for the turns at one resource. Clones share it.
///
/// A free turn goes to the tenant that has the fewest turns, and of its clients to the one that has the fewest. The known
/// clients of a tenant count as another tenant. Between equals, the one that used the resource least in the last seconds
/// comes first. A call that needs several turns gets them at once; until they are free, the calls after it wait too.
///
/// The queue refuses a request when its wait for the first turn times out, or at once if the queue is full.
#[derive(Clone)]
pub struct FairQueue(Arc<SharedQueue>);

#[derive(Clone, Copy, Debug)]
pub struct QueueSettings {
    pub name: &'static str,
    pub turns: usize,
    /// Maximum number of turns of one client at the same time, over all tenants.
    pub client_turns: usize,
    /// Maximum number of waiting calls. When another call arrives, the queue refuses a call of the client with the most.
    /// Between equals, it refuses a call of the tenant with the most.
    pub waiting: usize,
    pub first_wait: Duration,
    /// How long a request that has had a turn waits for another.
    pub wait: Duration,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TooLate {
    Busy,
    /// The client itself had all turns that one client may have.
    OverShare,
}

/// A turn at the resource, or several. It ends when this is dropped.
#[must_use]
pub struct Turn {
    queue: Arc<SharedQueue>,
    key: Key,
    turns: usize,
    began: Instant,
}

struct SharedQueue {
    settings: QueueSettings,
    state: Mutex<State>,
    waited: Histogram,
    refusals: Counter,
}

/// A tenant, and whether its known clients are meant or its strangers.
type Group = (u64, bool);

type Key = (Group, IpAddr);

#[derive(Default)]
struct State {
    turns: usize,
    tenants: HashMap<Group, Usage>,
    clients: HashMap<Key, Usage>,
    /// Number of clients with usage when negligible usage was last forgotten.
    clients_left: usize,
    client_turns: HashMap<IpAddr, usize>,
    /// The waiting calls in the order of their arrival.
    waiting: Vec<Waiting>,
}

struct Waiting {
    key: Key,
    turns: usize,
    was_admitted: bool,
    turn: oneshot::Sender<Turn>,
}

impl FairQueue {
    /// Creates a queue. Each number of `settings` is at least 1.
    pub fn new(settings: QueueSettings) -> Self {
        let name = settings.name;
        Self(Arc::new(SharedQueue {
            settings,
            state: Mutex::default(),
            waited: histogram!("stoa_queue_wait_seconds", "queue" => name),
            refusals: counter!("stoa_queue_refusals_total", "queue" => name),
        }))
    }

    /// Waits for a turn of the current task's caller. All work without a caller counts as one client's.
    pub async fn turn(&self) -> Result<Turn, TooLate> {
        self.turns(1).await
    }

    /// Like [`Self::turn`], for a call that needs several turns at once: at most [`QueueSettings::client_turns`].
    pub async fn turns(&self, turns: usize) -> Result<Turn, TooLate> {
        let caller = Caller::current().unwrap_or_else(Caller::none);
        let began = Instant::now();
        let turn = self.turns_of(&caller, turns).await;
        self.0.waited.record(began.elapsed());
        match &turn {
            Ok(_) => caller.set_admitted(),
            Err(_) => self.0.refusals.increment(1),
        }
        turn
    }

    #[cfg(test)]
    pub(crate) fn clients_with_usage(&self) -> usize {
        self.0.state().clients.len()
    }

    async fn turns_of(&self, caller: &Caller, turns: usize) -> Result<Turn, TooLate> {
        let (sender, receiver) = oneshot::channel();
        let wait = self.0.enqueue(caller, turns, sender);
        self.0.serve();
        let QueueSettings { client_turns, waiting, .. } = self.0.settings;
        self.0.state().refuse_above(waiting);
        let leaving = Leaving(&self.0);
        if let Ok(Ok(turn)) = timeout(wait, receiver).await {
            std::mem::forget(leaving);
            return Ok(turn);
        }
        match self.0.state().turns_of(caller.client) + turns > client_turns {
            true => Err(TooLate::OverShare),
            false => Err(TooLate::Busy),
        }
    }
}

/// A call that leaves the queue without a turn. Calls after it may have waited for it to get several turns.
struct Leaving<'a>(&'a Arc<SharedQueue>);

impl Drop for Leaving<'_> {
    fn drop(&mut self) {
        self.0.serve();
    }
}

impl SharedQueue {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a call to the queue. Returns how long it may wait.
    fn enqueue(&self, caller: &Caller, turns: usize, turn: oneshot::Sender<Turn>) -> Duration {
        let key = ((caller.tenant(), caller.is_known()), caller.client);
        let was_admitted = caller.was_admitted();
        self.state().waiting.push(Waiting { key, turns, was_admitted, turn });
        if was_admitted { self.settings.wait } else { self.settings.first_wait }
    }

    fn serve(self: &Arc<Self>) {
        loop {
            let now = Instant::now();
            let next = self.state().next(&self.settings, now);
            let Some(Waiting { key, turns, turn, .. }) = next else { return };
            // If the call has just been abandoned, its turn is dropped here, which ends it.
            let _ = turn.send(Turn { queue: self.clone(), key, turns, began: now });
        }
    }
}

impl State {
    /// Removes the call that is next from the queue, and counts its turns. Returns `None` if too few turns are free, or
    /// every waiting client is at its limit.
    fn next(&mut self, settings: &QueueSettings, now: Instant) -> Option<Waiting> {
        self.waiting.retain(|call| !call.turn.is_closed());
        if self.turns >= settings.turns {
            return None;
        }
        let may_have =
            |call: &Waiting| self.turns_of(call.key.1) + call.turns <= settings.client_turns;
        let calls = self.waiting.iter().enumerate();
        let (next, call) = calls
            .filter(|(_, call)| may_have(call))
            .min_by(|(_, one), (_, other)| self.compare(one, other, now))?;
        if self.turns + call.turns > settings.turns {
            return None;
        }
        let call = self.waiting.remove(next);
        self.turns += call.turns;
        let (tenant, client) = call.key;
        self.tenants.entry(tenant).or_insert_with(|| Usage::none(now)).turns += call.turns;
        self.clients.entry(call.key).or_insert_with(|| Usage::none(now)).turns += call.turns;
        *self.client_turns.entry(client).or_default() += call.turns;
        Some(call)
    }

    /// The turns of a client over all tenants.
    fn turns_of(&self, client: IpAddr) -> usize {
        self.client_turns.get(&client).copied().unwrap_or_default()
    }

    /// If more calls wait than this, refuses the newest one of the client with the most; between equals, of the tenant
    /// with the most.
    fn refuse_above(&mut self, waiting: usize) {
        if self.waiting.len() <= waiting {
            return;
        }
        let (mut of_clients, mut of_tenants) = (HashMap::new(), HashMap::new());
        for Waiting { key: (tenant, client), .. } in &self.waiting {
            *of_clients.entry(*client).or_insert(0_usize) += 1;
            *of_tenants.entry(*tenant).or_insert(0_usize) += 1;
        }
        let calls = |call: &Waiting| (of_clients[&call.key.1], of_tenants[&call.key.0]);
        // The last of several maxima is the newest.
        let newest = self.waiting.iter().enumerate().max_by_key(|(_, call)| calls(call));
        if let Some((newest, _)) = newest {
            self.waiting.remove(newest);
        }
    }

    fn end(&mut self, turn: &Turn, now: Instant) {
        self.turns -= turn.turns;
        let (tenant, client) = turn.key;
        let (tenant, of_tenant) = (self.tenants.get_mut(&tenant), self.clients.get_mut(&turn.key));
        let taken = now.duration_since(turn.began).mul_f64(turn.turns as f64);
        for usage in [tenant, of_tenant].into_iter().flatten() {
            usage.turns -= turn.turns;
            usage.add(taken, now);
        }
        if let Some(turns) = self.client_turns.get_mut(&client) {
            *turns -= turn.turns;
            if *turns == 0 {
                self.client_turns.remove(&client);
            }
        }
        if self.clients.len() > MANY_CLIENTS_WITH_USAGE.max(2 * self.clients_left) {
            self.clients.retain(|_, usage| !usage.is_negligible(now));
            self.tenants.retain(|_, usage| !usage.is_negligible(now));
            self.clients_left = self.clients.len();
        }
    }

    /// Orders the call that is served first before the other. Of one client's calls, those of requests that have had a
    /// turn come first.
    fn compare(&self, one: &Waiting, other: &Waiting, now: Instant) -> Ordering {
        let none = Usage::none(now);
        let tenant = |call: &Waiting| *self.tenants.get(&call.key.0).unwrap_or(&none);
        let client = |call: &Waiting| *self.clients.get(&call.key).unwrap_or(&none);
        let by_tenant = tenant(one).compare(&tenant(other), now);
        by_tenant
            .then_with(|| client(one).compare(&client(other), now))
            .then_with(|| other.was_admitted.cmp(&one.was_admitted))
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        self.queue.state().end(self, Instant::now());
        self.queue.serve();
    }
}

impl fmt::Display for TooLate {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("the turn of this call did not come in time")
    }
}

impl Error for TooLate {}

impl fmt::Debug for Turn {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Turn").field("began", &self.began).finish_non_exhaustive()
    }
}

impl fmt::Debug for FairQueue {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("FairQueue").field("settings", &self.0.settings).finish_non_exhaustive()
    }
}
