//! Types of the operations tagged `customers`.

use serde::{Deserialize, Serialize};

use crate::Timestamp;

/// The answer of `listCustomers`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct CustomerListResponse {
    /// The customers.
    pub data: Vec<CustomerSummary>,
    /// The `cursor` of the next page; null on the last page.
    pub next_cursor: Option<String>,
}

serialize! { CustomerListResponse { "success" = true, "data": data, "nextCursor": next_cursor } }

/// A customer in a list.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct CustomerSummary {
    /// Id of the customer.
    pub id: i64,
    /// E-mail address.
    pub email: String,
    /// Whether the customer has proved to own the e-mail address.
    pub is_verified: bool,
    /// First name; null if unknown.
    pub first_name: Option<String>,
    /// Last name; null if unknown.
    pub last_name: Option<String>,
    /// Time of the registration.
    pub created_at: Timestamp,
}

/// The answer of `getCustomer`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct CustomerResponse {
    /// A customer of the store.
    pub data: Customer,
}

serialize! { CustomerResponse { "success" = true, "data": data } }

/// A customer of the store.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct Customer {
    /// Id of the customer.
    pub id: i64,
    /// E-mail address.
    pub email: String,
    /// Whether the customer has proved to own the e-mail address.
    pub is_verified: bool,
    /// First name; null if unknown.
    pub first_name: Option<String>,
    /// Last name; null if unknown.
    pub last_name: Option<String>,
    /// Phone number; null if unknown.
    pub phone: Option<String>,
    /// Free-form address.
    pub default_shipping_address: Option<serde_json::Map<String, serde_json::Value>>,
    /// Free-form address.
    pub default_billing_address: Option<serde_json::Map<String, serde_json::Value>>,
    /// Free-form addresses.
    pub address_book: Vec<serde_json::Map<String, serde_json::Value>>,
    /// Time of the registration.
    pub created_at: Timestamp,
    /// Time of the last change.
    pub updated_at: Timestamp,
    /// The newest 20 orders, newest first.
    pub orders: Vec<CustomerOrder>,
    /// The sessions that have not ended, newest first.
    pub sessions: Vec<CustomerSession>,
}

/// An order of a customer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct CustomerOrder {
    /// Id of the order.
    pub id: i64,
    /// Number of the order.
    pub order_number: String,
    /// Status of the order, for example `paid`.
    pub status: String,
    /// Status of the payment, for example `paid`.
    pub payment_status: String,
    /// ISO 4217 code of the currency.
    pub currency: String,
    /// Total in cents.
    pub total: i64,
    /// Time of the checkout.
    pub created_at: Timestamp,
}

/// A session of a customer, without its token.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct CustomerSession {
    /// Time of the login.
    pub created_at: Timestamp,
    /// Time of the last call, recorded at most once an hour.
    pub last_used_at: Timestamp,
}

/// The answer of `exportCustomer`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct CustomerExportResponse {
    /// The data: `site`, `customer`, `sessions`, `orders`, `supportMessages`, `wishlist`, `designs` and
    /// `images`.
    pub data: serde_json::Map<String, serde_json::Value>,
}

serialize! { CustomerExportResponse { "success" = true, "data": data } }
