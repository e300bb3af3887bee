//! The settings of a router.

use std::{error::Error as StdError, sync::Arc};

use crate::{ResponseCache, ResponseChecks, Trusted};

/// The settings of a router. By default, no sender is trusted, no error is transient, and no response is checked, cached
/// or traced.
#[derive(Clone)]
pub struct RouterSettings {
    /// The senders whose `X-Forwarded-For` is trusted.
    pub trusted: Trusted,
    /// Which errors are transient. A failure is answered 503 with `Retry-After` in place of 500 if one of its causes is
    /// transient.
    pub is_transient: IsTransient,
    /// Checks a share of the responses against their document.
    pub checks: Option<ResponseChecks>,
    /// Caches responses of the operations whose document allows it (`x-cache-seconds`).
    pub cache: Option<Arc<ResponseCache>>,
    /// Whether requests to operations have spans, under the target `stoa_operation`.
    pub is_traced: bool,
    /// Whether the database accepts new data. While it does not, each operation that grows the database
    /// ([`Operation::GROWS_STORAGE`](crate::Operation)) is answered 503 with `Retry-After`, before its body is read.
    pub accepts_writes: Arc<dyn Fn() -> bool + Send + Sync>,
}

/// Whether an error is transient, so that a retry may succeed.
pub(crate) type IsTransient = fn(&(dyn StdError + 'static)) -> bool;

impl Default for RouterSettings {
    fn default() -> Self {
        Self {
            trusted: Trusted::default(),
            is_transient: |_| false,
            checks: None,
            cache: None,
            is_traced: false,
            accepts_writes: Arc::new(|| true),
        }
    }
}
