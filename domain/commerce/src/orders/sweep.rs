//! What is done for orders when nobody calls: unpaid ones expire, the provider is asked about payments whose webhook
//! never came, refunds that are due are paid, and what is old goes.
//!
//! No transaction is open while a provider is called. What a call tells is applied as a webhook would be, so a round
//! that is cut short, or meets another, does no harm. Sites are swept side by side, each for a bounded time: a
//! provider that is slow delays its own site.

mod intents;
mod overdue;
mod refunds;

use std::fmt;
use std::time::Duration;

use chrono::TimeDelta;
use futures_util::{StreamExt, stream};
use stoa_db::DbError;
use stoa_jobs::Job;
use stoa_telemetry::Chain;

use crate::orders::OrderContext;

pub(crate) use refunds::KEY_IS_KNOWN;
pub use refunds::pay_due_refunds;

/// Looks for what is due.
pub const SWEEP: Job = Job::new("sweep orders");

/// Deletes what is old.
pub const DELETE_OLD: Job = Job::new("delete what shops do not need any more");

/// A round that looks for what is due begins so often.
pub const ORDER_SWEEP_INTERVAL: Duration = Duration::from_secs(60);

/// A round that deletes what is old begins so often.
pub const DELETE_OLD_INTERVAL: Duration = Duration::from_secs(60 * 60);

/// An order is asked about, and a refund tried again, after so long at the earliest.
pub const PROVIDER_RETRY_INTERVAL: TimeDelta = TimeDelta::minutes(5);

/// Sites that are swept side by side.
const SWEEP_CONCURRENT_SITES: usize = 8;

/// Orders of one site that its provider is asked about at once.
const SWEEP_PROVIDER_CALLS_PER_SITE: i64 = 4;

/// So long one site's provider is asked in one round. What is due then waits for the next.
const A_SITE_HAS: Duration = Duration::from_secs(20);

/// Overdue orders of one site that are looked for at once.
const SWEEP_BATCH_SIZE: i64 = 100;

/// An order that was given up and never paid is kept for so long.
const UNPAID_ORDER_RETENTION: TimeDelta = TimeDelta::days(7);

const PAYMENT_EVENT_RETENTION: TimeDelta = TimeDelta::days(90);

const NOBODY_PAID: &str = "Nobody paid in time";

/// What a round has done.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct SweepReport {
    /// Orders.
    pub expired: usize,
    /// Orders whose provider was asked.
    pub asked: usize,
    pub refunds: usize,
    /// Rows that were too old.
    pub deleted: u64,
}

/// Does what is due for the orders of all sites. A site that fails does not keep the others from being swept.
pub async fn sweep(context: &OrderContext) -> Result<SweepReport, DbError> {
    let now = context.now();
    let asked_since = now - PROVIDER_RETRY_INTERVAL;
    let unanswered_since = now - intents::PROVIDER_IS_AWAITED;
    let key_is_known_since = now - refunds::KEY_IS_KNOWN;
    let sql = include_str!("sweep/due_sites.sql");
    let params = [&now as _, &asked_since as _, &unanswered_since as _, &key_is_known_since as _];
    let sites: Vec<i64> = context.db.rows(sql, &params).await?;
    let sweeps = stream::iter(sites).map(|site_id| {
        let context = context.clone();
        async move { (site_id, sweep_site(&context, site_id).await) }
    });
    let mut swept = sweeps.buffer_unordered(SWEEP_CONCURRENT_SITES);
    let mut sum = Ok(SweepReport::default());
    while let Some((site_id, report)) = swept.next().await {
        sum = add(sum, site_id, report);
    }
    sum
}

/// Deletes what the shops of all sites do not need any more. Nor does a site that fails keep the others here.
pub async fn delete_old(context: &OrderContext) -> Result<SweepReport, DbError> {
    let sites: Vec<i64> = context.db.rows(include_str!("sweep/all_sites.sql"), &[]).await?;
    let mut sum = Ok(SweepReport::default());
    for site_id in sites {
        sum = add(sum, site_id, delete_old_of_site(context, site_id).await);
    }
    sum
}

/// Does everything that is due for a site's orders.
pub async fn sweep_site(context: &OrderContext, site_id: i64) -> Result<SweepReport, DbError> {
    let (asked, by_provider) = intents::settle(context, site_id).await?;
    let expired = overdue::expire(context, site_id).await? + by_provider;
    let refunds = pay_due_refunds(context, site_id).await?;
    Ok(SweepReport { expired, asked, refunds, deleted: 0 })
}

/// Deletes what a site's shop does not need any more.
pub async fn delete_old_of_site(
    context: &OrderContext,
    site_id: i64,
) -> Result<SweepReport, DbError> {
    let (db, now) = (&context.db, context.now());
    let unpaid = include_str!("sweep/delete_unpaid.sql");
    let old_events = include_str!("sweep/delete_payment_events.sql");
    let deleted = stoa_idempotency::delete_old(db, site_id, now).await?
        + crate::carts::forget_expired_tokens(db, site_id, now).await?
        + crate::shipping::delete_ended_quotes(db, site_id, now).await?
        + db.execute_until_none(old_events, &[&site_id, &(now - PAYMENT_EVENT_RETENTION)]).await?
        + db.execute_until_none(unpaid, &[&site_id, &(now - UNPAID_ORDER_RETENTION)]).await?
        + crate::carts::delete_expired(db, site_id, now).await?
        + stoa_outbox::delete_old(db, site_id, now).await?;
    Ok(SweepReport { deleted, ..SweepReport::default() })
}

/// The sum of the sites swept so far, or the last failure.
fn add(
    sum: Result<SweepReport, DbError>,
    site_id: i64,
    swept: Result<SweepReport, DbError>,
) -> Result<SweepReport, DbError> {
    if let Err(error) = &swept {
        tracing::error!(site_id, error = %Chain(error), "a site's orders could not be swept");
    }
    Ok(sum?.and(swept?))
}

impl SweepReport {
    /// Both together.
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
