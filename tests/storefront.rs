//! The storefront: a module for each tag.

mod shipping;
