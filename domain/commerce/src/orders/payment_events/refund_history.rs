//! The provider's reports about the refunds of an order, which may arrive in any order.
//!
//! A report states the refunded total at its time. If a refund fails later, reports from before the failure include the
//! refund, and reports from after the failure do not. A report's amount without the refunds that failed later only grows.
//! The refunded total is the largest of these amounts.

use chrono::{DateTime, Utc};
use serde::Deserialize;
use stoa_db::DbError;
use stoa_storefront_types::Timestamp;

use crate::orders::{OrderTransaction, locked_order::LockedOrder};

#[derive(Debug)]
pub(super) struct RefundHistory {
    reports: Vec<Reported>,
    failures: Vec<Reported>,
}

/// A refunded total or the amount of a failed refund, in cents.
#[derive(Debug, Clone, Copy, Deserialize)]
struct Reported {
    amount: i64,
    at: Timestamp,
}

impl RefundHistory {
    /// Reads the history of an order, whose row must be locked. If the order was refunded by a server of the previous
    /// release, which stored only the total, first stores the total as the oldest report.
    pub(super) async fn read(
        order: &OrderTransaction<'_>,
        locked: &LockedOrder,
    ) -> Result<Self, DbError> {
        let mut history = Self {
            reports: order.rows(include_str!("refund_history/list_reports.sql")).await?,
            failures: order.rows(include_str!("refund_history/list_failures.sql")).await?,
        };
        if history.reports.is_empty() && locked.refunded_total > 0 {
            history.add_report(order, locked.refunded_total, DateTime::UNIX_EPOCH).await?;
        }
        Ok(history)
    }

    pub(super) async fn add_report(
        &mut self,
        order: &OrderTransaction<'_>,
        amount: i64,
        at: DateTime<Utc>,
    ) -> Result<(), DbError> {
        let sql = include_str!("refund_history/add_report.sql");
        order.execute(sql, &[&amount, &at]).await?;
        self.reports.push(Reported { amount, at: Timestamp(at) });
        Ok(())
    }

    /// Stores a failure, unless it is known.
    pub(super) async fn add_failure(
        &mut self,
        order: &OrderTransaction<'_>,
        refund_id: &str,
        amount: i64,
        said_at: DateTime<Utc>,
    ) -> Result<(), DbError> {
        let sql = include_str!("refund_history/add_failure.sql");
        if order.execute(sql, &[&refund_id, &amount, &said_at]).await? > 0 {
            order.execute(include_str!("refund_history/fail_test_refund.sql"), &[&amount]).await?;
            self.failures.push(Reported { amount, at: Timestamp(said_at) });
        }
        Ok(())
    }

    /// Cents that are refunded. If a failure and a report have the same time, the failure counts as the later one.
    pub(super) fn refunded_total(&self) -> i64 {
        let lasting = self.reports.iter().map(|report| {
            let failed = self.failures.iter().filter(|failure| failure.at.0 >= report.at.0);
            report.amount - failed.map(|failure| failure.amount).sum::<i64>()
        });
        lasting.max().unwrap_or(0).max(0)
    }

    /// Whether `total` cents were refunded at some time, even if one of the refunds failed later.
    pub(super) fn has_reached(&self, total: i64) -> bool {
        self.reports.iter().any(|report| report.amount >= total)
    }

    /// The time of the newest failure, if no refund was reported after it.
    pub(super) fn open_failure(&self) -> Option<DateTime<Utc>> {
        let newest = self.failures.iter().map(|failure| failure.at.0).max()?;
        self.reports.iter().all(|report| report.at.0 <= newest).then_some(newest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reported(of: &[(i64, i64)]) -> Vec<Reported> {
        let at = |seconds| Timestamp(DateTime::from_timestamp(seconds, 0).unwrap());
        of.iter().map(|(amount, seconds)| Reported { amount: *amount, at: at(*seconds) }).collect()
    }

    #[test]
    fn totals() {
        for (reports, failures, refunded, is_open) in [
            (&[][..], &[][..], 0, false),
            (&[(500, 1), (900, 2)], &[], 900, false),
            // A report that arrives late.
            (&[(900, 2), (500, 1)], &[], 900, false),
            (&[(900, 2)], &[(900, 5)], 0, true),
            (&[(900, 2)], &[(900, 2)], 0, true),
            // The provider's report after the failure does not contain the failed refund.
            (&[(900, 2), (400, 7)], &[(900, 5)], 400, false),
            (&[(900, 2), (900, 7)], &[(900, 5)], 900, false),
            // One of two refunds fails.
            (&[(500, 1), (900, 2)], &[(400, 5)], 500, true),
            (&[(500, 1), (900, 2), (900, 6)], &[(400, 5)], 900, false),
            // The second attempt fails too.
            (&[(900, 2), (900, 7)], &[(900, 5), (900, 9)], 0, true),
        ] {
            let mut history =
                RefundHistory { reports: reported(reports), failures: reported(failures) };
            for _ in 0..2 {
                let expected = (refunded, is_open);
                let found = (history.refunded_total(), history.open_failure().is_some());
                assert_eq!(found, expected, "{reports:?} {failures:?}");
                history.reports.reverse();
                history.failures.reverse();
            }
        }
    }
}
