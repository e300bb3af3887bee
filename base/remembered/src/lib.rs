//! Values that were read a moment ago, so that most requests ask the database once and not twice. What is a moment,
//! and how many values are kept, is the caller's to say; so is the time, which is one that nobody sets. How often a
//! value was there is counted. And [`Changes`], by which a process knows what it has written since, and [`Unanswered`],
//! by which it knows that nobody answered.

mod changes;
mod unanswered;

use std::{
    hash::Hash,
    pin::pin,
    sync::Arc,
    time::{Duration, Instant},
};

use metrics::{Counter, counter};
use quick_cache::sync::Cache;
use tokio::time::timeout;

pub use changes::Changes;
pub use unanswered::{AsksAgain, Unanswered};

/// When somebody may be asked again who did not answer.
const ASKED_AGAIN_AFTER: Duration = Duration::from_secs(1);

/// How long an answer is waited for where there is a last one to take instead.
const ANSWERED_WITHIN: Duration = Duration::from_secs(2);

/// Values by key, each taken as it was last read until its time to live is over. When there are too many, those
/// that were asked for the least give way.
///
/// ```
/// # use std::time::{Duration, Instant};
/// let names = stoa_remembered::Remembered::new("names", Duration::from_secs(5), 100);
/// let read_at = Instant::now();
/// names.insert(7, "Harbor Goods", read_at);
/// assert_eq!(names.get(&7, read_at + Duration::from_secs(4)), Some("Harbor Goods"));
/// assert_eq!(names.get(&7, read_at + Duration::from_secs(5)), None);
/// ```
pub struct Remembered<Key, Value> {
    time_to_live: Duration,
    /// How old a value may be that is taken because nobody answers.
    stale_if_error: Duration,
    values: Cache<Key, ReadAt<Value>>,
    hits: Counter,
    misses: Counter,
}

/// A value and when it was read.
#[derive(Clone)]
struct ReadAt<Value> {
    read_at: Instant,
    /// When nobody answered who was asked anew.
    unanswered: Arc<Unanswered<Instant>>,
    value: Value,
}

impl<Key: Eq + Hash, Value: Clone> Remembered<Key, Value> {
    /// Remembers so many values at most, up to a few for their spread over locks. It is counted under its name.
    pub fn new(name: &'static str, time_to_live: Duration, capacity: usize) -> Self {
        Self {
            time_to_live,
            stale_if_error: Duration::ZERO,
            values: Cache::new(capacity),
            hits: counter!("stoa_cache_hits_total", "cache" => name),
            misses: counter!("stoa_cache_misses_total", "cache" => name),
        }
    }

    /// How old a value of [`get_or_read`](Self::get_or_read) may be where nobody answers; none is taken unless set.
    pub fn stale_if_error(self, stale_if_error: Duration) -> Self {
        Self { stale_if_error, ..self }
    }

    /// The value if it is fresh at this time.
    pub fn get(&self, key: &Key, now: Instant) -> Option<Value> {
        let known = self.values.get(key).filter(|known| self.is_fresh(known, now));
        self.counted(known.map(|known| known.value))
    }

    /// Remembers a value that was read at this time.
    pub fn insert(&self, key: Key, value: Value, read_at: Instant) {
        self.values.insert(key, ReadAt { read_at, unanswered: Arc::default(), value });
    }

    /// The value if it is fresh, else what is read now. Where nobody answers, or not for 2 s, it is what was read
    /// last, unless that is too old, and for a second nobody is asked again. What is not there is not remembered.
    pub async fn get_or_read<E>(
        &self,
        key: Key,
        now: impl Fn() -> Instant,
        is_unanswered: impl Fn(&E) -> bool,
        read: impl Future<Output = Result<Option<Value>, E>>,
    ) -> Result<Option<Value>, E> {
        let began = now();
        let known = self.values.get(&key);
        let taken = known
            .as_ref()
            .filter(|known| self.is_fresh(known, began) || self.was_just_unanswered(known, began));
        if let Some(value) = self.counted(taken.map(|known| known.value.clone())) {
            return Ok(Some(value));
        }
        // One asks whether somebody is there again, for whom the others do not wait.
        let asks_again = known.as_ref().map(|known| known.unanswered.asks_again(began));
        let mut read = pin!(read);
        let answer = timeout(ANSWERED_WITHIN, &mut read).await;
        drop(asks_again);
        let answer = match answer {
            Ok(answer) => answer,
            Err(_) => match self.while_unanswered(&key, now()) {
                Some(last) => return Ok(Some(last)),
                None => read.await,
            },
        };
        match answer {
            Ok(Some(value)) => {
                self.insert(key, value.clone(), began);
                Ok(Some(value))
            }
            Ok(None) => {
                self.values.remove(&key);
                Ok(None)
            }
            Err(error) if is_unanswered(&error) => {
                self.while_unanswered(&key, now()).map(Some).ok_or(error)
            }
            Err(error) => Err(error),
        }
    }

    /// What was read last, if it may still be taken, for want of an answer.
    fn while_unanswered(&self, key: &Key, now: Instant) -> Option<Value> {
        let last = self.values.get(key)?;
        self.is_within(self.stale_if_error, &last, now).then(|| {
            last.unanswered.note(now);
            last.value
        })
    }

    fn counted(&self, known: Option<Value>) -> Option<Value> {
        let counter = if known.is_some() { &self.hits } else { &self.misses };
        counter.increment(1);
        known
    }

    fn is_fresh(&self, known: &ReadAt<Value>, now: Instant) -> bool {
        self.is_within(self.time_to_live, known, now)
    }

    fn was_just_unanswered(&self, known: &ReadAt<Value>, now: Instant) -> bool {
        let last = known.unanswered.last();
        last.is_some_and(|last| now.saturating_duration_since(last) < ASKED_AGAIN_AFTER)
            && self.is_within(self.stale_if_error, known, now)
    }

    fn is_within(&self, time: Duration, known: &ReadAt<Value>, now: Instant) -> bool {
        now.saturating_duration_since(known.read_at) < time
    }
}

#[cfg(test)]
mod tests {
    use std::sync::LazyLock;

    use super::*;

    const TIME_TO_LIVE: Duration = Duration::from_secs(5);

    static NOON: LazyLock<Instant> = LazyLock::new(Instant::now);

    #[test]
    fn a_value_is_remembered_for_its_key_and_for_a_while() {
        let values = Remembered::new("names", TIME_TO_LIVE, 10);
        values.insert(1, "one", *NOON);
        assert_eq!(values.get(&1, *NOON), Some("one"));
        assert_eq!(values.get(&1, *NOON + TIME_TO_LIVE - Duration::from_nanos(1)), Some("one"));
        assert_eq!(values.get(&1, *NOON + TIME_TO_LIVE), None);
        assert_eq!(values.get(&2, *NOON), None);
    }

    #[test]
    fn a_value_that_is_read_again_is_fresh_again() {
        let values = Remembered::new("names", TIME_TO_LIVE, 10);
        values.insert(1, "one", *NOON);
        values.insert(1, "uno", *NOON + TIME_TO_LIVE);
        assert_eq!(values.get(&1, *NOON + TIME_TO_LIVE), Some("uno"));
    }

    #[test]
    fn memory_is_bounded_and_what_is_asked_for_stays() {
        let values = Remembered::new("names", TIME_TO_LIVE, 1_000);
        values.insert(-1, "often", *NOON);
        for key in 0..100_000 {
            values.insert(key, "once", *NOON);
            assert_eq!(values.get(&-1, *NOON), Some("often"));
        }
        assert!(values.values.len() < 1_100, "{}", values.values.len());
        assert_eq!(values.get(&99_999, *NOON), Some("once"), "a new one is taken in");
    }

    /// Reads once at this time, and says whether somebody was asked.
    async fn asked(
        values: &Remembered<i32, &'static str>,
        seconds: u64,
        answer: Result<Option<&'static str>, bool>,
    ) -> (Result<Option<&'static str>, bool>, bool) {
        let is_asked = std::cell::Cell::new(false);
        let now = || *NOON + Duration::from_secs(seconds);
        let read = async {
            is_asked.set(true);
            answer
        };
        (values.get_or_read(1, now, |is_unanswered| *is_unanswered, read).await, is_asked.get())
    }

    const UNANSWERED: Result<Option<&str>, bool> = Err(true);

    #[tokio::test]
    async fn what_was_read_last_is_taken_while_nobody_answers() {
        let values =
            Remembered::new("names", TIME_TO_LIVE, 10).stale_if_error(Duration::from_secs(60));
        assert_eq!(asked(&values, 0, UNANSWERED).await, (UNANSWERED, true), "nothing is known");
        assert_eq!(asked(&values, 0, Ok(Some("one"))).await, (Ok(Some("one")), true));
        assert_eq!(asked(&values, 4, UNANSWERED).await, (Ok(Some("one")), false));
        assert_eq!(asked(&values, 5, Err(false)).await, (Err(false), true), "another error");
        assert_eq!(asked(&values, 5, UNANSWERED).await, (Ok(Some("one")), true));
        assert_eq!(asked(&values, 5, UNANSWERED).await, (Ok(Some("one")), false), "just asked");
        assert_eq!(asked(&values, 6, UNANSWERED).await, (Ok(Some("one")), true));
        assert_eq!(asked(&values, 59, UNANSWERED).await, (Ok(Some("one")), true));
        assert_eq!(asked(&values, 60, UNANSWERED).await, (UNANSWERED, true), "too old");
        assert_eq!(asked(&values, 60, Ok(Some("uno"))).await, (Ok(Some("uno")), true));
        assert_eq!(asked(&values, 61, UNANSWERED).await, (Ok(Some("uno")), false), "read anew");
    }

    #[tokio::test]
    async fn what_is_gone_does_not_come_back_while_nobody_answers() {
        let values =
            Remembered::new("names", TIME_TO_LIVE, 10).stale_if_error(Duration::from_secs(60));
        assert_eq!(asked(&values, 0, Ok(Some("one"))).await, (Ok(Some("one")), true));
        assert_eq!(asked(&values, 5, Ok(None)).await, (Ok(None), true));
        assert_eq!(asked(&values, 6, UNANSWERED).await, (UNANSWERED, true));
    }

    #[tokio::test]
    async fn who_asks_and_hangs_up_does_not_keep_what_is_past() {
        let values =
            Remembered::new("names", TIME_TO_LIVE, 10).stale_if_error(Duration::from_secs(60));
        assert_eq!(asked(&values, 0, Ok(Some("one"))).await, (Ok(Some("one")), true));
        assert_eq!(asked(&values, 5, UNANSWERED).await, (Ok(Some("one")), true));
        let now = || *NOON + Duration::from_secs(6);
        let mut asking =
            Box::pin(values.get_or_read(1, now, |_: &bool| true, std::future::pending()));
        assert!(timeout(Duration::ZERO, &mut asking).await.is_err());
        assert_eq!(asked(&values, 6, Ok(None)).await, (Ok(Some("one")), false), "one asks");
        drop(asking);
        assert_eq!(asked(&values, 6, Ok(None)).await, (Ok(None), true));
    }

    #[tokio::test(start_paused = true)]
    async fn who_is_long_in_answering_is_waited_for_where_there_is_nothing_else() {
        let values =
            Remembered::new("names", TIME_TO_LIVE, 10).stale_if_error(Duration::from_secs(60));
        let long = async |seconds, answer| {
            let now = || *NOON + Duration::from_secs(seconds);
            let read = async {
                tokio::time::sleep(Duration::from_secs(10)).await;
                Ok::<_, bool>(Some(answer))
            };
            let began = tokio::time::Instant::now();
            let got = values.get_or_read(1, now, |_| true, read).await;
            (got, began.elapsed().as_secs())
        };
        assert_eq!(long(0, "one").await, (Ok(Some("one")), 10));
        assert_eq!(long(5, "uno").await, (Ok(Some("one")), 2));
        assert_eq!(long(5, "uno").await, (Ok(Some("one")), 0), "just asked");
        assert_eq!(long(6, "uno").await, (Ok(Some("one")), 2));
        assert_eq!(long(60, "uno").await, (Ok(Some("uno")), 10), "too old");
    }

    #[tokio::test]
    async fn nothing_old_is_taken_unless_it_is_said() {
        let values = Remembered::new("names", TIME_TO_LIVE, 10);
        assert_eq!(asked(&values, 0, Ok(Some("one"))).await, (Ok(Some("one")), true));
        assert_eq!(asked(&values, 5, UNANSWERED).await, (UNANSWERED, true));
    }
}
