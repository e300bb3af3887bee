//! Types of the operations tagged `wishlist`.

use serde::{Deserialize, Serialize};

use crate::{ProductStatus, Timestamp};

/// The answer of `getWishlist`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct WishlistResponse {
    /// A customer's default wishlist.
    pub data: Wishlist,
}

serialize! { WishlistResponse { "success" = true, "data": data } }

/// A customer's default wishlist.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct Wishlist {
    /// Id of the wishlist.
    pub id: i64,
    /// Name of the wishlist.
    pub name: String,
    /// Latest first.
    pub items: Vec<WishlistItem>,
}

/// The answer of `addWishlistItem`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct WishlistItemResponse {
    /// A product on the wishlist.
    pub data: WishlistItem,
}

serialize! { WishlistItemResponse { "success" = true, "data": data } }

/// A product on the wishlist.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct WishlistItem {
    /// Id of the entry.
    pub id: i64,
    /// Id of the product.
    pub product_id: i64,
    /// Id of the variant; null for the product without a variant.
    pub variant_id: Option<i64>,
    /// Time when the product was added.
    pub added_at: Timestamp,
    /// A product on a wishlist.
    pub product: WishlistProduct,
}

/// A product on a wishlist.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct WishlistProduct {
    /// Name of the product.
    pub name: String,
    /// The product's name in URLs.
    pub slug: String,
    /// Cents.
    pub price: i64,
    /// Cents.
    pub compare_at_price: Option<i64>,
    /// State of a product. Only active products are served.
    pub status: ProductStatus,
    /// URL of the first image by display order.
    pub image: Option<String>,
}

/// A product to add to the wishlist.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ::bon::Builder)]
#[serde(rename_all = "camelCase")]
#[must_use]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct AddWishlistItemRequest {
    /// Id of the product.
    pub product_id: i64,
    /// Id of a variant of the product.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub variant_id: Option<i64>,
}

/// A product to remove from the wishlist.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ::bon::Builder)]
#[serde(rename_all = "camelCase")]
#[must_use]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct RemoveWishlistItemRequest {
    /// Id of the product.
    pub product_id: i64,
}

/// The answer of `removeWishlistItem`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct RemoveWishlistItemResponse {
    /// A product that was removed from the wishlist.
    pub data: RemovedWishlistItem,
}

serialize! { RemoveWishlistItemResponse { "success" = true, "data": data } }

/// A product that was removed from the wishlist.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct RemovedWishlistItem {
    /// Id of the product.
    pub product_id: i64,
    /// Whether the product was on the wishlist.
    pub removed: bool,
}
