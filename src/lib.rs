//! The server `stoa`: commands, configuration, and the APIs put together as one service.
//! What an API answers lives in handlers/, what it promises in specs/.

pub mod app;
pub mod backup;
pub mod bundle;
pub mod commands;
pub mod config;
mod cors;
pub mod database;
pub mod demo;
mod disk;
mod documents;
pub mod embedded_postgres;
pub mod files;
mod fonts;
mod listing;
pub mod log;
pub mod migrations;
mod page;
mod reference;
pub mod secret;
pub mod serve;
mod start_page;
