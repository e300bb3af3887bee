//! Operation of a server: commands, files, mails, jobs, backups, upgrades and faults.

pub mod backup;
mod database;
mod drain;
pub mod embedded_postgres;
mod fair_shares;
pub mod files;
#[cfg(target_os = "linux")]
mod frozen_database;
mod full_disk;
mod jobs;
pub mod mails;
pub mod operators;
pub mod poolers;
#[cfg(target_os = "linux")]
mod replicas;
pub mod session_settings;
mod shared_limits;
mod site_bundle;
pub mod start_up;
mod sweep_backlog;
pub mod telemetry;
mod tls;
#[cfg(target_os = "linux")]
mod tls_to_postgres;
mod webhooks;
