//! Converts the exports of other systems to site bundles: products of Shopify and WooCommerce, and the content of
//! WordPress.
//!
//! A conversion reads its file twice, one product or post at a time: the first reading finds what belongs together, the
//! second writes the bundle. It reports what the bundle cannot hold as [`Losses`]. The bundle passes the import as it is.

mod bundle;
mod categories;
mod html;
mod limited;
mod losses;
mod numbers;
mod products;
mod shopify;
mod slugs;
mod table;
mod text;
mod woocommerce;
mod wordpress;

pub use bundle::Converted;
pub use losses::Losses;
pub use shopify::convert as convert_shopify;
pub use woocommerce::convert as convert_woocommerce;
pub use wordpress::convert as convert_wordpress;

/// The members of the bundle's `site` that the operator names.
#[derive(Debug, Clone, Default)]
pub struct Site {
    pub id: i64,
    /// If absent, the name in the export. Exports of products have none.
    pub name: Option<String>,
    pub domain: Option<String>,
    pub subdomain: Option<String>,
}
