//! An order whose row is locked.

use serde::Deserialize;
use stoa_db::DbError;
use stoa_storefront_types::{OrderStatus, PaymentStatus, Timestamp};

use crate::orders::OrderTransaction;

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct LockedOrder {
    pub(crate) status: OrderStatus,
    pub(crate) payment_status: PaymentStatus,
    pub(crate) holds: bool,
    pub(crate) currency: String,
    pub(crate) total: i64,
    pub(crate) gift_certificate_total: i64,
    /// Cents that were refunded to the card.
    pub(crate) refunded_total: i64,
    /// Cents that were refunded to the gift certificate.
    gift_refunded_total: i64,
    pub(crate) discount_code: Option<String>,
    pub(crate) gift_certificate_code: Option<String>,
    pub(crate) payment_intent_id: Option<String>,
    pub(crate) payment_event_at: Option<Timestamp>,
    pub(crate) has_left_cart: bool,
    /// Whether a dispute is open or lost. `None` if no dispute is stored.
    is_disputed: Option<bool>,
    /// Cents of the gift certificate that the order holds.
    pub(crate) gift_held: i64,
}

/// Locks the order's row and reads it.
///
/// If another transaction held the lock, `is_disputed` and `gift_held` may be older than its commit. A caller that uses
/// them locks the order a second time, which does not wait.
pub(crate) async fn lock(order: &OrderTransaction<'_>) -> Result<Option<LockedOrder>, DbError> {
    order.opt(include_str!("locked_order/lock_order.sql")).await
}

impl LockedOrder {
    /// Returns the payment status of an order whose payment was received. A full refund takes precedence over a dispute.
    pub(crate) fn received(&self) -> PaymentStatus {
        // Servers of the release before V043 stored no disputes.
        let is_disputed =
            self.is_disputed.unwrap_or(self.payment_status == PaymentStatus::Disputed);
        match self.refunded() {
            1.. if self.is_all_back() => PaymentStatus::Refunded,
            _ if is_disputed => PaymentStatus::Disputed,
            0 => PaymentStatus::Paid,
            _ => PaymentStatus::PartiallyRefunded,
        }
    }

    /// Cents that were refunded to the card and to the gift certificate.
    pub(crate) fn refunded(&self) -> i64 {
        self.refunded_total + self.gift_refunded_total
    }

    /// Whether the card payment and the amount of the gift certificate were refunded in full.
    pub(crate) fn is_all_back(&self) -> bool {
        self.refunded_total >= self.total && self.gift_held == 0
    }

    /// Whether the payment was received. A payment that was refunded later still counts as received.
    pub(crate) fn is_paid(&self) -> bool {
        !matches!(
            self.payment_status,
            PaymentStatus::Unpaid | PaymentStatus::Processing | PaymentStatus::Failed
        )
    }
}
