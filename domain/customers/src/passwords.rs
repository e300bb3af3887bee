//! Rules for passwords, and the computation of their Argon2id hashes by a limited number of threads.

mod commonest;
mod threads;

use std::num::NonZero;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::thread::available_parallelism;
use std::{error, fmt};

use argon2::password_hash::{self, PasswordHasher, PasswordVerifier};
use argon2::{Algorithm, Argon2, Params, Version};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use zeroize::Zeroizing;

use threads::Threads;

/// A password in plain text. Its memory is wiped on drop.
pub type Password = Zeroizing<String>;

const MIN_PASSWORD_CHARACTERS: usize = 8;

const MAX_PASSWORD_BYTES: usize = 1024;

/// OWASP's minimum for Argon2id: 19 MiB, two rounds, one lane.
const MEMORY_KIB: u32 = 19 * 1024;
const ROUNDS: u32 = 2;
const LANES: u32 = 1;

/// Prefix of a hash with the current parameters. A hash with other parameters is replaced when the customer logs in.
const CURRENT: &str = "$argon2id$v=19$m=19456,t=2,p=1$";

/// A hash that belongs to no customer. If no customer has the e-mail address of a login, the password is verified
/// against this hash. The login then takes as long as for a known address.
const NOBODYS: &str = "$argon2id$v=19$m=19456,t=2,p=1$c3RvYSBoYXMgbm9ib2R5$\
                       6DRiEE0NmFwVJ4dNDFRlPWVmUzxQ0TzVzYyzEHTdBEc";

/// Maximum number of hashes that wait for a core. Further hashes are refused.
const MAX_QUEUED_HASHES: usize = 256;

/// Why a password is not accepted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PasswordFault {
    TooShort,
    TooLong,
    TooCommon,
}

/// Checks a new password. Spaces count like other characters.
pub fn check(password: &str) -> Result<(), PasswordFault> {
    if password.len() > MAX_PASSWORD_BYTES {
        Err(PasswordFault::TooLong)
    } else if password.chars().count() < MIN_PASSWORD_CHARACTERS {
        Err(PasswordFault::TooShort)
    } else if commonest::is_common(password) {
        Err(PasswordFault::TooCommon)
    } else {
        Ok(())
    }
}

/// Whether a hash has other parameters than the current ones.
pub(crate) fn is_outdated(hash: &str) -> bool {
    !hash.starts_with(CURRENT)
}

/// Computes and verifies hashes, at most one for each core at a time. Further hashes wait in a queue of limited length.
/// Clones share the cores and the queue.
#[derive(Clone)]
pub struct Passwords {
    cores: Arc<Semaphore>,
    threads: Threads,
    waiting: Arc<AtomicUsize>,
    hashes: Arc<AtomicU64>,
}

/// The reasons why no hash was computed.
#[derive(Debug)]
pub enum HashError {
    /// [`MAX_QUEUED_HASHES`] other hashes are waiting already.
    TooManyWait,
    /// There is not enough memory, or a stored hash cannot be read.
    Failed(password_hash::Error),
}

impl Default for Passwords {
    fn default() -> Self {
        let cores = available_parallelism().map_or(1, NonZero::get);
        Self {
            cores: Arc::new(Semaphore::new(cores)),
            threads: Threads::start(cores),
            waiting: Arc::default(),
            hashes: Arc::default(),
        }
    }
}

impl Passwords {
    /// Returns the number of hashes begun so far.
    pub fn hashes(&self) -> u64 {
        self.hashes.load(Ordering::Relaxed)
    }

    /// Hashes a password with a random salt. Returns the text to store.
    pub async fn hash(&self, password: Password) -> Result<String, HashError> {
        let hashed = self.run(move |argon2| argon2.hash_password(password.as_bytes())).await?;
        Ok(hashed.map_err(HashError::Failed)?.to_string())
    }

    /// Returns whether `hash` is a hash of this password. If `hash` is `None`, returns false after as much time as with
    /// a hash.
    pub async fn verify(
        &self,
        password: Password,
        hash: Option<String>,
    ) -> Result<bool, HashError> {
        let is_somebodys = hash.is_some() && password.len() <= MAX_PASSWORD_BYTES;
        let hash = hash.filter(|_| is_somebodys).unwrap_or_else(|| NOBODYS.to_owned());
        // A password longer than the limit is never right, so only its beginning is hashed.
        let verified = self
            .run(move |argon2| {
                let length = password.len().min(MAX_PASSWORD_BYTES);
                argon2.verify_password(&password.as_bytes()[..length], hash.as_str())
            })
            .await?;
        match verified {
            Ok(()) => Ok(is_somebodys),
            Err(password_hash::Error::PasswordInvalid) => Ok(false),
            Err(error) => Err(HashError::Failed(error)),
        }
    }

    /// Runs one hash on a separate thread when a core is free.
    async fn run<T: Send + 'static>(
        &self,
        hash: impl FnOnce(Argon2<'static>) -> T + Send + 'static,
    ) -> Result<T, HashError> {
        let core = self.core().await?;
        self.hashes.fetch_add(1, Ordering::Relaxed);
        let params = Params::new(MEMORY_KIB, ROUNDS, LANES, None);
        let params = params.map_err(|error| HashError::Failed(error.into()))?;
        let hashing = self.threads.run(move || {
            let hashed = hash(Argon2::new(Algorithm::Argon2id, Version::V0x13, params));
            // The core is released only now, because the hash occupies the core even after its caller has been dropped.
            drop(core);
            hashed
        });
        hashing.await.ok_or(HashError::Failed(password_hash::Error::Internal))
    }

    async fn core(&self) -> Result<OwnedSemaphorePermit, HashError> {
        if let Ok(core) = self.cores.clone().try_acquire_owned() {
            return Ok(core);
        }
        let place = Place::take(&self.waiting).ok_or(HashError::TooManyWait)?;
        let core = self.cores.clone().acquire_owned().await;
        drop(place);
        core.map_err(|_| HashError::Failed(password_hash::Error::Internal))
    }
}

/// A place in the queue, released on drop.
struct Place<'a>(&'a AtomicUsize);

impl<'a> Place<'a> {
    fn take(waiting: &'a AtomicUsize) -> Option<Self> {
        let place = Self(waiting);
        // If the queue is full, `place` is dropped, which decrements the counter again.
        (waiting.fetch_add(1, Ordering::Relaxed) < MAX_QUEUED_HASHES).then_some(place)
    }
}

impl Drop for Place<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

impl fmt::Display for HashError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooManyWait => write!(out, "too many passwords wait to be hashed"),
            Self::Failed(error) => write!(out, "a password cannot be hashed: {error}"),
        }
    }
}

impl error::Error for HashError {}

#[cfg(test)]
mod tests {
    use super::*;

    fn password(text: &str) -> Password {
        Password::new(text.to_owned())
    }

    #[test]
    fn allowed_passwords() {
        for (text, fault) in [
            ("a lighthouse over a wave", None),
            ("🦀🦀🦀🦀🦀🦀🦀", Some(PasswordFault::TooShort)),
            ("🦀🦀🦀🦀🦀🦀🦀🦀", None),
            ("        ", None),
            (&"é".repeat(512), None),
            (&format!("{}a", "é".repeat(512)), Some(PasswordFault::TooLong)),
            ("", Some(PasswordFault::TooShort)),
            ("password", Some(PasswordFault::TooCommon)),
            ("PassWord", Some(PasswordFault::TooCommon)),
            ("password ", None),
        ] {
            assert_eq!(check(text).err(), fault, "{text}");
        }
    }

    #[tokio::test]
    async fn a_password_is_verified_by_its_hash() {
        let passwords = Passwords::default();
        let hash = passwords.hash(password("a lighthouse over a wave")).await.unwrap();
        assert!(!is_outdated(&hash), "{hash}");
        for (text, is_it) in [("a lighthouse over a wave", true), ("a lighthouse", false)] {
            let verified = passwords.verify(password(text), Some(hash.clone())).await.unwrap();
            assert_eq!(verified, is_it, "{text}");
        }
        assert_eq!(passwords.hashes(), 3);
    }

    #[tokio::test]
    async fn an_unknown_customer_takes_as_long_as_a_known_one() {
        let passwords = Passwords::default();
        assert!(!is_outdated(NOBODYS));
        assert!(!passwords.verify(password("a lighthouse over a wave"), None).await.unwrap());
        let long = password(&"a".repeat(MAX_PASSWORD_BYTES + 1));
        let hash = passwords.hash(password(&long[..MAX_PASSWORD_BYTES])).await.unwrap();
        assert!(!passwords.verify(long, Some(hash)).await.unwrap());
        assert_eq!(passwords.hashes(), 3, "one for each");
    }

    #[tokio::test]
    async fn a_hash_with_other_parameters_is_verified() {
        let older = "$argon2id$v=19$m=64,t=1,p=1$c29tZSBzYWx0IGhlcmU$";
        let params = Params::new(64, 1, 1, None).unwrap();
        let argon2 = Argon2::new(Algorithm::Argon2id, Version::V0x13, params);
        let hash = argon2.hash_password_with_salt(b"a lighthouse", b"some salt here").unwrap();
        let hash = hash.to_string();
        assert!(hash.starts_with(older) && is_outdated(&hash), "{hash}");
        let passwords = Passwords::default();
        assert!(passwords.verify(password("a lighthouse"), Some(hash)).await.unwrap());
    }

    #[tokio::test]
    async fn an_invalid_hash_is_an_error() {
        let passwords = Passwords::default();
        let verified = passwords.verify(password("a lighthouse"), Some("no hash".to_owned())).await;
        assert!(matches!(verified, Err(HashError::Failed(_))));
    }

    #[tokio::test]
    async fn the_queue_of_hashes_is_bounded() {
        let passwords = Passwords::default();
        let cores = passwords.cores.available_permits();
        let _taken = passwords.cores.clone().acquire_many_owned(cores as u32).await.unwrap();
        let places: Vec<_> =
            (0..MAX_QUEUED_HASHES).map(|_| Place::take(&passwords.waiting).unwrap()).collect();
        let refused = passwords.hash(password("a lighthouse")).await;
        assert!(matches!(refused, Err(HashError::TooManyWait)));
        assert_eq!(passwords.waiting.load(Ordering::Relaxed), MAX_QUEUED_HASHES);
        drop(places);
        assert_eq!(passwords.waiting.load(Ordering::Relaxed), 0);
    }
}
