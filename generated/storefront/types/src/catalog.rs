//! Types of the operations tagged `catalog`.

use serde::{Deserialize, Serialize};

use crate::{PagePagination, ProductStatus, Timestamp};

closed! {
    /// - `newest`: newest `createdAt` first
    /// - `price_asc`: cheapest first
    /// - `price_desc`: most expensive first
    /// - `featured`: featured products first, then the others, both newest first
    pub enum ProductSort {
        /// `newest`
        Newest = "newest",
        /// `price_asc`
        PriceAsc = "price_asc",
        /// `price_desc`
        PriceDesc = "price_desc",
        /// `featured`
        Featured = "featured",
    }
}

/// What `listProducts` answers.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct ProductListResponse {
    /// The products of this page of the list.
    pub data: Vec<ProductSummary>,
    /// Where this page lies in the whole list.
    pub pagination: PagePagination,
}

serialize! { ProductListResponse { "success" = true, "data": data, "pagination": pagination } }

/// An active product in a list.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct ProductSummary {
    /// Id of the product.
    pub id: i64,
    /// Name of the product.
    pub name: String,
    /// Name in URLs, unique within the site.
    pub slug: String,
    /// What it is, in a sentence or two; null without one.
    pub short_description: Option<String>,
    /// Cents.
    pub price: i64,
    /// Cents; the former or usual price, to show struck through.
    pub compare_at_price: Option<i64>,
    /// Whether the store shows it before others.
    pub featured: bool,
    /// Null when uncategorized, or when the category is not active.
    pub category_id: Option<i64>,
    /// Null when uncategorized, or when the category is not active.
    pub category_name: Option<String>,
    /// URL of the first image by display order.
    pub image: Option<String>,
    /// When the product was made.
    pub created_at: Timestamp,
}

/// What `getProduct` answers.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct ProductResponse {
    /// A product found by its slug, or by its id with its styles.
    pub data: AnyProduct,
}

serialize! { ProductResponse { "success" = true, "data": data } }

/// A product found by its slug, or by its id with its styles.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub enum AnyProduct {
    /// An active product.
    ProductDetail(ProductDetail),
    /// An active product as the designer needs it, with styles in place of options, variants, bulk
    /// prices and category.
    DesignableProduct(DesignableProduct),
}

/// An active product.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct ProductDetail {
    /// Id of the product.
    pub id: i64,
    /// Id of the site.
    pub website_id: i64,
    /// Null when uncategorized, or when the category is not active.
    pub category_id: Option<i64>,
    /// Name of the product.
    pub name: String,
    /// Name in URLs, unique within the site.
    pub slug: String,
    /// Full description, HTML.
    pub description: Option<String>,
    /// What it is, in a sentence or two; null without one.
    pub short_description: Option<String>,
    /// Cents.
    pub price: i64,
    /// Cents; the former or usual price, to show struck through.
    pub compare_at_price: Option<i64>,
    /// Always null here; what a product costs the store is not for customers.
    pub cost_price: Option<i64>,
    /// Stock keeping unit.
    pub sku: Option<String>,
    /// Such as an EAN, UPC or ISBN.
    pub barcode: Option<String>,
    /// Whether `quantity` limits what can be sold.
    pub track_inventory: bool,
    /// Pieces in stock.
    pub quantity: Option<i64>,
    /// Decimal number as text, in `weightUnit`.
    pub weight: Option<String>,
    /// Such as `kg` or `lb`.
    pub weight_unit: Option<String>,
    /// Inches.
    pub length_in: Option<f64>,
    /// Inches.
    pub width_in: Option<f64>,
    /// Inches.
    pub height_in: Option<f64>,
    /// Always `active` here, as only active products are served.
    pub status: ProductStatus,
    /// Whether the store shows it before others.
    pub featured: bool,
    /// Whether customers can print a design of their own on it.
    pub is_designable: bool,
    /// Kept beside `isDesignable` and set on its own.
    pub designable: bool,
    /// Title for search engines, in place of `name`.
    pub seo_title: Option<String>,
    /// Description for search engines.
    pub seo_description: Option<String>,
    /// Free words of the store, unlike the tags of posts.
    pub tags: Option<Vec<String>>,
    /// The keys of the metadata that the store shows to the public, an object; null when it has none of
    /// them.
    pub metadata: serde_json::Value,
    /// When the product was made.
    pub created_at: Timestamp,
    /// When the product was last changed.
    pub updated_at: Timestamp,
    /// In display order.
    pub images: Vec<ProductImage>,
    /// What a customer chooses, in display order.
    pub options: Vec<ProductOption>,
    /// Active variants, by id.
    pub variants: Vec<ProductVariant>,
    /// By `minQuantity`, then by id.
    pub bulk_pricing: Vec<BulkPricingRule>,
    /// Null when uncategorized, or when the category is not active.
    pub category: Option<ProductCategoryEmbedded>,
}

/// An active product as the designer needs it, with styles in place of options, variants, bulk
/// prices and category.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct DesignableProduct {
    /// Id of the product.
    pub id: i64,
    /// Id of the site.
    pub website_id: i64,
    /// Null when uncategorized, or when the category is not active.
    pub category_id: Option<i64>,
    /// Name of the product.
    pub name: String,
    /// Name in URLs, unique within the site.
    pub slug: String,
    /// Full description, HTML.
    pub description: Option<String>,
    /// What it is, in a sentence or two; null without one.
    pub short_description: Option<String>,
    /// Cents.
    pub price: i64,
    /// Cents; the former or usual price, to show struck through.
    pub compare_at_price: Option<i64>,
    /// Always null here; what a product costs the store is not for customers.
    pub cost_price: Option<i64>,
    /// Stock keeping unit.
    pub sku: Option<String>,
    /// Such as an EAN, UPC or ISBN.
    pub barcode: Option<String>,
    /// Whether `quantity` limits what can be sold.
    pub track_inventory: bool,
    /// Pieces in stock.
    pub quantity: Option<i64>,
    /// Decimal number as text, in `weightUnit`.
    pub weight: Option<String>,
    /// Such as `kg` or `lb`.
    pub weight_unit: Option<String>,
    /// Inches.
    pub length_in: Option<f64>,
    /// Inches.
    pub width_in: Option<f64>,
    /// Inches.
    pub height_in: Option<f64>,
    /// Always `active` here, as only active products are served.
    pub status: ProductStatus,
    /// Whether the store shows it before others.
    pub featured: bool,
    /// Whether customers can print a design of their own on it.
    pub is_designable: bool,
    /// Kept beside `isDesignable` and set on its own.
    pub designable: bool,
    /// Title for search engines, in place of `name`.
    pub seo_title: Option<String>,
    /// Description for search engines.
    pub seo_description: Option<String>,
    /// Free words of the store, unlike the tags of posts.
    pub tags: Option<Vec<String>>,
    /// The keys of the metadata that the store shows to the public, an object; null when it has none of
    /// them.
    pub metadata: serde_json::Value,
    /// When the product was made.
    pub created_at: Timestamp,
    /// When the product was last changed.
    pub updated_at: Timestamp,
    /// In display order.
    pub images: Vec<ProductImage>,
    /// Active styles, in display order.
    pub styles: Vec<ProductStyle>,
}

/// A picture of a product.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct ProductImage {
    /// Id of the picture.
    pub id: i64,
    /// Id of the product.
    pub product_id: i64,
    /// URL of the picture.
    pub url: String,
    /// Text in place of the picture.
    pub alt: Option<String>,
    /// Display order, ascending.
    pub order: i64,
    /// When the picture was made.
    pub created_at: Timestamp,
}

/// Something to choose, such as the color.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct ProductOption {
    /// Id of the option.
    pub id: i64,
    /// Id of the product.
    pub product_id: i64,
    /// Such as `Color`.
    pub name: String,
    /// Display order, ascending.
    pub order: i64,
    /// When the option was made.
    pub created_at: Timestamp,
    /// In display order.
    pub values: Vec<ProductOptionValue>,
}

/// A choice, such as navy.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct ProductOptionValue {
    /// Id of the choice.
    pub id: i64,
    /// Id of the option.
    pub option_id: i64,
    /// Internal value, such as `navy`.
    pub value: String,
    /// Text to show; `value` when null.
    pub label: Option<String>,
    /// Display order, ascending.
    pub order: i64,
    /// When the choice was made.
    pub created_at: Timestamp,
}

/// A combination of option values that can be bought.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct ProductVariant {
    /// Id of the variant.
    pub id: i64,
    /// Id of the product.
    pub product_id: i64,
    /// Name of the variant.
    pub name: String,
    /// Stock keeping unit.
    pub sku: Option<String>,
    /// Such as an EAN, UPC or ISBN.
    pub barcode: Option<String>,
    /// Cents.
    pub price: i64,
    /// Cents.
    pub compare_at_price: Option<i64>,
    /// Always null here.
    pub cost_price: Option<i64>,
    /// Pieces in stock; when null, those of the product count.
    pub quantity: Option<i64>,
    /// Decimal number as text, in the `weightUnit` of the product.
    pub weight: Option<String>,
    /// Inches.
    pub length_in: Option<f64>,
    /// Inches.
    pub width_in: Option<f64>,
    /// Inches.
    pub height_in: Option<f64>,
    /// URL.
    pub image: Option<String>,
    /// Always true here, as only active variants are served.
    pub active: bool,
    /// When the variant was made.
    pub created_at: Timestamp,
    /// When the variant was last changed.
    pub updated_at: Timestamp,
    /// The value of each option.
    pub option_values: Vec<VariantOptionValue>,
}

/// What a variant has of an option.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct VariantOptionValue {
    /// Id of the option.
    pub option_id: i64,
    /// Id of one of its values.
    pub value_id: i64,
}

/// A price for larger quantities. A rule of the variant beats one of the product; among those that
/// fit, the one with the highest `minQuantity` holds.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct BulkPricingRule {
    /// Id of the rule.
    pub id: i64,
    /// Id of the product.
    pub product_id: i64,
    /// The variant that the rule is for; null for the whole product.
    pub variant_id: Option<i64>,
    /// Pieces of one line from which the rule holds.
    pub min_quantity: i64,
    /// Pieces up to which the rule holds, this number included; null without end.
    pub max_quantity: Option<i64>,
    /// How `amount` is to be read. A discounted price is rounded half up to the cent.
    pub price_type: BulkPriceType,
    /// For `fixed` the price of a piece in cents, for `percent_off` the discount in basis points (1000
    /// is 10 %).
    pub amount: i64,
    /// When the rule was made.
    pub created_at: Timestamp,
}

open! {
    /// How `amount` is to be read. A discounted price is rounded half up to the cent.
    pub enum BulkPriceType {
        /// `fixed`
        Fixed = "fixed",
        /// `percent_off`
        PercentOff = "percent_off",
    }
}

/// The category of a product.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct ProductCategoryEmbedded {
    /// Id of the category.
    pub id: i64,
    /// Name of the category.
    pub name: String,
    /// Name in URLs and in the filter `category`.
    pub slug: String,
}

/// What `listProductStyles` answers.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct ProductStyleListResponse {
    /// All active styles of the product.
    pub data: Vec<ProductStyle>,
}

serialize! { ProductStyleListResponse { "success" = true, "data": data } }

/// A style of a product in the designer, such as a cut.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct ProductStyle {
    /// Id of the style.
    pub id: i64,
    /// Id of the product.
    pub product_id: i64,
    /// Name of the style.
    pub name: String,
    /// Always true here, as only active styles are served.
    pub active: bool,
    /// Display order, ascending.
    pub order: i64,
    /// In display order.
    pub sides: Vec<ProductSide>,
}

/// A side of a style that can be printed on.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct ProductSide {
    /// Id of the side.
    pub id: i64,
    /// Id of the style.
    pub style_id: i64,
    /// Name of the side.
    pub name: String,
    /// Unique within the style.
    pub slug: String,
    /// URL of a picture of the blank product.
    pub mockup_image: String,
    /// Left edge of the print area, as a part of the picture's width.
    pub print_area_x: f64,
    /// Upper edge, as a part of the picture's height.
    pub print_area_y: f64,
    /// As a part of the picture's width.
    pub print_area_width: f64,
    /// As a part of the picture's height.
    pub print_area_height: f64,
    /// Display order, ascending.
    pub order: i64,
}

/// What `listCategories` answers.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct CategoryListResponse {
    /// All active categories.
    pub data: Vec<Category>,
}

serialize! { CategoryListResponse { "success" = true, "data": data } }

/// An active product category.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct Category {
    /// Id of the category.
    pub id: i64,
    /// Name of the category.
    pub name: String,
    /// Name in URLs and in the filter `category`.
    pub slug: String,
    /// What stands in the category; null without words.
    pub description: Option<String>,
    /// URL.
    pub image: Option<String>,
    /// Id of the parent; null at the top level, or when the parent is not active.
    pub parent_id: Option<i64>,
    /// Display order, ascending.
    pub order: i64,
    /// Active products of this very category now, without those of the categories below it.
    pub product_count: i64,
}
