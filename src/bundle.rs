//! The site bundle: one JSON file that holds one whole site. Its format is specs/site-bundle.schema.json.
//!
//! `import` reads the file twice: the first reading finds every fault, the second fills the tables in one
//! transaction. Both stream, so that a file of any size needs little memory.

mod batches;
mod check;
mod export;
mod faults;
mod import;
mod items;
mod live_state;
mod reader;
mod references;
mod sections;

pub use check::SCHEMA;
pub use export::export;
pub use faults::Faults;
pub use import::{Existing, Imported, analyze, import};
pub use live_state::LiveState;

use std::io::Write;

use anyhow::Result;
use tokio_postgres::Client;

use crate::listing;

/// Writes a line for each site: id, name, domain, subdomain, whether it is active.
pub async fn list(client: &Client, out: &mut (dyn Write + Send)) -> Result<()> {
    let rows = client.query(include_str!("bundle/list.sql"), &[]).await?;
    listing::write(&["ID", "NAME", "DOMAIN", "SUBDOMAIN", "STATE"], listing::cells(&rows)?, out)
}
