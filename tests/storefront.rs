//! The storefront: a module for each tag.

mod commands;
mod orders;
mod purchases;
mod shipping;
mod sweep;
mod tracking;
mod webhooks;
