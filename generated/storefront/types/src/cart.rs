//! Types of the operations tagged `cart`.

use serde::{Deserialize, Serialize};

use crate::Timestamp;

/// What `getCart` answers.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct CartResponse {
    /// The cart of a browser. An empty one has `items` and `subtotal` alone.
    pub data: Cart,
}

serialize! { CartResponse { "success" = true, "data": data } }

/// The cart of a browser. An empty one has `items` and `subtotal` alone.
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
    /// Pieces in all lines.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub item_count: Option<i64>,
}

/// A line of the cart, at today's price.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct CartItem {
    /// The handle of the line, a random number below 2^53.
    pub id: i64,
    /// Id of the product.
    pub product_id: i64,
    /// Id of the variant; null for a product without variants.
    pub variant_id: Option<i64>,
    /// The `uuid` of the design on it.
    pub design_id: Option<String>,
    /// Pieces.
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
    /// The design on it; null for none, and where it was deleted.
    pub design: Option<CartItemDesign>,
}

/// A design on a line of the cart.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct CartItemDesign {
    /// What the design is shared and ordered by.
    pub uuid: String,
    /// Name of the design.
    pub name: String,
    /// Null until there is one.
    pub thumbnail_url: Option<String>,
}

/// What to add to which cart.
#[derive(Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[must_use]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct AddCartItemRequest {
    /// Made and kept by the client, a UUID for example.
    pub session_id: String,
    /// Id of the product.
    pub product_id: i64,
    /// Needed when the product has active variants.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub variant_id: Option<i64>,
    /// Pieces to add.
    #[serde(default = "AddCartItemRequest::default_quantity")]
    pub quantity: i64,
    /// The `uuid` of a design for this product.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub design_id: Option<String>,
}

debug!(AddCartItemRequest { session_id: hidden, product_id, variant_id, quantity, design_id });

impl AddCartItemRequest {
    /// With what is required.
    pub fn new(session_id: impl Into<String>, product_id: i64) -> Self {
        Self {
            session_id: session_id.into(),
            product_id,
            variant_id: None,
            quantity: Self::default_quantity(),
            design_id: None,
        }
    }

    /// Sets [`variant_id`](Self#structfield.variant_id).
    pub fn variant_id(self, variant_id: i64) -> Self {
        Self { variant_id: Some(variant_id), ..self }
    }

    /// Sets [`quantity`](Self#structfield.quantity).
    pub fn quantity(self, quantity: i64) -> Self {
        Self { quantity, ..self }
    }

    /// Sets [`design_id`](Self#structfield.design_id).
    pub fn design_id(self, design_id: impl Into<String>) -> Self {
        Self { design_id: Some(design_id.into()), ..self }
    }

    fn default_quantity() -> i64 {
        1
    }
}

/// What `addCartItem` answers.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct CartItemResponse {
    /// A line of the cart as stored.
    pub data: CartItemRecord,
}

serialize! { CartItemResponse { "success" = true, "data": data } }

/// A line of the cart as stored.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct CartItemRecord {
    /// The handle of the line, a random number below 2^53.
    pub id: i64,
    /// Id of the cart.
    pub cart_id: i64,
    /// Id of the product.
    pub product_id: i64,
    /// Id of the variant; null for a product without variants.
    pub variant_id: Option<i64>,
    /// The `uuid` of the design on it; null for none.
    pub design_id: Option<String>,
    /// Pieces.
    pub quantity: i64,
    /// Cents, after bulk prices.
    pub unit_price: i64,
    /// Cents.
    pub line_total: i64,
    /// When the line was made.
    pub created_at: Timestamp,
    /// When the line was last changed.
    pub updated_at: Timestamp,
}

/// A new quantity for a line.
#[derive(Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[must_use]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct UpdateCartItemRequest {
    /// The `id` of the line.
    pub cart_item_id: i64,
    /// 0 removes the line.
    pub quantity: i64,
    /// When sent, the line must be in the cart of this session.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub session_id: Option<String>,
}

debug!(UpdateCartItemRequest { cart_item_id, quantity, session_id: hidden });

impl UpdateCartItemRequest {
    /// With what is required.
    pub fn new(cart_item_id: i64, quantity: i64) -> Self {
        Self { cart_item_id, quantity, session_id: None }
    }

    /// Sets [`session_id`](Self#structfield.session_id).
    pub fn session_id(self, session_id: impl Into<String>) -> Self {
        Self { session_id: Some(session_id.into()), ..self }
    }
}

/// What `updateCartItem` answers.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct UpdateCartItemResponse {
    /// A line as changed, or that it is gone.
    pub data: UpdatedCartItem,
}

serialize! { UpdateCartItemResponse { "success" = true, "data": data } }

/// A line as changed, or that it is gone.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub enum UpdatedCartItem {
    /// A line of the cart as stored.
    CartItemRecord(CartItemRecord),
    /// A line that is gone.
    RemovedCartItem(RemovedCartItem),
}

/// A line that is gone.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct RemovedCartItem {
    /// The handle that the line had.
    pub id: i64,
}

serialize! { RemovedCartItem { "id": id, "removed" = true } }

/// What `clearCart` answers.
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
