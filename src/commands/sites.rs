//! `stoa site`: imports, exports, converts and lists whole sites.

use std::io::{BufWriter, Write, stdout};
use std::path::{Path, PathBuf};

use anyhow::Result;
use clap::Subcommand;
use indicatif::{ProgressBar, ProgressStyle};
use stoa_audit::Origin;
use stoa_site_bundle::{ApplyOptions, Existing, Imported, Prefer};
use tokio_postgres::Client;

use super::conversion::{self, ConvertCommand};
use crate::listing::{self, Output};

#[derive(Debug, Subcommand)]
pub enum SiteCommand {
    /// Load sites from bundles, each in one transaction
    Import {
        /// Bundles: JSON files, one site each
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
        /// Replace the content, settings and keys of an existing site. Refused if the site has orders, or if it has
        /// keys, uses of codes or spent gift certificates that are not in the file
        #[arg(long)]
        replace: bool,
        /// Replace the site even if it has such state, and discard that state. Orders remain, but no longer hold stock,
        /// codes and certificates. Pending orders expire. Revoked keys stay revoked
        #[arg(long, requires = "replace")]
        discard_live_state: bool,
    },
    /// Change a site to what a bundle says, while customers use the site. Stock, uses, balances and API keys of the site
    /// stay as they are
    ///
    /// A row that has changed since the bundle's export is a conflict. Conflicts refuse the bundle, unless --prefer decides
    /// them. Members that the bundle's site, branding and store lack stay as they are. A bundle whose store has another
    /// currency is refused: `updateStoreSettings` of the staff API changes the currency. The command may be interrupted
    /// and run again. Export the site again before the next edit.
    Apply {
        /// A bundle: a JSON file, as `stoa site export` writes it
        file: PathBuf,
        /// List the differences and change nothing
        #[arg(long)]
        dry_run: bool,
        /// Archive products and disable gift certificates that the bundle lacks, and remove other rows that it lacks if
        /// nothing depends on them
        #[arg(long)]
        prune: bool,
        /// Decide conflicts: for the bundle's rows, or for the site's
        #[arg(long, value_name = "SIDE", value_parser = ["file", "site"])]
        prefer: Option<String>,
    },
    /// Write a site as a bundle to standard output
    Export {
        /// The site's id
        id: i64,
    },
    /// Convert an export of another system to a bundle
    #[command(subcommand)]
    Convert(ConvertCommand),
    /// List the sites
    List,
}

pub async fn run(command: SiteCommand, client: &mut Client) -> Result<()> {
    match command {
        SiteCommand::Import { files, replace, discard_live_state } => {
            let existing = match (replace, discard_live_state) {
                (false, _) => Existing::Refuse,
                (true, false) => Existing::Replace,
                (true, true) => Existing::ReplaceDiscardingLiveState,
            };
            let (imported, done) = import(client, &files, existing).await;
            // Sites that were imported before a file was refused are analyzed too.
            done.and(stoa_site_bundle::analyze(client, &imported).await)
        }
        SiteCommand::Apply { file, dry_run, prune, prefer } => {
            let prefer = prefer.map(|side| match side.as_str() {
                "file" => Prefer::File,
                _ => Prefer::Site,
            });
            apply(client, &file, ApplyOptions { dry_run, prune, prefer }).await
        }
        SiteCommand::Export { id } => {
            let mut out = BufWriter::new(stdout());
            stoa_site_bundle::export(client, id, &mut out).await?;
            Ok(out.flush()?)
        }
        SiteCommand::Convert(command) => conversion::run(&command),
        SiteCommand::List => list(client, &mut stdout()).await,
    }
}

/// Imports the files until one is refused, and prints one line per file.
async fn import(
    client: &mut Client,
    files: &[PathBuf],
    existing: Existing,
) -> (Vec<Imported>, Result<()>) {
    let origin = Origin::of_command("stoa site import");
    let mut all = Vec::new();
    for file in files {
        match import_with_bar(client, file, existing, Some(&origin)).await {
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

/// Imports a file. If standard error is a terminal, a progress bar shows the bytes read.
pub(crate) async fn import_with_bar(
    client: &mut Client,
    file: &Path,
    existing: Existing,
    origin: Option<&Origin>,
) -> Result<Imported> {
    let (bar, report) = bar();
    let imported =
        stoa_site_bundle::import_with_progress(client, file, existing, origin, report).await;
    bar.finish_and_clear();
    imported
}

/// Applies a bundle, and prints a line for each row that changes.
async fn apply(client: &mut Client, file: &Path, options: ApplyOptions) -> Result<()> {
    let origin = Origin::of_command("stoa site apply");
    let mut out = BufWriter::new(stdout());
    let (bar, report) = bar();
    let applied = stoa_site_bundle::apply(client, file, options, &origin, &mut out, report).await;
    bar.finish_and_clear();
    let flushed = out.flush();
    writeln!(out, "{}", applied?)?;
    Ok(flushed.and(out.flush())?)
}

/// A progress bar of bytes on standard error, if that is a terminal, and the function that moves it.
fn bar() -> (ProgressBar, impl Fn(u64, u64) + Send + 'static) {
    let style = ProgressStyle::with_template("{wide_bar} {bytes}/{total_bytes} {eta}");
    let style = style.unwrap_or_else(|_| ProgressStyle::default_bar());
    let bar = ProgressBar::new(0).with_style(style);
    let shown = bar.clone();
    let report = move |read, total| {
        shown.set_length(total);
        shown.set_position(read);
    };
    (bar, report)
}

pub async fn list(client: &Client, out: &mut Output) -> Result<()> {
    let headings = ["ID", "NAME", "DOMAIN", "SUBDOMAIN", "STATE"];
    listing::write(&headings, stoa_site_bundle::list(client).await?, out)
}
