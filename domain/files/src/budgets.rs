//! Budgets of stored bytes: of a caller in a window of the clock, and of a site in total. All servers count together.
//!
//! A server reserves bytes in steps, so that a small file or a saved design rarely writes to the database. What a server
//! has reserved and not used counts as stored: for a caller until the window ends, for a site until the next sweep.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Mutex, MutexGuard, PoisonError};

use chrono::{DateTime, TimeDelta, Utc};
use sha2::{Digest, Sha256};
use stoa_audit::Actor;
use stoa_db::Db;

use crate::FilesError;

/// Number of bytes that a server reserves at once.
const RESERVATION_STEP: i64 = 1024 * 1024;

/// Maximum bytes of all files of a site, unless its store's bundle has `maxStoredBytes`. While it has as many, a
/// further file is answered 503.
const MAX_SITE_BYTES: i64 = 20 * 1024 * 1024 * 1024;

/// Maximum number of reservations that a server holds, which takes about 8 MB. When there are more, it clears the map.
const MAX_RESERVATIONS: usize = 100_000;

/// A caller whose stored bytes are counted.
#[derive(Debug, Clone)]
pub struct StorageCaller {
    digest: [u8; 32],
    /// The maximum number of bytes in a window, and the length of a window in seconds. `None` if there is no limit.
    limit: Option<(i64, i64)>,
}

impl StorageCaller {
    /// A client's address, or its IPv6 network.
    pub fn client(client: IpAddr, limit: Option<(i64, i64)>) -> Self {
        Self { digest: Sha256::digest(format!("client {client}")).into(), limit }
    }

    pub fn customer(site_id: i64, customer_id: i64, limit: Option<(i64, i64)>) -> Self {
        let digest = Sha256::digest(format!("customer {customer_id} of site {site_id}")).into();
        Self { digest, limit }
    }

    /// A person of the staff or a server key, for all sites together.
    pub fn staff(actor: &Actor, limit: Option<(i64, i64)>) -> Self {
        Self { digest: Sha256::digest(format!("staff {}", actor.unique())).into(), limit }
    }
}

/// The reservations of this server.
#[derive(Default)]
pub(crate) struct Budgets(Mutex<HashMap<Account, Reservation>>);

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Account {
    Caller([u8; 32]),
    Site(i64),
}

#[derive(Clone, Copy, Default)]
struct Reservation {
    /// When the window began, in seconds since 1970. 0 for sites, which have no windows.
    window: i64,
    /// Bytes that are reserved and not used.
    left: i64,
}

impl Budgets {
    /// Counts bytes of a caller. Returns [`FilesError::CallerHasStoredTooMuch`] if they exceed the caller's limit.
    pub(crate) async fn count(
        &self,
        db: &Db,
        caller: &StorageCaller,
        bytes: i64,
        now: DateTime<Utc>,
    ) -> Result<(), FilesError> {
        let Some((max_bytes, seconds)) = caller.limit else { return Ok(()) };
        let (account, window) = (Account::Caller(caller.digest), window_start(now, seconds));
        let Err(missing) = self.take(account, window, bytes) else { return Ok(()) };
        let starts_at = DateTime::from_timestamp(window, 0).unwrap_or_default();
        let sql = include_str!("budgets/count_bytes.sql");
        let params =
            [&caller.digest.as_slice() as _, &starts_at as _, &missing as _, &max_bytes as _];
        if db.execute(sql, &params).await? == 0 {
            let ends_at = starts_at + TimeDelta::seconds(seconds);
            let retry_after = (ends_at - now).num_seconds() + 1;
            return Err(FilesError::CallerHasStoredTooMuch {
                retry_after: retry_after.unsigned_abs(),
            });
        }
        self.add(account, window, missing - bytes);
        Ok(())
    }

    /// Reserves room for a file. Returns [`FilesError::SiteIsFull`] if the site has none.
    pub(crate) async fn reserve(
        &self,
        db: &Db,
        site_id: i64,
        bytes: i64,
    ) -> Result<(), FilesError> {
        let account = Account::Site(site_id);
        let Err(missing) = self.take(account, 0, bytes) else { return Ok(()) };
        let limit = include_str!("budgets/find_site_limit.sql");
        let limit: Option<i64> = db.opt(limit, &[&site_id, &MAX_SITE_BYTES]).await?;
        let limit = limit.unwrap_or(MAX_SITE_BYTES);
        let sql = include_str!("budgets/reserve_site_storage.sql");
        if missing > limit || db.execute(sql, &[&site_id, &missing, &limit]).await? == 0 {
            tracing::warn!(
                site_id,
                "the site's storage is full, so a file is refused: raise maxStoredBytes of its store"
            );
            return Err(FilesError::SiteIsFull);
        }
        self.add(account, 0, missing - bytes);
        Ok(())
    }

    /// Takes bytes of a reservation. If too few are left, takes none and returns how many bytes to reserve in addition: as
    /// many whole steps as suffice.
    fn take(&self, account: Account, window: i64, bytes: i64) -> Result<(), i64> {
        let mut reservations = self.reservations();
        let reservation =
            reservations.get_mut(&account).filter(|reservation| reservation.window == window);
        let left = reservation.as_ref().map_or(0, |reservation| reservation.left);
        match reservation {
            Some(reservation) if left >= bytes => {
                reservation.left -= bytes;
                Ok(())
            }
            _ => {
                let steps = bytes.saturating_sub(left).saturating_add(RESERVATION_STEP - 1);
                Err(steps / RESERVATION_STEP * RESERVATION_STEP)
            }
        }
    }

    /// Adds the difference of the bytes that were reserved and those that are used. Concurrent calls can make the balance
    /// negative; the next call then reserves the difference.
    fn add(&self, account: Account, window: i64, bytes: i64) {
        let mut reservations = self.reservations();
        if reservations.len() >= MAX_RESERVATIONS {
            reservations.clear();
        }
        let reservation = reservations.entry(account).or_default();
        if reservation.window < window {
            *reservation = Reservation { window, left: 0 };
        }
        // A call that began in an earlier window may end in this one.
        if reservation.window == window {
            reservation.left += bytes;
        }
    }

    fn reservations(&self) -> MutexGuard<'_, HashMap<Account, Reservation>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Windows begin at multiples of their length since 1970.
fn window_start(now: DateTime<Utc>, seconds: i64) -> i64 {
    let now = now.timestamp();
    now - now.rem_euclid(seconds)
}
