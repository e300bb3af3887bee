//! Rules for passwords, and the computation of their Argon2id hashes by a limited number of threads.

mod commonest;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use std::{error, fmt};

use argon2::password_hash::{self, PasswordHasher, PasswordVerifier};
use argon2::{Algorithm, Argon2, Params, Version};
use stoa_fair_queue::{TooLate, Workers};
use zeroize::Zeroizing;

/// A password in plain text. Its memory is wiped on drop.
pub type Password = Zeroizing<String>;

const MIN_PASSWORD_CHARACTERS: usize = 8;

const MAX_PASSWORD_BYTES: usize = 1024;

/// OWASP's minimum for Argon2id: 19 MiB, two rounds, one lane.
const MEMORY_KIB: u32 = 19 * 1024;
const ROUNDS: u32 = 2;
const LANES: u32 = 1;

/// Prefix of a hash with the current parameters. A hash with other parameters is replaced at the next login.
const CURRENT: &str = "$argon2id$v=19$m=19456,t=2,p=1$";

/// A hash that belongs to no account. If no account has the e-mail address of a login, the password is verified
/// against this hash. The login then takes as long as for a known address.
const NOBODYS: &str = "$argon2id$v=19$m=19456,t=2,p=1$c3RvYSBoYXMgbm9ib2R5$\
                       6DRiEE0NmFwVJ4dNDFRlPWVmUzxQ0TzVzYyzEHTdBEc";

/// Maximum number of passwords that wait to be hashed. A request with a further one is answered 429.
const MAX_QUEUED_HASHES: usize = 256;

/// Time for which a password waits to be hashed; then its request is answered 429.
const HASH_QUEUE_TIMEOUT: Duration = Duration::from_secs(30);

/// Seconds for `Retry-After` when too many hashes are queued.
pub const PASSWORD_HASH_RETRY_AFTER: u64 = 5;

/// Maximum attempts of a login. A login starts again if another request replaces the stored hash while the password is
/// verified.
pub const LOGIN_ATTEMPTS: usize = 3;

/// Why a password is not accepted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PasswordFault {
    TooShort,
    TooLong,
    TooCommon,
}

/// Whether an account may have one of the most common passwords.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CommonPasswords {
    Allowed,
    Refused,
}

/// Checks a new password. Spaces count like other characters.
pub fn check(password: &str, common: CommonPasswords) -> Result<(), PasswordFault> {
    if password.len() > MAX_PASSWORD_BYTES {
        Err(PasswordFault::TooLong)
    } else if password.chars().count() < MIN_PASSWORD_CHARACTERS {
        Err(PasswordFault::TooShort)
    } else if common == CommonPasswords::Refused && commonest::is_common(password) {
        Err(PasswordFault::TooCommon)
    } else {
        Ok(())
    }
}

/// Whether a hash has other parameters than the current ones.
pub fn is_outdated(hash: &str) -> bool {
    !hash.starts_with(CURRENT)
}

/// Computes and verifies hashes on worker threads. Clones share threads and queue.
#[derive(Clone)]
pub struct Passwords {
    workers: Workers,
    hashes: Arc<AtomicU64>,
}

#[derive(Debug)]
pub enum HashError {
    TooManyWait,
    /// There is not enough memory, or a stored hash cannot be read.
    Failed(password_hash::Error),
}

impl Default for Passwords {
    fn default() -> Self {
        Self::with_queue_timeout(HASH_QUEUE_TIMEOUT)
    }
}

impl Passwords {
    /// Starts the threads. A hash waits for at most this long.
    pub fn with_queue_timeout(timeout: Duration) -> Self {
        let workers = Workers::start("hashes", MAX_QUEUED_HASHES, timeout);
        Self { workers, hashes: Arc::default() }
    }

    pub fn hashes(&self) -> u64 {
        self.hashes.load(Ordering::Relaxed)
    }

    /// Hashes a password with a random salt. Returns the text to store.
    pub async fn hash(&self, password: Password) -> Result<String, HashError> {
        let hashed = self.run(move |argon2| argon2.hash_password(password.as_bytes())).await?;
        Ok(hashed.map_err(HashError::Failed)?.to_string())
    }

    /// Whether `hash` is a hash of this password. Without a hash, takes as much time and returns false.
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

    /// Runs one hash when the caller's turn has come.
    async fn run<T: Send + 'static>(
        &self,
        hash: impl FnOnce(Argon2<'static>) -> T + Send + 'static,
    ) -> Result<T, HashError> {
        let worker = self.workers.turn().await.map_err(|_: TooLate| HashError::TooManyWait)?;
        self.hashes.fetch_add(1, Ordering::Relaxed);
        let params = Params::new(MEMORY_KIB, ROUNDS, LANES, None);
        let params = params.map_err(|error| HashError::Failed(error.into()))?;
        let hashing =
            worker.run(move || hash(Argon2::new(Algorithm::Argon2id, Version::V0x13, params)));
        hashing.await.ok_or(HashError::Failed(password_hash::Error::Internal))
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
    use futures_util::stream::FuturesUnordered;
    use futures_util::{FutureExt, StreamExt};

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
            assert_eq!(check(text, CommonPasswords::Refused).err(), fault, "{text}");
            let of_length = fault.filter(|fault| *fault != PasswordFault::TooCommon);
            assert_eq!(check(text, CommonPasswords::Allowed).err(), of_length, "{text}");
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
    async fn an_unknown_account_takes_as_long_as_a_known_one() {
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
        let mut taken = Vec::new();
        for _ in 0..stoa_fair_queue::worker_threads() {
            taken.push(passwords.workers.turn().await.unwrap());
        }
        let hash = || passwords.hash(password("a lighthouse"));
        let mut queued: FuturesUnordered<_> = (0..MAX_QUEUED_HASHES).map(|_| hash()).collect();
        assert!(queued.next().now_or_never().is_none());
        assert!(matches!(hash().await, Err(HashError::TooManyWait)));
        drop(taken);
        assert!(queued.next().await.unwrap().is_ok());
    }
}
