//! Types of the operations tagged `cart`.

use serde::ser::SerializeStruct;
use serde::{Deserialize, Serialize, Serializer};

use crate::Timestamp;

#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct CartResponse {
    pub data: Cart,
}

impl Serialize for CartResponse {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut out = serializer.serialize_struct("CartResponse", 2)?;
        out.serialize_field("success", &true)?;
        out.serialize_field("data", &self.data)?;
        out.end()
    }
}

/// The cart of a browser. An empty one has `items` and `subtotal` alone.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Cart {
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
pub struct CartItem {
    /// The handle of the line, a random number below 2^53.
    pub id: i64,
    pub product_id: i64,
    pub variant_id: Option<i64>,
    /// The `uuid` of the design on it.
    pub design_id: Option<String>,
    pub quantity: i64,
    /// Cents, after bulk prices.
    pub unit_price: i64,
    /// Cents.
    pub line_total: i64,
    pub product_name: String,
    pub product_slug: String,
    pub variant_name: Option<String>,
    /// URL of the product's first image.
    pub image: Option<String>,
    /// The design on it; null for none, and where it was deleted.
    pub design: Option<CartItemDesign>,
}

/// A design on a line of the cart.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CartItemDesign {
    pub uuid: String,
    pub name: String,
    /// Null until there is one.
    pub thumbnail_url: Option<String>,
}

/// What to add to which cart.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct AddCartItemRequest {
    /// Made and kept by the client, a UUID for example.
    pub session_id: String,
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

impl AddCartItemRequest {
    fn default_quantity() -> i64 {
        1
    }
}

#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct CartItemResponse {
    pub data: CartItemRecord,
}

impl Serialize for CartItemResponse {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut out = serializer.serialize_struct("CartItemResponse", 2)?;
        out.serialize_field("success", &true)?;
        out.serialize_field("data", &self.data)?;
        out.end()
    }
}

/// A line of the cart as stored.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CartItemRecord {
    /// The handle of the line, a random number below 2^53.
    pub id: i64,
    pub cart_id: i64,
    pub product_id: i64,
    pub variant_id: Option<i64>,
    pub design_id: Option<String>,
    pub quantity: i64,
    /// Cents, after bulk prices.
    pub unit_price: i64,
    /// Cents.
    pub line_total: i64,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}

/// A new quantity for a line.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct UpdateCartItemRequest {
    /// The `id` of the line.
    pub cart_item_id: i64,
    /// 0 removes the line.
    pub quantity: i64,
    /// When sent, the line must be in the cart of this session.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub session_id: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct UpdateCartItemResponse {
    pub data: UpdatedCartItem,
}

impl Serialize for UpdateCartItemResponse {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut out = serializer.serialize_struct("UpdateCartItemResponse", 2)?;
        out.serialize_field("success", &true)?;
        out.serialize_field("data", &self.data)?;
        out.end()
    }
}

/// A line as changed, or that it is gone.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum UpdatedCartItem {
    CartItemRecord(CartItemRecord),
    RemovedCartItem(RemovedCartItem),
}

/// A line that is gone.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct RemovedCartItem {
    pub id: i64,
}

impl Serialize for RemovedCartItem {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut out = serializer.serialize_struct("RemovedCartItem", 2)?;
        out.serialize_field("id", &self.id)?;
        out.serialize_field("removed", &true)?;
        out.end()
    }
}

#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct ClearCartResponse {
    pub data: ClearedCart,
}

impl Serialize for ClearCartResponse {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut out = serializer.serialize_struct("ClearCartResponse", 2)?;
        out.serialize_field("success", &true)?;
        out.serialize_field("data", &self.data)?;
        out.end()
    }
}

/// The cart is empty.
#[derive(Debug, Clone, PartialEq, Default, Deserialize)]
pub struct ClearedCart {}

impl Serialize for ClearedCart {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut out = serializer.serialize_struct("ClearedCart", 1)?;
        out.serialize_field("cleared", &true)?;
        out.end()
    }
}
