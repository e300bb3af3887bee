//! Recent failures of providers. During an outage, requests skip the call instead of waiting for its timeout.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

/// Maps the digest of an account or of a call to the end of its outage. `begin` removes outages that have ended.
#[derive(Default)]
pub(crate) struct Outages(Mutex<HashMap<[u8; 32], Instant>>);

impl Outages {
    pub(crate) fn begin(&self, digest: [u8; 32], length: Duration) {
        let now = Instant::now();
        let mut outages = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        outages.retain(|_, end| *end > now);
        outages.insert(digest, now + length);
    }

    pub(crate) fn has(&self, digest: &[u8; 32]) -> bool {
        let outages = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        outages.get(digest).is_some_and(|end| *end > Instant::now())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn an_outage_affects_one_account_and_ends() {
        let outages = Outages::default();
        outages.begin([1; 32], Duration::from_secs(10));
        assert!(outages.has(&[1; 32]));
        assert!(!outages.has(&[2; 32]));
        tokio::time::advance(Duration::from_secs(10)).await;
        assert!(!outages.has(&[1; 32]));
        outages.begin([2; 32], Duration::from_secs(10));
        assert_eq!(outages.0.lock().unwrap().len(), 1);
    }
}
