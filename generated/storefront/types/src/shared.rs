//! Types that several tags use.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::Timestamp;

/// Why a request failed.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct ErrorResponse {
    /// For people, but stable to the letter where this document shows it.
    pub message: String,
}

serialize! { ErrorResponse { "success" = false, "message": message } }

/// Where this page lies in the whole list.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct PagePagination {
    /// Counted from 1.
    pub page: i64,
    /// Items on a page, as in effect.
    pub limit: i64,
    /// Items that match.
    pub total: i64,
    /// 0 when nothing matches.
    pub total_pages: i64,
}

open! {
    /// State of a product. Only active products are served.
    pub enum ProductStatus {
        /// `active`
        Active = "active",
        /// `inactive`
        Inactive = "inactive",
        /// `draft`
        Draft = "draft",
    }
}

/// Id of a shipping rate. A number for the store's own, and text that begins with `live:` or `pod:`
/// for the others.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(untagged)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub enum ShippingRateId {
    /// A number.
    Integer(i64),
    /// A text.
    String(String),
}

impl fmt::Display for ShippingRateId {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Integer(value) => value.fmt(out),
            Self::String(value) => value.fmt(out),
        }
    }
}

impl FromStr for ShippingRateId {
    type Err = std::convert::Infallible;

    fn from_str(text: &str) -> Result<Self, std::convert::Infallible> {
        Ok(text.parse().map_or_else(|_| Self::String(text.to_owned()), Self::Integer))
    }
}

impl From<i64> for ShippingRateId {
    fn from(value: i64) -> Self {
        Self::Integer(value)
    }
}

impl From<String> for ShippingRateId {
    fn from(value: String) -> Self {
        Self::String(value)
    }
}

impl From<&str> for ShippingRateId {
    fn from(value: &str) -> Self {
        Self::String(value.to_owned())
    }
}

open! {
    /// A `pending` order waits for its payment and becomes `paid`, `cancelled` or, after 30 minutes,
    /// `expired`. A `paid` one becomes `processing`, `shipped`, `cancelled` or `refunded`; a
    /// `processing` one `shipped` or `cancelled`; a `shipped` one `delivered` or `returned`; a
    /// `delivered` one `returned` or `refunded`. An `expired` one whose payment comes late becomes
    /// `paid` if all that it needs is still there, else `refunded`.
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

/// An event of the carrier tracker.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct TrackingEvent {
    /// When the server took it in.
    pub processed_at: Timestamp,
    /// Such as `tracker.updated`.
    pub event_type: String,
    /// As the tracker sent it.
    pub payload: serde_json::Map<String, serde_json::Value>,
}

/// A customer in full.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct CustomerProfile {
    /// Id of the customer.
    pub id: i64,
    /// E-mail address.
    pub email: String,
    /// First name; null when it is not known.
    pub first_name: Option<String>,
    /// Last name; null when it is not known.
    pub last_name: Option<String>,
    /// Phone number; null when it is not known.
    pub phone: Option<String>,
    /// Free-form.
    pub default_shipping_address: Option<serde_json::Map<String, serde_json::Value>>,
    /// Free-form.
    pub default_billing_address: Option<serde_json::Map<String, serde_json::Value>>,
    /// Free-form addresses.
    pub address_book: Vec<serde_json::Map<String, serde_json::Value>>,
    /// How many orders `listAccountOrders` has, cancelled and expired ones apart.
    pub order_count: i64,
    /// Cents paid for the orders of `listAccountOrders`, less refunds.
    pub total_spent: i64,
    /// When the account was opened.
    pub created_at: Timestamp,
}

/// Id of a design, a number; or a UUID, the id of a design of the legacy designer.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(untagged)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub enum DesignId {
    /// A number.
    Integer(i64),
    /// A text.
    String(String),
}

impl fmt::Display for DesignId {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Integer(value) => value.fmt(out),
            Self::String(value) => value.fmt(out),
        }
    }
}

impl FromStr for DesignId {
    type Err = std::convert::Infallible;

    fn from_str(text: &str) -> Result<Self, std::convert::Infallible> {
        Ok(text.parse().map_or_else(|_| Self::String(text.to_owned()), Self::Integer))
    }
}

impl From<i64> for DesignId {
    fn from(value: i64) -> Self {
        Self::Integer(value)
    }
}

impl From<String> for DesignId {
    fn from(value: String) -> Self {
        Self::String(value)
    }
}

impl From<&str> for DesignId {
    fn from(value: &str) -> Self {
        Self::String(value.to_owned())
    }
}

/// A design in full.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct Design {
    /// Id of the design.
    pub id: i64,
    /// What the design is shared and ordered by.
    pub uuid: String,
    /// Id of the site.
    pub website_id: i64,
    /// Id of the product.
    pub product_id: i64,
    /// Name of the design.
    pub name: String,
    /// What the design is; null without words.
    pub description: Option<String>,
    /// Whether it is shared.
    pub is_public: bool,
    /// Whether the store's staff made it for everyone.
    pub is_template: bool,
    /// - `draft`: being worked on
    /// - `finalized`: ready for the cart
    pub status: DesignStatus,
    /// The style of the product that it is drawn on; null for its first.
    pub style_id: Option<i64>,
    /// What is on the canvas, from the bottom up, in the form of the designer.
    pub layers: Vec<serde_json::Map<String, serde_json::Value>>,
    /// Changes to the style, in the form of the designer.
    pub style_overrides: serde_json::Map<String, serde_json::Value>,
    /// URL of its thumbnail; null until there is one.
    pub thumbnail_url: Option<String>,
    /// The composite picture on the product; null until it is finalized.
    pub mockup_url: Option<String>,
    /// The images of the design, and those of its owner at large that its layers show.
    pub assets: Vec<DesignImage>,
    /// When the design was made.
    pub created_at: Timestamp,
    /// When the design was last changed.
    pub updated_at: Timestamp,
}

/// An image of a design, as `assetId` of a layer names it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct DesignImage {
    /// Id of the asset.
    pub id: i64,
    /// URL of the image.
    pub url: String,
    /// Null when it is registered without one.
    pub mime_type: Option<String>,
    /// Pixels.
    pub width: Option<i64>,
    /// Pixels.
    pub height: Option<i64>,
}

open! {
    /// - `draft`: being worked on
    /// - `finalized`: ready for the cart
    pub enum DesignStatus {
        /// `draft`
        Draft = "draft",
        /// `finalized`
        Finalized = "finalized",
    }
}
