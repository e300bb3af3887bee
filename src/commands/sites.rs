//! `stoa site`: whole sites are imported, exported and listed.

use std::io::{BufWriter, Write, stdout};

use anyhow::Result;
use tokio_postgres::Client;

use crate::bundle;
use crate::config::SiteCommand;

pub async fn run(command: SiteCommand, client: &mut Client) -> Result<()> {
    match command {
        SiteCommand::Import { files, replace } => {
            for file in files {
                let imported = match replace {
                    true => bundle::replace(client, &file).await?,
                    false => bundle::import(client, &file).await?,
                };
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
