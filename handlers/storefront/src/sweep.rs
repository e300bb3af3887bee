//! What is done for a site's orders when nobody calls: unpaid ones expire, the provider is asked about payments
//! whose webhook never came, refunds that are due are paid, and what is old goes.
//!
//! No transaction is open while a provider is called. What a call tells goes through `lifecycle` as a webhook does,
//! so a round that is cut short, or meets another, does no harm.

mod intents;
mod refunds;

use std::fmt;

use chrono::{DateTime, TimeDelta, Utc};
use stoa_db::{DbError, ToSql};

use crate::{Storefront, lifecycle};

/// An order is asked about, and a refund tried again, after so long at the earliest.
pub const PAUSE: TimeDelta = TimeDelta::minutes(5);

/// Orders, or refunds, of one site in one round.
const BATCH: i64 = 100;

/// A cart that expired so long ago is deleted.
const CART_IS_KEPT: TimeDelta = TimeDelta::days(30);

const PAYMENT_EVENT_IS_KEPT: TimeDelta = TimeDelta::days(90);

const NOBODY_PAID: &str = "Nobody paid in time";

/// What a round has done.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Swept {
    pub expired: usize,
    /// Orders whose provider was asked.
    pub asked: usize,
    pub refunds: usize,
    /// Rows that were too old.
    pub forgotten: u64,
}

impl Storefront {
    /// Does everything that is due for a site's orders.
    pub async fn sweep(&self, site_id: i64) -> Result<Swept, DbError> {
        let (asked, by_provider) = self.settle_intents(site_id).await?;
        let expired = self.expire_overdue(site_id).await? + by_provider;
        let refunds = self.pay_refunds(site_id).await?;
        Ok(Swept { expired, asked, refunds, forgotten: 0 })
    }

    /// Deletes what a site's shop does not need any more.
    pub async fn forget_old(&self, site_id: i64) -> Result<Swept, DbError> {
        let now = self.now();
        let mut forgotten = stoa_idempotency::forget_old(&self.db, site_id, now).await?;
        let old: [(&str, DateTime<Utc>); 4] = [
            (include_str!("sweep/forget_recovery_tokens.sql"), now),
            (include_str!("sweep/forget_quotes.sql"), now),
            (include_str!("sweep/forget_payment_events.sql"), now - PAYMENT_EVENT_IS_KEPT),
            (include_str!("sweep/forget_carts.sql"), now - CART_IS_KEPT),
        ];
        for (sql, before) in old {
            loop {
                let rows = self.db.execute(sql, &[&site_id, &before]).await?;
                forgotten += rows;
                if rows == 0 {
                    break;
                }
            }
        }
        Ok(Swept { forgotten, ..Swept::default() })
    }

    /// Pending orders that nothing can pay any more: without an intent, or whose provider has not answered for long.
    async fn expire_overdue(&self, site_id: i64) -> Result<usize, DbError> {
        let now = self.now();
        let params: [&(dyn ToSql + Sync); 4] = [&site_id, &now, &(now - intents::PATIENCE), &BATCH];
        let overdue: Vec<(i64,)> = self.db.rows(include_str!("sweep/overdue.sql"), &params).await?;
        let mut expired = 0;
        for (order_id,) in overdue {
            let mut connection = self.db.connection().await?;
            let transaction = connection.transaction();
            let done = lifecycle::expire(&transaction, site_id, order_id, NOBODY_PAID, now).await?;
            transaction.commit().await?;
            expired += usize::from(done);
        }
        Ok(expired)
    }
}

impl Swept {
    /// Both together.
    pub fn and(self, other: Self) -> Self {
        Self {
            expired: self.expired + other.expired,
            asked: self.asked + other.asked,
            refunds: self.refunds + other.refunds,
            forgotten: self.forgotten + other.forgotten,
        }
    }
}

impl fmt::Display for Swept {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { expired, asked, refunds, forgotten } = self;
        write!(
            out,
            "{expired} orders expired, {asked} payments were asked about, {refunds} refunds were made, \
             {forgotten} old rows were deleted"
        )
    }
}
