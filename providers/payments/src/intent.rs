//! Payment intents and refunds, the same for all providers.

use std::fmt;

use serde::Deserialize;

/// A request for a payment of an order.
#[derive(Clone, Copy)]
pub struct NewIntent<'a> {
    /// Repeated requests with the same key return the same intent. At most 255 characters. Stripe retains a key for at
    /// least a day.
    pub idempotency_key: &'a str,
    /// In cents, or the currency's smallest unit.
    pub amount: i64,
    /// Three letters, ISO 4217.
    pub currency: &'a str,
    pub site_id: i64,
    pub order_id: i64,
    pub order_number: &'a str,
    /// The address for Stripe's receipt.
    pub receipt_email: Option<&'a str>,
}

/// The provider's record of one payment.
#[derive(Clone, PartialEq, Eq)]
pub struct Intent {
    pub id: String,
    /// The secret with which a browser can pay this intent. It allows nothing else, and is never logged.
    pub client_secret: String,
    pub status: IntentStatus,
    /// In cents.
    pub amount: i64,
    pub amount_received: i64,
    /// The refunded part of the received amount, in cents.
    pub amount_refunded: i64,
    /// Three lower-case letters.
    pub currency: String,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum IntentStatus {
    /// Nothing has been paid, or the last attempt failed. The customer can pay.
    #[default]
    AwaitingPayment,
    /// The customer has paid, and the money is on its way.
    Processing,
    Succeeded,
    Canceled,
    /// A status that this crate does not know, or that its intents never have.
    Unknown,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refund {
    pub id: String,
    pub intent_id: String,
    pub status: RefundStatus,
    /// In cents.
    pub amount: i64,
    /// Three lower-case letters.
    pub currency: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RefundStatus {
    /// The provider is processing the refund, or waits for the customer.
    Pending,
    Succeeded,
    Failed,
    Canceled,
    Unknown,
}

impl fmt::Debug for NewIntent<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("NewIntent")
            .field("amount", &self.amount)
            .field("currency", &self.currency)
            .field("site_id", &self.site_id)
            .field("order_id", &self.order_id)
            .finish_non_exhaustive()
    }
}

impl fmt::Debug for Intent {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Intent")
            .field("id", &self.id)
            .field("status", &self.status)
            .field("amount", &self.amount)
            .field("amount_received", &self.amount_received)
            .field("amount_refunded", &self.amount_refunded)
            .field("currency", &self.currency)
            .finish_non_exhaustive()
    }
}
