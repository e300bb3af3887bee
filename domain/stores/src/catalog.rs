//! The products and product categories of a site, as REST v1 and the storefront both read them, and what a piece
//! costs among many.
//!
//! Each API has types of its own for the same rows, so a read is generic over what a row fills. Who may read, and
//! whether the site has a store, is settled by the caller.

mod bulk_pricing;
mod products;

pub use bulk_pricing::{BulkPrice, BulkRule, unit_price};
pub use products::{
    ProductQuery, ProductSort, get_product_by_slug, get_public_product_by_id,
    get_public_product_by_slug, list_product_categories, list_product_styles, list_products,
    total_pages,
};
