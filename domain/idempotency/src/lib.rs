//! Runs one request at a time for each `Idempotency-Key`, and stores the request's answer for a day. This crate knows
//! none of the APIs.
//!
//! An operation that declares `x-idempotent` claims its key in the first statement of its transaction. The claim locks
//! the key until the transaction ends. It writes nothing, so a request that is refused afterwards leaves no row.
//!
//! Every client that sends the same key and request gets the same answer. If an answer is private to its caller, the
//! operation claims `idempotency.held_by(…)` instead, with a value that tells callers apart, such as a session's id.
//!
//! How an operation stores its answer depends on the work after the commit:
//!
//! - No work is left: [`answer_within`] stores the claim with its answer in the same transaction.
//! - A provider is called: [`store_claim`] stores the claim in the transaction, and [`answer`] or [`answer_within`] the
//!   answer after the call. If the call fails, [`release`] ends the claim.
//! - After such a call, one last statement determines the answer: that statement also stores it, like `store_intent.sql`
//!   of the orders.

use std::fmt::Debug;

use chrono::{DateTime, SubsecRound, TimeDelta, Utc};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::Value;
use sha2::{Digest, Sha256};
use stoa_db::{Db, DbError, ToSql, Transaction};
use stoa_runtime::{Failed, Internal, Refusals};
use tokio_postgres::types::Json;

pub use stoa_runtime::{Idempotency, Replayable};

/// Time for which a request with an `Idempotency-Key` counts as in progress, unless it ends earlier. Until then,
/// another request with the key is answered 409.
///
/// This is longer than any call to a payment provider. An operation whose calls may take longer uses [`claim_for`].
pub const IDEMPOTENCY_KEY_LEASE: TimeDelta = TimeDelta::seconds(15);

/// How long an answer can be replayed. After that, the key counts as unused.
pub const IDEMPOTENCY_KEY_RETENTION: TimeDelta = TimeDelta::hours(24);

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Claim<T, L = Lease> {
    /// The key was free: the caller performs the operation.
    Fresh(L),
    /// The operation was performed before. This is its stored answer.
    Answered(T),
}

/// A claim on a key. [`answer`] and [`release`] end the claim. They have no effect after another request has taken over
/// the key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lease {
    pub site_id: i64,
    pub operation: &'static str,
    pub key: String,
    /// The end of the lease, in whole milliseconds. No two claims on a key end at the same time.
    pub claimed_until: DateTime<Utc>,
    fingerprint: [u8; 32],
    claimed_at: DateTime<Utc>,
}

#[derive(Debug)]
pub enum ClaimError {
    /// The key was used with a different request: 422.
    UsedOtherwise,
    /// The same request is in progress: 409.
    InProgress,
    Database(DbError),
    /// The stored answer is not of the operation's type.
    Answer(serde_json::Error),
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct StoredClaim {
    is_same: bool,
    is_answered: bool,
    has_ended: bool,
    answer: Value,
}

/// Claims a key for this request until [`IDEMPOTENCY_KEY_LEASE`] after `now`. If another transaction has just claimed
/// the same key, waits until that transaction ends. The claim is not stored yet: [`answer_within`] or [`store_claim`]
/// does that.
pub async fn claim<T: DeserializeOwned>(
    transaction: &Transaction<'_>,
    site_id: i64,
    idempotency: &Idempotency,
    now: DateTime<Utc>,
) -> Result<Claim<T>, ClaimError> {
    claim_for(transaction, site_id, idempotency, now, IDEMPOTENCY_KEY_LEASE).await
}

/// Like [`claim`], for a request whose key is optional. Without a key, returns [`Claim::Fresh`] without a lease.
pub async fn claim_if_any<T: DeserializeOwned>(
    transaction: &Transaction<'_>,
    site_id: i64,
    idempotency: Option<&Idempotency>,
    now: DateTime<Utc>,
) -> Result<Claim<T, Option<Lease>>, ClaimError> {
    let Some(idempotency) = idempotency else { return Ok(Claim::Fresh(None)) };
    Ok(match claim(transaction, site_id, idempotency, now).await? {
        Claim::Fresh(lease) => Claim::Fresh(Some(lease)),
        Claim::Answered(answer) => Claim::Answered(answer),
    })
}

/// Like [`claim`], with a lease other than [`IDEMPOTENCY_KEY_LEASE`]. The lease must outlast the request: after it
/// ends, the next request with the same key takes the key over and does the work again. If the server dies, requests
/// with the key are refused with [`ClaimError::InProgress`] until the lease ends.
pub async fn claim_for<T: DeserializeOwned>(
    transaction: &Transaction<'_>,
    site_id: i64,
    idempotency: &Idempotency,
    now: DateTime<Utc>,
    lease: TimeDelta,
) -> Result<Claim<T>, ClaimError> {
    let Idempotency { key, operation, fingerprint } = idempotency;
    // Truncated to milliseconds, the precision of the column, because later statements find the claim by
    // `claimed_until`.
    let now = now.trunc_subsecs(3);
    let lease = Lease {
        site_id,
        operation,
        key: key.clone(),
        claimed_until: now + lease,
        fingerprint: *fingerprint,
        claimed_at: now,
    };
    let (lock, sql) = (lock_of(site_id, operation, key), include_str!("find_claim.sql"));
    let params: [&(dyn ToSql + Sync); 6] = [
        &site_id,
        operation,
        key,
        &fingerprint.as_slice(),
        &now,
        &(now - IDEMPOTENCY_KEY_RETENTION),
    ];
    loop {
        let found: Option<StoredClaim> = transaction.opt_after_lock(lock, sql, &params).await?;
        let Some(found) = found else { return Ok(Claim::Fresh(lease)) };
        if !found.is_same {
            return Err(ClaimError::UsedOtherwise);
        }
        if found.is_answered {
            return Ok(Claim::Answered(serde_json::from_value(found.answer)?));
        }
        if !found.has_ended {
            return Err(ClaimError::InProgress);
        }
        // The first request's server is probably dead. If it is only slow, the claim that is stored here prevents it from
        // storing its answer.
        match store_claim(transaction, Some(&lease)).await {
            // The first request has stored its answer in the meantime.
            Err(ClaimError::InProgress) => {}
            stored => return stored.map(|()| Claim::Fresh(lease)),
        }
    }
}

/// The advisory lock of a key. Requests of two keys with the same lock run one after the other.
fn lock_of(site_id: i64, operation: &str, key: &str) -> i64 {
    let digest = Sha256::digest(format!("idempotency key {site_id} {operation} {key}"));
    digest[..8].iter().fold(0, |lock, byte| lock << 8 | i64::from(*byte))
}

impl From<DbError> for ClaimError {
    fn from(error: DbError) -> Self {
        Self::Database(error)
    }
}

impl From<serde_json::Error> for ClaimError {
    fn from(error: serde_json::Error) -> Self {
        Self::Answer(error)
    }
}

/// `R` must include the two reasons of a key that cannot be claimed.
impl<R: Refusals> From<ClaimError> for Failed<R> {
    fn from(error: ClaimError) -> Self {
        let code = match error {
            ClaimError::UsedOtherwise => "idempotency_key_reused",
            ClaimError::InProgress => "idempotency_key_in_progress",
            ClaimError::Database(error) => return error.into(),
            ClaimError::Answer(error) => return error.into(),
        };
        let refusal = R::of_code(code).map(Self::Refused);
        refusal.unwrap_or_else(|| Internal(format!("no refusal has the code {code}").into()).into())
    }
}

/// Stores the claim if the transaction commits, for an operation that goes on after the commit. Does nothing for a
/// request without a key.
pub async fn store_claim(
    transaction: &Transaction<'_>,
    lease: Option<&Lease>,
) -> Result<(), ClaimError> {
    let Some(lease) = lease else { return Ok(()) };
    store(transaction, lease, &None::<Value>).await
}

/// Stores the claim with its answer if the transaction commits. Does nothing for a request without a key.
///
/// A server of an earlier release does not take the lock of the key. Storing therefore fails if another request has
/// stored its claim or its answer.
pub async fn answer_within<T: Serialize + Debug + Sync>(
    transaction: &Transaction<'_>,
    lease: Option<&Lease>,
    answer: &T,
) -> Result<(), ClaimError> {
    let Some(lease) = lease else { return Ok(()) };
    store(transaction, lease, &Json(answer)).await
}

async fn store(
    transaction: &Transaction<'_>,
    lease: &Lease,
    answer: &(dyn ToSql + Sync),
) -> Result<(), ClaimError> {
    let Lease { site_id, operation, key, claimed_until, fingerprint, claimed_at } = lease;
    let params: [&(dyn ToSql + Sync); 8] = [
        site_id,
        operation,
        key,
        &fingerprint.as_slice(),
        claimed_until,
        claimed_at,
        answer,
        &(*claimed_at - IDEMPOTENCY_KEY_RETENTION),
    ];
    match transaction.execute(include_str!("store_claim.sql"), &params).await? {
        0 => Err(ClaimError::InProgress),
        _ => Ok(()),
    }
}

pub async fn answer<T: Serialize + Debug + Sync>(
    db: &Db,
    lease: &Lease,
    answer: &T,
) -> Result<(), DbError> {
    let Lease { site_id, operation, key, claimed_until, .. } = lease;
    let params: [&(dyn ToSql + Sync); 5] = [site_id, operation, key, claimed_until, &Json(answer)];
    db.execute(include_str!("answer.sql"), &params).await?;
    Ok(())
}

/// Ends the claim of an operation that failed after its transaction, so that a retry need not wait for the end of the
/// lease.
pub async fn release(db: &Db, lease: &Lease) -> Result<(), DbError> {
    let Lease { site_id, operation, key, claimed_until, .. } = lease;
    db.execute(include_str!("release.sql"), &[site_id, operation, key, claimed_until]).await?;
    Ok(())
}

/// Deletes a site's keys that are older than [`IDEMPOTENCY_KEY_RETENTION`], in batches. Returns the number of deleted
/// keys.
pub async fn delete_old(db: &Db, site_id: i64, now: DateTime<Utc>) -> Result<u64, DbError> {
    db.execute_until_none(
        include_str!("delete_old.sql"),
        &[&site_id, &(now - IDEMPOTENCY_KEY_RETENTION)],
    )
    .await
}
