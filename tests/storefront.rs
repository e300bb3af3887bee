//! The storefront: a module for each tag, then what holds for all of its operations.

mod cart;
mod codes;
mod shipping;
