//! The server's secret, and the one before it: what was signed or sealed under that still holds, and what is new is
//! made under the secret of today. Which secret is strong enough, and where it stands, is not known here.

use std::fmt;

/// What keys are derived from.
#[derive(Clone)]
pub struct Secrets {
    current: Vec<u8>,
    old: Option<Vec<u8>>,
}

impl Secrets {
    pub fn new(current: Vec<u8>, old: Option<Vec<u8>>) -> Self {
        Self { current, old }
    }

    /// One of each for all secrets, today's first: what is new is made with that, the rest is tried in this order.
    pub fn derive<T>(&self, derive: impl Fn(&[u8]) -> T) -> Vec<T> {
        [&self.current].into_iter().chain(&self.old).map(|secret| derive(secret)).collect()
    }
}

/// Only one secret.
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

/// Never the secrets, only whether there is an old one.
impl fmt::Debug for Secrets {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Secrets").field("old", &self.old.is_some()).finish_non_exhaustive()
    }
}
