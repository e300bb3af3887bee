//! The server's secret and, after a rotation, the previous secret. New tokens and seals are made with the current
//! secret. Tokens and seals that were made with the old secret remain valid.

use std::fmt;

/// The secrets that keys are derived from.
#[derive(Clone)]
pub struct Secrets {
    current: Vec<u8>,
    old: Option<Vec<u8>>,
}

impl Secrets {
    pub fn new(current: Vec<u8>, old: Option<Vec<u8>>) -> Self {
        Self { current, old }
    }

    /// Derives one value from each secret, starting with the current secret. Callers make new data with the first
    /// value, and check existing data with each value in this order.
    pub fn derive<T>(&self, derive: impl Fn(&[u8]) -> T) -> Vec<T> {
        [&self.current].into_iter().chain(&self.old).map(|secret| derive(secret)).collect()
    }
}

/// A current secret without an old one.
impl From<&[u8]> for Secrets {
    fn from(secret: &[u8]) -> Self {
        Self::new(secret.to_vec(), None)
    }
}

impl<const N: usize> From<&[u8; N]> for Secrets {
    fn from(secret: &[u8; N]) -> Self {
        secret.as_slice().into()
    }
}

impl From<&Secrets> for Secrets {
    fn from(secrets: &Secrets) -> Self {
        secrets.clone()
    }
}

/// Prints no secret, only whether there is an old one.
impl fmt::Debug for Secrets {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Secrets").field("old", &self.old.is_some()).finish_non_exhaustive()
    }
}
