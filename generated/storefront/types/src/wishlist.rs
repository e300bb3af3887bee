//! Types of the operations tagged `wishlist`.

use serde::ser::SerializeStruct;
use serde::{Deserialize, Serialize, Serializer};

use crate::{ProductStatus, Timestamp};

#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct WishlistResponse {
    pub data: Wishlist,
}

impl Serialize for WishlistResponse {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut out = serializer.serialize_struct("WishlistResponse", 2)?;
        out.serialize_field("success", &true)?;
        out.serialize_field("data", &self.data)?;
        out.end()
    }
}

/// A customer's default wishlist.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct Wishlist {
    pub id: i64,
    pub name: String,
    /// The latest first.
    pub items: Vec<WishlistItem>,
}

#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct WishlistItemResponse {
    pub data: WishlistItem,
}

impl Serialize for WishlistItemResponse {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut out = serializer.serialize_struct("WishlistItemResponse", 2)?;
        out.serialize_field("success", &true)?;
        out.serialize_field("data", &self.data)?;
        out.end()
    }
}

/// A product on the wishlist.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct WishlistItem {
    pub id: i64,
    pub product_id: i64,
    pub variant_id: Option<i64>,
    pub added_at: Timestamp,
    pub product: WishlistProduct,
}

/// A product as a wishlist shows it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct WishlistProduct {
    pub name: String,
    pub slug: String,
    /// Cents.
    pub price: i64,
    /// Cents.
    pub compare_at_price: Option<i64>,
    pub status: ProductStatus,
    /// URL of the first image by display order.
    pub image: Option<String>,
}

/// A product to remember.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[must_use]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct AddWishlistItemRequest {
    pub product_id: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub variant_id: Option<i64>,
}

impl AddWishlistItemRequest {
    /// With what is required.
    pub fn new(product_id: i64) -> Self {
        Self { product_id, variant_id: None }
    }

    /// Sets [`variant_id`](Self#structfield.variant_id).
    pub fn variant_id(self, variant_id: i64) -> Self {
        Self { variant_id: Some(variant_id), ..self }
    }
}

/// A product to forget.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[must_use]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct RemoveWishlistItemRequest {
    pub product_id: i64,
}

impl RemoveWishlistItemRequest {
    /// With what is required.
    pub fn new(product_id: i64) -> Self {
        Self { product_id }
    }
}

#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct RemoveWishlistItemResponse {
    pub data: RemovedWishlistItem,
}

impl Serialize for RemoveWishlistItemResponse {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut out = serializer.serialize_struct("RemoveWishlistItemResponse", 2)?;
        out.serialize_field("success", &true)?;
        out.serialize_field("data", &self.data)?;
        out.end()
    }
}

/// A product that is not on the wishlist.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct RemovedWishlistItem {
    pub product_id: i64,
    /// Whether it was there.
    pub removed: bool,
}
