//! `stoa ai`: the AI usage of stores.

use std::io::stdout;

use anyhow::{Result, ensure};
use clap::Subcommand;
use stoa_db::{Cells, Db};
use stoa_stores::ai_credits::{MonthOfUsage, list_usage};

use crate::listing::{self, Output};

#[derive(Debug, Subcommand)]
pub enum AiCommand {
    /// List what a store has spent on AI, a line per month (UTC), the newest first
    Usage {
        /// The site's id
        #[arg(long, value_name = "ID")]
        site: i64,
    },
}

pub async fn run(command: AiCommand, db: &Db) -> Result<()> {
    let AiCommand::Usage { site } = command;
    usage(db, site, &mut stdout()).await
}

/// Writes one line per month in which the site's store used AI.
pub async fn usage(db: &Db, site_id: i64, out: &mut Output) -> Result<()> {
    let months = list_usage(db, site_id).await?;
    ensure!(!months.is_empty(), "site {site_id} has no store: `stoa site list` shows the sites");
    let heading = ["MONTH", "IMAGES", "TEXT CALLS", "CREDITS", "UNDER WAY", "LIMIT"];
    listing::write(&heading, months.into_iter().map(cells), out)
}

fn cells(usage: MonthOfUsage) -> Cells {
    let MonthOfUsage { month, images, text_calls, credits, reserved, limit } = usage;
    let counts = [images, text_calls, credits, reserved].map(|count| Some(count.to_string()));
    let limit = limit.map(|credits| credits.to_string());
    [month].into_iter().chain(counts).chain([limit]).collect()
}
