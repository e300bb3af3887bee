//! The rate limits of a document. Calls are counted in windows of the clock. Each server counts separately.

use std::{
    collections::{BTreeMap, HashMap},
    hash::{BuildHasher, Hash, RandomState},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::SystemTime,
};

use metrics::{Counter, counter};

use crate::TooManyRequests;

/// Maximum number of callers that a limit counts in one window, which takes about 4 MB. If more callers arrive, the
/// callers with the fewest calls are evicted. This limits memory without refusing any caller. Single calls from many
/// addresses do not evict a caller who has reached the limit.
const MAX_RATE_LIMITED_CALLERS: usize = 100_000;

/// Number of shards over which callers are spread, so that calls do not all wait for one lock.
const RATE_LIMIT_SHARDS: usize = 16;

/// A maximum number of calls, or of bytes, in a window.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rate {
    /// The number of bytes if the limit counts bytes.
    pub calls: i64,
    /// The length of a window in seconds. In a document it is 60 to 86,400.
    pub seconds: u64,
}

/// The operator's rates, which replace those of a document, and the clock of all limits.
#[derive(Clone)]
pub struct Rates {
    api: &'static str,
    clock: Arc<dyn Fn() -> SystemTime + Send + Sync>,
    set: BTreeMap<String, Option<Rate>>,
}

/// One limit of a document (`x-rate-limits`). It counts the calls of each caller, in windows that begin at multiples of
/// their length since 1970. Any value that can be hashed may identify a caller: an address, an id, or a tuple of
/// several.
pub struct RateLimit {
    rate: Rate,
    /// Whether the operator has turned the limit off.
    is_off: bool,
    message: &'static str,
    clock: Arc<dyn Fn() -> SystemTime + Send + Sync>,
    windows: [Mutex<Window>; RATE_LIMIT_SHARDS],
    hashes: RandomState,
    refusals: Counter,
}

/// A caller's state under a limit, after a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Standing {
    /// The number of calls allowed in a window.
    pub limit: i64,
    /// The number of calls left in this window.
    pub remaining: i64,
    refusal: Option<TooManyRequests>,
}

/// The counts of the current window, in one shard. Callers are identified by hashes. Names and addresses are not
/// stored.
#[derive(Default)]
struct Window {
    /// The number of the window. Window 0 began in 1970.
    number: u64,
    calls: HashMap<u64, i64>,
}

impl Rates {
    /// Uses the rates of the document, with this clock.
    pub fn new(clock: impl Fn() -> SystemTime + Send + Sync + 'static) -> Self {
        Self { api: "-", clock: Arc::new(clock), set: BTreeMap::new() }
    }

    /// Returns the rates for an API. Refusals are counted under the API's name.
    pub fn of_api(&self, api: &'static str) -> Self {
        Self { api, ..self.clone() }
    }

    /// Sets the rate of the limit with this name. `None` turns the limit off.
    pub fn set(&mut self, name: impl Into<String>, rate: Option<Rate>) {
        self.set.insert(name.into(), rate);
    }

    /// Returns the limit with this name, for generated code. `rate` is the document's rate, which the operator may have
    /// replaced.
    pub fn limit(&self, name: &str, rate: Rate, message: &'static str) -> RateLimit {
        let set = self.set.get(name);
        RateLimit {
            rate: set.copied().flatten().unwrap_or(rate),
            is_off: set == Some(&None),
            message,
            clock: self.clock.clone(),
            windows: Default::default(),
            hashes: RandomState::new(),
            refusals: counter!(
                "stoa_rate_limit_refusals_total",
                "api" => self.api,
                "limit" => name.to_owned()
            ),
        }
    }
}

impl RateLimit {
    /// Counts a call, or refuses it.
    pub fn count(&self, caller: impl Hash) -> Result<(), TooManyRequests> {
        self.standing(caller).within()
    }

    /// Refuses a call if the caller has no calls left in the window. Does not count the call.
    pub fn look(&self, caller: impl Hash) -> Result<(), TooManyRequests> {
        self.add(0, self.rate.calls.saturating_sub(1), caller).within()
    }

    /// Counts a call and returns the caller's state. If the limit is off, all calls remain.
    pub fn standing(&self, caller: impl Hash) -> Standing {
        self.standing_of(self.rate.calls, caller)
    }

    /// Counts a call like [`Self::standing`], for a caller who may make `calls` calls in a window.
    pub fn standing_of(&self, calls: i64, caller: impl Hash) -> Standing {
        self.add(1, calls, caller)
    }

    /// Subtracts a counted call to which the limit turned out not to apply.
    pub fn give_back(&self, caller: impl Hash) {
        self.change(caller, |calls| (calls - 1).max(0));
    }

    /// Resets the caller's count.
    pub fn reset(&self, caller: impl Hash) {
        self.change(caller, |_| 0);
    }

    /// Returns the response to a caller who is over the limit, and counts the refusal in the metrics. For limits whose
    /// calls other code counts.
    pub fn refusal(&self, retry_after: u64) -> TooManyRequests {
        self.refusals.increment(1);
        TooManyRequests { message: self.message, retry_after }
    }

    /// The rate in force, or `None` if the limit is off. For limits whose calls SQL counts.
    pub fn rate(&self) -> Option<Rate> {
        (!self.is_off).then_some(self.rate)
    }

    /// Adds `call` calls, and returns the caller's state under a limit of `limit` calls.
    fn add(&self, call: i64, limit: i64, caller: impl Hash) -> Standing {
        if self.is_off {
            return Standing { limit, remaining: limit, refusal: None };
        }
        let seconds = self.seconds();
        let calls = self.calls(seconds / self.rate.seconds, self.hashes.hash_one(caller), call);
        let rest = self.rate.seconds - seconds % self.rate.seconds;
        Standing {
            limit,
            remaining: (limit - calls).max(0),
            refusal: (calls > limit).then(|| self.refusal(rest)),
        }
    }

    /// Adds `call` calls to the window `number`, and returns all calls of the caller in it.
    fn calls(&self, number: u64, caller: u64, call: i64) -> i64 {
        let mut window = self.window_of(caller);
        // A call may read the clock just before another call begins the next window. It then counts in the next window.
        // A clock that was set back starts a new window.
        if number > window.number || number + 1 < window.number {
            *window = Window { number, calls: HashMap::new() };
        }
        if call == 0 {
            return window.calls.get(&caller).copied().unwrap_or_default();
        }
        if window.calls.len() >= MAX_RATE_LIMITED_CALLERS / RATE_LIMIT_SHARDS
            && !window.calls.contains_key(&caller)
        {
            evict_least(&mut window.calls);
        }
        let calls = window.calls.entry(caller).or_default();
        *calls = calls.saturating_add(call);
        *calls
    }

    fn change(&self, caller: impl Hash, change: impl FnOnce(i64) -> i64) {
        let number = self.seconds() / self.rate.seconds;
        let caller = self.hashes.hash_one(caller);
        let mut window = self.window_of(caller);
        let is_current = window.number == number;
        if let Some(calls) = window.calls.get_mut(&caller).filter(|_| is_current) {
            *calls = change(*calls);
        }
    }

    fn window_of(&self, caller: u64) -> MutexGuard<'_, Window> {
        let shard = caller as usize % RATE_LIMIT_SHARDS;
        self.windows[shard].lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn seconds(&self) -> u64 {
        (self.clock)().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default().as_secs()
    }
}

impl Standing {
    /// Returns an error if the call was beyond the limit.
    pub fn within(self) -> Result<(), TooManyRequests> {
        self.refusal.map_or(Ok(()), Err)
    }
}

/// Evicts the callers with the fewest calls: all whose count is at most the median.
fn evict_least(calls: &mut HashMap<u64, i64>) {
    let mut counts: Vec<i64> = calls.values().copied().collect();
    let middle = counts.len() / 2;
    let (_, &mut median, _) = counts.select_nth_unstable(middle);
    calls.retain(|_, count| *count > median);
}

#[cfg(test)]
mod tests {
    use std::{
        sync::atomic::{AtomicU64, Ordering},
        time::Duration,
    };

    use super::*;

    /// Returns a limit per minute, and its clock in seconds, which a test may set.
    fn limit(calls: i64) -> (RateLimit, Arc<AtomicU64>) {
        let seconds = Arc::new(AtomicU64::new(0));
        let shown = seconds.clone();
        let rates = Rates::new(move || {
            let seconds = 1_767_225_600 + shown.load(Ordering::Relaxed);
            SystemTime::UNIX_EPOCH + Duration::from_secs(seconds)
        });
        (rates.limit("any", Rate { calls, seconds: 60 }, "Slow down"), seconds)
    }

    fn retry_after(outcome: Result<(), TooManyRequests>) -> Option<u64> {
        outcome.err().map(|refusal| refusal.retry_after)
    }

    #[test]
    fn the_window_is_a_clock_minute() {
        let (limit, seconds) = limit(2);
        seconds.store(58, Ordering::Relaxed);
        assert_eq!(limit.count(1), Ok(()));
        assert_eq!(limit.count(1), Ok(()));
        assert_eq!(limit.count(1), Err(TooManyRequests { message: "Slow down", retry_after: 2 }));
        seconds.store(60, Ordering::Relaxed);
        assert_eq!(limit.count(1), Ok(()));
    }

    #[test]
    fn the_longest_wait_is_a_whole_window() {
        let (limit, _) = limit(1);
        assert_eq!(limit.count(1), Ok(()));
        assert_eq!(retry_after(limit.count(1)), Some(60));
    }

    #[test]
    fn looking_does_not_count() {
        let (limit, _) = limit(1);
        for _ in 0..9 {
            assert_eq!(limit.look(1), Ok(()));
        }
        assert_eq!(limit.count(1), Ok(()));
        assert_eq!(retry_after(limit.look(1)), Some(60));
        limit.reset(1);
        assert_eq!(limit.look(1), Ok(()));
    }

    #[test]
    fn a_call_that_is_given_back_does_not_count() {
        let (limit, seconds) = limit(1);
        for _ in 0..9 {
            assert_eq!(limit.count(1), Ok(()));
            limit.give_back(1);
        }
        // Giving back a call of a past window has no effect.
        assert_eq!(limit.count(1), Ok(()));
        seconds.store(60, Ordering::Relaxed);
        limit.give_back(1);
        assert_eq!(limit.count(1), Ok(()));
        assert_eq!(retry_after(limit.count(1)), Some(60));
    }

    #[test]
    fn callers_do_not_share() {
        let (limit, _) = limit(1);
        assert_eq!(limit.count((1, "a")), Ok(()));
        assert_eq!(limit.count((1, "b")), Ok(()));
        assert!(limit.count((1, "a")).is_err());
    }

    #[test]
    fn a_caller_with_its_own_rate() {
        let (limit, _) = limit(1);
        let standing = limit.standing_of(2, 1);
        assert_eq!((standing.limit, standing.remaining, standing.within()), (2, 1, Ok(())));
        assert_eq!(limit.standing_of(2, 1).remaining, 0);
        assert!(limit.standing_of(2, 1).within().is_err());
    }

    #[test]
    fn the_operators_rate_takes_precedence() {
        let mut rates = Rates::new(SystemTime::now);
        rates.set("wide", Some(Rate { calls: 2, seconds: 86_400 }));
        rates.set("off", None);
        let rate = Rate { calls: 1, seconds: 60 };
        assert_eq!(rates.limit("other", rate, "").rate(), Some(rate));
        assert_eq!(rates.limit("wide", rate, "").rate(), Some(Rate { calls: 2, seconds: 86_400 }));
        let off = rates.limit("off", rate, "");
        assert!((0..9).all(|_| off.count(1).is_ok() && off.look(1).is_ok()));
        assert_eq!((off.standing(1).remaining, off.rate()), (1, None));
    }

    #[test]
    fn the_seam_and_a_clock_set_back() {
        let (limit, seconds) = limit(9);
        let remaining = || limit.standing_of(9, 1).remaining;
        seconds.store(120, Ordering::Relaxed);
        assert_eq!(remaining(), 8);
        seconds.store(119, Ordering::Relaxed);
        assert_eq!(remaining(), 7);
        seconds.store(0, Ordering::Relaxed);
        assert_eq!(remaining(), 8);
    }

    #[test]
    fn a_flood_of_callers_does_not_reset_limits() {
        let (limit, _) = limit(9);
        for _ in 0..9 {
            assert_eq!(limit.count(u32::MAX), Ok(()));
        }
        for caller in 0..3 * MAX_RATE_LIMITED_CALLERS as u32 {
            let standing = limit.standing_of(9, caller);
            assert_eq!(standing.remaining, 8, "nobody is refused for it");
        }
        assert!(limit.count(u32::MAX).is_err());
        let counted = limit.windows.iter().map(|window| window.lock().unwrap().calls.len());
        assert!(counted.sum::<usize>() <= MAX_RATE_LIMITED_CALLERS, "memory is bounded");
    }

    #[test]
    fn callers_with_the_fewest_calls_are_evicted() {
        let mut calls: HashMap<u64, i64> = (1..=9).map(|caller| (caller as u64, caller)).collect();
        evict_least(&mut calls);
        let mut left: Vec<i64> = calls.into_values().collect();
        left.sort_unstable();
        assert_eq!(left, [6, 7, 8, 9]);
    }
}
