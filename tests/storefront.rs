//! The storefront: a module for each tag.

mod checkout;
mod shipping;
mod stripe;
