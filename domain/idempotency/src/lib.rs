//! What an `Idempotency-Key` was used for: one request at a time, and its answer for a day. No API is known here.
//!
//! An operation that declares `x-idempotent` claims its key first in the transaction of its effect, so that one
//! that fails before it commits leaves no claim:
//!
//! ```ignore
//! let lease = match stoa_idempotency::claim_if_any(&transaction, site_id, idempotency.as_ref(), now).await? {
//!     Claim::Fresh(lease) => lease,
//!     Claim::Answered(answer) => return Ok(Replayable::Replayed(answer)),
//! };
//! ```
//!
//! Who sends the same key and request hears the same answer: an operation whose answer is its caller's own claims
//! `idempotency.held_by(…)` of whatever tells its callers apart.
//!
//! Where nothing is left to do after the commit, [`answer_within`] stores the answer in the same transaction. Where a
//! payment provider is called in between, [`answer`] stores it when it is there, and [`release`] gives the claim back
//! when there will be none. A handler whose own last statement says what the answer is stores both in one:
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

/// How long a request without an answer is taken to be in progress: longer than any call to a payment provider. An
/// operation whose calls may take longer [claims for longer](claim_for).
pub const IDEMPOTENCY_KEY_LEASE: TimeDelta = TimeDelta::seconds(15);

/// How long a key is known.
pub const IDEMPOTENCY_KEY_RETENTION: TimeDelta = TimeDelta::hours(24);

const ANSWER: &str = include_str!("answer.sql");

/// What becomes of a request with a key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Claim<T, L = Lease> {
    /// Nobody else is at it: do what is asked.
    Fresh(L),
    /// It was done, and this was the answer.
    Answered(T),
}

/// A claim on a key, to be answered or given back. Once it is taken over by another request, neither does anything.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lease {
    pub site_id: i64,
    pub operation: &'static str,
    pub key: String,
    /// To the millisecond. No two claims on a key have the same.
    pub claimed_until: DateTime<Utc>,
}

/// Why a key cannot be claimed.
#[derive(Debug)]
pub enum ClaimError {
    /// It was used with another request: 422.
    UsedOtherwise,
    /// The same request is in progress: 409.
    InProgress,
    Database(DbError),
    /// The stored answer is none of this operation's.
    Answer(serde_json::Error),
}

/// Claims a key for this request, until the transaction ends and for [`IDEMPOTENCY_KEY_LEASE`] after it. A request that comes while
/// another's transaction has the key waits for that to end.
pub async fn claim<T: DeserializeOwned>(
    transaction: &Transaction<'_>,
    site_id: i64,
    idempotency: &Idempotency,
    now: DateTime<Utc>,
) -> Result<Claim<T>, ClaimError> {
    claim_for(transaction, site_id, idempotency, now, IDEMPOTENCY_KEY_LEASE).await
}

/// The same for a request that may have come without a key: then there is nothing to claim, and no lease.
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

/// The same as [`claim`] with another lease than [`IDEMPOTENCY_KEY_LEASE`]. The lease must outlast the request: once it
/// has ended, the next request with the key takes the key over and does the work again. If the server dies, requests
/// with the key wait for the end of the lease.
pub async fn claim_for<T: DeserializeOwned>(
    transaction: &Transaction<'_>,
    site_id: i64,
    idempotency: &Idempotency,
    now: DateTime<Utc>,
    lease: TimeDelta,
) -> Result<Claim<T>, ClaimError> {
    let Idempotency { key, operation, fingerprint } = idempotency;
    let fingerprint = fingerprint.as_slice();
    // As Postgres keeps it, so that the lease is found again by its time.
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
    // A second statement, for the first does not see a row that was committed while it waited.
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

/// Stores the answer, for requests that come later.
pub async fn answer<T: Serialize + Debug + Sync>(
    db: &Db,
    lease: &Lease,
    answer: &T,
) -> Result<(), DbError> {
    let Lease { site_id, operation, key, claimed_until } = lease;
    db.execute(ANSWER, &[site_id, operation, key, claimed_until, &Json(answer)]).await?;
    Ok(())
}

/// Stores the answer if the transaction commits, where the request has a key.
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

/// Gives a claim back whose operation failed after its transaction, so that another try need not wait.
pub async fn release(db: &Db, lease: &Lease) -> Result<(), DbError> {
    let Lease { site_id, operation, key, claimed_until } = lease;
    db.execute(include_str!("release.sql"), &[site_id, operation, key, claimed_until]).await?;
    Ok(())
}

/// Deletes a site's keys that are no longer known, some at a time, and returns how many.
pub async fn delete_old(db: &Db, site_id: i64, now: DateTime<Utc>) -> Result<u64, DbError> {
    db.execute_until_none(
        include_str!("delete_old.sql"),
        &[&site_id, &(now - IDEMPOTENCY_KEY_RETENTION)],
    )
    .await
}
