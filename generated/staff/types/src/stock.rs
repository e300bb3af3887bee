//! Types of the operations tagged `stock`.

use serde::{Deserialize, Serialize};

use crate::{Actor, Timestamp};

/// The answer of `listStock`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct StockListResponse {
    /// The products and variants.
    pub data: Vec<StockItem>,
    /// The `cursor` of the next page; null on the last page.
    pub next_cursor: Option<String>,
}

serialize! { StockListResponse { "success" = true, "data": data, "nextCursor": next_cursor } }

/// The answer of `adjustStock`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct StockItemResponse {
    /// The stock of a product or of a variant.
    pub data: StockItem,
}

serialize! { StockItemResponse { "success" = true, "data": data } }

/// The stock of a product or of a variant.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct StockItem {
    /// Id of the product.
    pub product_id: i64,
    /// Id of the variant; null for the stock of the product itself.
    pub variant_id: Option<i64>,
    /// Name of the product.
    pub product_name: String,
    /// Name of the variant; null for the stock of the product itself.
    pub variant_name: Option<String>,
    /// Stock keeping unit; null if unset.
    pub sku: Option<String>,
    /// Pieces that can be sold.
    pub quantity: i64,
}

/// The answer of `listStockAdjustments`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct StockAdjustmentListResponse {
    /// The adjustments.
    pub data: Vec<StockAdjustment>,
    /// The `cursor` of the next page; null on the last page.
    pub next_cursor: Option<String>,
}

serialize! {
    StockAdjustmentListResponse {
        "success" = true,
        "data": data,
        "nextCursor": next_cursor,
    }
}

/// A change of a stock by staff.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct StockAdjustment {
    /// Id of the adjustment.
    pub id: i64,
    /// Id of the product.
    pub product_id: i64,
    /// Id of the variant; null for the stock of the product itself.
    pub variant_id: Option<i64>,
    /// Pieces that were added, or removed if it is negative.
    pub delta: i64,
    /// Why the stock changed.
    pub reason: String,
    /// The author of a text or of a change.
    pub actor: Actor,
    /// Time of the change.
    pub created_at: Timestamp,
}

/// A change of a stock.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ::bon::Builder)]
#[serde(rename_all = "camelCase")]
#[must_use]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct AdjustStockRequest {
    /// Id of the product.
    pub product_id: i64,
    /// Id of the variant. If null or absent, the stock of the product itself changes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub variant_id: Option<i64>,
    /// Pieces to add, or to remove if it is negative. Not 0.
    pub delta: i64,
    /// Why the stock changes.
    #[builder(into)]
    pub reason: String,
}
