//! A site's active products and product categories, and bulk prices. REST v1 and the storefront both read them.
//!
//! Each API has its own types for the same rows, so each function is generic over the type of the row. The caller
//! checks access, and whether the site has a store.

mod bulk_pricing;
pub mod categories;
mod products;
pub mod staff;

pub use stoa_storefront_types::ProductSort;

pub use bulk_pricing::{BulkPrice, BulkRule, unit_price};
pub use products::{
    ProductQuery, get_product_by_id, get_product_by_slug, list_product_categories,
    list_product_styles, list_products,
};
