//! Random histories of a primary, its replicas and a server's cache, with a simulated clock. The choice of a replica and
//! the cache are the real ones; only Postgres is a model.

use std::{
    cell::{Cell, RefCell},
    pin::Pin,
    rc::Rc,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    task::{Context, Poll, Waker},
    time::{Duration, Instant},
};

use rand::{RngExt, SeedableRng, rngs::StdRng};
use stoa_cache::{Cache, Cached, Freshness, Generations, LoadError, Snapshot};

use super::lags::{Lags, Position};

const HISTORIES: u64 = 100_000;
const STEPS: usize = 60;
const REPLICAS: usize = 2;
const SITE: i64 = 1;

/// As in the documents.
const TTL: Duration = Duration::from_secs(1);

#[derive(Clone, Debug)]
struct Never;

impl LoadError for Never {
    fn is_unavailable(&self) -> bool {
        false
    }
}

type Loaded = Result<Option<Cached<u64>>, Never>;

struct Server {
    milliseconds: Arc<AtomicU64>,
    began: Instant,
    lags: Lags,
    generations: Generations,
    cache: Cache<u64, u64, Never>,
    /// Number of statements that a replica answered.
    from_replicas: Cell<u64>,
}

/// The state of all Postgres servers. The number of writes is the position in the log, and the value of each read.
#[derive(Default)]
struct World {
    /// When each write was committed, in milliseconds.
    writes: Vec<u64>,
    /// The number of writes at the server's own last one.
    own: u64,
    replicas: [Replica; REPLICAS],
    /// Questions to the primary that are not answered yet, by the time before they were sent.
    primary_asked: Vec<Instant>,
    /// Answers of replicas that the server has not received yet.
    replica_answers: Vec<(usize, Instant, Option<Position>)>,
}

#[derive(Clone, Copy, Default)]
struct Replica {
    replayed: u64,
    is_paused: bool,
    is_dead: bool,
}

impl Replica {
    fn replays_until(&mut self, lsn: u64) {
        if !self.is_paused && !self.is_dead {
            self.replayed = lsn;
        }
    }
}

struct Read<'a> {
    arrived: u64,
    /// The own writes before its arrival.
    own: u64,
    call: Pin<Box<dyn Future<Output = Loaded> + 'a>>,
}

fn position(lsn: u64) -> Position {
    Position { timeline: 1, lsn }
}

impl Server {
    fn new() -> Self {
        let milliseconds = Arc::new(AtomicU64::new(0));
        let (clock, began) = (milliseconds.clone(), Instant::now() + TTL);
        let now = move || began + Duration::from_millis(clock.load(Ordering::Relaxed));
        Self {
            lags: Lags::new(REPLICAS, began),
            generations: Generations::default(),
            cache: Cache::with_entries("histories", 100, now).reading_replicas(),
            milliseconds,
            began,
            from_replicas: Cell::new(0),
        }
    }

    fn milliseconds(&self) -> u64 {
        self.milliseconds.load(Ordering::Relaxed)
    }

    fn now(&self) -> Instant {
        self.began + Duration::from_millis(self.milliseconds())
    }

    /// Reads as the response cache does.
    fn read(&self, key: u64, world: Rc<RefCell<World>>, polls: u32) -> Read<'_> {
        let freshness = Freshness { ttl: TTL, generation: self.generations.current(SITE) };
        let (arrived, own) = (self.milliseconds(), world.borrow().own);
        let last_invalidation = self.generations.last_invalidation(SITE);
        let snapshot = Snapshot::new(self.now(), TTL, last_invalidation);
        let load = async move {
            let value = self.statement(&world.borrow());
            pending(polls).await;
            Ok(Some(value))
        };
        let call = async move {
            if let Some(value) = self.cache.get(&key, freshness) {
                return Ok(Some(Cached { value, stale_for: None }));
            }
            self.cache.get_or_load(key, freshness, load).await
        };
        Read { arrived, own, call: Box::pin(Snapshot::scope(Some(snapshot), call)) }
    }

    /// Runs a statement as [`super::Replicas::query`] does.
    fn statement(&self, world: &World) -> u64 {
        let snapshot = Snapshot::current().unwrap();
        if let Some(index) = snapshot.replica(|not_before| self.lags.choose(not_before)) {
            let replica = world.replicas[index];
            if !replica.is_dead {
                self.from_replicas.update(|count| count + 1);
                return replica.replayed;
            }
            self.lags.failed(index, self.now());
            snapshot.use_primary();
        }
        world.writes.len() as u64
    }
}

async fn pending(mut polls: u32) {
    std::future::poll_fn(|_| {
        if polls == 0 {
            return Poll::Ready(());
        }
        polls -= 1;
        Poll::Pending
    })
    .await;
}

/// The number of writes that were committed at this time.
fn writes_at(world: &World, milliseconds: u64) -> u64 {
    world.writes.partition_point(|at| *at <= milliseconds) as u64
}

/// Asserts that the answer of a read is not older than its document and its server's writes allow.
fn check(seed: u64, world: &World, read: &Read<'_>, answer: u64) {
    if let Some(oldest) = read.arrived.checked_sub(TTL.as_millis() as u64) {
        let allowed = writes_at(world, oldest);
        assert!(answer >= allowed, "history {seed}: write {answer}, but {allowed} is allowed");
    }
    assert!(answer >= read.own, "history {seed}: write {answer} before the own {}", read.own);
}

fn run(seed: u64, server: &mut Server) {
    server.lags = Lags::new(REPLICAS, server.now());
    let server = &*server;
    let mut random = StdRng::seed_from_u64(seed);
    let world = Rc::new(RefCell::new(World::default()));
    let mut reads: Vec<Read<'_>> = Vec::new();
    // Each history has its own speed, so that some have many events in a TTL and others few.
    let longest_step = random.random_range(1..80);
    let mut context = Context::from_waker(Waker::noop());
    for _ in 0..STEPS {
        server.milliseconds.fetch_add(random.random_range(0..longest_step), Ordering::Relaxed);
        let now = server.now();
        let index = random.random_range(0..REPLICAS);
        {
            let mut state = world.borrow_mut();
            let written = state.writes.len() as u64;
            match random.random_range(0..100) {
                0..6 => {
                    state.writes.push(server.milliseconds());
                    if random.random() {
                        state.own = written + 1;
                        server.generations.invalidate_at(SITE, now);
                    }
                }
                6..16 => state.primary_asked.push(now),
                16..30 => {
                    // Some questions are answered at once, others later.
                    let asked_at = state.primary_asked.pop().unwrap_or(now);
                    server.lags.primary_at(asked_at, position(written));
                }
                30..48 => {
                    let Replica { replayed, is_dead, .. } = state.replicas[index];
                    let answer = (!is_dead).then(|| position(replayed));
                    match random.random() {
                        true => server.lags.replica_at(index, now, answer),
                        false => state.replica_answers.push((index, now, answer)),
                    }
                }
                48..56 => {
                    if let Some((index, asked_at, answer)) = state.replica_answers.pop() {
                        server.lags.replica_at(index, asked_at, answer);
                    }
                }
                56..62 => state.replicas[index].replays_until(written),
                62..78 => {
                    let replica = &mut state.replicas[index];
                    let replayed = random.random_range(replica.replayed..=written);
                    replica.replays_until(replayed);
                }
                78..79 => state.replicas[index].is_paused ^= true,
                79..80 => state.replicas[index].is_dead ^= true,
                80..97 => {
                    drop(state);
                    let polls = random.random_range(0..30);
                    // Two keys, other ones than those of the other histories.
                    let key = seed * 2 + random.random_range(0..2);
                    reads.push(server.read(key, world.clone(), polls));
                }
                97..99 => {
                    drop(state);
                    reads.pop();
                }
                _ => {}
            }
        }
        reads.retain_mut(|read| {
            let Poll::Ready(answer) = read.call.as_mut().poll(&mut context) else { return true };
            let Cached { value, .. } = answer.unwrap().unwrap();
            check(seed, &world.borrow(), read, value);
            false
        });
    }
}

#[tokio::test]
async fn no_answer_is_older_than_its_document_allows() {
    let mut server = Server::new();
    for seed in 0..HISTORIES {
        run(seed, &mut server);
        // The reads have used up the budget of this task, after which tokio's primitives are never ready.
        tokio::task::yield_now().await;
    }
    let from_replicas = server.from_replicas.get();
    assert!(from_replicas > HISTORIES / 4, "replicas were read {from_replicas} times");
}
