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
                (false, _) => Existing::Refuse,
                (true, false) => Existing::Replace,
                (true, true) => Existing::ReplaceDiscardingLiveState,
            };
            let (imported, done) = import(client, &files, existing).await;
            // The files before a refused one were imported.
            done.and(bundle::analyze(client, &imported).await)
        }
        SiteCommand::Export { id } => {
            let mut out = BufWriter::new(stdout());
            bundle::export(client, id, &mut out).await?;
            Ok(out.flush()?)
        }
        SiteCommand::List => bundle::list(client, &mut stdout()).await,
    }
}

/// Imports the files until one is refused, and prints a line for each.
async fn import(
    client: &mut Client,
    files: &[PathBuf],
    existing: Existing,
) -> (Vec<Imported>, Result<()>) {
    let mut all = Vec::new();
    for file in files {
        match bundle::import(client, file, existing).await {
            Ok(imported) => {
                // A closed standard output does not end the import.
                let _ = writeln!(stdout(), "{imported}");
                all.push(imported);
            }
            Err(error) => return (all, Err(error)),
        }
    }
    (all, Ok(()))
}
