//! Counts that several servers share.

use std::pin::Pin;

/// A store in which several servers count calls together. It counts in windows of its own clock, which begin at
/// multiples of their length since 1970.
pub trait SharedCounts: Send + Sync {
    /// Changes a count. Resolves to `None` if the store does not answer, and then soon: a request waits for this.
    fn change<'a>(
        &'a self,
        count: SharedCount<'a>,
    ) -> Pin<Box<dyn Future<Output = Option<Counted>> + Send + 'a>>;
}

/// A change of the calls of one caller under one limit.
#[derive(Debug, Clone, Copy)]
pub struct SharedCount<'a> {
    /// The API and the limit, such as `storefront/logins`.
    pub limit: &'a str,
    /// Identifies the caller. The bytes may contain an address, an e-mail address or an id, so a store must not store
    /// them as they are.
    pub caller: &'a [u8],
    /// The length of a window in seconds.
    pub seconds: u64,
    pub change: Change,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Change {
    /// Adds this many calls, which may be 0.
    Add(i64),
    /// Subtracts one call, unless the count is 0.
    GiveBack,
    Reset,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Counted {
    /// The calls in the window.
    pub calls: i64,
    /// The rest of the window in seconds.
    pub rest: u64,
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::sync::{Arc, Mutex};
    use std::time::SystemTime;

    use super::*;
    use crate::{Rate, RateLimit, Rates, TooManyRequests};

    /// Counts in memory, unless it is down.
    #[derive(Default)]
    struct Store {
        counts: Mutex<HashMap<(String, Vec<u8>), i64>>,
        is_down: AtomicBool,
    }

    impl SharedCounts for Store {
        fn change<'a>(
            &'a self,
            SharedCount { limit, caller, seconds, change }: SharedCount<'a>,
        ) -> Pin<Box<dyn Future<Output = Option<Counted>> + Send + 'a>> {
            Box::pin(async move {
                assert_eq!(seconds, 3600);
                if self.is_down.load(Ordering::Relaxed) {
                    return None;
                }
                let mut counts = self.counts.lock().unwrap();
                let calls = counts.entry((limit.to_owned(), caller.to_vec())).or_default();
                match change {
                    Change::Add(call) => *calls += call,
                    Change::GiveBack => *calls = (*calls - 1).max(0),
                    Change::Reset => *calls = 0,
                }
                Some(Counted { calls: *calls, rest: 7 })
            })
        }
    }

    /// The same limit on two servers.
    fn servers(calls: i64) -> (Arc<Store>, [RateLimit; 2]) {
        let store = Arc::new(Store::default());
        let server = || {
            let mut rates = Rates::new(SystemTime::now);
            rates.share(store.clone());
            rates.limit("any", Rate { calls, seconds: 3600 }, "Slow down")
        };
        let servers = [server(), server()];
        (store, servers)
    }

    #[tokio::test]
    async fn two_servers_allow_what_one_allows() {
        let (_, [one, other]) = servers(3);
        let caller = ("ada@example.org", 1);
        for limit in [&one, &other, &one] {
            assert_eq!(limit.count(caller).await, Ok(()));
        }
        let refusal = Err(TooManyRequests { message: "Slow down", retry_after: 7 });
        assert_eq!(other.look(caller).await, refusal);
        assert_eq!(other.count(caller).await, refusal);
        assert_eq!(other.count(("bob@example.org", 1)).await, Ok(()));
        other.give_back(caller).await;
        other.give_back(caller).await;
        assert_eq!(one.count(caller).await, Ok(()));
        other.reset(caller).await;
        assert_eq!(one.standing(caller).await.remaining, 2);
    }

    #[tokio::test]
    async fn a_server_counts_on_by_itself_while_the_store_is_down() {
        let (store, [one, other]) = servers(4);
        assert_eq!(other.count(1).await, Ok(()));
        assert_eq!(one.count(1).await, Ok(()));
        store.is_down.store(true, Ordering::Relaxed);
        // The first server knows both calls, the other only its own.
        assert_eq!(one.standing(1).await.remaining, 1);
        assert_eq!(one.count(1).await, Ok(()));
        assert!(one.count(1).await.is_err());
        assert_eq!(other.standing(1).await.remaining, 2);
        store.is_down.store(false, Ordering::Relaxed);
        assert_eq!(one.standing(1).await.remaining, 1, "the store counts on");
        assert_eq!(other.standing(1).await.remaining, 0);
    }
}
