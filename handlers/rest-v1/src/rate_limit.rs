//! Calls a minute for each caller, in fixed windows that begin with each minute of the clock.

use std::{
    collections::HashMap,
    net::{IpAddr, Ipv6Addr},
    sync::{Mutex, PoisonError},
    time::{Duration, SystemTime},
};

/// Calls a minute without a key, for each site and client address.
pub const WITHOUT_KEY_PER_MINUTE: i64 = 300;

/// Callers counted at most in one minute, some 8 MB. Beyond it all counts start anew: memory stays bounded, and
/// who floods it from many addresses gains another helping, not an empty one for everybody else.
const MOST_CALLERS: usize = 100_000;

const WINDOW: Duration = Duration::from_secs(60);

/// Whose calls are counted together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Caller {
    Key { site_id: i64, key_id: i64 },
    Anonymous { site_id: Option<i64>, network: IpAddr },
}

/// Where a caller stands after a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Standing {
    /// Calls left in this window.
    pub(crate) remaining: i64,
    /// Seconds until the next window, for a call beyond the limit.
    pub(crate) retry_after: Option<u64>,
}

/// The counts of the current minute.
#[derive(Default)]
pub(crate) struct RateLimit(Mutex<Window>);

#[derive(Default)]
struct Window {
    /// Minutes since 1970.
    minute: u64,
    calls: HashMap<Caller, i64>,
}

impl Caller {
    /// Someone without a key. An IPv6 address counts by its /64, which one client has to itself.
    pub(crate) fn anonymous(site_id: Option<i64>, address: IpAddr) -> Self {
        let network = match address.to_canonical() {
            IpAddr::V6(address) => IpAddr::V6(Ipv6Addr::from_bits(address.to_bits() >> 64 << 64)),
            address => address,
        };
        Self::Anonymous { site_id, network }
    }
}

impl RateLimit {
    /// Counts a call.
    pub(crate) fn count(&self, caller: Caller, per_minute: i64, now: SystemTime) -> Standing {
        let seconds = now.duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default().as_secs();
        let calls = self.calls_in(seconds / WINDOW.as_secs(), caller);
        Standing {
            remaining: (per_minute - calls).max(0),
            retry_after: (calls > per_minute)
                .then(|| WINDOW.as_secs() - seconds % WINDOW.as_secs()),
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
            window.calls.clear();
        }
        let calls = window.calls.entry(caller).or_default();
        *calls = calls.saturating_add(1);
        *calls
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KEY: Caller = Caller::Key { site_id: 1, key_id: 1 };

    fn at(seconds: u64) -> SystemTime {
        SystemTime::UNIX_EPOCH + Duration::from_secs(1_767_225_600 + seconds)
    }

    #[test]
    fn a_minute_of_the_clock() {
        let limit = RateLimit::default();
        assert_eq!(limit.count(KEY, 2, at(58)), Standing { remaining: 1, retry_after: None });
        assert_eq!(limit.count(KEY, 2, at(58)), Standing { remaining: 0, retry_after: None });
        assert_eq!(limit.count(KEY, 2, at(58)), Standing { remaining: 0, retry_after: Some(2) });
        assert_eq!(limit.count(KEY, 2, at(60)), Standing { remaining: 1, retry_after: None });
    }

    #[test]
    fn a_whole_minute_is_the_longest_wait() {
        let limit = RateLimit::default();
        limit.count(KEY, 1, at(0));
        assert_eq!(limit.count(KEY, 1, at(0)).retry_after, Some(60));
    }

    #[test]
    fn callers_do_not_share() {
        let limit = RateLimit::default();
        let address = |text: &str| Caller::anonymous(Some(1), text.parse().unwrap());
        limit.count(KEY, 9, at(0));
        limit.count(Caller::Key { site_id: 2, key_id: 1 }, 9, at(0));
        limit.count(address("192.0.2.1"), 9, at(0));
        assert_eq!(limit.count(address("192.0.2.2"), 9, at(0)).remaining, 8);
        assert_eq!(
            limit.count(Caller::anonymous(None, [192, 0, 2, 1].into()), 9, at(0)).remaining,
            8
        );
    }

    #[test]
    fn one_client_has_one_address() {
        let address = |text: &str| Caller::anonymous(Some(1), text.parse().unwrap());
        assert_eq!(address("2001:db8:1:2::1"), address("2001:db8:1:2:ffff::9"));
        assert_ne!(address("2001:db8:1:2::1"), address("2001:db8:1:3::1"));
        assert_eq!(address("::ffff:192.0.2.1"), address("192.0.2.1"));
    }

    #[test]
    fn the_seam_and_a_clock_set_back() {
        let limit = RateLimit::default();
        limit.count(KEY, 9, at(60));
        assert_eq!(limit.count(KEY, 9, at(59)).remaining, 7);
        assert_eq!(limit.count(KEY, 9, at(0) - Duration::from_secs(3_600)).remaining, 8);
    }

    #[test]
    fn memory_is_bounded() {
        let limit = RateLimit::default();
        for key_id in 0..MOST_CALLERS as i64 {
            limit.count(Caller::Key { site_id: 1, key_id }, 9, at(0));
        }
        assert_eq!(limit.count(Caller::Key { site_id: 1, key_id: 0 }, 9, at(0)).remaining, 7);
        assert_eq!(limit.count(Caller::Key { site_id: 2, key_id: 0 }, 9, at(0)).remaining, 8);
        assert_eq!(limit.0.lock().unwrap().calls.len(), 1);
    }
}
