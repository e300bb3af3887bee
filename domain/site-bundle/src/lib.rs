//! Import and export of whole sites. An import fills all tables of a site's content or none. An export reads one
//! snapshot of these tables.
//!
//! A bundle is one JSON file with one whole site. specs/site-bundle.schema.json defines its format.
//!
//! `import` reads the file twice: the first reading finds every fault, the second fills the tables in one transaction.
//! Both readings are streamed, so a file of any size needs little memory.
//!
//! `apply` changes only what differs between a file and its site, in many transactions.

mod apply;
mod batches;
pub mod bundles;
mod check;
pub mod demo;
mod export;
mod faults;
mod import;
mod items;
mod live_state;
mod prices;
mod progress;
mod reader;
mod references;
mod sections;

use apply::apply_to;
pub use apply::{Applied, ApplyOptions, Prefer, apply};
pub use check::SCHEMA;
pub use export::export;
pub use faults::Faults;
pub use import::{Existing, Imported, analyze, import, import_with_progress};
pub use live_state::LiveState;

use anyhow::Result;
use tokio_postgres::{Client, Row};

/// Whether the database has any site.
pub async fn has_sites(client: &Client) -> Result<bool> {
    Ok(client.query_opt("select from sites limit 1", &[]).await?.is_some())
}

/// Returns all sites.
pub async fn list(client: &Client) -> Result<Vec<Vec<Option<String>>>> {
    let rows = client.query(include_str!("list.sql"), &[]).await?;
    let cells = |row: &Row| (0..row.len()).map(|column| Ok(row.try_get(column)?)).collect();
    rows.iter().map(cells).collect()
}
