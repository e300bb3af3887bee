//! Types that several tags use.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::Timestamp;

/// The body of every failure.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct ErrorResponse {
    /// Explains the failure to people.
    pub message: String,
}

serialize! { ErrorResponse { "success" = false, "message": message } }

/// Position of a page in the whole list.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct PagePagination {
    /// Page number, counted from 1.
    pub page: i64,
    /// Items per page, after capping.
    pub limit: i64,
    /// Matching items across all pages.
    pub total: i64,
    /// Number of pages, 0 when nothing matches.
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

/// Id of a shipping rate: a number for the store's own rates, text that begins with `live:` or
/// `pod:` for live rates.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(untagged)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub enum ShippingRateId {
    /// A number.
    Integer(i64),
    /// Text.
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

/// An event of the carrier tracker.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct TrackingEvent {
    /// Time when the server received the event.
    pub processed_at: Timestamp,
    /// For example `tracker.updated`.
    pub event_type: String,
    /// The event as the tracker sent it.
    pub payload: serde_json::Map<String, serde_json::Value>,
}

/// Full profile of a customer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct CustomerProfile {
    /// Id of the customer.
    pub id: i64,
    /// E-mail address.
    pub email: String,
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
    /// Number of orders in `listAccountOrders`, except cancelled and expired ones.
    pub order_count: i64,
    /// Cents paid for the orders of `listAccountOrders`, less refunds.
    pub total_spent: i64,
    /// Creation time of the account.
    pub created_at: Timestamp,
}

/// The number or the UUID of a design. Legacy designs have both.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(untagged)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub enum DesignId {
    /// A number.
    Integer(i64),
    /// Text.
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

/// Full design.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct Design {
    /// Id of the design.
    pub id: i64,
    /// Identifies the design in links and orders.
    pub uuid: String,
    /// Id of the site.
    pub website_id: i64,
    /// Id of the product.
    pub product_id: i64,
    /// Name of the design.
    pub name: String,
    /// Description of the design; null if unset.
    pub description: Option<String>,
    /// Whether the design is shared.
    pub is_public: bool,
    /// Whether the design is a template of the store's staff.
    pub is_template: bool,
    /// - `draft`: not finalized
    /// - `finalized`: ready for the cart
    /// - `rendered`: the same, of a legacy design
    pub status: DesignStatus,
    /// The style of the product that the design uses; null for the first style.
    pub style_id: Option<i64>,
    /// Layers of the canvas, from the bottom up, in the format of the designer.
    pub layers: Vec<serde_json::Map<String, serde_json::Value>>,
    /// Changes to the style, in the format of the designer.
    pub style_overrides: serde_json::Map<String, serde_json::Value>,
    /// URL of the design's thumbnail; null until there is one.
    pub thumbnail_url: Option<String>,
    /// Composite mockup of the finalized design on the product; null until then. While the photo of the
    /// product cannot be loaded, the mockup is on white, and its URL may change within a day.
    pub mockup_url: Option<String>,
    /// The images of the design, and those images in its layers that belong to its owner and no design.
    pub assets: Vec<DesignImage>,
    /// Only in the answer of `finalizeDesign`, and only if there are any. The characters of the texts
    /// that no font has, each once. They are left out of all drawings.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub missing_characters: Option<Vec<String>>,
    /// Creation time of the design.
    pub created_at: Timestamp,
    /// Time of the last change of the design.
    pub updated_at: Timestamp,
}

/// An image of a design, which layers name by `assetId`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct DesignImage {
    /// Id of the asset.
    pub id: i64,
    /// URL of the image.
    pub url: String,
    /// Media type of the image; null if it was registered without one.
    pub mime_type: Option<String>,
    /// Pixels.
    pub width: Option<i64>,
    /// Pixels.
    pub height: Option<i64>,
}

open! {
    /// - `draft`: not finalized
    /// - `finalized`: ready for the cart
    /// - `rendered`: the same, of a legacy design
    pub enum DesignStatus {
        /// `draft`
        Draft = "draft",
        /// `finalized`
        Finalized = "finalized",
        /// `rendered`
        Rendered = "rendered",
    }
}
