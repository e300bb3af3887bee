//! Types of the operations tagged `orders`.

use serde::{Deserialize, Serialize};

use crate::{OrderStatus, PaymentStatus, Timestamp, TrackingEvent};

/// What `getOrder` answers.
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
    /// What the purchaser calls it by.
    pub order_number: String,
    /// A `pending` order waits for its payment and becomes `paid`, `cancelled` or, after 30 minutes,
    /// `expired`. A `paid` one becomes `processing`, `shipped`, `cancelled` or `refunded`; a
    /// `processing` one `shipped` or `cancelled`; a `shipped` one `delivered` or `returned`; a
    /// `delivered` one `returned` or `refunded`. An `expired` one whose payment comes late becomes
    /// `paid` if all that it needs is still there, else `refunded`.
    pub status: OrderStatus,
    /// State of the payment.
    pub payment_status: PaymentStatus,
    /// The purchaser's name.
    pub customer_name: String,
    /// The purchaser's e-mail address.
    pub customer_email: String,
    /// Free-form, as given at checkout.
    pub shipping_address: Option<serde_json::Map<String, serde_json::Value>>,
    /// Free-form, as given at checkout.
    pub billing_address: Option<serde_json::Map<String, serde_json::Value>>,
    /// Cents.
    pub subtotal: i64,
    /// Cents.
    pub shipping_total: i64,
    /// Cents.
    pub tax_total: i64,
    /// Cents.
    pub discount_total: i64,
    /// Cents that a gift certificate paid.
    pub gift_certificate_total: i64,
    /// Cents.
    pub total: i64,
    /// Name of the shipping rate.
    pub shipping_method: Option<String>,
    /// Who carries it; null until it is shipped.
    pub carrier: Option<String>,
    /// The carrier's number of the parcel; null until there is one.
    pub tracking_number: Option<String>,
    /// The carrier's page about the parcel; null until there is one.
    pub tracking_url: Option<String>,
    /// As the tracker calls it.
    pub latest_tracking_status: Option<String>,
    /// When the tracker last told of it; null until it did.
    pub latest_tracking_event_at: Option<Timestamp>,
    /// When it was paid; null until then.
    pub paid_at: Option<Timestamp>,
    /// When it was shipped; null until then.
    pub shipped_at: Option<Timestamp>,
    /// When it was delivered; null until then.
    pub delivered_at: Option<Timestamp>,
    /// When it was placed.
    pub created_at: Option<Timestamp>,
    /// What was ordered.
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
    /// Stock-keeping unit; null without one.
    pub sku: Option<String>,
    /// Cents.
    pub unit_price: i64,
    /// Pieces.
    pub quantity: i64,
    /// Cents.
    pub total: i64,
}
