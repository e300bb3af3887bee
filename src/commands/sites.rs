//! `stoa site`: whole sites are imported, exported and listed.

use std::io::{BufWriter, Write, stdout};

use anyhow::Result;
use tokio_postgres::Client;

use crate::bundle::{self, Existing};
use crate::config::SiteCommand;

pub async fn run(command: SiteCommand, client: &mut Client) -> Result<()> {
    match command {
        SiteCommand::Import { files, replace, discard_live_state } => {
            let existing = match (replace, discard_live_state) {
                (false, _) => Existing::Refused,
                (true, false) => Existing::Replaced,
                (true, true) => Existing::ReplacedWithLiveState,
            };
            for file in files {
                let imported = bundle::import(client, &file, existing).await?;
                writeln!(stdout(), "{imported}")?;
            }
            Ok(())
        }
        SiteCommand::Export { id } => {
            let mut out = BufWriter::new(stdout());
            bundle::export(client, id, &mut out).await?;
            Ok(out.flush()?)
        }
        SiteCommand::List => bundle::list(client, &mut stdout()).await,
    }
}
