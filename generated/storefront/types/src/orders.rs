//! Types of the operations tagged `orders`.

use serde::{Deserialize, Serialize};

use crate::{OrderStatus, PaymentStatus, Timestamp, TrackingEvent};

/// The answer of `getOrder`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct OrderResponse {
    /// An order as its purchaser sees it.
    pub data: Order,
}

serialize! { OrderResponse { "success" = true, "data": data } }

/// An order as its purchaser sees it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct Order {
    /// Order number for the purchaser.
    pub order_number: String,
    /// A `pending` order waits for its payment and becomes `paid`, `cancelled` or, after 30 minutes,
    /// `expired`. A `paid` order becomes `processing`, `shipped`, `cancelled` or `refunded`; a
    /// `processing` order `shipped` or `cancelled`; a `shipped` order `delivered` or `returned`; a
    /// `delivered` order `returned` or `refunded`. If the payment of an `expired` order arrives late,
    /// the order becomes `paid` if everything that it needs is still available, otherwise `refunded`.
    pub status: OrderStatus,
    /// State of the payment.
    pub payment_status: PaymentStatus,
    /// The purchaser's name.
    pub customer_name: String,
    /// The purchaser's e-mail address.
    pub customer_email: String,
    /// Free-form address, as given at checkout.
    pub shipping_address: Option<serde_json::Map<String, serde_json::Value>>,
    /// Free-form address, as given at checkout.
    pub billing_address: Option<serde_json::Map<String, serde_json::Value>>,
    /// Cents.
    pub subtotal: i64,
    /// Cents.
    pub shipping_total: i64,
    /// Cents.
    pub tax_total: i64,
    /// Cents.
    pub discount_total: i64,
    /// Cents paid by a gift certificate.
    pub gift_certificate_total: i64,
    /// Cents.
    pub total: i64,
    /// Name of the shipping rate.
    pub shipping_method: Option<String>,
    /// Carrier of the order; null until it is shipped.
    pub carrier: Option<String>,
    /// The carrier's tracking number; null until there is one.
    pub tracking_number: Option<String>,
    /// The carrier's tracking page; null until there is one.
    pub tracking_url: Option<String>,
    /// Latest status, in the tracker's terms.
    pub latest_tracking_status: Option<String>,
    /// Time of the tracker's latest event; null until there is one.
    pub latest_tracking_event_at: Option<Timestamp>,
    /// Time of payment; null until then.
    pub paid_at: Option<Timestamp>,
    /// Time of shipment; null until then.
    pub shipped_at: Option<Timestamp>,
    /// Time of delivery; null until then.
    pub delivered_at: Option<Timestamp>,
    /// Time when the order was placed.
    pub created_at: Option<Timestamp>,
    /// The lines of the order.
    pub items: Vec<OrderItem>,
    /// Oldest first.
    pub tracking_events: Vec<TrackingEvent>,
}

/// A line of an order, as it was when ordered.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct OrderItem {
    /// Name of the product.
    pub product_name: String,
    /// Name of the variant; null for a product without variants.
    pub variant_name: Option<String>,
    /// Stock keeping unit; null if unset.
    pub sku: Option<String>,
    /// Cents.
    pub unit_price: i64,
    /// Quantity.
    pub quantity: i64,
    /// Cents.
    pub total: i64,
}
