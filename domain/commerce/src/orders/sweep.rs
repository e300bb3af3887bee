//! Background work on orders: expires unpaid orders, asks providers about payments whose webhook never came, pays due
//! refunds, and deletes old rows.
//!
//! No transaction is open while a provider is called. A provider's answer is applied like a webhook, so interrupted and
//! overlapping rounds do no harm. Sites are swept concurrently and in turns: a site with much work, or with a slow
//! provider, works for one [`SITE_SLICE`] and then queues again. Rounds follow each other while work is left.

mod intents;
mod overdue;
mod refunds;
mod stuck;

use std::collections::{BTreeSet, HashMap, VecDeque};
use std::fmt;
use std::time::{Duration, Instant};

use chrono::{DateTime, TimeDelta, Utc};
use futures_util::{StreamExt, stream::FuturesUnordered};
use serde::Deserialize;
use stoa_db::{Db, DbError};
use stoa_jobs::{Job, WorkLeft};
use stoa_telemetry::Chain;

use crate::orders::OrderContext;

pub(crate) use refunds::REFUND_RETRY_WINDOW;
pub use refunds::pay_refunds_of_order;
pub use stuck::{TELL_STUCK_REFUNDS, TELL_STUCK_REFUNDS_INTERVAL, tell_stuck_refunds};

/// The job that runs [`sweep_round`].
pub const SWEEP: Job = Job::new("sweep orders");

/// The job that runs [`delete_old`].
pub const DELETE_OLD: Job = Job::new("delete what shops do not need any more");

/// How often [`SWEEP`] looks for work. If a round leaves work, the next round follows at once.
pub const ORDER_SWEEP_INTERVAL: Duration = Duration::from_secs(60);

/// Age at which the server asks the payment provider about an order that is still unpaid, because a webhook may be
/// lost. Also the pause until it asks again, and between two attempts to pay a refund.
pub const PROVIDER_RETRY_INTERVAL: TimeDelta = TimeDelta::minutes(5);

/// Number of sites that are swept concurrently.
const SWEEP_CONCURRENT_SITES: usize = 8;

/// Maximum concurrent questions to the provider about orders of one site.
const SWEEP_PROVIDER_CALLS_PER_SITE: i64 = 4;

/// Time after which a site that has more work queues again, after the other sites. Asking providers, expiring orders
/// and paying refunds have a slice each. Each of them begins no batch after its slice, but finishes the batch that it
/// has begun.
const SITE_SLICE: Duration = Duration::from_secs(1);

/// A round gives no site a turn after this time, so that the server can stop, and so that the next round finds sites
/// whose work has become due.
const SWEEP_ROUND_TIME_LIMIT: Duration = Duration::from_secs(5);

/// How long a site's provider that could not be reached is not called again, however soon the next round begins.
const PROVIDER_AWAY_PAUSE: Duration = ORDER_SWEEP_INTERVAL;

/// Number of overdue orders of one site that are read in one batch.
const SWEEP_BATCH_SIZE: i64 = 100;

/// How long a cancelled or expired order is retained if it was never paid.
pub const UNPAID_ORDER_RETENTION: TimeDelta = TimeDelta::days(7);

const PAYMENT_EVENT_RETENTION: TimeDelta = TimeDelta::days(90);

const NOBODY_PAID: &str = "Nobody paid in time";

/// Numbers of the orders, refunds and rows that a round processed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct SweepReport {
    pub expired: usize,
    pub asked: usize,
    pub refunds: usize,
    pub deleted: u64,
}

/// The order in which sites have their turns. A round continues where the previous round stopped.
#[derive(Debug, Default)]
pub struct SweepQueue {
    sites: VecDeque<i64>,
    /// Sites with a provider that could not be reached, and the end of their pauses.
    away: HashMap<i64, Instant>,
}

/// Does all work that is due now for the orders of all sites. If one site fails, the others are still swept.
pub async fn sweep(context: &OrderContext) -> Result<SweepReport, DbError> {
    let mut queue = SweepQueue::default();
    Ok(sweep_until(None, context, &mut queue).await?.0)
}

/// Sweeps the orders of all sites with due work, for a limited time. If one site fails, the others are still swept.
pub async fn sweep_round(
    context: &OrderContext,
    queue: &mut SweepQueue,
) -> Result<(SweepReport, WorkLeft), DbError> {
    sweep_until(Some(Instant::now() + SWEEP_ROUND_TIME_LIMIT), context, queue).await
}

async fn sweep_until(
    until: Option<Instant>,
    context: &OrderContext,
    queue: &mut SweepQueue,
) -> Result<(SweepReport, WorkLeft), DbError> {
    // All turns use the same time, so that an order is not due again after the provider was asked about it.
    let now = context.now();
    queue.update(due_sites(&context.db, now).await?);
    let mut turns = FuturesUnordered::new();
    let mut sum = SweepReport::default();
    let mut failure = None;
    loop {
        let may_begin = until.is_none_or(|until| Instant::now() < until);
        while may_begin
            && turns.len() < SWEEP_CONCURRENT_SITES
            && let Some(site_id) = queue.sites.pop_front()
        {
            let is_away = queue.away.contains_key(&site_id);
            // Boxed because a turn is a large future, which is expensive to move.
            let turn = Box::pin(turn(context, site_id, now, !is_away));
            turns.push(async move { (site_id, turn.await) });
        }
        let Some((site_id, swept)) = turns.next().await else { break };
        match swept {
            Ok(Turn { report, is_away, has_more }) => {
                sum = sum.and(report);
                if is_away {
                    queue.away.insert(site_id, Instant::now() + PROVIDER_AWAY_PAUSE);
                }
                if has_more {
                    queue.sites.push_back(site_id);
                }
            }
            Err(error) => {
                log_failure(site_id, &error);
                failure.get_or_insert(error);
            }
        }
    }
    match failure {
        // The failure was logged. A failed round would be followed by a pause, for which the other sites would wait.
        _ if !queue.sites.is_empty() => Ok((sum, WorkLeft::Some)),
        None => Ok((sum, WorkLeft::Nothing)),
        Some(error) => Err(error),
    }
}

async fn due_sites(db: &Db, now: DateTime<Utc>) -> Result<Vec<i64>, DbError> {
    let asked_since = now - PROVIDER_RETRY_INTERVAL;
    let unanswered_since = now - intents::PROVIDER_IS_AWAITED;
    let key_is_known_since = now - refunds::REFUND_RETRY_WINDOW;
    let params = [&now as _, &asked_since as _, &unanswered_since as _, &key_is_known_since as _];
    db.rows(include_str!("sweep/due_sites.sql"), &params).await
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Backlog {
    /// `overdue orders`, `payments` or `refunds`.
    pub kind: String,
    /// Number of orders or refunds, at most 100,000.
    pub due: i64,
    /// Seconds that the oldest of them has waited; 0 if nothing waits.
    pub oldest_seconds: i64,
}

pub async fn backlog(db: &Db, now: DateTime<Utc>) -> Result<Vec<Backlog>, DbError> {
    let asked_since = now - PROVIDER_RETRY_INTERVAL;
    let unanswered_since = now - intents::PROVIDER_IS_AWAITED;
    let sql = include_str!("sweep/backlog.sql");
    db.rows(sql, &[&now, &asked_since, &unanswered_since]).await
}

impl SweepQueue {
    /// Appends the sites that have become due, and removes those without due work.
    fn update(&mut self, due: Vec<i64>) {
        let mut due: BTreeSet<i64> = due.into_iter().collect();
        self.sites.retain(|site_id| due.remove(site_id));
        self.sites.extend(due);
        self.away.retain(|_, until| Instant::now() < *until);
    }
}

/// Deletes the old rows of up to 1,000 sites' stores. If one site fails, the others are still processed.
pub async fn delete_old(context: &OrderContext) -> Result<SweepReport, DbError> {
    let now = context.now();
    let claimed = now - stoa_idempotency::IDEMPOTENCY_KEY_RETENTION;
    let received = now - PAYMENT_EVENT_RETENTION;
    let changed = now - UNPAID_ORDER_RETENTION;
    let expired = now - crate::carts::EXPIRED_CART_RETENTION;
    let queued = now - stoa_outbox::MAIL_RETENTION;
    let reminded = now - crate::carts::REMINDER_PAUSE;
    let params = [
        &claimed as _,
        &now as _,
        &received as _,
        &changed as _,
        &expired as _,
        &queued as _,
        &reminded as _,
    ];
    let sql = include_str!("sweep/sites_with_old_rows.sql");
    let sites: Vec<i64> = context.db.rows(sql, &params).await?;
    let mut sum = Ok(SweepReport::default());
    for site_id in sites {
        let deleted = delete_old_of_site(context, site_id).await;
        if let Err(error) = &deleted {
            log_failure(site_id, error);
        }
        sum = sum.and_then(|sum| Ok(sum.and(deleted?)));
    }
    sum
}

#[derive(Default)]
struct Turn {
    report: SweepReport,
    /// Whether a provider could not be reached.
    is_away: bool,
    /// Whether work may be left that can be done now.
    has_more: bool,
}

/// Does the work for a site's orders that is due at `now`, for one slice. If the site's provider is away, only expires
/// orders.
async fn turn(
    context: &OrderContext,
    site_id: i64,
    now: DateTime<Utc>,
    may_call_provider: bool,
) -> Result<Turn, DbError> {
    let mut turn = Turn::default();
    if may_call_provider {
        turn = intents::settle(context, site_id, now).await?;
    }
    turn = turn.and(overdue::expire(context, site_id, now).await?);
    if may_call_provider {
        turn = turn.and(refunds::pay_for(SITE_SLICE, context, site_id, None, now).await?);
    }
    Ok(turn)
}

impl Turn {
    fn and(self, other: Self) -> Self {
        Self {
            report: self.report.and(other.report),
            is_away: self.is_away || other.is_away,
            has_more: self.has_more || other.has_more,
        }
    }
}

async fn delete_old_of_site(context: &OrderContext, site_id: i64) -> Result<SweepReport, DbError> {
    let (db, now) = (&context.db, context.now());
    let unpaid = include_str!("sweep/delete_unpaid.sql");
    let old_events = include_str!("sweep/delete_payment_events.sql");
    let deleted = stoa_idempotency::delete_old(db, site_id, now).await?
        + crate::carts::delete_expired_tokens(db, site_id, now).await?
        + crate::carts::delete_old_addresses(db, site_id, now).await?
        + crate::shipping::delete_ended_quotes(db, site_id, now).await?
        + db.execute_until_none(old_events, &[&site_id, &(now - PAYMENT_EVENT_RETENTION)]).await?
        + db.execute_until_none(unpaid, &[&site_id, &(now - UNPAID_ORDER_RETENTION)]).await?
        + crate::carts::delete_expired(db, site_id, now).await?
        + stoa_outbox::delete_old(db, site_id, now).await?;
    Ok(SweepReport { deleted, ..SweepReport::default() })
}

fn log_failure(site_id: i64, error: &DbError) {
    tracing::error!(site_id, error = %Chain(error), "a site's orders could not be swept");
}

impl SweepReport {
    pub fn and(self, other: Self) -> Self {
        Self {
            expired: self.expired + other.expired,
            asked: self.asked + other.asked,
            refunds: self.refunds + other.refunds,
            deleted: self.deleted + other.deleted,
        }
    }
}

impl fmt::Display for SweepReport {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { expired, asked, refunds, deleted } = self;
        write!(
            out,
            "{expired} orders expired, {asked} payments were asked about, {refunds} refunds were made, \
             {deleted} old rows were deleted"
        )
    }
}
