//! The settings of a site and of its store, and the branding, as staff read and change them.

mod branding;
mod site;
mod store;

pub use branding::{BrandingRefusal, get_branding, update_branding};
pub use site::{SiteRefusal, get_site_settings, update_site_settings};
pub use store::{
    HAS_ORDERS, HAS_UNCHARGED_PRICES, StoreRefusal, get_store_settings, update_store_settings,
};
