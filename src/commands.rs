//! The commands other than `serve` and `check`. Each one parses its arguments, calls the domain, and prints.

pub mod ai;
pub mod backup;
pub mod carts;
pub mod chat;
pub mod customers;
pub mod designs;
pub mod files;
pub mod health;
pub mod keys;
pub mod mail;
pub mod migrate;
pub mod orders;
pub mod payments;
pub mod people;
pub mod sites;
pub mod stores;
pub mod support;
