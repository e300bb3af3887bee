//! The cache's guarantees: TTL, bounded size, single flight, stale-if-error, invalidation.

use std::{
    pin::Pin,
    sync::{
        Arc, LazyLock,
        atomic::{AtomicU64, AtomicUsize, Ordering},
    },
    task::{Context, Poll, Waker},
    time::{Duration, Instant},
};

use stoa_cache::{Cache, Cached, Freshness, LoadError};
use tokio::sync::watch;

const TTL: Duration = Duration::from_secs(5);

static START: LazyLock<Instant> = LazyLock::new(Instant::now);

#[derive(Clone, Copy, Debug, PartialEq)]
enum TestError {
    Down,
    NotFound,
    Bug,
}

impl LoadError for TestError {
    fn is_unavailable(&self) -> bool {
        *self == Self::Down
    }

    fn is_not_found(&self) -> bool {
        *self == Self::NotFound
    }
}

type Loaded = Result<Option<&'static str>, TestError>;

/// A cache with a single key, and a source that the test controls.
#[derive(Clone)]
struct Fixture {
    cache: Arc<Cache<i32, &'static str, TestError>>,
    milliseconds: Arc<AtomicU64>,
    loads: Arc<AtomicUsize>,
    generation: Arc<AtomicU64>,
    is_open: watch::Sender<bool>,
}

type Call = Pin<Box<dyn Future<Output = Result<Option<Cached<&'static str>>, TestError>> + Send>>;

impl Fixture {
    fn new() -> Self {
        let milliseconds = Arc::new(AtomicU64::new(0));
        let clock = milliseconds.clone();
        let now = move || *START + Duration::from_millis(clock.load(Ordering::Relaxed));
        let cache = Cache::with_entries("names", 10, now).stale_if_error(Duration::from_secs(60));
        Self {
            cache: Arc::new(cache),
            milliseconds,
            loads: Arc::default(),
            generation: Arc::default(),
            is_open: watch::Sender::new(true),
        }
    }

    fn at(&self, seconds: u64) {
        self.milliseconds.store(seconds * 1000, Ordering::Relaxed);
    }

    fn loads(&self) -> usize {
        self.loads.load(Ordering::Relaxed)
    }

    fn call(&self, loaded: Loaded) -> Call {
        let this = self.clone();
        let generation = self.generation.load(Ordering::Relaxed);
        Box::pin(async move {
            let load = async {
                this.loads.fetch_add(1, Ordering::Relaxed);
                this.is_open.subscribe().wait_for(|is_open| *is_open).await.ok();
                loaded
            };
            this.cache.get_or_load(1, Freshness { ttl: TTL, generation }, load).await
        })
    }

    /// Returns the value, its age in seconds if it is stale, and whether this call loaded it.
    async fn get(&self, loaded: Loaded) -> (Loaded, Option<u64>, bool) {
        let before = self.loads();
        let result = self.call(loaded).await;
        let stale_for = result.as_ref().ok().and_then(|value| value.as_ref()?.stale_for);
        let value = result.map(|cached| cached.map(|cached| cached.value));
        (value, stale_for.map(|age| age.as_secs()), self.loads() > before)
    }

    /// Starts `count` calls and asserts that each of them waits. The source must be closed.
    fn waiting(&self, count: usize, loaded: Loaded) -> Vec<Call> {
        let mut calls: Vec<Call> = (0..count).map(|_| self.call(loaded)).collect();
        calls.iter_mut().for_each(poll);
        calls
    }
}

fn poll(call: &mut Call) {
    assert_eq!(call.as_mut().poll(&mut Context::from_waker(Waker::noop())), Poll::Pending);
}

async fn all(calls: Vec<Call>) -> Vec<Loaded> {
    let mut results = Vec::new();
    for call in calls {
        results.push(call.await.map(|cached| cached.map(|cached| cached.value)));
    }
    results
}

const ONE: Loaded = Ok(Some("one"));
const TWO: Loaded = Ok(Some("two"));
const DOWN: Loaded = Err(TestError::Down);

#[tokio::test]
async fn a_value_is_fresh_for_its_ttl_and_until_a_write() {
    let fixture = Fixture::new();
    assert_eq!(fixture.get(ONE).await, (ONE, None, true));
    fixture.at(4);
    assert_eq!(fixture.get(TWO).await, (ONE, None, false));
    assert_eq!(fixture.cache.get(&1, Freshness { ttl: TTL, generation: 0 }), Some("one"));
    fixture.at(5);
    assert_eq!(fixture.cache.get(&1, Freshness { ttl: TTL, generation: 0 }), None);
    assert_eq!(fixture.get(TWO).await, (TWO, None, true));
    fixture.generation.store(1, Ordering::Relaxed);
    assert_eq!(fixture.get(ONE).await, (ONE, None, true));
}

#[tokio::test]
async fn its_age_counts_from_the_beginning_of_its_load() {
    let fixture = Fixture::new();
    fixture.is_open.send_replace(false);
    let calls = fixture.waiting(1, ONE);
    fixture.at(5);
    fixture.is_open.send_replace(true);
    assert_eq!(all(calls).await, [ONE]);
    assert_eq!(fixture.get(TWO).await, (TWO, None, true));
}

#[tokio::test]
async fn errors_and_absent_values_are_not_cached() {
    let fixture = Fixture::new();
    for loaded in [Ok(None), DOWN, Err(TestError::NotFound), Err(TestError::Bug)] {
        assert_eq!(fixture.get(loaded).await, (loaded, None, true));
        assert_eq!(fixture.get(loaded).await, (loaded, None, true));
    }
}

#[test]
fn entries_are_bounded_and_frequent_ones_stay() {
    let cache = Cache::<i32, _, TestError>::with_entries("names", 1_000, || *START);
    let freshness = Freshness { ttl: TTL, generation: 0 };
    cache.insert(-1, "frequent", *START);
    for key in 0..100_000 {
        cache.insert(key, "once", *START);
        assert_eq!(cache.get(&-1, freshness), Some("frequent"));
    }
    assert!(cache.weight() < 1_100, "{}", cache.weight());
    assert_eq!(cache.get(&99_999, freshness), Some("once"), "the last one is cached");
}

#[test]
fn bytes_are_bounded_and_too_large_a_value_is_not_cached() {
    let weigh = |value: &Arc<AtomicU64>| value.load(Ordering::Relaxed);
    let cache = Cache::<i32, _, TestError>::with_bytes("bodies", 64_000, weigh, || *START);
    let freshness = Freshness { ttl: TTL, generation: 0 };
    for key in 0..1_000 {
        cache.insert(key, Arc::new(AtomicU64::new(100)), *START);
        let value = cache.get(&key, freshness).unwrap();
        value.store(900, Ordering::Relaxed);
        cache.reweigh(&key, |other| Arc::ptr_eq(other, &value));
        assert!(cache.weight() <= 64_000, "{}", cache.weight());
    }
    assert!(cache.weight() > 50_000, "{}", cache.weight());
    cache.insert(999, Arc::new(AtomicU64::new(1_001)), *START);
    assert!(cache.get(&999, freshness).is_none(), "more than a 64th, and the old one is evicted");
}

#[tokio::test]
async fn concurrent_misses_share_one_load() {
    for (loaded, other_loads) in [(ONE, 0), (Ok(None), 1), (DOWN, 1), (Err(TestError::Bug), 1)] {
        let fixture = Fixture::new();
        fixture.is_open.send_replace(false);
        let calls = fixture.waiting(1000, loaded);
        fixture.is_open.send_replace(true);
        assert_eq!(all(calls).await, [loaded; 1000]);
        assert_eq!(fixture.loads(), 1);
        assert_eq!(fixture.get(loaded).await, (loaded, None, other_loads == 1), "after it");
    }
}

#[tokio::test]
async fn a_dropped_caller_leaves_its_load_to_the_next() {
    let fixture = Fixture::new();
    fixture.is_open.send_replace(false);
    let mut calls = fixture.waiting(100, ONE);
    for loads in 1..=3 {
        assert_eq!(fixture.loads(), loads);
        drop(calls.remove(0));
        calls.iter_mut().for_each(poll);
    }
    calls.truncate(50);
    fixture.is_open.send_replace(true);
    assert_eq!(all(calls).await, [ONE; 50]);
    assert_eq!(fixture.loads(), 4);
}

#[tokio::test]
async fn an_old_load_neither_answers_later_callers_nor_replaces_their_value() {
    // The value of the first load becomes stale because its TTL passes, or because of a write.
    for (seconds, generation) in [(5, 0), (0, 1)] {
        for (early, late) in [(ONE, TWO), (Err(TestError::NotFound), TWO), (ONE, Ok(None))] {
            let fixture = Fixture::new();
            fixture.is_open.send_replace(false);
            let before = fixture.waiting(10, early);
            fixture.at(seconds);
            fixture.generation.store(generation, Ordering::Relaxed);
            let after = fixture.waiting(10, late);
            assert_eq!(fixture.loads(), 2);
            fixture.is_open.send_replace(true);
            assert_eq!(all(after).await, [late; 10]);
            assert_eq!(all(before).await, [early; 10]);
            assert_eq!(fixture.cache.peek(&1), late.unwrap());
        }
    }
}

#[tokio::test]
async fn a_stale_value_is_served_while_the_source_is_down() {
    let fixture = Fixture::new();
    assert_eq!(fixture.get(DOWN).await, (DOWN, None, true), "nothing is cached");
    assert_eq!(fixture.get(ONE).await, (ONE, None, true));
    fixture.at(5);
    assert_eq!(fixture.get(Err(TestError::Bug)).await, (Err(TestError::Bug), None, true));
    assert_eq!(fixture.get(DOWN).await, (ONE, Some(5), true));
    assert_eq!(fixture.get(DOWN).await, (ONE, Some(5), false), "once a second");
    fixture.at(6);
    assert_eq!(fixture.get(DOWN).await, (ONE, Some(6), true));
    fixture.generation.store(1, Ordering::Relaxed);
    assert_eq!(fixture.get(DOWN).await, (ONE, Some(6), true), "at once after a write");
    assert_eq!(fixture.get(DOWN).await, (ONE, Some(6), false));
    fixture.at(59);
    assert_eq!(fixture.get(DOWN).await, (ONE, Some(59), true));
    fixture.at(60);
    assert_eq!(fixture.get(DOWN).await, (DOWN, None, true), "too old");
    assert_eq!(fixture.get(TWO).await, (TWO, None, true));
}

#[tokio::test]
async fn a_value_that_is_gone_is_not_served_stale() {
    for gone in [Ok(None), Err(TestError::NotFound)] {
        let fixture = Fixture::new();
        _ = fixture.get(ONE).await;
        fixture.at(5);
        assert_eq!(fixture.get(gone).await, (gone, None, true));
        assert_eq!(fixture.get(DOWN).await, (DOWN, None, true));
    }
}

#[tokio::test]
async fn every_waiting_caller_gets_the_stale_value() {
    let fixture = Fixture::new();
    _ = fixture.get(ONE).await;
    fixture.at(5);
    fixture.is_open.send_replace(false);
    let calls = fixture.waiting(100, DOWN);
    fixture.is_open.send_replace(true);
    assert_eq!(all(calls).await, [ONE; 100]);
    assert_eq!(fixture.loads(), 2);
}

#[tokio::test]
async fn one_caller_probes_and_the_others_do_not_wait() {
    let fixture = Fixture::new();
    _ = fixture.get(ONE).await;
    fixture.at(5);
    _ = fixture.get(DOWN).await;
    fixture.at(6);
    fixture.is_open.send_replace(false);
    let probe = fixture.waiting(1, TWO);
    for _ in 0..100 {
        assert_eq!(fixture.get(TWO).await, (ONE, Some(6), false));
    }
    drop(probe);
    let probe = fixture.waiting(1, TWO);
    assert_eq!(fixture.loads(), 4, "a dropped caller releases the probe");
    fixture.is_open.send_replace(true);
    assert_eq!(all(probe).await, [TWO]);
    assert_eq!(fixture.get(ONE).await, (TWO, None, false));
}

#[tokio::test]
async fn a_failed_load_does_not_mark_a_newer_value() {
    let fixture = Fixture::new();
    _ = fixture.get(ONE).await;
    fixture.at(5);
    fixture.is_open.send_replace(false);
    let early = fixture.waiting(1, DOWN);
    fixture.at(10);
    let late = fixture.waiting(1, TWO);
    fixture.is_open.send_replace(true);
    assert_eq!(all(late).await, [TWO]);
    assert_eq!(all(early).await, [TWO]);
    fixture.at(15);
    assert_eq!(fixture.get(ONE).await, (ONE, None, true));
}

#[tokio::test(start_paused = true)]
async fn a_slow_source_is_waited_for_if_there_is_no_stale_value() {
    let fixture = Fixture::new();
    let took = async |calls: Vec<Call>| {
        let began = tokio::time::Instant::now();
        let source = fixture.clone();
        source.is_open.send_replace(false);
        let opening = tokio::spawn(async move {
            tokio::time::sleep(Duration::from_secs(10)).await;
            source.is_open.send_replace(true);
        });
        let calls: Vec<_> = calls.into_iter().map(tokio::spawn).collect();
        let mut values = Vec::new();
        for call in calls {
            values.push(call.await.unwrap().unwrap().unwrap().value);
        }
        let took = began.elapsed().as_secs();
        opening.await.unwrap();
        values.dedup();
        (values, took, fixture.loads())
    };
    let calls = |loaded| (0..100).map(|_| fixture.call(loaded)).collect::<Vec<_>>();
    assert_eq!(took(calls(ONE)).await, (vec!["one"], 10, 1));
    fixture.at(5);
    assert_eq!(took(calls(TWO)).await, (vec!["one"], 2, 2));
    assert_eq!(took(calls(TWO)).await, (vec!["one"], 0, 2), "tried a moment ago");
    fixture.at(60);
    assert_eq!(took(calls(TWO)).await, (vec!["two"], 10, 3), "too old");
}
