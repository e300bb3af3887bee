//! The APIs over HTTP: a module for each API, then modules for rules that they share.

mod compression;
mod cors;
mod fonts;
mod idempotency;
mod idempotent_operations;
pub mod live_chat;
mod other_requests;
mod payments;
mod protocol;
mod response_cache;
pub mod rest_v1;
pub mod staff;
pub mod storefront;
