//! Types of the operations tagged `orders`.

use serde::{Deserialize, Serialize};

use crate::{Actor, Timestamp};

open! {
    /// A `pending` order waits for its payment and becomes `paid`, `cancelled` or, after 30 minutes,
    /// `expired`. A `paid` order becomes `processing`, `shipped`, `cancelled` or `refunded`; a
    /// `processing` order `shipped` or `cancelled`; a `shipped` order `delivered` or `returned`; a
    /// `delivered` order `returned` or `refunded`. If the payment of an `expired` order arrives late,
    /// the order becomes `paid` if everything that it needs is still available, otherwise `refunded`.
    pub enum OrderStatus {
        /// `pending`
        Pending = "pending",
        /// `paid`
        Paid = "paid",
        /// `processing`
        Processing = "processing",
        /// `shipped`
        Shipped = "shipped",
        /// `delivered`
        Delivered = "delivered",
        /// `cancelled`
        Cancelled = "cancelled",
        /// `expired`
        Expired = "expired",
        /// `refunded`
        Refunded = "refunded",
        /// `returned`
        Returned = "returned",
    }
}

open! {
    /// State of the payment.
    pub enum PaymentStatus {
        /// `unpaid`
        Unpaid = "unpaid",
        /// `processing`
        Processing = "processing",
        /// `paid`
        Paid = "paid",
        /// `failed`
        Failed = "failed",
        /// `partially_refunded`
        PartiallyRefunded = "partially_refunded",
        /// `refunded`
        Refunded = "refunded",
        /// `disputed`
        Disputed = "disputed",
    }
}

open! {
    /// `refund_failed`: a refund is unpaid 23 hours after its request, or the provider accepted it and
    /// reported later that it failed; `refundOrder` refunds the amount again. `payment_disputed`: the
    /// purchaser disputes the payment. `payment_of_another_account`: the payment began with another
    /// account of the provider than the current one, and may still arrive there.
    pub enum OrderAttention {
        /// `refund_failed`
        RefundFailed = "refund_failed",
        /// `payment_disputed`
        PaymentDisputed = "payment_disputed",
        /// `payment_of_another_account`
        PaymentOfAnotherAccount = "payment_of_another_account",
    }
}

/// The answer of `listOrders`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct OrderListResponse {
    /// The orders.
    pub data: Vec<OrderSummary>,
    /// The `cursor` of the next page; null on the last page.
    pub next_cursor: Option<String>,
}

serialize! { OrderListResponse { "success" = true, "data": data, "nextCursor": next_cursor } }

/// An order in a list.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct OrderSummary {
    /// Id of the order.
    pub id: i64,
    /// Number of the order.
    pub order_number: String,
    /// A `pending` order waits for its payment and becomes `paid`, `cancelled` or, after 30 minutes,
    /// `expired`. A `paid` order becomes `processing`, `shipped`, `cancelled` or `refunded`; a
    /// `processing` order `shipped` or `cancelled`; a `shipped` order `delivered` or `returned`; a
    /// `delivered` order `returned` or `refunded`. If the payment of an `expired` order arrives late,
    /// the order becomes `paid` if everything that it needs is still available, otherwise `refunded`.
    pub status: OrderStatus,
    /// State of the payment.
    pub payment_status: PaymentStatus,
    /// Reasons why staff must look after the order; usually empty.
    pub attention: Vec<OrderAttention>,
    /// Name of the purchaser; empty after the erasure of the purchaser.
    pub customer_name: String,
    /// E-mail address of the purchaser; empty after the erasure of the purchaser.
    pub customer_email: String,
    /// Cents.
    pub total: i64,
    /// Cents that were refunded, to the card and to the gift certificate.
    pub refunded_total: i64,
    /// ISO 4217 code, such as `USD`.
    pub currency: String,
    /// Time at which the order was placed.
    pub created_at: Timestamp,
}

/// The answer of `getOrder`, `processOrder`, `shipOrder`, `deliverOrder`, `returnOrder`,
/// `cancelOrder`, `refundOrder` or `addOrderNote`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct OrderResponse {
    /// An order as staff see it.
    pub data: Order,
}

serialize! { OrderResponse { "success" = true, "data": data } }

/// An order as staff see it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct Order {
    /// Id of the order.
    pub id: i64,
    /// Number of the order, which its purchaser knows.
    pub order_number: String,
    /// A `pending` order waits for its payment and becomes `paid`, `cancelled` or, after 30 minutes,
    /// `expired`. A `paid` order becomes `processing`, `shipped`, `cancelled` or `refunded`; a
    /// `processing` order `shipped` or `cancelled`; a `shipped` order `delivered` or `returned`; a
    /// `delivered` order `returned` or `refunded`. If the payment of an `expired` order arrives late,
    /// the order becomes `paid` if everything that it needs is still available, otherwise `refunded`.
    pub status: OrderStatus,
    /// State of the payment.
    pub payment_status: PaymentStatus,
    /// Reasons why staff must look after the order; usually empty.
    pub attention: Vec<OrderAttention>,
    /// The payment provider, `stripe` or `test`.
    pub payment_provider: String,
    /// The provider's id of the payment; null for an order without a payment.
    pub payment_intent_id: Option<String>,
    /// Id of the customer who placed the order; null for a guest.
    pub customer_id: Option<i64>,
    /// Name of the purchaser; empty after the erasure of the purchaser.
    pub customer_name: String,
    /// E-mail address of the purchaser; empty after the erasure of the purchaser.
    pub customer_email: String,
    /// Phone number of the purchaser; null if unset.
    pub customer_phone: Option<String>,
    /// Note of the purchaser to the store; null if unset.
    pub customer_note: Option<String>,
    /// Free-form address, as given at checkout.
    pub shipping_address: Option<serde_json::Map<String, serde_json::Value>>,
    /// Free-form address, as given at checkout.
    pub billing_address: Option<serde_json::Map<String, serde_json::Value>>,
    /// ISO 4217 code, such as `USD`.
    pub currency: String,
    /// Cents.
    pub subtotal: i64,
    /// Cents.
    pub discount_total: i64,
    /// The discount code that was applied; null for an order without a code.
    pub discount_code: Option<String>,
    /// Cents.
    pub shipping_total: i64,
    /// Name of the shipping rate.
    pub shipping_method: Option<String>,
    /// Cents.
    pub tax_total: i64,
    /// Cents paid by a gift certificate.
    pub gift_certificate_total: i64,
    /// Cents.
    pub total: i64,
    /// Cents that were refunded, to the card and to the gift certificate.
    pub refunded_total: i64,
    /// Carrier of the order; null until it is shipped.
    pub carrier: Option<String>,
    /// The carrier's tracking number; null until the order is shipped.
    pub tracking_number: Option<String>,
    /// The carrier's tracking page; null if unset.
    pub tracking_url: Option<String>,
    /// Latest status, in the tracker's terms.
    pub latest_tracking_status: Option<String>,
    /// Time at which the order was placed.
    pub created_at: Timestamp,
    /// Time of payment; null until then.
    pub paid_at: Option<Timestamp>,
    /// Time of shipment; null until then.
    pub shipped_at: Option<Timestamp>,
    /// Time of delivery; null until then.
    pub delivered_at: Option<Timestamp>,
    /// The lines of the order.
    pub items: Vec<OrderItem>,
    /// Oldest first.
    pub status_history: Vec<OrderStatusChange>,
    /// Oldest first.
    pub tracking_events: Vec<OrderTrackingEvent>,
    /// Oldest first.
    pub refunds: Vec<OrderRefund>,
    /// Notes of staff, oldest first.
    pub notes: Vec<OrderNote>,
}

/// A line of an order, as it was when ordered.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct OrderItem {
    /// Position of the item in the order.
    pub position: i64,
    /// Id of the product.
    pub product_id: i64,
    /// Id of the variant; null for a product without variants.
    pub variant_id: Option<i64>,
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
    /// The `uuid` of the attached design; null for an item without a design.
    pub design_id: Option<String>,
    /// The print files of the design, one for each side.
    pub print_files: Vec<PrintFile>,
}

/// A file to print on one side of an item.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct PrintFile {
    /// Slug of the side.
    pub side: String,
    /// Permanent address of the file; null until the server has drawn the file again.
    pub url: Option<String>,
}

/// A change of an order's status.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct OrderStatusChange {
    /// Previous status; null for the first entry.
    pub from: Option<OrderStatus>,
    /// A `pending` order waits for its payment and becomes `paid`, `cancelled` or, after 30 minutes,
    /// `expired`. A `paid` order becomes `processing`, `shipped`, `cancelled` or `refunded`; a
    /// `processing` order `shipped` or `cancelled`; a `shipped` order `delivered` or `returned`; a
    /// `delivered` order `returned` or `refunded`. If the payment of an `expired` order arrives late,
    /// the order becomes `paid` if everything that it needs is still available, otherwise `refunded`.
    pub to: OrderStatus,
    /// Why the status changed, if the server changed it; otherwise null.
    pub note: Option<String>,
    /// Time of the change.
    pub created_at: Timestamp,
}

/// An event of the tracker.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct OrderTrackingEvent {
    /// Type of the event, in the tracker's terms.
    pub event_type: String,
    /// Status of the parcel, in the tracker's terms; null for an event without a status.
    pub status: Option<String>,
    /// Time at which the server received the event.
    pub created_at: Timestamp,
}

/// A refund of an order.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct OrderRefund {
    /// Id of the refund.
    pub id: i64,
    /// Cents; null for everything that was left of the payment.
    pub amount: Option<i64>,
    /// Time of the request.
    pub requested_at: Timestamp,
    /// Time at which the provider accepted the refund; null until then. A refund may fail later
    /// (`refund_failed`).
    pub paid_at: Option<Timestamp>,
}

/// An internal note of staff.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct OrderNote {
    /// Id of the note.
    pub id: i64,
    /// The author of a text or of a change.
    pub author: Actor,
    /// The text.
    pub body: String,
    /// Time at which it was written.
    pub created_at: Timestamp,
}

/// The parcel of an order.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ::bon::Builder)]
#[serde(rename_all = "camelCase")]
#[must_use]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct ShipOrderRequest {
    /// At most 255 characters, in one line.
    #[builder(into)]
    pub carrier: String,
    /// At most 255 characters, in one line.
    #[builder(into)]
    pub tracking_number: String,
    /// Page on which the purchaser can follow the parcel. It is an https address with an IP address or
    /// a host name in ASCII, without a user name, control characters and white space, of at most 2,048
    /// characters.
    #[builder(into)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tracking_url: Option<String>,
}

/// The amount of a refund.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, ::bon::Builder)]
#[must_use]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct RefundOrderRequest {
    /// Cents. If null or absent, everything that is left of the payment. In BHD, IQD, JOD, KWD, LYD,
    /// OMR and TND, the last digit must be 0; in ISK and UGX, the last two digits.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub amount: Option<i64>,
}

/// An internal note.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ::bon::Builder)]
#[must_use]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct AddOrderNoteRequest {
    /// The text.
    #[builder(into)]
    pub body: String,
}
