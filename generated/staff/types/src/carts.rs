//! Types of the operations tagged `carts`.

use serde::{Deserialize, Serialize};

use crate::Timestamp;

/// The answer of `listAbandonedCarts`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct CartListResponse {
    /// The carts.
    pub data: Vec<CartSummary>,
    /// The `cursor` of the next page; null on the last page.
    pub next_cursor: Option<String>,
}

serialize! { CartListResponse { "success" = true, "data": data, "nextCursor": next_cursor } }

/// An abandoned cart in a list.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct CartSummary {
    /// Id of the cart.
    pub id: i64,
    /// Id of the customer; null for a guest.
    pub customer_id: Option<i64>,
    /// The verified address of the customer, or the address that a guest gave in the latest checkout.
    pub email: String,
    /// Number of lines.
    pub line_count: i64,
    /// When the cart was begun.
    pub created_at: Timestamp,
    /// When the cart was last changed.
    pub updated_at: Timestamp,
    /// When a job of the server found the cart abandoned and posted `cart.abandoned`, which happens
    /// once; null if that has not happened.
    pub abandoned_at: Option<Timestamp>,
}

/// The answer of `getCart`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct CartResponse {
    /// A cart as staff see it.
    pub data: Cart,
}

serialize! { CartResponse { "success" = true, "data": data } }

open! {
    /// `abandoned` as in `listAbandonedCarts`. An `expired` cart is empty for its customer, until a
    /// link recovers it. Other carts are `active`.
    pub enum CartStatus {
        /// `active`
        Active = "active",
        /// `abandoned`
        Abandoned = "abandoned",
        /// `expired`
        Expired = "expired",
    }
}

/// A cart as staff see it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct Cart {
    /// Id of the cart.
    pub id: i64,
    /// `abandoned` as in `listAbandonedCarts`. An `expired` cart is empty for its customer, until a
    /// link recovers it. Other carts are `active`.
    pub status: CartStatus,
    /// Id of the customer; null for a guest.
    pub customer_id: Option<i64>,
    /// The verified address of the customer, or the address that a guest gave in the latest checkout
    /// that was not paid; null if neither is known.
    pub email: Option<String>,
    /// ISO 4217 code, such as `USD`.
    pub currency: String,
    /// The lines, the oldest first.
    pub lines: Vec<CartLine>,
    /// Sum of the lines in cents, at most 9007199254740991.
    pub subtotal: i64,
    /// When the cart was begun.
    pub created_at: Timestamp,
    /// When the cart was last changed.
    pub updated_at: Timestamp,
    /// When the cart expires if nothing changes it.
    pub expires_at: Timestamp,
    /// When a job of the server found the cart abandoned and posted `cart.abandoned`, which happens
    /// once; null if that has not happened.
    pub abandoned_at: Option<Timestamp>,
}

/// A line of a cart.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct CartLine {
    /// Id of the line.
    pub id: i64,
    /// Id of the product.
    pub product_id: i64,
    /// Id of the variant; null for a product without variants.
    pub variant_id: Option<i64>,
    /// Name of the product; empty if the product was deleted.
    pub product_name: String,
    /// Name of the variant; null for a product without variants.
    pub variant_name: Option<String>,
    /// UUID of the design that is printed on the product; null for none.
    pub design_id: Option<String>,
    /// Number of pieces.
    pub quantity: i64,
    /// Today's price of a piece in cents, with the bulk price for the quantity.
    pub unit_price: i64,
    /// Today's price of all pieces in cents, at most 9007199254740991.
    pub line_total: i64,
}

/// The answer of `createRecoveryLink`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct RecoveryLinkResponse {
    /// A link that recovers a cart.
    pub data: RecoveryLink,
}

serialize! { RecoveryLinkResponse { "success" = true, "data": data } }

/// A link that recovers a cart.
#[derive(Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct RecoveryLink {
    /// The link, which works once.
    pub url: String,
    /// When the link ends.
    pub expires_at: Timestamp,
}

debug!(RecoveryLink { url: hidden, expires_at });
