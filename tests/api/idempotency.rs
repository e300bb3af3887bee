//! Idempotency keys: of several identical requests, the server executes only the first. The others wait until the first
//! request's transaction ends. If that transaction has stored the claim without an answer, the server refuses the
//! others. Later requests get the first request's answer.

use std::sync::Arc;
use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use serde_json::{Value, json};
use stoa_commerce::orders::CheckoutRefusal;
use stoa_db::{Db, Settings};
use stoa_idempotency::{
    Claim, ClaimError, IDEMPOTENCY_KEY_LEASE, IDEMPOTENCY_KEY_RETENTION, Lease, claim, store_claim,
};
use stoa_runtime::{Error, Failed, Idempotency};
use stoa_storefront_server::checkout::PlaceOrder;
use tokio::sync::Barrier;
use tokio::task::JoinSet;

use crate::harness::DEADLINE;
use crate::harness::database::{self, Database};

const SITE: i64 = 901;
const OTHER_SITE: i64 = 902;
const IN_PROGRESS: (u16, &str) = (409, "A request with this Idempotency-Key is in progress");
const DIFFERENT: (u16, &str) = (422, "Idempotency-Key was used with a different request");

type Outcome = Result<Claim<Value>, ClaimError>;

#[tokio::test]
async fn an_answer_may_be_null() {
    let (db, _database) = shop().await;
    let lease = fresh(claimed(&db, SITE, &key("k", 1), noon()).await);
    stoa_idempotency::answer(&db, &lease, &()).await.unwrap();
    let again = claimed(&db, SITE, &key("k", 1), noon()).await.unwrap();
    assert_eq!(again, Claim::Answered(Value::Null));
}

#[tokio::test]
async fn keys_are_scoped_by_site_and_operation() {
    let (db, _database) = shop().await;
    fresh(claimed(&db, SITE, &key("k", 1), noon()).await);
    fresh(claimed(&db, SITE, &key("K", 1), noon()).await);
    fresh(claimed(&db, SITE, &key(&"😀".repeat(255), 1), noon()).await);
    fresh(claimed(&db, OTHER_SITE, &key("k", 2), noon()).await);
    let other = Idempotency { operation: "refundOrder", ..key("k", 2) };
    fresh(claimed(&db, SITE, &other, noon()).await);
}

#[tokio::test]
async fn a_waiting_request_takes_over_after_a_rollback_and_gets_the_answer_after_a_commit() {
    let (db, _database) = shop().await;
    for name in ["rolled back", "committed"] {
        let mut connection = db.connection().await.unwrap();
        let transaction = connection.transaction();
        let lease = fresh(claim(&transaction, SITE, &key(name, 1), noon()).await);
        let waiting = tokio::spawn({
            let db = db.clone();
            async move { claimed(&db, SITE, &key(name, 1), noon()).await }
        });
        until_one_waits(&db).await;
        if name == "rolled back" {
            drop(transaction);
            drop(connection);
            fresh(waiting.await.unwrap());
            continue;
        }
        stoa_idempotency::answer_within(&transaction, Some(&lease), &json!("done")).await.unwrap();
        transaction.commit().await.unwrap();
        assert_eq!(waiting.await.unwrap().unwrap(), Claim::Answered(json!("done")));
    }
}

/// An earlier release does not lock the key before it acts.
#[tokio::test]
async fn one_claim_is_stored_even_if_two_transactions_have_one() {
    let (db, _database) = shop().await;
    let mut connection = db.connection().await.unwrap();
    let transaction = connection.transaction();
    let lease = fresh(claim(&transaction, SITE, &key("k", 1), noon()).await);
    let stored = "insert into idempotency_keys (site_id, operation, key, fingerprint, claimed_until, created_at)
        values ($1, 'placeOrder', 'k', $2, $3, $3)";
    let other: &[u8] = &[1; 32];
    let until = noon() + TimeDelta::milliseconds(1);
    db.execute(stored, &[&SITE, &other, &until]).await.unwrap();
    let answered =
        stoa_idempotency::answer_within(&transaction, Some(&lease), &json!("done")).await;
    assert!(matches!(answered, Err(ClaimError::InProgress)), "{answered:?}");
}

#[tokio::test]
async fn a_claim_is_taken_over_when_its_lease_expires() {
    let (db, _database) = shop().await;
    let lost = fresh(claimed(&db, SITE, &key("k", 1), noon()).await);
    let too_early = noon() + IDEMPOTENCY_KEY_LEASE - TimeDelta::milliseconds(1);
    assert_eq!(refusal(&claimed(&db, SITE, &key("k", 1), too_early).await), IN_PROGRESS);
    for later in [TimeDelta::zero(), IDEMPOTENCY_KEY_LEASE * 2] {
        assert_eq!(refusal(&claimed(&db, SITE, &key("k", 2), noon() + later).await), DIFFERENT);
    }
    let held = fresh(claimed(&db, SITE, &key("k", 1), noon() + IDEMPOTENCY_KEY_LEASE).await);

    // A request that has lost its claim can neither answer the claim nor release it.
    stoa_idempotency::answer(&db, &lost, &json!("late")).await.unwrap();
    stoa_idempotency::release(&db, &lost).await.unwrap();
    let now = noon() + IDEMPOTENCY_KEY_LEASE;
    assert_eq!(refusal(&claimed(&db, SITE, &key("k", 1), now).await), IN_PROGRESS);
    stoa_idempotency::answer(&db, &held, &json!("in time")).await.unwrap();
    let again = claimed(&db, SITE, &key("k", 1), now).await.unwrap();
    assert_eq!(again, Claim::Answered(json!("in time")));
}

#[tokio::test]
async fn a_late_answer_counts_without_a_takeover() {
    let (db, _database) = shop().await;
    let lease = fresh(claimed(&db, SITE, &key("k", 1), noon()).await);
    stoa_idempotency::answer(&db, &lease, &json!("slow")).await.unwrap();
    let again = claimed(&db, SITE, &key("k", 1), noon() + IDEMPOTENCY_KEY_LEASE * 2).await.unwrap();
    assert_eq!(again, Claim::Answered(json!("slow")));
}

#[tokio::test]
async fn a_key_expires_after_a_day() {
    let (db, _database) = shop().await;
    let lease = fresh(claimed(&db, SITE, &key("answered", 1), noon()).await);
    stoa_idempotency::answer(&db, &lease, &json!("yesterday")).await.unwrap();
    fresh(claimed(&db, SITE, &key("dead", 1), noon()).await);
    for name in ["answered", "dead"] {
        fresh(claimed(&db, SITE, &key(name, 2), noon() + IDEMPOTENCY_KEY_RETENTION).await);
        let again = claimed(&db, SITE, &key(name, 2), noon() + IDEMPOTENCY_KEY_RETENTION).await;
        assert_eq!(refusal(&again), IN_PROGRESS, "yesterday's answer is gone");
    }
}

#[tokio::test]
async fn a_released_claim_is_free_immediately() {
    let (db, _database) = shop().await;
    // The clock has more digits than the database stores.
    let now = noon() + TimeDelta::nanoseconds(123_999_999);
    let lease = fresh(claimed(&db, SITE, &key("k", 1), now).await);
    stoa_idempotency::release(&db, &lease).await.unwrap();
    let lease = fresh(claimed(&db, SITE, &key("k", 2), now).await);

    // An answered claim cannot be released.
    stoa_idempotency::answer(&db, &lease, &json!("done")).await.unwrap();
    stoa_idempotency::release(&db, &lease).await.unwrap();
    let again = claimed(&db, SITE, &key("k", 2), now).await.unwrap();
    assert_eq!(again, Claim::Answered(json!("done")));
}

#[tokio::test]
async fn one_of_50_concurrent_claims_is_fresh() {
    let (db, _database) = shop().await;
    // A new key, a key with an expired lease, and a key that is a day old: the first request gets the claim.
    for now in [
        noon(),
        noon() + IDEMPOTENCY_KEY_LEASE,
        noon() + IDEMPOTENCY_KEY_LEASE + IDEMPOTENCY_KEY_RETENTION,
    ] {
        let mut outcomes = at_once(&db, now).await;
        outcomes.retain(|outcome| !matches!(outcome, Ok(Claim::Fresh(_))));
        assert_eq!(outcomes.len(), 49);
        assert!(outcomes.iter().all(|outcome| refusal(outcome) == IN_PROGRESS));
    }
}

#[tokio::test]
async fn old_keys_are_deleted() {
    let (db, _database) = shop().await;
    let fill = "insert into idempotency_keys (site_id, operation, key, fingerprint, claimed_until, created_at)
        select $1, 'placeOrder', 'k' || n, sha256('x'), $2, $2 from generate_series(1, 2500) n";
    for site in [SITE, OTHER_SITE] {
        db.execute(fill, &[&site, &noon()]).await.unwrap();
    }
    fresh(claimed(&db, SITE, &key("young", 1), noon() + TimeDelta::milliseconds(1)).await);
    let delete_old = |now| stoa_idempotency::delete_old(&db, SITE, now);
    assert_eq!(
        delete_old(noon() + IDEMPOTENCY_KEY_RETENTION - TimeDelta::milliseconds(1)).await.unwrap(),
        0
    );
    assert_eq!(delete_old(noon() + IDEMPOTENCY_KEY_RETENTION).await.unwrap(), 2500);
    assert_eq!(delete_old(noon() + IDEMPOTENCY_KEY_RETENTION).await.unwrap(), 0);
    let count =
        "select k.site_id, count(*) from idempotency_keys k group by k.site_id order by k.site_id";
    let left: Vec<(i64, i64)> = db.rows(count, &[]).await.unwrap();
    assert_eq!(left, [(SITE, 1), (OTHER_SITE, 2500)]);
}

#[tokio::test]
async fn a_reclaimed_key_is_not_deleted() {
    let (db, _database) = shop().await;
    let now = noon() + IDEMPOTENCY_KEY_RETENTION;
    fresh(claimed(&db, SITE, &key("k", 1), noon()).await);
    let mut connection = db.connection().await.unwrap();
    let transaction = connection.transaction();
    let lease = fresh(claim(&transaction, SITE, &key("k", 2), now).await);
    store_claim(&transaction, Some(&lease)).await.unwrap();
    let forgetting = tokio::spawn({
        let db = db.clone();
        async move { stoa_idempotency::delete_old(&db, SITE, now).await.unwrap() }
    });
    until_one_waits(&db).await;
    transaction.commit().await.unwrap();
    assert_eq!(forgetting.await.unwrap(), 0);
    assert_eq!(refusal(&claimed(&db, SITE, &key("k", 2), now).await), IN_PROGRESS);
}

#[tokio::test]
async fn keys_are_deleted_with_their_site() {
    let (db, _database) = shop().await;
    fresh(claimed(&db, SITE, &key("k", 1), noon()).await);
    db.execute("delete from sites s where s.id = $1", &[&SITE]).await.unwrap();
    assert_eq!(db.one::<i64>("select count(*) from idempotency_keys k", &[]).await.unwrap(), 0);
    let gone = claimed(&db, SITE, &key("k", 1), noon()).await.unwrap_err();
    assert_eq!(Error::<PlaceOrder>::from(Failed::<CheckoutRefusal>::from(gone)).status(), 500);
}

/// An empty database with two sites.
async fn shop() -> (Db, Database) {
    let database = database::empty().await;
    let db = Db::connect(database.config.clone(), Settings::default());
    let sites =
        "insert into sites (id, name) overriding system value values ($1, 'Shop'), ($2, 'Other')";
    db.execute(sites, &[&SITE, &OTHER_SITE]).await.unwrap();
    (db, database)
}

fn noon() -> DateTime<Utc> {
    "2026-03-16T12:00:00Z".parse().unwrap()
}

/// The key of a request whose fingerprint consists of this byte.
fn key(key: &str, request: u8) -> Idempotency {
    Idempotency { key: key.to_owned(), operation: "placeOrder", fingerprint: [request; 32] }
}

/// Claims the key in a transaction, and stores the claim.
async fn claimed(db: &Db, site_id: i64, key: &Idempotency, now: DateTime<Utc>) -> Outcome {
    let mut connection = db.connection().await?;
    let transaction = connection.transaction();
    let claim = claim(&transaction, site_id, key, now).await?;
    if let Claim::Fresh(lease) = &claim {
        store_claim(&transaction, Some(lease)).await?;
    }
    transaction.commit().await?;
    Ok(claim)
}

/// Sends 50 concurrent identical requests.
async fn at_once(db: &Db, now: DateTime<Utc>) -> Vec<Outcome> {
    let barrier = Arc::new(Barrier::new(50));
    let mut calls = JoinSet::new();
    for _ in 0..50 {
        let (db, barrier) = (db.clone(), barrier.clone());
        calls.spawn(async move {
            barrier.wait().await;
            claimed(&db, SITE, &key("k", 1), now).await
        });
    }
    calls.join_all().await
}

fn fresh(outcome: Outcome) -> Lease {
    match outcome.unwrap() {
        Claim::Fresh(lease) => lease,
        Claim::Answered(answer) => panic!("answered {answer}"),
    }
}

/// The status and message with which an operation answers the error.
fn refusal(outcome: &Outcome) -> (u16, &'static str) {
    let error = match outcome {
        Err(ClaimError::InProgress) => ClaimError::InProgress,
        Err(ClaimError::UsedOtherwise) => ClaimError::UsedOtherwise,
        other => panic!("no refusal: {other:?}"),
    };
    let error = Error::<PlaceOrder>::from(Failed::<CheckoutRefusal>::from(error));
    match (error.status(), error.message()) {
        (status, message) if (status, message) == IN_PROGRESS => IN_PROGRESS,
        (status, message) if (status, message) == DIFFERENT => DIFFERENT,
        (status, message) => panic!("{status} {message}"),
    }
}

/// Waits until a statement in this database waits for a lock.
async fn until_one_waits(db: &Db) {
    let wait = async {
        while db.one::<i64>(database::WAITING_STATEMENTS, &[]).await.unwrap() == 0 {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    tokio::time::timeout(DEADLINE, wait).await.expect("a statement waits");
}
