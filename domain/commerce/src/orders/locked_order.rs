//! An order whose row is locked.

use serde::Deserialize;
use stoa_db::DbError;
use stoa_storefront_types::{OrderStatus, PaymentStatus, Timestamp};

use crate::orders::OrderTransaction;

/// The columns of an order that decide how the order may change.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct LockedOrder {
    pub(crate) status: OrderStatus,
    pub(crate) payment_status: PaymentStatus,
    pub(crate) holds: bool,
    pub(crate) total: i64,
    pub(crate) refunded_total: i64,
    pub(crate) payment_event_at: Option<Timestamp>,
    pub(crate) has_left_cart: bool,
    /// Whether a dispute is open or lost. `None` if no dispute is stored.
    is_disputed: Option<bool>,
}

/// Locks the order's row and reads it.
pub(crate) async fn lock(order: &OrderTransaction<'_>) -> Result<Option<LockedOrder>, DbError> {
    order.opt(include_str!("locked_order/lock_order.sql")).await
}

impl LockedOrder {
    /// Returns the payment status of an order whose payment was received and of which `refunded_total` cents were
    /// refunded. A full refund takes precedence over a dispute.
    pub(crate) fn received(&self, refunded_total: i64) -> PaymentStatus {
        // Servers of the release before V044 stored no disputes.
        let is_disputed =
            self.is_disputed.unwrap_or(self.payment_status == PaymentStatus::Disputed);
        match refunded_total {
            all if all >= self.total => PaymentStatus::Refunded,
            _ if is_disputed => PaymentStatus::Disputed,
            0 => PaymentStatus::Paid,
            _ => PaymentStatus::PartiallyRefunded,
        }
    }

    /// Whether the payment was received. A payment that was refunded later still counts as received.
    pub(crate) fn is_paid(&self) -> bool {
        !matches!(
            self.payment_status,
            PaymentStatus::Unpaid | PaymentStatus::Processing | PaymentStatus::Failed
        )
    }
}
