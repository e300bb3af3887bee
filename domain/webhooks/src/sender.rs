//! Sends due deliveries. A lane is an endpoint of a site.

mod outcome;

use std::time::Duration;

use chrono::serde::ts_microseconds;
use chrono::{DateTime, TimeDelta, Utc};
use serde::Deserialize;
use stoa_db::{Db, DbError, Transaction};
use stoa_lanes::{Attempted, Bounds, Lanes, Outbox};
use stoa_stores::Seal;
use stoa_values::Clock;

use crate::backoff::FAILURES_BEFORE_PAUSE;
use crate::call::{Answer, Caller, Message};
use crate::{Targets, health, secret};
use outcome::Outcomes;

/// How often each server looks for due deliveries if it is not woken.
pub const DELIVERY_INTERVAL: Duration = Duration::from_secs(1);

/// Maximum number of deliveries to one endpoint that a server sends concurrently.
const CONCURRENT_DELIVERIES_PER_ENDPOINT: usize = 10;

/// Maximum number of endpoints to which a server sends concurrently.
const CONCURRENT_ENDPOINTS: usize = 500;

/// The same for the endpoints of one site. A site has at most as many, so none of them delays another.
const CONCURRENT_ENDPOINTS_PER_SITE: usize = 20;

/// Maximum number of deliveries that one turn of an endpoint claims.
const DELIVERIES_PER_TURN: i64 = 100;

/// Maximum number of times that one claim postpones deliveries that wait for earlier ones. The next claim goes on.
const POSTPONEMENTS_PER_CLAIM: usize = 10;

/// Maximum number of claims and notes that a server executes concurrently.
const CONCURRENT_STATEMENTS: usize = 4;

/// Time for which a server claims a delivery. If the server dies, another one may send the delivery after this time.
///
/// This is longer than a turn may take.
const DELIVERY_LEASE: TimeDelta = TimeDelta::minutes(1);

/// Sends due deliveries until it is stopped. Clones share the turns.
#[derive(Clone)]
pub struct Sender(Lanes<Deliveries>);

impl Sender {
    pub fn new(db: Db, clock: Clock, seal: Seal, targets: Targets) -> Result<Self, rustls::Error> {
        let deliveries = Deliveries { db, clock, seal, caller: Caller::new(targets)? };
        let bounds =
            Bounds { lanes: CONCURRENT_ENDPOINTS, lanes_per_site: CONCURRENT_ENDPOINTS_PER_SITE };
        Ok(Self(Lanes::new(deliveries, bounds)))
    }

    /// Begins to send due deliveries, and does not wait for them. Endpoints to which deliveries are being sent continue.
    pub async fn start_due(&self) -> Result<(), DbError> {
        self.0.start_due().await
    }

    /// Waits until all begun deliveries are recorded and none is due.
    pub async fn idle(&self) {
        self.0.idle().await;
    }

    /// Begins no more deliveries, and waits until the begun ones are recorded.
    pub async fn stop(&self) {
        self.0.stop().await;
    }
}

struct Deliveries {
    db: Db,
    clock: Clock,
    seal: Seal,
    caller: Caller,
}

/// An endpoint of a site.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Lane {
    site_id: i64,
    endpoint_id: i64,
}

/// An endpoint, when a turn claims deliveries to it.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Endpoint {
    url: String,
    secret: String,
    previous_secret: Option<String>,
    failures: i64,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Claimed {
    id: i64,
    attempts: i64,
    /// When the delivery was due before the claim.
    #[serde(with = "ts_microseconds")]
    due_at: DateTime<Utc>,
    message_id: String,
    payload: String,
}

/// A claimed delivery, with what it needs of its endpoint.
struct Delivery {
    claimed: Claimed,
    url: String,
    secrets: Vec<String>,
}

/// The result of an attempt.
struct Outcome {
    answer: Answer,
    at: DateTime<Utc>,
}

impl Outbox for Deliveries {
    type Lane = Lane;
    type Item = Delivery;
    type Outcome = Outcome;
    type Error = DbError;

    const CONCURRENT_ATTEMPTS: usize = CONCURRENT_DELIVERIES_PER_ENDPOINT;
    const OUTCOMES_PER_NOTE: usize = DELIVERIES_PER_TURN as usize;
    const FAILURES_PER_TURN: usize = FAILURES_BEFORE_PAUSE as usize;
    const CONCURRENT_STATEMENTS: usize = CONCURRENT_STATEMENTS;

    fn site_id(lane: &Lane) -> i64 {
        lane.site_id
    }

    async fn due_lanes(&self) -> Result<Vec<Lane>, DbError> {
        let sql = include_str!("sender/due_endpoints.sql");
        self.db.rows(sql, &[&self.clock.now()]).await
    }

    /// Claims due deliveries. An endpoint that has failed several times in a row gets one, and no other server claims
    /// another one during the attempt.
    async fn claim(&self, lane: &Lane) -> Result<Vec<Delivery>, DbError> {
        let Lane { site_id, endpoint_id } = lane;
        let (now, mut connection) = (self.clock.now(), self.db.connection().await?);
        let transaction = connection.transaction();
        let sql = include_str!("sender/lock_endpoint.sql");
        let endpoint: Option<Endpoint> =
            transaction.opt(sql, &[site_id, endpoint_id, &now]).await?;
        let Some(endpoint) = endpoint else { return Ok(Vec::new()) };
        let is_failing = endpoint.failures >= FAILURES_BEFORE_PAUSE;
        let limit = if is_failing { 1 } else { DELIVERIES_PER_TURN };
        let lease = now + DELIVERY_LEASE;
        let mut claimed = claim(&transaction, *lane, (now, lease), limit).await?;
        if is_failing && !claimed.is_empty() {
            let sql = include_str!("sender/pause.sql");
            transaction.execute(sql, &[site_id, endpoint_id, &lease]).await?;
        }
        transaction.commit().await?;
        claimed.sort_by_key(|delivery| delivery.id);
        let Endpoint { url, secret, previous_secret, .. } = endpoint;
        let sealed = [Some(secret), previous_secret].into_iter().flatten();
        let secrets: Vec<String> =
            sealed.filter_map(|sealed| secret::open(&self.seal, *site_id, &sealed)).collect();
        let delivery = |claimed| Delivery { claimed, url: url.clone(), secrets: secrets.clone() };
        Ok(claimed.into_iter().map(delivery).collect())
    }

    async fn attempt(&self, delivery: &Delivery) -> Result<Outcome, DbError> {
        let Delivery { claimed, url, secrets } = delivery;
        if secrets.is_empty() {
            let error = "the secret was sealed under another STOA_SECRET: rotate it".to_owned();
            return Ok(Outcome { answer: Answer::failed(error), at: self.clock.now() });
        }
        let timestamp = self.clock.now().timestamp();
        let (id, body) = (claimed.message_id.as_str(), claimed.payload.as_str());
        let signature = secret::signature(secrets, id, timestamp, body);
        let message = Message { id, timestamp, signature, body };
        let answer = self.caller.send(url, message).await;
        Ok(Outcome { answer, at: self.clock.now() })
    }

    fn is_failure(outcome: &Outcome) -> bool {
        !outcome.answer.is_success()
    }

    async fn note(&self, lane: &Lane, attempted: &[Attempted<Self>]) -> Result<(), DbError> {
        let Lane { site_id, endpoint_id } = lane;
        let now = self.clock.now();
        let outcomes = Outcomes::of(attempted, now);
        let mut connection = self.db.connection().await?;
        let transaction = connection.transaction();
        // The lock of the endpoint comes first, as in a claim.
        let turn = (*site_id, *endpoint_id);
        health::note_turn(&transaction, turn, outcomes.turn, now).await?;
        let Outcomes { ended, released, .. } = outcomes;
        let sql = include_str!("sender/note.sql");
        let params = [
            site_id as _,
            &ended.ids as _,
            &ended.attempts as _,
            &ended.attempted_at as _,
            &ended.delivered_at as _,
            &ended.failed_at as _,
            &ended.due_at as _,
            &ended.statuses as _,
            &ended.answers as _,
            &ended.errors as _,
        ];
        transaction.execute(sql, &params).await?;
        if !released.ids.is_empty() {
            let sql = include_str!("sender/release.sql");
            let params =
                [site_id as _, &released.ids as _, &released.attempts as _, &released.due_at as _];
            transaction.execute(sql, &params).await?;
        }
        transaction.commit().await
    }
}

/// Claims up to `limit` deliveries that are due now, until the end of the lease.
///
/// A claim considers a limited number of deliveries. So that those that wait for earlier ones of their resources do not
/// hide the others, they are postponed, and the claim is repeated.
async fn claim(
    transaction: &Transaction<'_>,
    Lane { site_id, endpoint_id }: Lane,
    (now, lease): (DateTime<Utc>, DateTime<Utc>),
    limit: i64,
) -> Result<Vec<Claimed>, DbError> {
    let mut claimed: Vec<Claimed> = Vec::new();
    for _ in 0..POSTPONEMENTS_PER_CLAIM {
        let left = limit - claimed.len() as i64;
        let sql = include_str!("sender/claim.sql");
        let more: Vec<Claimed> =
            transaction.rows(sql, &[&site_id, &endpoint_id, &now, &lease, &left]).await?;
        claimed.extend(more);
        if claimed.len() as i64 >= limit {
            break;
        }
        let sql = include_str!("sender/postpone.sql");
        if transaction.execute(sql, &[&site_id, &endpoint_id, &now]).await? == 0 {
            break;
        }
    }
    Ok(claimed)
}
