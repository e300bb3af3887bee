//! Calls a minute for each caller, in fixed windows that begin with each minute of the clock. Each server counts
//! for itself.

use std::{
    collections::HashMap,
    hash::Hash,
    net::{IpAddr, Ipv6Addr},
    sync::{Mutex, PoisonError},
    time::{Duration, SystemTime},
};

/// Callers counted at most in one minute, some 8 MB. Where there are more, those that have called the least are
/// forgotten: memory stays bounded, nobody is refused for it, and who floods it from many addresses frees nobody who
/// is at a limit.
const MOST_CALLERS: usize = 100_000;

const WINDOW: Duration = Duration::from_secs(60);

/// Where a caller stands after a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Standing {
    /// Calls left in this window.
    pub remaining: i64,
    /// Seconds until the next window, for a call beyond the limit.
    pub retry_after: Option<u64>,
}

/// The counts of the current minute. Calls of an equal `Caller` are counted together.
pub struct RateLimit<Caller>(Mutex<Window<Caller>>);

struct Window<Caller> {
    /// Minutes since 1970.
    minute: u64,
    calls: HashMap<Caller, i64>,
}

impl<Caller> Default for RateLimit<Caller> {
    fn default() -> Self {
        Self(Mutex::new(Window { minute: 0, calls: HashMap::new() }))
    }
}

impl<Caller: Eq + Hash> RateLimit<Caller> {
    /// Counts a call.
    pub fn count(&self, caller: Caller, per_minute: i64, now: SystemTime) -> Standing {
        let seconds = now.duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default().as_secs();
        let calls = self.calls_in(seconds / WINDOW.as_secs(), caller);
        Standing {
            remaining: (per_minute - calls).max(0),
            retry_after: (calls > per_minute)
                .then(|| WINDOW.as_secs() - seconds % WINDOW.as_secs()),
        }
    }

    /// Takes a call back that turned out not to be one of those that are limited.
    pub fn give_back(&self, caller: &Caller, now: SystemTime) {
        let seconds = now.duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default().as_secs();
        let mut window = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let is_current = window.minute == seconds / WINDOW.as_secs();
        if let Some(calls) = window.calls.get_mut(caller).filter(|_| is_current) {
            *calls = (*calls - 1).max(0);
        }
    }

    fn calls_in(&self, minute: u64, caller: Caller) -> i64 {
        let mut window = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        // A call that read the clock just before the minute ended counts in the window that has begun since. A
        // clock that was set back starts anew.
        if minute > window.minute || minute + 1 < window.minute {
            *window = Window { minute, calls: HashMap::new() };
        }
        if window.calls.len() >= MOST_CALLERS && !window.calls.contains_key(&caller) {
            forget_least(&mut window.calls);
        }
        let calls = window.calls.entry(caller).or_default();
        *calls = calls.saturating_add(1);
        *calls
    }
}

/// Forgets the half that has called the least, and who has called no more than they.
fn forget_least<Caller>(calls: &mut HashMap<Caller, i64>) {
    let mut counts: Vec<i64> = calls.values().copied().collect();
    let middle = counts.len() / 2;
    let (_, &mut median, _) = counts.select_nth_unstable(middle);
    calls.retain(|_, count| *count > median);
}

/// What clients are counted by: an IPv6 address counts by its /64, which one client has to itself.
pub fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => Ipv6Addr::from_bits(address.to_bits() >> 64 << 64).into(),
        address => address,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(seconds: u64) -> SystemTime {
        SystemTime::UNIX_EPOCH + Duration::from_secs(1_767_225_600 + seconds)
    }

    #[test]
    fn a_minute_of_the_clock() {
        let limit = RateLimit::<u32>::default();
        assert_eq!(limit.count(1, 2, at(58)), Standing { remaining: 1, retry_after: None });
        assert_eq!(limit.count(1, 2, at(58)), Standing { remaining: 0, retry_after: None });
        assert_eq!(limit.count(1, 2, at(58)), Standing { remaining: 0, retry_after: Some(2) });
        assert_eq!(limit.count(1, 2, at(60)), Standing { remaining: 1, retry_after: None });
    }

    #[test]
    fn a_call_that_is_given_back_was_none() {
        let limit = RateLimit::<u32>::default();
        for _ in 0..9 {
            assert_eq!(limit.count(1, 1, at(0)).retry_after, None);
            limit.give_back(&1, at(0));
        }
        limit.count(1, 1, at(0));
        // Nor is one of a minute that has passed.
        limit.give_back(&1, at(60));
        assert_eq!(limit.count(1, 1, at(0)).retry_after, Some(60));
    }

    #[test]
    fn a_whole_minute_is_the_longest_wait() {
        let limit = RateLimit::<u32>::default();
        limit.count(1, 1, at(0));
        assert_eq!(limit.count(1, 1, at(0)).retry_after, Some(60));
    }

    #[test]
    fn callers_do_not_share() {
        let limit = RateLimit::<u32>::default();
        limit.count(1, 9, at(0));
        assert_eq!(limit.count(2, 9, at(0)).remaining, 8);
    }

    #[test]
    fn one_client_has_one_address() {
        let address = |text: &str| network(text.parse().unwrap());
        assert_eq!(address("2001:db8:1:2::1"), address("2001:db8:1:2:ffff::9"));
        assert_ne!(address("2001:db8:1:2::1"), address("2001:db8:1:3::1"));
        assert_eq!(address("::ffff:192.0.2.1"), address("192.0.2.1"));
    }

    #[test]
    fn the_seam_and_a_clock_set_back() {
        let limit = RateLimit::<u32>::default();
        limit.count(1, 9, at(60));
        assert_eq!(limit.count(1, 9, at(59)).remaining, 7);
        assert_eq!(limit.count(1, 9, at(0) - Duration::from_secs(3_600)).remaining, 8);
    }

    #[test]
    fn a_flood_frees_nobody() {
        let limit = RateLimit::<u32>::default();
        for _ in 0..9 {
            limit.count(u32::MAX, 9, at(0));
        }
        for caller in 0..3 * MOST_CALLERS as u32 {
            assert_eq!(limit.count(caller, 9, at(0)).remaining, 8, "nobody is refused for it");
        }
        assert!(limit.count(u32::MAX, 9, at(0)).retry_after.is_some());
        assert!(limit.0.lock().unwrap().calls.len() <= MOST_CALLERS, "memory is bounded");
    }

    #[test]
    fn those_who_called_the_least_are_forgotten() {
        let mut calls: HashMap<i64, i64> = (1..=9).map(|caller| (caller, caller)).collect();
        forget_least(&mut calls);
        let mut left: Vec<i64> = calls.into_keys().collect();
        left.sort_unstable();
        assert_eq!(left, [6, 7, 8, 9]);
    }
}
