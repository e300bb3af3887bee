//! The whole suite of the server in one binary, so that one Postgres serves it all.

#![cfg(test)]
#![allow(non_snake_case, reason = "a test is its subject and, behind two underscores, its case")]

mod contract;
mod harness;

mod arrows;
mod backup;
mod browsers;
mod chat_client;
mod client;
mod compression;
mod coverage;
mod database;
mod demo_chat;
mod demo_designer;
mod demo_store;
mod deploy;
mod documents;
mod drain;
mod embedded_postgres;
mod examples;
pub mod files;
mod fonts;
mod full_disk;
mod idempotency;
mod jobs;
mod limits;
mod live_chat;
mod mails;
mod operators;
mod pages;
mod payments;
mod plans;
mod poolers;
mod progenitor_client;
mod protocol;
mod reference;
mod refused_by_compiler;
mod repeats;
mod response_cache;
mod rest_v1;
mod rows;
mod secrets;
mod site_bundle;
mod sql_files;
mod start_page;
mod start_up;
mod statements;
mod storefront;
mod telemetry;
mod tls;
#[cfg(target_os = "linux")]
mod tls_to_postgres;
