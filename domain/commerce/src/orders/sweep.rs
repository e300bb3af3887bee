//! Background work on orders: expires unpaid orders, asks providers about payments whose webhook never came, pays due
//! refunds, and deletes old rows.
//!
//! No transaction is open while a provider is called. A provider's answer is applied like a webhook, so interrupted and
//! overlapping rounds do no harm. Sites are swept concurrently. Each site has a time limit, so that a slow provider
//! delays only the sites that use it.

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

pub(crate) use refunds::REFUND_RETRY_WINDOW;
pub use refunds::pay_due_refunds;

/// The job that runs [`sweep`].
pub const SWEEP: Job = Job::new("sweep orders");

/// The job that runs [`delete_old`].
pub const DELETE_OLD: Job = Job::new("delete what shops do not need any more");

/// How often [`SWEEP`] runs.
pub const ORDER_SWEEP_INTERVAL: Duration = Duration::from_secs(60);

/// Minimum time between two questions to the provider about an order, and between two attempts to pay a refund.
pub const PROVIDER_RETRY_INTERVAL: TimeDelta = TimeDelta::minutes(5);

/// Number of sites that are swept concurrently.
const SWEEP_CONCURRENT_SITES: usize = 8;

/// Maximum concurrent questions to the provider about orders of one site. Also the batch size of refunds, which are
/// paid one after the other.
const SWEEP_PROVIDER_CALLS_PER_SITE: i64 = 4;

/// Time limit for asking providers about one site's payments in one round. Paying the site's refunds has a second limit
/// of the same length. The next round continues with the rest.
const SITE_SWEEP_TIMEOUT: Duration = Duration::from_secs(20);

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
    /// Number of orders that a provider was asked about.
    pub asked: usize,
    pub refunds: usize,
    pub deleted: u64,
}

/// Sweeps the orders of all sites with due work. If one site fails, the others are still swept.
pub async fn sweep(context: &OrderContext) -> Result<SweepReport, DbError> {
    let now = context.now();
    let asked_since = now - PROVIDER_RETRY_INTERVAL;
    let unanswered_since = now - intents::PROVIDER_IS_AWAITED;
    let key_is_known_since = now - refunds::REFUND_RETRY_WINDOW;
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

/// Deletes the old rows of up to 1,000 sites' stores. If one site fails, the others are still processed.
pub async fn delete_old(context: &OrderContext) -> Result<SweepReport, DbError> {
    let now = context.now();
    let claimed = now - stoa_idempotency::IDEMPOTENCY_KEY_RETENTION;
    let received = now - PAYMENT_EVENT_RETENTION;
    let changed = now - UNPAID_ORDER_RETENTION;
    let expired = now - crate::carts::EXPIRED_CART_RETENTION;
    let queued = now - stoa_outbox::MAIL_RETENTION;
    let params =
        [&claimed as _, &now as _, &received as _, &changed as _, &expired as _, &queued as _];
    let sql = include_str!("sweep/sites_with_old_rows.sql");
    let sites: Vec<i64> = context.db.rows(sql, &params).await?;
    let mut sum = Ok(SweepReport::default());
    for site_id in sites {
        sum = add(sum, site_id, delete_old_of_site(context, site_id).await);
    }
    sum
}

/// Does all due work for a site's orders.
pub async fn sweep_site(context: &OrderContext, site_id: i64) -> Result<SweepReport, DbError> {
    let (asked, by_provider) = intents::settle(context, site_id).await?;
    let expired = overdue::expire(context, site_id).await? + by_provider;
    let refunds = pay_due_refunds(context, site_id).await?;
    Ok(SweepReport { expired, asked, refunds, deleted: 0 })
}

/// Deletes old rows of a site's store.
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

/// Adds a site's report to the sum. If a site failed, logs the error. The first error becomes the result of the round.
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
    /// Adds two reports.
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
