//! Types of the operations tagged `account`.

use serde::ser::SerializeStruct;
use serde::{Deserialize, Serialize, Serializer};

use crate::{
    CustomerProfile, Nullable, OrderStatus, PagePagination, PaymentStatus, Timestamp, TrackingEvent,
};

#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct CustomerProfileResponse {
    pub data: CustomerProfile,
}

impl Serialize for CustomerProfileResponse {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut out = serializer.serialize_struct("CustomerProfileResponse", 2)?;
        out.serialize_field("success", &true)?;
        out.serialize_field("data", &self.data)?;
        out.end()
    }
}

/// The fields to change; `null`, and text of nothing but white space, empties one. The address book
/// has no null.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[must_use]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct UpdateAccountRequest {
    #[serde(
        default,
        deserialize_with = "crate::patch::value",
        skip_serializing_if = "Option::is_none"
    )]
    pub first_name: Option<Option<String>>,
    #[serde(
        default,
        deserialize_with = "crate::patch::value",
        skip_serializing_if = "Option::is_none"
    )]
    pub last_name: Option<Option<String>>,
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

#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct OrderListResponse {
    pub data: Vec<OrderSummary>,
    pub pagination: PagePagination,
}

impl Serialize for OrderListResponse {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut out = serializer.serialize_struct("OrderListResponse", 3)?;
        out.serialize_field("success", &true)?;
        out.serialize_field("data", &self.data)?;
        out.serialize_field("pagination", &self.pagination)?;
        out.end()
    }
}

/// An order in a list.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct OrderSummary {
    pub id: i64,
    pub order_number: String,
    pub status: OrderStatus,
    pub payment_status: PaymentStatus,
    /// Cents.
    pub total: i64,
    pub created_at: Timestamp,
}

#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct AccountOrderResponse {
    pub data: AccountOrder,
}

impl Serialize for AccountOrderResponse {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut out = serializer.serialize_struct("AccountOrderResponse", 2)?;
        out.serialize_field("success", &true)?;
        out.serialize_field("data", &self.data)?;
        out.end()
    }
}

/// An order as its customer sees it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct AccountOrder {
    pub id: i64,
    pub order_number: String,
    pub status: OrderStatus,
    pub payment_status: PaymentStatus,
    pub customer_name: String,
    pub customer_email: String,
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
    pub discount_code: Option<String>,
    /// Cents that a gift certificate paid.
    pub gift_certificate_total: i64,
    /// Cents.
    pub total: i64,
    /// Name of the shipping rate.
    pub shipping_method: Option<String>,
    pub carrier: Option<String>,
    pub tracking_number: Option<String>,
    pub tracking_url: Option<String>,
    /// As the tracker calls it.
    pub latest_tracking_status: Option<String>,
    pub latest_tracking_event_at: Option<Timestamp>,
    pub paid_at: Option<Timestamp>,
    pub shipped_at: Option<Timestamp>,
    pub delivered_at: Option<Timestamp>,
    pub created_at: Option<Timestamp>,
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
    pub product_name: String,
    pub variant_name: Option<String>,
    pub sku: Option<String>,
    /// Cents.
    pub unit_price: i64,
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
    pub to: OrderStatus,
    pub at: Timestamp,
    pub note: Option<String>,
}
