//! Keys seen a moment ago, so that most calls ask the database once and not twice.

use std::{
    collections::HashMap,
    sync::{Mutex, PoisonError},
    time::{Duration, SystemTime},
};

use super::ApiKey;

/// How long a key is taken as it was last read: revoking it, disabling its site or its store, and changing its
/// rate take effect within this time. Expiry is not waited for, and a key that was refused is not remembered.
pub const KEY_IS_REMEMBERED: Duration = Duration::from_secs(5);

/// Keys remembered at most, some 2 MB.
const MOST_KEYS: usize = 10_000;

/// The keys of all sites.
#[derive(Default)]
pub(crate) struct Keys(Mutex<HashMap<Named, (SystemTime, ApiKey)>>);

/// A site, and the digest of a secret.
type Named = (i64, [u8; 32]);

impl Keys {
    pub(crate) fn remembered(
        &self,
        site_id: i64,
        digest: [u8; 32],
        now: SystemTime,
    ) -> Option<ApiKey> {
        let keys = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (read, key) = keys.get(&(site_id, digest))?;
        is_fresh(*read, now).then_some(*key)
    }

    pub(crate) fn remember(&self, site_id: i64, digest: [u8; 32], key: ApiKey, now: SystemTime) {
        let mut keys = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if keys.len() >= MOST_KEYS {
            keys.retain(|_, (read, _)| is_fresh(*read, now));
        }
        if keys.len() < MOST_KEYS {
            keys.insert((site_id, digest), (now, key));
        }
    }
}

/// Also false when the clock was set back.
fn is_fresh(read: SystemTime, now: SystemTime) -> bool {
    now.duration_since(read).is_ok_and(|age| age < KEY_IS_REMEMBERED)
}

#[cfg(test)]
mod tests {
    use super::*;

    const KEY: ApiKey = ApiKey {
        id: 1,
        expires_at: None,
        rate_per_minute: 300,
        site_active: true,
        store_enabled: true,
    };

    #[test]
    fn a_key_is_remembered_for_its_site_and_for_a_while() {
        let keys = Keys::default();
        let now = SystemTime::UNIX_EPOCH + Duration::from_secs(1_000);
        keys.remember(1, [7; 32], KEY, now);
        assert_eq!(
            keys.remembered(1, [7; 32], now + KEY_IS_REMEMBERED - Duration::from_millis(1)),
            Some(KEY)
        );
        assert_eq!(keys.remembered(1, [7; 32], now + KEY_IS_REMEMBERED), None);
        assert_eq!(keys.remembered(1, [7; 32], now - Duration::from_secs(1)), None);
        assert_eq!(keys.remembered(2, [7; 32], now), None);
        assert_eq!(keys.remembered(1, [8; 32], now), None);
    }

    #[test]
    fn memory_is_bounded() {
        let keys = Keys::default();
        let now = SystemTime::UNIX_EPOCH;
        for site_id in 0..=MOST_KEYS as i64 {
            keys.remember(site_id, [0; 32], KEY, now);
        }
        assert_eq!(keys.0.lock().unwrap().len(), MOST_KEYS);
        keys.remember(-1, [0; 32], KEY, now + KEY_IS_REMEMBERED);
        assert_eq!(keys.0.lock().unwrap().len(), 1);
    }
}
