//! The failure of a load.

use stoa_cache::LoadError;

use crate::operation::error::UntypedError;

/// A failure that every caller of the same load gets.
#[derive(Clone)]
pub(crate) struct SharedFailure {
    pub(crate) failure: UntypedError,
    pub(crate) is_unavailable: bool,
}

impl LoadError for SharedFailure {
    fn is_unavailable(&self) -> bool {
        self.is_unavailable
    }

    fn is_of_caller(&self) -> bool {
        self.failure.overload().is_some()
    }

    /// A failure without a cause is a documented response, so the cached response is outdated.
    fn is_not_found(&self) -> bool {
        !self.is_unavailable && self.failure.cause.is_none()
    }
}
