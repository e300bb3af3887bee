//! `stoa migrate`: migrates the schema, or prints its state.

use std::io::stdout;

use anyhow::Result;
use chrono::SecondsFormat;
use clap::Args;
use stoa_db::Cells;
use stoa_schema::migrations::{Applied, Status, migrate};
use tokio_postgres::Client;

use crate::listing::{self, Output};

/// Options of `stoa migrate`.
#[derive(Debug, Clone, Copy, Args)]
pub struct MigrateSettings {
    /// Change nothing: list pending migrations, and fail if there are any
    #[arg(long)]
    pub check: bool,
    /// Change nothing: list applied migrations with their times, pending ones, and those newer than this stoa
    #[arg(long, conflicts_with = "check")]
    pub status: bool,
}

pub async fn run(settings: MigrateSettings, client: &mut Client) -> Result<()> {
    match settings {
        MigrateSettings { check: true, .. } => {
            check(&stoa_schema::migrations::status(client).await?, &mut stdout())
        }
        MigrateSettings { status: true, .. } => {
            list(&stoa_schema::migrations::status(client).await?, &mut stdout())
        }
        MigrateSettings { .. } => migrate(client).await,
    }
}

/// Writes one line per pending migration, and fails if there is one.
pub fn check(status: &Status, out: &mut Output) -> Result<()> {
    for pending in &status.pending {
        writeln!(out, "{pending} is pending")?;
    }
    status.ready()
}

/// Writes one line per migration: applied (and when), pending, or applied and newer than this binary.
pub fn list(status: &Status, out: &mut Output) -> Result<()> {
    let applied = |applied: &Applied, more: &str| {
        let at = applied.applied_at.to_rfc3339_opts(SecondsFormat::Secs, true);
        row(applied.version, &applied.name, format!("applied {at}{more}"))
    };
    let mut rows: Vec<_> = status.applied.iter().map(|migration| applied(migration, "")).collect();
    rows.extend(
        status
            .pending
            .iter()
            .map(|migration| row(migration.version, &migration.name, "pending".into())),
    );
    rows.extend(status.newer.iter().map(|migration| applied(migration, ", newer than this stoa")));
    rows.sort();
    listing::write(&["VERSION", "NAME", "STATE"], rows, out)?;
    status.compatible()
}

fn row(version: i32, name: &str, state: String) -> Cells {
    vec![Some(format!("V{version:03}")), Some(name.to_owned()), Some(state)]
}
