//! `stoa site`: whole sites are imported, exported and listed.

use std::io::{BufWriter, Write, stdout};
use std::path::PathBuf;

use anyhow::Result;
use tokio_postgres::Client;

use crate::bundle::{self, Existing, Imported};
use crate::config::SiteCommand;

pub async fn run(command: SiteCommand, client: &mut Client) -> Result<()> {
    match command {
        SiteCommand::Import { files, replace, discard_live_state } => {
            let existing = match (replace, discard_live_state) {
                (false, _) => Existing::Refused,
                (true, false) => Existing::Replaced,
                (true, true) => Existing::ReplacedWithLiveState,
            };
            let mut imports = Vec::new();
            let done = import(client, &files, existing, &mut imports).await;
            // Also where a later file was refused: those before it were imported.
            bundle::analyze(client, &imports).await?;
            done
        }
        SiteCommand::Export { id } => {
            let mut out = BufWriter::new(stdout());
            bundle::export(client, id, &mut out).await?;
            Ok(out.flush()?)
        }
        SiteCommand::List => bundle::list(client, &mut stdout()).await,
    }
}

/// Imports the files until one is refused, and tells of each.
async fn import(
    client: &mut Client,
    files: &[PathBuf],
    existing: Existing,
    imports: &mut Vec<Imported>,
) -> Result<()> {
    for file in files {
        let imported = bundle::import(client, file, existing).await?;
        writeln!(stdout(), "{imported}")?;
        imports.push(imported);
    }
    Ok(())
}
