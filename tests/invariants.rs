//! Rules for the whole tree: its crates, statements, documents and limits.

mod apis;
mod coverage;
mod dependencies;
mod documents;
mod limits;
mod links;
pub mod query_plans;
mod refused_by_compiler;
mod row_decoding;
mod runbook;
mod secrets;
pub mod sql_files;

/// The workspace's root folder.
const ROOT: &str = env!("CARGO_MANIFEST_DIR");
