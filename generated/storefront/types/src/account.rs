//! Types of the operations tagged `account`.

use serde::{Deserialize, Serialize};

use crate::{
    CustomerProfile, Nullable, OrderStatus, PagePagination, PaymentStatus, Timestamp, TrackingEvent,
};

/// What `getAccount` or `updateAccount` answers.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct CustomerProfileResponse {
    /// A customer in full.
    pub data: CustomerProfile,
}

serialize! { CustomerProfileResponse { "success" = true, "data": data } }

/// The fields to change; `null`, and text of nothing but white space, empties one. The address book
/// has no null.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[must_use]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct UpdateAccountRequest {
    /// First name.
    #[serde(
        default,
        deserialize_with = "crate::patch::value",
        skip_serializing_if = "Option::is_none"
    )]
    pub first_name: Option<Option<String>>,
    /// Last name.
    #[serde(
        default,
        deserialize_with = "crate::patch::value",
        skip_serializing_if = "Option::is_none"
    )]
    pub last_name: Option<Option<String>>,
    /// Phone number.
    #[serde(
        default,
        deserialize_with = "crate::patch::value",
        skip_serializing_if = "Option::is_none"
    )]
    pub phone: Option<Option<String>>,
    /// Free-form.
    #[serde(
        default,
        deserialize_with = "crate::patch::value",
        skip_serializing_if = "Option::is_none"
    )]
    pub default_shipping_address: Option<Option<serde_json::Map<String, serde_json::Value>>>,
    /// Free-form.
    #[serde(
        default,
        deserialize_with = "crate::patch::value",
        skip_serializing_if = "Option::is_none"
    )]
    pub default_billing_address: Option<Option<serde_json::Map<String, serde_json::Value>>>,
    /// Free-form addresses, all of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub address_book: Option<Vec<serde_json::Map<String, serde_json::Value>>>,
}

impl UpdateAccountRequest {
    /// With nothing set.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets [`first_name`](Self#structfield.first_name).
    pub fn first_name(self, first_name: impl Into<Nullable<String>>) -> Self {
        Self { first_name: Some(first_name.into().0), ..self }
    }

    /// Sets [`last_name`](Self#structfield.last_name).
    pub fn last_name(self, last_name: impl Into<Nullable<String>>) -> Self {
        Self { last_name: Some(last_name.into().0), ..self }
    }

    /// Sets [`phone`](Self#structfield.phone).
    pub fn phone(self, phone: impl Into<Nullable<String>>) -> Self {
        Self { phone: Some(phone.into().0), ..self }
    }

    /// Sets [`default_shipping_address`](Self#structfield.default_shipping_address).
    pub fn default_shipping_address(
        self,
        default_shipping_address: impl Into<Nullable<serde_json::Map<String, serde_json::Value>>>,
    ) -> Self {
        Self { default_shipping_address: Some(default_shipping_address.into().0), ..self }
    }

    /// Sets [`default_billing_address`](Self#structfield.default_billing_address).
    pub fn default_billing_address(
        self,
        default_billing_address: impl Into<Nullable<serde_json::Map<String, serde_json::Value>>>,
    ) -> Self {
        Self { default_billing_address: Some(default_billing_address.into().0), ..self }
    }

    /// Sets [`address_book`](Self#structfield.address_book).
    pub fn address_book(
        self,
        address_book: impl Into<Vec<serde_json::Map<String, serde_json::Value>>>,
    ) -> Self {
        Self { address_book: Some(address_book.into()), ..self }
    }
}

/// What `listAccountOrders` answers.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct OrderListResponse {
    /// The orders of this page of the list, newest first.
    pub data: Vec<OrderSummary>,
    /// Where this page lies in the whole list.
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
    /// What the customer calls it by.
    pub order_number: String,
    /// A `pending` order waits for its payment and becomes `paid`, `cancelled` or, after 30 minutes,
    /// `expired`. A `paid` one becomes `processing`, `shipped`, `cancelled` or `refunded`; a
    /// `processing` one `shipped` or `cancelled`; a `shipped` one `delivered` or `returned`; a
    /// `delivered` one `returned` or `refunded`. An `expired` one whose payment comes late becomes
    /// `paid` if all that it needs is still there, else `refunded`.
    pub status: OrderStatus,
    /// State of the payment.
    pub payment_status: PaymentStatus,
    /// Cents.
    pub total: i64,
    /// When it was placed.
    pub created_at: Timestamp,
}

/// What `getAccountOrder` answers.
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
    /// What the customer had to say to the store; null without it.
    pub customer_note: Option<String>,
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
    /// The discount code that counted; null for none.
    pub discount_code: Option<String>,
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
    /// Stock-keeping unit; null without one.
    pub sku: Option<String>,
    /// Cents.
    pub unit_price: i64,
    /// Pieces.
    pub quantity: i64,
    /// Cents.
    pub total: i64,
    /// The `uuid` of the design on it.
    pub design_id: Option<String>,
    /// URL.
    pub design_thumbnail: Option<String>,
}

/// A change of an order's status.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct OrderStatusChange {
    /// Null at the beginning.
    pub from: Option<OrderStatus>,
    /// A `pending` order waits for its payment and becomes `paid`, `cancelled` or, after 30 minutes,
    /// `expired`. A `paid` one becomes `processing`, `shipped`, `cancelled` or `refunded`; a
    /// `processing` one `shipped` or `cancelled`; a `shipped` one `delivered` or `returned`; a
    /// `delivered` one `returned` or `refunded`. An `expired` one whose payment comes late becomes
    /// `paid` if all that it needs is still there, else `refunded`.
    pub to: OrderStatus,
    /// When it changed.
    pub at: Timestamp,
    /// Why, in words; null without them.
    pub note: Option<String>,
}
