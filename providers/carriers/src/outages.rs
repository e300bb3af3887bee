//! Accounts whose provider does not answer, so that not each shipment waits until its patience ends.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

/// Until when each account is not asked. Bounded by the failed calls of that time.
#[derive(Default)]
pub(crate) struct Outages(Mutex<HashMap<[u8; 32], Instant>>);

impl Outages {
    pub(crate) fn begin(&self, account: [u8; 32], length: Duration) {
        let now = Instant::now();
        let mut outages = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        outages.retain(|_, end| *end > now);
        outages.insert(account, now + length);
    }

    /// When the outage of this account ends, while there is one.
    pub(crate) fn end(&self, account: [u8; 32]) -> Option<Instant> {
        let outages = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        outages.get(&account).copied().filter(|end| *end > Instant::now())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn an_outage_is_of_one_account_and_ends() {
        let outages = Outages::default();
        outages.begin([1; 32], Duration::from_secs(10));
        assert_eq!(outages.end([1; 32]), Some(Instant::now() + Duration::from_secs(10)));
        assert_eq!(outages.end([2; 32]), None);
        tokio::time::advance(Duration::from_secs(10)).await;
        assert_eq!(outages.end([1; 32]), None);
        outages.begin([2; 32], Duration::from_secs(10));
        assert_eq!(outages.0.lock().unwrap().len(), 1);
    }
}
