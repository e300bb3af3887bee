//! The server `stoa`: commands, configuration, and the APIs as one service.
//!
//! The handlers of the APIs are in handlers/, their documents in specs/.

pub mod admin;
pub mod apis;
pub mod app;
mod certificate;
pub mod check;
pub mod commands;
pub mod config;
mod cors;
pub mod database;
pub mod demo;
mod disk;
mod documents;
pub mod files;
mod fonts;
pub mod health;
mod listing;
pub mod log;
mod page;
mod reference;
mod retention;
pub mod secret;
pub mod serve;
mod signals;
pub mod staff_gate;
mod standby;
mod start_page;
mod static_file;
pub mod telemetry;
mod text;
mod unsubscribe_page;
mod verification_page;
