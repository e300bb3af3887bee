//! Types of the operations tagged `products`.

use serde::{Deserialize, Serialize};

use crate::{Nullable, Object, Timestamp};

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

/// The answer of `createProduct`, `getProduct`, `updateProduct`, `archiveProduct`,
/// `restoreProduct`, `duplicateProduct`, `addImage`, `orderImages`, `updateImage` or `removeImage`.
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
    /// Its version, which changes when staff or an import change the product or its pictures, but not
    /// with its stock or its variants. In quotation marks, it is the `ETag`.
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
    /// Whether `quantity` limits sales. If `quantity` is null, nothing limits them.
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

/// The answer of `addVariant` or `updateVariant`.
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
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ::bon::Builder)]
#[serde(rename_all = "camelCase")]
#[must_use]
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
    /// backslash, `?`, `#` or `%`. No other product of the site may have it. The storefront reads an
    /// address of digits as an id first, so a slug needs another character too if a product may have
    /// this id.
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
    /// Whether `quantity` limits sales. If `quantity` is null, nothing limits them.
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
    /// Its options in their order, which replace the ones that it had. An option or a value with an
    /// `id` retains its id, so that variants retain their values.
    #[builder(into)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub options: Option<Vec<EditedOption>>,
    /// Its prices for larger quantities, which replace the ones that it had.
    #[builder(into)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bulk_pricing: Option<Vec<EditedBulkPrice>>,
    /// Its styles in the designer in their order, which replace the ones that it had. A style with an
    /// `id` retains its id, so that designs retain their style. A design of a removed style is drawn in
    /// the first active style.
    #[builder(into)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub styles: Option<Vec<EditedStyle>>,
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
    /// Its values of options, at most one of each option. They replace the ones that it had.
    #[builder(into)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub option_values: Option<Vec<OptionChoice>>,
}

/// A new product.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ::bon::Builder)]
#[serde(rename_all = "camelCase")]
#[must_use]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct CreateProductRequest {
    /// Name.
    #[builder(into)]
    pub name: String,
    /// The last part of the address of its page: no dot at its beginning, no white space, slash,
    /// backslash, `?`, `#` or `%`. No other product of the site may have it. The storefront reads an
    /// address of digits as an id first, so a slug needs another character too if a product may have
    /// this id.
    #[builder(into)]
    pub slug: String,
    /// Description, which a shop shows as HTML; null if unset.
    #[builder(into)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// Short description, as plain text; null if unset.
    #[builder(into)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub short_description: Option<String>,
    /// Whether a product is sold: only `active` ones are. `archiveProduct` archives a product.
    #[builder(default = EditableProductStatus::Draft)]
    #[serde(default = "CreateProductRequest::default_status")]
    pub status: EditableProductStatus,
    /// Id of its product category; null for none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub category_id: Option<i64>,
    /// Price of one piece in cents, before bulk prices.
    pub price: i64,
    /// A higher price in cents, which a shop shows crossed out; null if unset.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub compare_at_price: Option<i64>,
    /// Cost of one piece to the store, in cents. Customers never see it; null if unset.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cost_price: Option<i64>,
    /// Stock keeping unit; null if unset.
    #[builder(into)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sku: Option<String>,
    /// Barcode; null if unset.
    #[builder(into)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub barcode: Option<String>,
    /// Whether `quantity` limits sales. If `quantity` is null, nothing limits them.
    #[builder(default = false)]
    #[serde(default = "CreateProductRequest::default_track_inventory")]
    pub track_inventory: bool,
    /// Pieces in stock at the beginning; null or absent for none, which is no limit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stock_quantity: Option<i64>,
    /// Weight as a decimal number; null if unset.
    #[builder(into)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub weight: Option<String>,
    /// Unit of the weight, such as `lb` or `kg`; null if unset.
    #[builder(into)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub weight_unit: Option<String>,
    /// Length in inches; null if unset.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub length_in: Option<f64>,
    /// Width in inches; null if unset.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub width_in: Option<f64>,
    /// Height in inches; null if unset.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub height_in: Option<f64>,
    /// Whether shops feature it.
    #[builder(default = false)]
    #[serde(default = "CreateProductRequest::default_featured")]
    pub featured: bool,
    /// Whether customers may design it. They may also if `designable` is true.
    #[builder(default = false)]
    #[serde(default = "CreateProductRequest::default_is_designable")]
    pub is_designable: bool,
    /// A second flag with the meaning of `isDesignable`.
    #[builder(default = false)]
    #[serde(default = "CreateProductRequest::default_designable")]
    pub designable: bool,
    /// Title for search engines; null if unset.
    #[builder(into)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seo_title: Option<String>,
    /// Description for search engines; null if unset.
    #[builder(into)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seo_description: Option<String>,
    /// Its tags; null if unset.
    #[builder(with = |value: impl IntoIterator<Item = impl Into<String>>| value.into_iter().map(Into::into).collect())]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tags: Option<Vec<String>>,
    /// Notes of the store; null if unset. The store's `publicMetadata` names the keys that customers
    /// see.
    #[builder(with = |value: impl Into<Object>| value.into().0)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub metadata: Option<serde_json::Map<String, serde_json::Value>>,
    /// Its options in their order. They have no ids yet.
    #[builder(default = Vec::new(), into)]
    #[serde(default = "CreateProductRequest::default_options")]
    pub options: Vec<EditedOption>,
    /// Its prices for larger quantities. They have no ids yet.
    #[builder(default = Vec::new(), into)]
    #[serde(default = "CreateProductRequest::default_bulk_pricing")]
    pub bulk_pricing: Vec<EditedBulkPrice>,
    /// Its styles in the designer in their order. They have no ids yet.
    #[builder(default = Vec::new(), into)]
    #[serde(default = "CreateProductRequest::default_styles")]
    pub styles: Vec<EditedStyle>,
}

impl CreateProductRequest {
    fn default_status() -> EditableProductStatus {
        EditableProductStatus::Draft
    }

    fn default_track_inventory() -> bool {
        false
    }

    fn default_featured() -> bool {
        false
    }

    fn default_is_designable() -> bool {
        false
    }

    fn default_designable() -> bool {
        false
    }

    fn default_options() -> Vec<EditedOption> {
        Vec::new()
    }

    fn default_bulk_pricing() -> Vec<EditedBulkPrice> {
        Vec::new()
    }

    fn default_styles() -> Vec<EditedStyle> {
        Vec::new()
    }
}

/// A new variant.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ::bon::Builder)]
#[serde(rename_all = "camelCase")]
#[must_use]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct AddVariantRequest {
    /// Name.
    #[builder(into)]
    pub name: String,
    /// Price of one piece in cents, before bulk prices.
    pub price: i64,
    /// A higher price in cents, which a shop shows crossed out; null if unset.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub compare_at_price: Option<i64>,
    /// Cost of one piece to the store, in cents. Customers never see it; null if unset.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cost_price: Option<i64>,
    /// Stock keeping unit; null if unset.
    #[builder(into)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sku: Option<String>,
    /// Barcode; null if unset.
    #[builder(into)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub barcode: Option<String>,
    /// Pieces in stock at the beginning. If null or absent, the variant uses the stock of the product.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stock_quantity: Option<i64>,
    /// Weight as a decimal number; null if unset.
    #[builder(into)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub weight: Option<String>,
    /// Length in inches; null if unset.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub length_in: Option<f64>,
    /// Width in inches; null if unset.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub width_in: Option<f64>,
    /// Height in inches; null if unset.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub height_in: Option<f64>,
    /// Address of its picture; null if unset.
    #[builder(into)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub image: Option<String>,
    /// Whether it is sold. A product without active variants is sold at the product's own price and
    /// from its own stock.
    #[builder(default = true)]
    #[serde(default = "AddVariantRequest::default_active")]
    pub active: bool,
    /// Its values of options, at most one of each option.
    #[builder(default = Vec::new(), into)]
    #[serde(default = "AddVariantRequest::default_option_values")]
    pub option_values: Vec<OptionChoice>,
}

impl AddVariantRequest {
    fn default_active() -> bool {
        true
    }

    fn default_option_values() -> Vec<OptionChoice> {
        Vec::new()
    }
}

/// An option of a product, as staff give it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ::bon::Builder)]
#[must_use]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct EditedOption {
    /// Id of the option of the product that it replaces; absent for a new one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<i64>,
    /// Name.
    #[builder(into)]
    pub name: String,
    /// Its values in their order.
    #[builder(into)]
    pub values: Vec<EditedOptionValue>,
}

/// A value of an option, as staff give it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ::bon::Builder)]
#[must_use]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct EditedOptionValue {
    /// Id of the value of the option that it replaces; absent for a new one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<i64>,
    /// The value.
    #[builder(into)]
    pub value: String,
    /// Text that customers see; null for the value.
    #[builder(into)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
}

/// A price for larger quantities, as staff give it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ::bon::Builder)]
#[serde(rename_all = "camelCase")]
#[must_use]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct EditedBulkPrice {
    /// Id of the rule of the product that it replaces; absent for a new one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<i64>,
    /// Id of the variant for which it holds; null for the whole product.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub variant_id: Option<i64>,
    /// Smallest quantity of a line.
    pub min_quantity: i64,
    /// Greatest quantity of a line; null for no bound.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_quantity: Option<i64>,
    /// Whether the amount is the price, or what is taken off.
    pub price_type: BulkPriceType,
    /// Cents for `fixed`, basis points for `percent_off`.
    pub amount: i64,
}

/// A style of a product in the designer, as staff give it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ::bon::Builder)]
#[must_use]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct EditedStyle {
    /// Id of the style of the product that it replaces; absent for a new one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<i64>,
    /// Name.
    #[builder(into)]
    pub name: String,
    /// Whether the designer offers it.
    #[builder(default = true)]
    #[serde(default = "EditedStyle::default_active")]
    pub active: bool,
    /// Its sides in their order.
    #[builder(into)]
    pub sides: Vec<EditedSide>,
}

impl EditedStyle {
    fn default_active() -> bool {
        true
    }
}

/// A side that customers design, as staff give it. Its print area is a fraction of the picture if
/// all four values are at most 1, otherwise pixels.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ::bon::Builder)]
#[serde(rename_all = "camelCase")]
#[must_use]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct EditedSide {
    /// Id of the side of the style that it replaces; absent for a new one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<i64>,
    /// Name.
    #[builder(into)]
    pub name: String,
    /// Its name in a design. No other side of the style may have it.
    #[builder(into)]
    pub slug: String,
    /// Address of the picture on which the design is shown; empty for none.
    #[builder(into)]
    pub mockup_image: String,
    /// Left edge of the print area.
    pub print_area_x: f64,
    /// Upper edge of the print area.
    pub print_area_y: f64,
    /// Width of the print area.
    pub print_area_width: f64,
    /// Height of the print area.
    pub print_area_height: f64,
}

/// A new picture.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ::bon::Builder)]
#[must_use]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct AddImageRequest {
    /// Address.
    #[builder(into)]
    pub url: String,
    /// Alternative text; null if unset.
    #[builder(into)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub alt: Option<String>,
}

/// The properties of a picture to change.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, ::bon::Builder)]
#[must_use]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct ImagePatch {
    /// Address.
    #[builder(into)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// Alternative text; null if unset.
    #[builder(with = |value: impl Into<Nullable<String>>| value.into().0)]
    #[serde(
        default,
        deserialize_with = "crate::patch::value",
        skip_serializing_if = "Option::is_none"
    )]
    pub alt: Option<Option<String>>,
}

/// The pictures of a product in their new order.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ::bon::Builder)]
#[serde(rename_all = "camelCase")]
#[must_use]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct OrderImagesRequest {
    /// The ids of all pictures of the product.
    #[builder(into)]
    pub image_ids: Vec<i64>,
}

/// The properties in which a copy of a product differs from the original.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ::bon::Builder)]
#[must_use]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct DuplicateProductRequest {
    /// The last part of the address of its page: no dot at its beginning, no white space, slash,
    /// backslash, `?`, `#` or `%`. No other product of the site may have it. The storefront reads an
    /// address of digits as an id first, so a slug needs another character too if a product may have
    /// this id.
    #[builder(into)]
    pub slug: String,
    /// Name; that of the original if null or absent.
    #[builder(into)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
}
