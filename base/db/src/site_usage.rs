//! The sites that use the pool most.

use std::collections::{HashMap, VecDeque};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use stoa_fair_queue::Caller;
use tokio::time::Instant;

/// The use of sites is summed for each of the last [`WINDOWS`] windows of this length.
const WINDOW: Duration = Duration::from_secs(60);
const WINDOWS: usize = 5;

/// Maximum number of sites in a window: 2 MiB of memory in all windows together. Further sites are not measured.
const MAX_SITES_IN_WINDOW: usize = 20_000;

/// How long each site had connections in the last five minutes.
#[derive(Debug, Default)]
pub(crate) struct SiteUsage(Mutex<VecDeque<Window>>);

#[derive(Debug)]
struct Window {
    began: Instant,
    sites: HashMap<u64, Duration>,
}

impl SiteUsage {
    /// Adds the time for which a request had a connection. The request's site may have become known in this time. Work
    /// without a site is not measured.
    pub(crate) fn add(&self, caller: Option<&Caller>, time: Duration) {
        let Some(site_id) = caller.map(Caller::tenant).filter(|site_id| *site_id != 0) else {
            return;
        };
        let mut windows = self.current();
        let Some(Window { sites, .. }) = windows.back_mut() else { return };
        if sites.len() < MAX_SITES_IN_WINDOW || sites.contains_key(&site_id) {
            *sites.entry(site_id).or_default() += time;
        }
    }

    /// Returns the sites with the most time, most first.
    pub(crate) fn busiest(&self, count: usize) -> Vec<(u64, Duration)> {
        let mut sums: HashMap<u64, Duration> = HashMap::new();
        for (site_id, time) in self.current().iter().flat_map(|window| &window.sites) {
            *sums.entry(*site_id).or_default() += *time;
        }
        let mut sums: Vec<_> = sums.into_iter().collect();
        sums.sort_unstable_by_key(|(site_id, time)| (std::cmp::Reverse(*time), *site_id));
        sums.truncate(count);
        sums
    }

    /// Begins a new window if it is time, and removes those that have ended too long ago.
    fn current(&self) -> MutexGuard<'_, VecDeque<Window>> {
        let mut windows = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if windows.back().is_none_or(|window| window.began.elapsed() >= WINDOW) {
            windows.push_back(Window { began: Instant::now(), sites: HashMap::new() });
        }
        while windows
            .front()
            .is_some_and(|window| window.began.elapsed() >= WINDOW * WINDOWS as u32)
        {
            windows.pop_front();
        }
        windows
    }
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;

    use stoa_fair_queue::set_tenant;

    use super::*;

    async fn caller_of(site_id: u64) -> Caller {
        let caller = Caller::new(Ipv4Addr::LOCALHOST.into(), false);
        caller.clone().scope(async move { set_tenant(site_id) }).await;
        caller
    }

    #[tokio::test(start_paused = true)]
    async fn the_busiest_sites_of_the_last_minutes() {
        let usage = SiteUsage::default();
        let millis = Duration::from_millis;
        for site_id in 1..=12 {
            usage.add(Some(&caller_of(site_id).await), millis(site_id));
        }
        usage.add(Some(&caller_of(0).await), millis(1000));
        usage.add(None, millis(1000));
        tokio::time::advance(WINDOW).await;
        usage.add(Some(&caller_of(3).await), millis(20));
        let busiest = usage.busiest(10);
        assert_eq!(busiest.len(), 10);
        assert_eq!(busiest[..2], [(3, millis(23)), (12, millis(12))]);
        tokio::time::advance(WINDOW * 4).await;
        assert_eq!(usage.busiest(10), [(3, millis(20))]);
        tokio::time::advance(WINDOW * 5).await;
        assert!(usage.busiest(10).is_empty());
    }

    #[tokio::test]
    async fn memory_is_bounded() {
        let usage = SiteUsage::default();
        for site_id in 1..=MAX_SITES_IN_WINDOW as u64 + 10 {
            usage.add(Some(&caller_of(site_id).await), Duration::from_millis(1));
        }
        assert_eq!(usage.0.lock().unwrap()[0].sites.len(), MAX_SITES_IN_WINDOW);
    }
}
