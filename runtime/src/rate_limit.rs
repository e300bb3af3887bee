//! The rate limits of a document. Calls are counted in windows of the clock. Each server counts separately, unless
//! [`Rates::share`] names a store in which several servers count together.

mod shared;

use std::{
    collections::{BTreeMap, HashMap},
    hash::{BuildHasher, Hash, RandomState},
    sync::{Arc, Mutex, PoisonError},
    time::SystemTime,
};

use metrics::{Counter, counter};

use crate::{TooManyRequests, hashed_bytes::hashed_bytes};

pub use shared::{Change, Counted, SharedCount, SharedCounts};

/// Maximum number of callers that a limit counts in one window, which takes about 4 MB. If more callers arrive, the
/// callers with the fewest calls are evicted. This limits memory without refusing any caller. Single calls from many
/// addresses do not evict a caller who has reached the limit.
const MAX_RATE_LIMITED_CALLERS: usize = 100_000;

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
    shared: Option<Arc<dyn SharedCounts>>,
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
    /// Where all servers count, and the limit's name there.
    shared: Option<(Arc<dyn SharedCounts>, String)>,
    window: Mutex<Window>,
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

/// The counts of the current window. Callers are identified by hashes. Names and addresses are not
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
        Self { api: "-", clock: Arc::new(clock), shared: None, set: BTreeMap::new() }
    }

    /// Counts the calls of all limits together with the other servers that share `counts`.
    pub fn share(&mut self, counts: Arc<dyn SharedCounts>) {
        self.shared = Some(counts);
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
            shared: self.shared.clone().map(|counts| (counts, format!("{}/{name}", self.api))),
            window: Mutex::default(),
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
    pub async fn count(&self, caller: impl Hash) -> Result<(), TooManyRequests> {
        self.standing(caller).await.within()
    }

    /// Refuses a call if the caller has no calls left in the window. Does not count the call.
    pub async fn look(&self, caller: impl Hash) -> Result<(), TooManyRequests> {
        self.add(0, self.rate.calls.saturating_sub(1), caller).await.within()
    }

    /// Counts a call and returns the caller's state. If the limit is off, all calls remain.
    pub async fn standing(&self, caller: impl Hash) -> Standing {
        self.standing_of(self.rate.calls, caller).await
    }

    /// Counts a call like [`Self::standing`], for a caller who may make `calls` calls in a window.
    pub async fn standing_of(&self, calls: i64, caller: impl Hash) -> Standing {
        self.add(1, calls, caller).await
    }

    /// Counts a call on this server only, for a caller who may make `calls` calls in a window.
    pub(crate) fn standing_here(&self, calls: i64, caller: impl Hash) -> Standing {
        let now = self.seconds();
        let counted = self.count_here(now, self.hashes.hash_one(caller), |calls| calls + 1);
        self.standing_after(calls, counted, self.rest(now))
    }

    /// Subtracts a counted call to which the limit turned out not to apply.
    pub async fn give_back(&self, caller: impl Hash) {
        let here = self.hashes.hash_one(&caller);
        self.count_here(self.seconds(), here, |calls| (calls - 1).max(0));
        self.change_shared(Change::GiveBack, caller).await;
    }

    pub async fn reset(&self, caller: impl Hash) {
        self.count_here(self.seconds(), self.hashes.hash_one(&caller), |_| 0);
        self.change_shared(Change::Reset, caller).await;
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

    /// Adds `call` calls, and returns the caller's state under a limit of `limit` calls. If the shared store does not
    /// answer, this server counts on its own, from the last total that it knows.
    async fn add(&self, call: i64, limit: i64, caller: impl Hash) -> Standing {
        if self.is_off {
            return Standing { limit, remaining: limit, refusal: None };
        }
        let here = self.hashes.hash_one(&caller);
        let shared = self.change_shared(Change::Add(call), caller).await;
        // Read once: if the next window began between two readings, the rest would be a whole window.
        let now = self.seconds();
        let (calls, rest) = match shared {
            // This server counts on from the total of all servers if the store fails later.
            Some(Counted { calls, rest }) => (self.count_here(now, here, |_| calls), rest),
            None => {
                let calls = self.count_here(now, here, |calls| calls.saturating_add(call));
                (calls, self.rest(now))
            }
        };
        self.standing_after(limit, calls, rest)
    }

    fn standing_after(&self, limit: i64, calls: i64, rest: u64) -> Standing {
        Standing {
            limit,
            remaining: (limit - calls).max(0),
            refusal: (calls > limit).then(|| self.refusal(rest)),
        }
    }

    /// Changes the caller's count for all servers. Returns `None` if the count is not shared or the store does not
    /// answer.
    async fn change_shared(&self, change: Change, caller: impl Hash) -> Option<Counted> {
        let (counts, name) = self.shared.as_ref().filter(|_| !self.is_off)?;
        let caller = hashed_bytes(caller);
        let seconds = self.rate.seconds;
        counts.change(SharedCount { limit: name, caller: &caller, seconds, change }).await
    }

    /// Changes the caller's count on this server in the window of `now`, and returns it. A caller without calls is not
    /// stored.
    fn count_here(&self, now: u64, caller: u64, change: impl FnOnce(i64) -> i64) -> i64 {
        let number = now / self.rate.seconds;
        let mut window = self.window.lock().unwrap_or_else(PoisonError::into_inner);
        // A call may read the clock just before another call begins the next window. It then counts in the next window.
        // A clock that was set back starts a new window.
        if number > window.number || number + 1 < window.number {
            *window = Window { number, calls: HashMap::new() };
        }
        if let Some(calls) = window.calls.get_mut(&caller) {
            *calls = change(*calls);
            return *calls;
        }
        let calls = change(0);
        if calls == 0 {
            return 0;
        }
        if window.calls.len() >= MAX_RATE_LIMITED_CALLERS {
            evict_least(&mut window.calls);
        }
        window.calls.insert(caller, calls);
        calls
    }

    /// The rest of the window of `now` in seconds.
    fn rest(&self, now: u64) -> u64 {
        self.rate.seconds - now % self.rate.seconds
    }

    fn seconds(&self) -> u64 {
        (self.clock)().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default().as_secs()
    }
}

impl Standing {
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

    #[tokio::test]
    async fn the_window_is_a_clock_minute() {
        let (limit, seconds) = limit(2);
        seconds.store(58, Ordering::Relaxed);
        assert_eq!(limit.count(1).await, Ok(()));
        assert_eq!(limit.count(1).await, Ok(()));
        assert_eq!(
            limit.count(1).await,
            Err(TooManyRequests { message: "Slow down", retry_after: 2 })
        );
        seconds.store(60, Ordering::Relaxed);
        assert_eq!(limit.count(1).await, Ok(()));
    }

    /// A call at the end of a window is told the rest of that window, even if the next one begins at once.
    #[tokio::test]
    async fn the_clock_is_read_once() {
        let reads = AtomicU64::new(0);
        let rates = Rates::new(move || {
            let seconds = 1_767_225_659 + reads.fetch_add(1, Ordering::Relaxed);
            SystemTime::UNIX_EPOCH + Duration::from_secs(seconds)
        });
        let limit = rates.limit("any", Rate { calls: 0, seconds: 60 }, "Slow down");
        assert_eq!(retry_after(limit.count(1).await), Some(1));
    }

    #[tokio::test]
    async fn looking_does_not_count() {
        let (limit, _) = limit(1);
        for _ in 0..9 {
            assert_eq!(limit.look(1).await, Ok(()));
        }
        assert_eq!(limit.count(1).await, Ok(()));
        assert_eq!(retry_after(limit.look(1).await), Some(60));
        limit.reset(1).await;
        assert_eq!(limit.look(1).await, Ok(()));
    }

    #[tokio::test]
    async fn a_call_that_is_given_back_does_not_count() {
        let (limit, seconds) = limit(1);
        for _ in 0..9 {
            assert_eq!(limit.count(1).await, Ok(()));
            limit.give_back(1).await;
        }
        // Giving back a call of a past window has no effect.
        assert_eq!(limit.count(1).await, Ok(()));
        seconds.store(60, Ordering::Relaxed);
        limit.give_back(1).await;
        assert_eq!(limit.count(1).await, Ok(()));
        assert_eq!(retry_after(limit.count(1).await), Some(60));
    }

    #[tokio::test]
    async fn callers_do_not_share_and_may_have_their_own_rates() {
        let (limit, _) = limit(1);
        assert_eq!(limit.count((1, "a")).await, Ok(()));
        assert!(limit.count((1, "a")).await.is_err());
        let standing = limit.standing_of(2, (1, "b")).await;
        assert_eq!((standing.limit, standing.remaining, standing.within()), (2, 1, Ok(())));
        assert_eq!(limit.standing_of(2, (1, "b")).await.remaining, 0);
        assert!(limit.standing_of(2, (1, "b")).await.within().is_err());
    }

    #[tokio::test]
    async fn the_operators_rate_takes_precedence() {
        let mut rates = Rates::new(SystemTime::now);
        rates.set("wide", Some(Rate { calls: 2, seconds: 86_400 }));
        rates.set("off", None);
        let rate = Rate { calls: 1, seconds: 60 };
        assert_eq!(rates.limit("other", rate, "").rate(), Some(rate));
        assert_eq!(rates.limit("wide", rate, "").rate(), Some(Rate { calls: 2, seconds: 86_400 }));
        let off = rates.limit("off", rate, "");
        for _ in 0..9 {
            assert!(off.count(1).await.is_ok() && off.look(1).await.is_ok());
        }
        assert_eq!((off.standing(1).await.remaining, off.rate()), (1, None));
    }

    #[tokio::test]
    async fn the_seam_and_a_clock_set_back() {
        let (limit, seconds) = limit(9);
        let remaining = async || limit.standing_of(9, 1).await.remaining;
        seconds.store(120, Ordering::Relaxed);
        assert_eq!(remaining().await, 8);
        seconds.store(119, Ordering::Relaxed);
        assert_eq!(remaining().await, 7);
        seconds.store(0, Ordering::Relaxed);
        assert_eq!(remaining().await, 8);
    }

    #[tokio::test]
    async fn a_flood_of_callers_does_not_reset_limits() {
        let (limit, _) = limit(9);
        for _ in 0..9 {
            assert_eq!(limit.count(u32::MAX).await, Ok(()));
        }
        for caller in 0..3 * MAX_RATE_LIMITED_CALLERS as u32 {
            let standing = limit.standing_of(9, caller).await;
            assert_eq!(standing.remaining, 8, "nobody is refused for it");
        }
        assert!(limit.count(u32::MAX).await.is_err());
        let counted = limit.window.lock().unwrap().calls.len();
        assert!(counted <= MAX_RATE_LIMITED_CALLERS, "memory is bounded");
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
