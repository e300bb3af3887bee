//! Types of the operations tagged `products`.

use serde::{Deserialize, Serialize};

use crate::{Nullable, Timestamp};

/// The answer of `listProducts`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct ProductListResponse {
    /// The products.
    pub data: Vec<ProductSummary>,
    /// The `cursor` of the next page; null on the last page.
    pub next_cursor: Option<String>,
}

serialize! { ProductListResponse { "success" = true, "data": data, "nextCursor": next_cursor } }

/// A product in a list.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct ProductSummary {
    /// Id of the product.
    pub id: i64,
    /// Name.
    pub name: String,
    /// The last part of the address of its page.
    pub slug: String,
    /// Whether a product is sold: only `active` ones are. `draft` and `inactive` mean the same to
    /// customers; `archived` ones are not listed.
    pub status: ProductStatus,
    /// Id of its product category; null for none.
    pub category_id: Option<i64>,
    /// Price of one piece in cents.
    pub price: i64,
    /// Stock keeping unit; null if unset.
    pub sku: Option<String>,
    /// Whether its stock is tracked.
    pub track_inventory: bool,
    /// Pieces in stock; null if unset.
    pub quantity: Option<i64>,
    /// Number of its variants.
    pub variant_count: i64,
    /// Address of its first picture; null for none.
    pub image: Option<String>,
    /// When it was created.
    pub created_at: Timestamp,
    /// When it was last changed.
    pub updated_at: Timestamp,
}

/// The answer of `getProduct`, `updateProduct`, `archiveProduct` or `restoreProduct`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct ProductResponse {
    /// A product with all of its data.
    pub data: Product,
}

serialize! { ProductResponse { "success" = true, "data": data } }

/// A product with all of its data.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct Product {
    /// Id of the product.
    pub id: i64,
    /// Its version, which changes when staff or an import change the product, but not with its stock or
    /// its variants. In quotation marks, it is the `ETag`.
    pub version: i64,
    /// Name.
    pub name: String,
    /// The last part of the address of its page, in the normalization form C. No other product of the
    /// site has it.
    pub slug: String,
    /// Description, which a shop shows as HTML; null if unset.
    pub description: Option<String>,
    /// Short description, as plain text; null if unset.
    pub short_description: Option<String>,
    /// Whether a product is sold: only `active` ones are. `draft` and `inactive` mean the same to
    /// customers; `archived` ones are not listed.
    pub status: ProductStatus,
    /// Id of its product category; null for none.
    pub category_id: Option<i64>,
    /// Price of one piece in cents, before bulk prices.
    pub price: i64,
    /// A higher price in cents, which a shop shows crossed out; null if unset.
    pub compare_at_price: Option<i64>,
    /// Cost of one piece to the store, in cents. Customers never see it; null if unset.
    pub cost_price: Option<i64>,
    /// Stock keeping unit; null if unset.
    pub sku: Option<String>,
    /// Barcode; null if unset.
    pub barcode: Option<String>,
    /// Whether `quantity` limits sales. Null is no limit.
    pub track_inventory: bool,
    /// Pieces in stock; null if unset.
    pub quantity: Option<i64>,
    /// Weight as a decimal number; null if unset.
    pub weight: Option<String>,
    /// Unit of the weight, such as `lb` or `kg`; null if unset.
    pub weight_unit: Option<String>,
    /// Length in inches; null if unset.
    pub length_in: Option<f64>,
    /// Width in inches; null if unset.
    pub width_in: Option<f64>,
    /// Height in inches; null if unset.
    pub height_in: Option<f64>,
    /// Whether shops feature it.
    pub featured: bool,
    /// Whether customers may design it. They may also if `designable` is true.
    pub is_designable: bool,
    /// A second flag with the meaning of `isDesignable`.
    pub designable: bool,
    /// Title for search engines; null if unset.
    pub seo_title: Option<String>,
    /// Description for search engines; null if unset.
    pub seo_description: Option<String>,
    /// Its tags; null if unset.
    pub tags: Option<Vec<String>>,
    /// Notes of the store, usually an object; null if unset.
    pub metadata: serde_json::Value,
    /// When it was created.
    pub created_at: Timestamp,
    /// When it was last changed.
    pub updated_at: Timestamp,
    /// Its pictures, in their order.
    pub images: Vec<ProductImage>,
    /// Its options, such as sizes, in their order.
    pub options: Vec<ProductOption>,
    /// Its variants by id, inactive ones too.
    pub variants: Vec<ProductVariant>,
    /// Prices for larger quantities.
    pub bulk_pricing: Vec<BulkPrice>,
    /// Styles in the designer, such as cuts, inactive ones too.
    pub styles: Vec<ProductStyle>,
}

open! {
    /// Whether a product is sold: only `active` ones are. `draft` and `inactive` mean the same to
    /// customers; `archived` ones are not listed.
    pub enum ProductStatus {
        /// `active`
        Active = "active",
        /// `inactive`
        Inactive = "inactive",
        /// `draft`
        Draft = "draft",
        /// `archived`
        Archived = "archived",
    }
}

closed! {
    /// Whether a product is sold: only `active` ones are. `archiveProduct` archives a product.
    pub enum EditableProductStatus {
        /// `active`
        Active = "active",
        /// `inactive`
        Inactive = "inactive",
        /// `draft`
        Draft = "draft",
    }
}

/// A picture of a product.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct ProductImage {
    /// Id of the picture.
    pub id: i64,
    /// Address.
    pub url: String,
    /// Alternative text; null if unset.
    pub alt: Option<String>,
    /// Its place among the others.
    pub order: i64,
}

/// An option of a product, such as its size.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct ProductOption {
    /// Id of the option.
    pub id: i64,
    /// Name.
    pub name: String,
    /// Its place among the others.
    pub order: i64,
    /// Its values, in their order.
    pub values: Vec<OptionValue>,
}

/// A value of an option.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct OptionValue {
    /// Id of the value.
    pub id: i64,
    /// The value.
    pub value: String,
    /// Text that customers see; null for the value.
    pub label: Option<String>,
    /// Its place among the others.
    pub order: i64,
}

/// The answer of `updateVariant`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct VariantResponse {
    /// A variant of a product.
    pub data: ProductVariant,
}

serialize! { VariantResponse { "success" = true, "data": data } }

/// A variant of a product.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct ProductVariant {
    /// Id of the variant.
    pub id: i64,
    /// Its version, which changes when staff or an import change the variant, but not with its stock.
    /// In quotation marks, it is the `If-Match` of `updateVariant`.
    pub version: i64,
    /// Name.
    pub name: String,
    /// Price of one piece in cents, before bulk prices.
    pub price: i64,
    /// A higher price in cents, which a shop shows crossed out; null if unset.
    pub compare_at_price: Option<i64>,
    /// Cost of one piece to the store, in cents. Customers never see it; null if unset.
    pub cost_price: Option<i64>,
    /// Stock keeping unit; null if unset.
    pub sku: Option<String>,
    /// Barcode; null if unset.
    pub barcode: Option<String>,
    /// Pieces in stock; null if the variant uses the stock of the product.
    pub quantity: Option<i64>,
    /// Weight as a decimal number; null if unset.
    pub weight: Option<String>,
    /// Length in inches; null if unset.
    pub length_in: Option<f64>,
    /// Width in inches; null if unset.
    pub width_in: Option<f64>,
    /// Height in inches; null if unset.
    pub height_in: Option<f64>,
    /// Address of its picture; null if unset.
    pub image: Option<String>,
    /// Whether it is sold.
    pub active: bool,
    /// Its value of each option.
    pub option_values: Vec<OptionChoice>,
    /// When it was created.
    pub created_at: Timestamp,
    /// When it was last changed.
    pub updated_at: Timestamp,
}

/// A variant's value of one option.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct OptionChoice {
    /// Id of the option.
    pub option_id: i64,
    /// Id of the value.
    pub value_id: i64,
}

/// A price for larger quantities.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct BulkPrice {
    /// Id of the rule.
    pub id: i64,
    /// Id of the variant for which it holds; null for the whole product.
    pub variant_id: Option<i64>,
    /// Smallest quantity of a line.
    pub min_quantity: i64,
    /// Greatest quantity of a line; null for no bound.
    pub max_quantity: Option<i64>,
    /// Whether the amount is the price, or what is taken off.
    pub price_type: BulkPriceType,
    /// Cents for `fixed`, basis points for `percent_off`.
    pub amount: i64,
}

open! {
    /// Whether the amount is the price, or what is taken off.
    pub enum BulkPriceType {
        /// `fixed`
        Fixed = "fixed",
        /// `percent_off`
        PercentOff = "percent_off",
    }
}

/// A style of a product in the designer, such as a cut.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct ProductStyle {
    /// Id of the style.
    pub id: i64,
    /// Name.
    pub name: String,
    /// Whether the designer offers it.
    pub active: bool,
    /// Its place among the others.
    pub order: i64,
    /// Its sides, in their order.
    pub sides: Vec<StyleSide>,
}

/// A side that customers design.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct StyleSide {
    /// Id of the side.
    pub id: i64,
    /// Name.
    pub name: String,
    /// Its name in a design.
    pub slug: String,
    /// Address of the picture on which the design is shown.
    pub mockup_image: String,
    /// Left edge of the print area: a fraction of the picture if all four values are at most 1,
    /// otherwise pixels.
    pub print_area_x: f64,
    /// Upper edge of the print area: a fraction of the picture if all four values are at most 1,
    /// otherwise pixels.
    pub print_area_y: f64,
    /// Width of the print area: a fraction of the picture if all four values are at most 1, otherwise
    /// pixels.
    pub print_area_width: f64,
    /// Height of the print area: a fraction of the picture if all four values are at most 1, otherwise
    /// pixels.
    pub print_area_height: f64,
    /// Its place among the others.
    pub order: i64,
}

/// The properties of a product to change.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, ::bon::Builder)]
#[serde(rename_all = "camelCase")]
#[must_use]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct ProductPatch {
    /// Name.
    #[builder(into)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The last part of the address of its page: no dot at its beginning, no white space, slash,
    /// backslash, `?`, `#` or `%`. No other product of the site may have it.
    #[builder(into)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub slug: Option<String>,
    /// Description, which a shop shows as HTML; null if unset.
    #[builder(with = |value: impl Into<Nullable<String>>| value.into().0)]
    #[serde(
        default,
        deserialize_with = "crate::patch::value",
        skip_serializing_if = "Option::is_none"
    )]
    pub description: Option<Option<String>>,
    /// Short description, as plain text; null if unset.
    #[builder(with = |value: impl Into<Nullable<String>>| value.into().0)]
    #[serde(
        default,
        deserialize_with = "crate::patch::value",
        skip_serializing_if = "Option::is_none"
    )]
    pub short_description: Option<Option<String>>,
    /// Whether a product is sold: only `active` ones are. `archiveProduct` archives a product.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<EditableProductStatus>,
    /// Id of its product category; null for none.
    #[builder(with = |value: impl Into<Nullable<i64>>| value.into().0)]
    #[serde(
        default,
        deserialize_with = "crate::patch::value",
        skip_serializing_if = "Option::is_none"
    )]
    pub category_id: Option<Option<i64>>,
    /// Price of one piece in cents, before bulk prices.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub price: Option<i64>,
    /// A higher price in cents, which a shop shows crossed out; null if unset.
    #[builder(with = |value: impl Into<Nullable<i64>>| value.into().0)]
    #[serde(
        default,
        deserialize_with = "crate::patch::value",
        skip_serializing_if = "Option::is_none"
    )]
    pub compare_at_price: Option<Option<i64>>,
    /// Cost of one piece to the store, in cents. Customers never see it; null if unset.
    #[builder(with = |value: impl Into<Nullable<i64>>| value.into().0)]
    #[serde(
        default,
        deserialize_with = "crate::patch::value",
        skip_serializing_if = "Option::is_none"
    )]
    pub cost_price: Option<Option<i64>>,
    /// Stock keeping unit; null if unset.
    #[builder(with = |value: impl Into<Nullable<String>>| value.into().0)]
    #[serde(
        default,
        deserialize_with = "crate::patch::value",
        skip_serializing_if = "Option::is_none"
    )]
    pub sku: Option<Option<String>>,
    /// Barcode; null if unset.
    #[builder(with = |value: impl Into<Nullable<String>>| value.into().0)]
    #[serde(
        default,
        deserialize_with = "crate::patch::value",
        skip_serializing_if = "Option::is_none"
    )]
    pub barcode: Option<Option<String>>,
    /// Whether `quantity` limits sales. Null is no limit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub track_inventory: Option<bool>,
    /// Weight as a decimal number; null if unset.
    #[builder(with = |value: impl Into<Nullable<String>>| value.into().0)]
    #[serde(
        default,
        deserialize_with = "crate::patch::value",
        skip_serializing_if = "Option::is_none"
    )]
    pub weight: Option<Option<String>>,
    /// Unit of the weight, such as `lb` or `kg`; null if unset.
    #[builder(with = |value: impl Into<Nullable<String>>| value.into().0)]
    #[serde(
        default,
        deserialize_with = "crate::patch::value",
        skip_serializing_if = "Option::is_none"
    )]
    pub weight_unit: Option<Option<String>>,
    /// Length in inches; null if unset.
    #[builder(with = |value: impl Into<Nullable<f64>>| value.into().0)]
    #[serde(
        default,
        deserialize_with = "crate::patch::value",
        skip_serializing_if = "Option::is_none"
    )]
    pub length_in: Option<Option<f64>>,
    /// Width in inches; null if unset.
    #[builder(with = |value: impl Into<Nullable<f64>>| value.into().0)]
    #[serde(
        default,
        deserialize_with = "crate::patch::value",
        skip_serializing_if = "Option::is_none"
    )]
    pub width_in: Option<Option<f64>>,
    /// Height in inches; null if unset.
    #[builder(with = |value: impl Into<Nullable<f64>>| value.into().0)]
    #[serde(
        default,
        deserialize_with = "crate::patch::value",
        skip_serializing_if = "Option::is_none"
    )]
    pub height_in: Option<Option<f64>>,
    /// Whether shops feature it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub featured: Option<bool>,
    /// Whether customers may design it. They may also if `designable` is true.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub is_designable: Option<bool>,
    /// A second flag with the meaning of `isDesignable`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub designable: Option<bool>,
    /// Title for search engines; null if unset.
    #[builder(with = |value: impl Into<Nullable<String>>| value.into().0)]
    #[serde(
        default,
        deserialize_with = "crate::patch::value",
        skip_serializing_if = "Option::is_none"
    )]
    pub seo_title: Option<Option<String>>,
    /// Description for search engines; null if unset.
    #[builder(with = |value: impl Into<Nullable<String>>| value.into().0)]
    #[serde(
        default,
        deserialize_with = "crate::patch::value",
        skip_serializing_if = "Option::is_none"
    )]
    pub seo_description: Option<Option<String>>,
    /// Its tags; null if unset.
    #[builder(with = |value: impl Into<Nullable<Vec<String>>>| value.into().0)]
    #[serde(
        default,
        deserialize_with = "crate::patch::value",
        skip_serializing_if = "Option::is_none"
    )]
    pub tags: Option<Option<Vec<String>>>,
    /// Notes of the store; null if unset. A patch is merged with the stored object, and the result has
    /// at most 64 KiB. The store's `publicMetadata` names the keys that customers see.
    #[builder(with = |value: impl Into<Nullable<serde_json::Map<String, serde_json::Value>>>| value.into().0)]
    #[serde(
        default,
        deserialize_with = "crate::patch::value",
        skip_serializing_if = "Option::is_none"
    )]
    pub metadata: Option<Option<serde_json::Map<String, serde_json::Value>>>,
}

/// The properties of a variant to change.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, ::bon::Builder)]
#[serde(rename_all = "camelCase")]
#[must_use]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct VariantPatch {
    /// Name.
    #[builder(into)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Price of one piece in cents, before bulk prices.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub price: Option<i64>,
    /// A higher price in cents, which a shop shows crossed out; null if unset.
    #[builder(with = |value: impl Into<Nullable<i64>>| value.into().0)]
    #[serde(
        default,
        deserialize_with = "crate::patch::value",
        skip_serializing_if = "Option::is_none"
    )]
    pub compare_at_price: Option<Option<i64>>,
    /// Cost of one piece to the store, in cents. Customers never see it; null if unset.
    #[builder(with = |value: impl Into<Nullable<i64>>| value.into().0)]
    #[serde(
        default,
        deserialize_with = "crate::patch::value",
        skip_serializing_if = "Option::is_none"
    )]
    pub cost_price: Option<Option<i64>>,
    /// Stock keeping unit; null if unset.
    #[builder(with = |value: impl Into<Nullable<String>>| value.into().0)]
    #[serde(
        default,
        deserialize_with = "crate::patch::value",
        skip_serializing_if = "Option::is_none"
    )]
    pub sku: Option<Option<String>>,
    /// Barcode; null if unset.
    #[builder(with = |value: impl Into<Nullable<String>>| value.into().0)]
    #[serde(
        default,
        deserialize_with = "crate::patch::value",
        skip_serializing_if = "Option::is_none"
    )]
    pub barcode: Option<Option<String>>,
    /// Weight as a decimal number; null if unset.
    #[builder(with = |value: impl Into<Nullable<String>>| value.into().0)]
    #[serde(
        default,
        deserialize_with = "crate::patch::value",
        skip_serializing_if = "Option::is_none"
    )]
    pub weight: Option<Option<String>>,
    /// Length in inches; null if unset.
    #[builder(with = |value: impl Into<Nullable<f64>>| value.into().0)]
    #[serde(
        default,
        deserialize_with = "crate::patch::value",
        skip_serializing_if = "Option::is_none"
    )]
    pub length_in: Option<Option<f64>>,
    /// Width in inches; null if unset.
    #[builder(with = |value: impl Into<Nullable<f64>>| value.into().0)]
    #[serde(
        default,
        deserialize_with = "crate::patch::value",
        skip_serializing_if = "Option::is_none"
    )]
    pub width_in: Option<Option<f64>>,
    /// Height in inches; null if unset.
    #[builder(with = |value: impl Into<Nullable<f64>>| value.into().0)]
    #[serde(
        default,
        deserialize_with = "crate::patch::value",
        skip_serializing_if = "Option::is_none"
    )]
    pub height_in: Option<Option<f64>>,
    /// Address of its picture; null if unset.
    #[builder(with = |value: impl Into<Nullable<String>>| value.into().0)]
    #[serde(
        default,
        deserialize_with = "crate::patch::value",
        skip_serializing_if = "Option::is_none"
    )]
    pub image: Option<Option<String>>,
    /// Whether it is sold. A product without active variants is sold at the product's own price and
    /// from its own stock.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub active: Option<bool>,
}
