//! Runs one request at a time for each `Idempotency-Key`, and stores the request's answer for a day. This crate knows
//! none of the APIs.
//!
//! An operation that declares `x-idempotent` claims its key in the first statement of its transaction. If the
//! transaction fails before it commits, no claim is left:
//!
//! ```ignore
//! let lease = match stoa_idempotency::claim_if_any(&transaction, site_id, idempotency.as_ref(), now).await? {
//!     Claim::Fresh(lease) => lease,
//!     Claim::Answered(answer) => return Ok(Replayable::Replayed(answer)),
//! };
//! ```
//!
//! Every client that sends the same key and request gets the same answer. If an answer is private to its caller, the
//! operation claims `idempotency.held_by(…)` instead, with a value that tells callers apart, such as a session's id.
//!
//! How an operation stores its answer depends on the work after the commit:
//!
//! - No work is left: [`answer_within`] stores the answer in the same transaction.
//! - A payment provider is called: [`answer`] stores the answer after the call. If the call fails, [`release`] ends the
//!   claim.
//! - One last statement determines the answer: that statement also stores it, as here:
//!
//! ```sql
//! with answered as (
//!     update idempotency_keys claim
//!     set answer = $5
//!     where claim.site_id = $1
//!     and claim.operation = $2
//!     and claim.key = $3
//!     and claim.claimed_until = $4
//! )
//! update orders placed …
//! ```

use std::fmt::Debug;

use chrono::{DateTime, SubsecRound, TimeDelta, Utc};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value;
use stoa_db::{Db, DbError, Transaction};
use stoa_runtime::{Conflict, Documents, Error, UnprocessableEntity};
use tokio_postgres::types::Json;

pub use stoa_runtime::{Idempotency, Replayable};

/// How long a request without an answer counts as in progress. This is longer than any call to a payment provider. An
/// operation whose calls may take longer uses [`claim_for`].
pub const IDEMPOTENCY_KEY_LEASE: TimeDelta = TimeDelta::seconds(15);

/// How long an answer can be replayed. After that, the key counts as unused.
pub const IDEMPOTENCY_KEY_RETENTION: TimeDelta = TimeDelta::hours(24);

const ANSWER: &str = include_str!("answer.sql");

/// The result of claiming a key.
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
}

/// The reasons why a key cannot be claimed.
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

/// Claims a key for this request until [`IDEMPOTENCY_KEY_LEASE`] after `now`. If another transaction has just claimed
/// the same key, waits until that transaction ends.
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
    let fingerprint = fingerprint.as_slice();
    // Truncated to milliseconds, the precision of the column, because later statements find the claim by
    // `claimed_until`.
    let now = now.trunc_subsecs(3);
    let claimed_until = now + lease;
    let claimed = transaction
        .execute(
            include_str!("claim.sql"),
            &[
                &site_id,
                operation,
                key,
                &fingerprint,
                &claimed_until,
                &now,
                &(now - IDEMPOTENCY_KEY_RETENTION),
            ],
        )
        .await?;
    if claimed == 1 {
        let (operation, key) = (*operation, key.clone());
        return Ok(Claim::Fresh(Lease { site_id, operation, key, claimed_until }));
    }
    // This needs a second statement: the first one does not see a row that was committed while the first one waited.
    let (is_same, is_answered, answer): (bool, bool, Value) = transaction
        .one(include_str!("claimed.sql"), &[&site_id, operation, key, &fingerprint])
        .await?;
    if !is_same {
        return Err(ClaimError::UsedOtherwise);
    }
    if !is_answered {
        return Err(ClaimError::InProgress);
    }
    Ok(Claim::Answered(serde_json::from_value(answer)?))
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

impl<Op: Documents<409> + Documents<422>> From<ClaimError> for Error<Op> {
    fn from(error: ClaimError) -> Self {
        match error {
            ClaimError::UsedOtherwise => {
                UnprocessableEntity("Idempotency-Key was used with a different request").into()
            }
            ClaimError::InProgress => {
                Conflict("A request with this Idempotency-Key is in progress").into()
            }
            ClaimError::Database(error) => error.into(),
            ClaimError::Answer(error) => error.into(),
        }
    }
}

/// Stores the answer for later requests with the key.
pub async fn answer<T: Serialize + Debug + Sync>(
    db: &Db,
    lease: &Lease,
    answer: &T,
) -> Result<(), DbError> {
    let Lease { site_id, operation, key, claimed_until } = lease;
    db.execute(ANSWER, &[site_id, operation, key, claimed_until, &Json(answer)]).await?;
    Ok(())
}

/// Stores the answer if the transaction commits. Does nothing for a request without a key.
pub async fn answer_within<T: Serialize + Debug + Sync>(
    transaction: &Transaction<'_>,
    lease: Option<&Lease>,
    answer: &T,
) -> Result<(), DbError> {
    let Some(lease) = lease else { return Ok(()) };
    let Lease { site_id, operation, key, claimed_until } = lease;
    transaction.execute(ANSWER, &[site_id, operation, key, claimed_until, &Json(answer)]).await?;
    Ok(())
}

/// Ends the claim of an operation that failed after its transaction, so that a retry need not wait for the end of the
/// lease.
pub async fn release(db: &Db, lease: &Lease) -> Result<(), DbError> {
    let Lease { site_id, operation, key, claimed_until } = lease;
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
