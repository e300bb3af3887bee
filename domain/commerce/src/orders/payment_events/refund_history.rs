//! The provider's reports about the refunds of an order, which may arrive in any order.
//!
//! A report states the refunded total at its time. If a refund fails, the reports between its creation and its failure
//! include it, and other reports do not. A report's amount without the refunds that failed later only grows. The
//! refunded total is the largest of these amounts.

use chrono::{DateTime, Utc};
use serde::Deserialize;
use stoa_db::DbError;
use stoa_storefront_types::Timestamp;

use crate::orders::{OrderTransaction, locked_order::LockedOrder};

#[derive(Debug)]
pub(super) struct RefundHistory {
    reports: Vec<Report>,
    failures: Vec<FailedRefund>,
}

/// A refunded total, in cents.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Report {
    amount: i64,
    reported_at: Timestamp,
}

/// A failed refund. Its amount is in cents.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct FailedRefund {
    pub(super) amount: i64,
    pub(super) created_at: Option<Timestamp>,
    pub(super) failed_at: Timestamp,
}

impl RefundHistory {
    /// Reads the history of an order, whose row must be locked. Servers of the previous release store only the total. If
    /// it is larger than that of the reports, first stores it as the oldest report.
    pub(super) async fn read(
        order: &OrderTransaction<'_>,
        locked: &LockedOrder,
    ) -> Result<Self, DbError> {
        let mut history = Self {
            reports: order.rows(include_str!("refund_history/list_reports.sql")).await?,
            failures: order.rows(include_str!("refund_history/list_failures.sql")).await?,
        };
        if locked.refunded_total > history.refunded_total() {
            history.add_report(order, locked.refunded_total, DateTime::UNIX_EPOCH).await?;
        }
        Ok(history)
    }

    pub(super) async fn add_report(
        &mut self,
        order: &OrderTransaction<'_>,
        amount: i64,
        reported_at: DateTime<Utc>,
    ) -> Result<(), DbError> {
        let sql = include_str!("refund_history/add_report.sql");
        order.run(sql, &[&amount, &reported_at]).await?;
        self.reports.push(Report { amount, reported_at: Timestamp(reported_at) });
        Ok(())
    }

    /// Stores a failure, unless it is known.
    pub(super) async fn add_failure(
        &mut self,
        order: &OrderTransaction<'_>,
        refund_id: &str,
        failure: FailedRefund,
    ) -> Result<(), DbError> {
        let FailedRefund { amount, created_at, failed_at } = failure;
        let created_at = created_at.map(|Timestamp(at)| at);
        let sql = include_str!("refund_history/add_failure.sql");
        if order.execute(sql, &[&refund_id, &amount, &created_at, &failed_at.0]).await? > 0 {
            order.run(include_str!("refund_history/fail_test_refund.sql"), &[&amount]).await?;
            self.failures.push(failure);
        }
        Ok(())
    }

    /// Cents that are refunded.
    pub(super) fn refunded_total(&self) -> i64 {
        let lasting = self.reports.iter().map(|report| {
            let failed = self.failures.iter().filter(|failure| failure.is_in(report));
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
        let newest = self.failures.iter().map(|failure| failure.failed_at).max()?;
        self.reports.iter().all(|report| report.reported_at <= newest).then_some(newest.0)
    }
}

impl FailedRefund {
    /// Whether a report includes the refund. If the failure has the same time as the report, the failure counts as the
    /// later one. The time of the oldest report is not known.
    fn is_in(&self, report: &Report) -> bool {
        let is_oldest = report.reported_at.0 == DateTime::UNIX_EPOCH;
        let is_created = is_oldest || self.created_at <= Some(report.reported_at);
        is_created && self.failed_at >= report.reported_at
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(seconds: i64) -> Timestamp {
        Timestamp(DateTime::from_timestamp(seconds, 0).unwrap())
    }

    /// The times of a failure are those of its creation and of the failure itself.
    #[test]
    fn totals() {
        for (reports, failures, refunded, is_open) in [
            (&[][..], &[][..], 0, false),
            (&[(500, 1), (900, 2)], &[], 900, false),
            // A report that arrives late.
            (&[(900, 2), (500, 1)], &[], 900, false),
            (&[], &[(900, 1, 5)], 0, true),
            (&[(900, 2)], &[(900, 1, 5)], 0, true),
            (&[(900, 2)], &[(900, 2, 2)], 0, true),
            // The provider's report after the failure does not contain the failed refund.
            (&[(900, 2), (400, 7)], &[(900, 1, 5)], 400, false),
            (&[(900, 2), (900, 7)], &[(900, 1, 5)], 900, false),
            // One of two refunds fails.
            (&[(500, 1), (900, 2)], &[(400, 2, 5)], 500, true),
            (&[(500, 1), (900, 2), (900, 6)], &[(400, 2, 5)], 900, false),
            // The second attempt fails too.
            (&[(900, 2), (900, 7)], &[(900, 1, 5), (900, 6, 9)], 0, true),
            // A refund fails at its creation, so no report contains it.
            (&[(300, 2)], &[(200, 5, 5)], 300, true),
            (&[(300, 2), (400, 7)], &[(200, 5, 5)], 400, false),
            // The total of a server of the previous release.
            (&[(900, 0)], &[(400, 2, 5)], 500, true),
        ] {
            let mut history = RefundHistory { reports: Vec::new(), failures: Vec::new() };
            for &(amount, reported_at) in reports {
                history.reports.push(Report { amount, reported_at: at(reported_at) });
            }
            for &(amount, created_at, failed_at) in failures {
                let (created_at, failed_at) = (Some(at(created_at)), at(failed_at));
                history.failures.push(FailedRefund { amount, created_at, failed_at });
            }
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
