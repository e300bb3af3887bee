//! The settings of a router.

use std::{error::Error as StdError, sync::Arc};

use crate::{ErrorBody, ResponseCache, ResponseChecks, Trusted};

#[derive(Clone)]
pub(crate) struct RouterSettings {
    /// Maximum size of JSON bodies in bytes.
    pub(crate) body_limit: usize,
    pub(crate) trusted: Trusted,
    pub(crate) is_transient: IsTransient,
    pub(crate) checks: Option<ResponseChecks>,
    pub(crate) cache: Option<Arc<ResponseCache>>,
    pub(crate) is_traced: bool,
    pub(crate) error_body: &'static ErrorBody,
    pub(crate) accepts_writes: Arc<dyn Fn() -> bool + Send + Sync>,
}

/// Whether an error is transient, so that a retry may succeed.
pub(crate) type IsTransient = fn(&(dyn StdError + 'static)) -> bool;

impl Default for RouterSettings {
    fn default() -> Self {
        Self {
            body_limit: crate::BODY_LIMIT,
            trusted: Trusted::default(),
            is_transient: |_| false,
            checks: None,
            cache: None,
            is_traced: false,
            error_body: &ErrorBody::DEFAULT,
            accepts_writes: Arc::new(|| true),
        }
    }
}
