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

/// The answer of `listProducts`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct ProductListResponse {
    /// The products on this page.
    pub data: Vec<ProductSummary>,
    /// Position of a page in the whole list.
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
    /// Description in one or two sentences; null if unset.
    pub short_description: Option<String>,
    /// Cents.
    pub price: i64,
    /// Former or usual price in cents, to show struck through.
    pub compare_at_price: Option<i64>,
    /// Whether the store highlights the product.
    pub featured: bool,
    /// Null when uncategorized, or when the category is not active.
    pub category_id: Option<i64>,
    /// Null when uncategorized, or when the category is not active.
    pub category_name: Option<String>,
    /// URL of the first image by display order.
    pub image: Option<String>,
    /// Creation time of the product.
    pub created_at: Timestamp,
}

/// The answer of `getProduct`.
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
    /// An active product as the designer needs it: with styles instead of options, variants, bulk
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
    /// Full description as HTML.
    pub description: Option<String>,
    /// Description in one or two sentences; null if unset.
    pub short_description: Option<String>,
    /// Cents.
    pub price: i64,
    /// Former or usual price in cents, to show struck through.
    pub compare_at_price: Option<i64>,
    /// Always null: the store's own cost is not for customers.
    pub cost_price: Option<i64>,
    /// Stock keeping unit.
    pub sku: Option<String>,
    /// For example an EAN, UPC or ISBN.
    pub barcode: Option<String>,
    /// Whether `quantity` limits how many can be sold.
    pub track_inventory: bool,
    /// Quantity in stock.
    pub quantity: Option<i64>,
    /// Decimal number as text; its unit is `weightUnit`.
    pub weight: Option<String>,
    /// Unit of `weight`, such as `kg` or `lb`.
    pub weight_unit: Option<String>,
    /// Inches.
    pub length_in: Option<f64>,
    /// Inches.
    pub width_in: Option<f64>,
    /// Inches.
    pub height_in: Option<f64>,
    /// Always `active`, because only active products are served.
    pub status: ProductStatus,
    /// Whether the store highlights the product.
    pub featured: bool,
    /// Whether customers can print their own design on it.
    pub is_designable: bool,
    /// Second flag with the same meaning as `isDesignable`, set independently.
    pub designable: bool,
    /// Title for search engines, instead of `name`.
    pub seo_title: Option<String>,
    /// Description for search engines.
    pub seo_description: Option<String>,
    /// The store's keywords for the product, unrelated to the tags of posts.
    pub tags: Option<Vec<String>>,
    /// The metadata keys that the store makes public, as an object; null if none is set.
    pub metadata: serde_json::Value,
    /// Creation time of the product.
    pub created_at: Timestamp,
    /// Time of the last change of the product.
    pub updated_at: Timestamp,
    /// In display order.
    pub images: Vec<ProductImage>,
    /// Choices for the customer, in display order.
    pub options: Vec<ProductOption>,
    /// Active variants, by id.
    pub variants: Vec<ProductVariant>,
    /// By `minQuantity`, then by id.
    pub bulk_pricing: Vec<BulkPricingRule>,
    /// Null when uncategorized, or when the category is not active.
    pub category: Option<ProductCategoryEmbedded>,
}

/// An active product as the designer needs it: with styles instead of options, variants, bulk
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
    /// Full description as HTML.
    pub description: Option<String>,
    /// Description in one or two sentences; null if unset.
    pub short_description: Option<String>,
    /// Cents.
    pub price: i64,
    /// Former or usual price in cents, to show struck through.
    pub compare_at_price: Option<i64>,
    /// Always null: the store's own cost is not for customers.
    pub cost_price: Option<i64>,
    /// Stock keeping unit.
    pub sku: Option<String>,
    /// For example an EAN, UPC or ISBN.
    pub barcode: Option<String>,
    /// Whether `quantity` limits how many can be sold.
    pub track_inventory: bool,
    /// Quantity in stock.
    pub quantity: Option<i64>,
    /// Decimal number as text; its unit is `weightUnit`.
    pub weight: Option<String>,
    /// Unit of `weight`, such as `kg` or `lb`.
    pub weight_unit: Option<String>,
    /// Inches.
    pub length_in: Option<f64>,
    /// Inches.
    pub width_in: Option<f64>,
    /// Inches.
    pub height_in: Option<f64>,
    /// Always `active`, because only active products are served.
    pub status: ProductStatus,
    /// Whether the store highlights the product.
    pub featured: bool,
    /// Whether customers can print their own design on it.
    pub is_designable: bool,
    /// Second flag with the same meaning as `isDesignable`, set independently.
    pub designable: bool,
    /// Title for search engines, instead of `name`.
    pub seo_title: Option<String>,
    /// Description for search engines.
    pub seo_description: Option<String>,
    /// The store's keywords for the product, unrelated to the tags of posts.
    pub tags: Option<Vec<String>>,
    /// The metadata keys that the store makes public, as an object; null if none is set.
    pub metadata: serde_json::Value,
    /// Creation time of the product.
    pub created_at: Timestamp,
    /// Time of the last change of the product.
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
    /// Alternative text for the picture.
    pub alt: Option<String>,
    /// Display order, ascending.
    pub order: i64,
    /// Creation time of the picture.
    pub created_at: Timestamp,
}

/// A choice for the customer, such as the color.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct ProductOption {
    /// Id of the option.
    pub id: i64,
    /// Id of the product.
    pub product_id: i64,
    /// For example `Color`.
    pub name: String,
    /// Display order, ascending.
    pub order: i64,
    /// Creation time of the option.
    pub created_at: Timestamp,
    /// In display order.
    pub values: Vec<ProductOptionValue>,
}

/// A value of an option, such as navy.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct ProductOptionValue {
    /// Id of the value.
    pub id: i64,
    /// Id of the option.
    pub option_id: i64,
    /// Internal value, such as `navy`.
    pub value: String,
    /// Display label; show `value` if null.
    pub label: Option<String>,
    /// Display order, ascending.
    pub order: i64,
    /// Creation time of the value.
    pub created_at: Timestamp,
}

/// A combination of option values that customers can buy.
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
    /// For example an EAN, UPC or ISBN.
    pub barcode: Option<String>,
    /// Cents.
    pub price: i64,
    /// Cents.
    pub compare_at_price: Option<i64>,
    /// Always null: the store's own cost is not for customers.
    pub cost_price: Option<i64>,
    /// Quantity in stock; null if the product's quantity applies.
    pub quantity: Option<i64>,
    /// Decimal number as text; its unit is the product's `weightUnit`.
    pub weight: Option<String>,
    /// Inches.
    pub length_in: Option<f64>,
    /// Inches.
    pub width_in: Option<f64>,
    /// Inches.
    pub height_in: Option<f64>,
    /// URL.
    pub image: Option<String>,
    /// Always true, because only active variants are served.
    pub active: bool,
    /// Creation time of the variant.
    pub created_at: Timestamp,
    /// Time of the last change of the variant.
    pub updated_at: Timestamp,
    /// One value for each option.
    pub option_values: Vec<VariantOptionValue>,
}

/// The value of one option in a variant.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct VariantOptionValue {
    /// Id of the option.
    pub option_id: i64,
    /// Id of one of the option's values.
    pub value_id: i64,
}

/// A price for larger quantities. A rule of the variant takes precedence over one of the product;
/// among the rules that fit, the one with the highest `minQuantity` applies.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct BulkPricingRule {
    /// Id of the rule.
    pub id: i64,
    /// Id of the product.
    pub product_id: i64,
    /// The variant that the rule applies to; null for the whole product.
    pub variant_id: Option<i64>,
    /// Smallest quantity of a line that the rule applies to.
    pub min_quantity: i64,
    /// Largest quantity that the rule applies to; null if there is no upper limit.
    pub max_quantity: Option<i64>,
    /// Meaning of `amount`. A discounted price is rounded half up to the cent.
    pub price_type: BulkPriceType,
    /// For `fixed`, the unit price in cents; for `percent_off`, the discount in basis points (1000 is
    /// 10 %).
    pub amount: i64,
    /// Creation time of the rule.
    pub created_at: Timestamp,
}

open! {
    /// Meaning of `amount`. A discounted price is rounded half up to the cent.
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

/// The answer of `listProductStyles`.
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
    /// Always true, because only active styles are served.
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
    /// Left edge of the print area, as a fraction of the picture's width.
    pub print_area_x: f64,
    /// Upper edge of the print area, as a fraction of the picture's height.
    pub print_area_y: f64,
    /// Width of the print area, as a fraction of the picture's width.
    pub print_area_width: f64,
    /// Height of the print area, as a fraction of the picture's height.
    pub print_area_height: f64,
    /// Display order, ascending.
    pub order: i64,
}

/// The answer of `listCategories`.
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
    /// Text about the category; null if it has none.
    pub description: Option<String>,
    /// URL.
    pub image: Option<String>,
    /// Id of the parent; null at the top level, or when the parent is not active.
    pub parent_id: Option<i64>,
    /// Display order, ascending.
    pub order: i64,
    /// Live count of active products in this category, without its subcategories.
    pub product_count: i64,
}
