//! The parts of a stored order that its payment needs.

use serde::Deserialize;
use stoa_staff_types::{OrderStatus, PaymentStatus, WebhookOrder};
use stoa_storefront_types::CheckoutResult;

/// An order that waits for its payment, or has nothing to pay. The type does not implement `Debug`, because it contains
/// an e-mail address and a secret.
#[derive(Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct PendingOrder {
    pub(super) id: i64,
    pub(super) number: String,
    pub(super) total: i64,
    pub(super) currency: String,
    pub(super) customer_email: String,
    pub(super) payment_provider: String,
    pub(super) payment_intent_id: Option<String>,
    /// `None` until the payment has begun. Empty if there is nothing to pay.
    pub(super) client_secret: Option<String>,
}

impl PendingOrder {
    /// Whether there is nothing to pay.
    pub(super) fn is_paid(&self) -> bool {
        self.total == 0
    }

    pub(super) fn result(&self, publishable_key: &str) -> CheckoutResult {
        CheckoutResult {
            client_secret: self.client_secret.clone().unwrap_or_default(),
            publishable_key: publishable_key.to_owned(),
            order_id: self.id,
            order_number: self.number.clone(),
            total: self.total,
            currency: self.currency.clone(),
        }
    }

    /// Returns the order of an event, as it is directly after it was stored, without its path.
    pub(super) fn webhook_order(&self, site_id: i64) -> WebhookOrder {
        let (status, payment_status) = match self.is_paid() {
            true => (OrderStatus::Paid, PaymentStatus::Paid),
            false => (OrderStatus::Pending, PaymentStatus::Unpaid),
        };
        WebhookOrder {
            site_id,
            order_id: self.id,
            order_number: self.number.clone(),
            status,
            payment_status,
            total: self.total,
            refunded_total: 0,
            currency: self.currency.clone(),
            path: String::new(),
        }
    }

    /// Returns the idempotency key under which the provider creates the order's intent. Every attempt uses the same
    /// key.
    ///
    /// The key contains the order's number, because an id alone may repeat: a restored or new database may assign the
    /// id again while the provider's account stays the same.
    pub(super) fn intent_key(&self, site_id: i64) -> String {
        format!("stoa-order-{site_id}-{}-{}", self.id, self.number)
    }
}
