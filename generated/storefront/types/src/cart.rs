//! Types of the operations tagged `cart`.

use serde::{Deserialize, Serialize};

use crate::Timestamp;

/// The answer of `getCart`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct CartResponse {
    /// The cart of a browser. An empty cart has only `items` and `subtotal`.
    pub data: Cart,
}

serialize! { CartResponse { "success" = true, "data": data } }

/// The cart of a browser. An empty cart has only `items` and `subtotal`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct Cart {
    /// Id of the cart.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cart_id: Option<i64>,
    /// In the order in which they were added.
    pub items: Vec<CartItem>,
    /// Cents, the sum of the lines.
    pub subtotal: i64,
    /// Sum of the quantities of all lines.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub item_count: Option<i64>,
}

/// A line of the cart, at today's price.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct CartItem {
    /// Handle of the line: a random number below 2^53.
    pub id: i64,
    /// Id of the product.
    pub product_id: i64,
    /// Id of the variant; null for a product without variants.
    pub variant_id: Option<i64>,
    /// The `uuid` of the attached design.
    pub design_id: Option<String>,
    /// Quantity.
    pub quantity: i64,
    /// Cents, after bulk prices.
    pub unit_price: i64,
    /// Cents.
    pub line_total: i64,
    /// Name of the product.
    pub product_name: String,
    /// The product's name in URLs.
    pub product_slug: String,
    /// Name of the variant; null for a product without variants.
    pub variant_name: Option<String>,
    /// URL of the product's first image.
    pub image: Option<String>,
    /// The attached design; null if no design is attached or it was deleted.
    pub design: Option<CartItemDesign>,
}

/// The design of a cart line.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct CartItemDesign {
    /// Identifies the design in links and orders.
    pub uuid: String,
    /// Name of the design.
    pub name: String,
    /// Thumbnail of the design; null until there is one.
    pub thumbnail_url: Option<String>,
}

/// A product to add to a cart.
#[derive(Clone, PartialEq, Serialize, Deserialize, ::bon::Builder)]
#[serde(rename_all = "camelCase")]
#[must_use]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct AddCartItemRequest {
    /// Session id that the client generates, such as a UUID, and stores.
    #[builder(into)]
    pub session_id: String,
    /// Id of the product.
    pub product_id: i64,
    /// Required if the product has active variants.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub variant_id: Option<i64>,
    /// Quantity to add.
    #[builder(default = 1)]
    #[serde(default = "AddCartItemRequest::default_quantity")]
    pub quantity: i64,
    /// The `uuid` of a design for this product.
    #[builder(into)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub design_id: Option<String>,
}

debug!(AddCartItemRequest { session_id: hidden, product_id, variant_id, quantity, design_id });

impl AddCartItemRequest {
    fn default_quantity() -> i64 {
        1
    }
}

/// The answer of `addCartItem`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct CartItemResponse {
    /// A stored line of the cart.
    pub data: CartItemRecord,
}

serialize! { CartItemResponse { "success" = true, "data": data } }

/// A stored line of the cart.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct CartItemRecord {
    /// Handle of the line: a random number below 2^53.
    pub id: i64,
    /// Id of the cart.
    pub cart_id: i64,
    /// Id of the product.
    pub product_id: i64,
    /// Id of the variant; null for a product without variants.
    pub variant_id: Option<i64>,
    /// The `uuid` of the attached design; null without a design.
    pub design_id: Option<String>,
    /// Quantity.
    pub quantity: i64,
    /// Cents, after bulk prices.
    pub unit_price: i64,
    /// Cents.
    pub line_total: i64,
    /// Creation time of the line.
    pub created_at: Timestamp,
    /// Time of the last change of the line.
    pub updated_at: Timestamp,
}

/// A new quantity for a line.
#[derive(Clone, PartialEq, Serialize, Deserialize, ::bon::Builder)]
#[serde(rename_all = "camelCase")]
#[must_use]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct UpdateCartItemRequest {
    /// The `id` of the line.
    pub cart_item_id: i64,
    /// New quantity; 0 removes the line.
    pub quantity: i64,
    /// If sent, the line must be in the cart of this session.
    #[builder(into)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub session_id: Option<String>,
}

debug!(UpdateCartItemRequest { cart_item_id, quantity, session_id: hidden });

/// The answer of `updateCartItem`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct UpdateCartItemResponse {
    /// A changed line, or the id of a removed one.
    pub data: UpdatedCartItem,
}

serialize! { UpdateCartItemResponse { "success" = true, "data": data } }

/// A changed line, or the id of a removed one.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub enum UpdatedCartItem {
    /// A stored line of the cart.
    CartItemRecord(CartItemRecord),
    /// A removed line.
    RemovedCartItem(RemovedCartItem),
}

/// A removed line.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct RemovedCartItem {
    /// Handle of the removed line.
    pub id: i64,
}

serialize! { RemovedCartItem { "id": id, "removed" = true } }

/// The answer of `clearCart`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct ClearCartResponse {
    /// The cart is empty.
    pub data: ClearedCart,
}

serialize! { ClearCartResponse { "success" = true, "data": data } }

/// The cart is empty.
#[derive(Debug, Clone, PartialEq, Default, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct ClearedCart {}

serialize! { ClearedCart { "cleared" = true } }
