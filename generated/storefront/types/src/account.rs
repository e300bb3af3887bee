//! Types of the operations tagged `account`.

use serde::{Deserialize, Serialize};

use crate::{
    CustomerProfile, Nullable, OrderStatus, PagePagination, PaymentStatus, Timestamp, TrackingEvent,
};

/// The answer of `getAccount` or `updateAccount`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct CustomerProfileResponse {
    /// Full profile of a customer.
    pub data: CustomerProfile,
}

serialize! { CustomerProfileResponse { "success" = true, "data": data } }

/// The fields to change. `null` or white space clears a field; `addressBook` cannot be null.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, ::bon::Builder)]
#[serde(rename_all = "camelCase")]
#[must_use]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct UpdateAccountRequest {
    /// First name.
    #[builder(with = |value: impl Into<Nullable<String>>| value.into().0)]
    #[serde(
        default,
        deserialize_with = "crate::patch::value",
        skip_serializing_if = "Option::is_none"
    )]
    pub first_name: Option<Option<String>>,
    /// Last name.
    #[builder(with = |value: impl Into<Nullable<String>>| value.into().0)]
    #[serde(
        default,
        deserialize_with = "crate::patch::value",
        skip_serializing_if = "Option::is_none"
    )]
    pub last_name: Option<Option<String>>,
    /// Phone number.
    #[builder(with = |value: impl Into<Nullable<String>>| value.into().0)]
    #[serde(
        default,
        deserialize_with = "crate::patch::value",
        skip_serializing_if = "Option::is_none"
    )]
    pub phone: Option<Option<String>>,
    /// Free-form address, at most 16 KiB.
    #[builder(with = |value: impl Into<Nullable<serde_json::Map<String, serde_json::Value>>>| value.into().0)]
    #[serde(
        default,
        deserialize_with = "crate::patch::value",
        skip_serializing_if = "Option::is_none"
    )]
    pub default_shipping_address: Option<Option<serde_json::Map<String, serde_json::Value>>>,
    /// Free-form address, at most 16 KiB.
    #[builder(with = |value: impl Into<Nullable<serde_json::Map<String, serde_json::Value>>>| value.into().0)]
    #[serde(
        default,
        deserialize_with = "crate::patch::value",
        skip_serializing_if = "Option::is_none"
    )]
    pub default_billing_address: Option<Option<serde_json::Map<String, serde_json::Value>>>,
    /// Free-form addresses, each of at most 16 KiB. They replace the whole address book.
    #[builder(into)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub address_book: Option<Vec<serde_json::Map<String, serde_json::Value>>>,
}

/// The answer of `listAccountOrders`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct OrderListResponse {
    /// The orders on this page, newest first.
    pub data: Vec<OrderSummary>,
    /// Position of a page in the whole list.
    pub pagination: PagePagination,
}

serialize! { OrderListResponse { "success" = true, "data": data, "pagination": pagination } }

/// An order in a list.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct OrderSummary {
    /// Id of the order.
    pub id: i64,
    /// Order number for the customer.
    pub order_number: String,
    /// A `pending` order waits for its payment and becomes `paid`, `cancelled` or, after 30 minutes,
    /// `expired`. A `paid` order becomes `processing`, `shipped`, `cancelled` or `refunded`; a
    /// `processing` order `shipped` or `cancelled`; a `shipped` order `delivered` or `returned`; a
    /// `delivered` order `returned` or `refunded`. If the payment of an `expired` order arrives late,
    /// the order becomes `paid` if everything that it needs is still available, otherwise `refunded`.
    pub status: OrderStatus,
    /// State of the payment.
    pub payment_status: PaymentStatus,
    /// Cents.
    pub total: i64,
    /// Time when the order was placed.
    pub created_at: Timestamp,
}

/// The answer of `getAccountOrder`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct AccountOrderResponse {
    /// An order as its customer sees it.
    pub data: AccountOrder,
}

serialize! { AccountOrderResponse { "success" = true, "data": data } }

/// An order as its customer sees it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct AccountOrder {
    /// Id of the order.
    pub id: i64,
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
    /// The customer's note to the store; null if unset.
    pub customer_note: Option<String>,
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
    /// The discount code that was applied; null if there was none.
    pub discount_code: Option<String>,
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
    pub items: Vec<AccountOrderItem>,
    /// Oldest first.
    pub status_history: Vec<OrderStatusChange>,
    /// Oldest first.
    pub tracking_events: Vec<TrackingEvent>,
}

/// A line of an order, as it was when ordered.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct AccountOrderItem {
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
    /// The `uuid` of the attached design.
    pub design_id: Option<String>,
    /// URL.
    pub design_thumbnail: Option<String>,
}

/// A change of an order's status.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
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
    /// Time of the change.
    pub at: Timestamp,
    /// Reason of the change; null if unset.
    pub note: Option<String>,
}
