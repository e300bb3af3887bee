//! `stoa backup` and `stoa restore`: an archive of the whole database and its files.

use std::io::{IsTerminal, Write, stderr, stdin, stdout};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use clap::{Args, ValueEnum};
use indicatif::{ProgressBar, ProgressStyle};
use stoa_schema::backup::{self, Progress, Totals};
use stoa_storage::Storage;

use crate::config::StorageSettings;
use crate::database::Database;

#[derive(Debug, Clone, Args)]
pub struct BackupSettings {
    /// The archive to write, which must not exist yet; - for standard output
    #[arg(value_name = "FILE")]
    pub archive: PathBuf,
    /// Whether the archive includes the files that the database refers to
    #[arg(long = "files", value_name = "WHICH", default_value = "auto")]
    pub which: WhichFiles,
    #[command(flatten)]
    pub storage: StorageSettings,
}

#[derive(Debug, Clone, Args)]
pub struct RestoreSettings {
    /// The archive to load, from `stoa backup`; - for standard input
    #[arg(value_name = "FILE")]
    pub archive: PathBuf,
    /// Whether the files in the archive are stored too
    #[arg(long = "files", value_name = "WHICH", default_value = "yes")]
    pub which: WhichFiles,
    #[command(flatten)]
    pub storage: StorageSettings,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum WhichFiles {
    /// Files in a folder, but not in a bucket
    Auto,
    /// All files, also in a bucket
    Yes,
    /// No files
    No,
}

pub async fn back_up(settings: &BackupSettings, database: &Database) -> Result<()> {
    let path = &settings.archive;
    let to_stdout = path == Path::new("-");
    ensure!(
        !to_stdout || !stdout().is_terminal(),
        "an archive cannot be written to a terminal: name a file, or redirect the output"
    );
    let archive = match to_stdout {
        true => backup::to_writer(stdout(), "standard output"),
        false => backup::to_file(path)?,
    };
    let storage = storage(settings.which, &settings.storage, database)?;
    let mut client = database.client().await?;
    let progress = progress();
    let report = |step: Progress<'_>| show(&progress, step);
    let totals = backup::backup(&mut client, storage.as_ref(), archive, &report).await?;
    progress.finish_and_clear();
    let mut said = format!("backed up {totals}\n");
    said += &missing(&totals);
    said += "the server's secret is not in the archive: back it up too, because stores' keys and waiting mails are encrypted with it\n";
    // Standard output may carry the archive. The report then goes to standard error.
    let mut out: Box<dyn Write> = if to_stdout { Box::new(stderr()) } else { Box::new(stdout()) };
    Ok(out.write_all(said.as_bytes())?)
}

pub async fn restore(settings: &RestoreSettings, database: &Database) -> Result<()> {
    let path = &settings.archive;
    let archive = match path == Path::new("-") {
        true => backup::from_reader(stdin()),
        false => backup::open(path)?,
    };
    let storage = storage(settings.which, &settings.storage, database)?;
    let mut client = database.client().await?;
    let progress = progress();
    let report = |step: Progress<'_>| show(&progress, step);
    let totals = backup::restore(&mut client, storage.as_ref(), archive, &report).await;
    let totals = totals.with_context(|| format!("{} cannot be restored", path.display()))?;
    progress.finish_and_clear();
    let mut said = format!("restored {totals}\n");
    said += &missing(&totals);
    said += &match &database.data_dir {
        Some(folder) => format!(
            "start the server with the secret of the one that was backed up: copy the file `secret` of its data directory to {}\n",
            folder.display()
        ),
        None => {
            "start the server with the secret of the one that was backed up (STOA_SECRET)\n".into()
        }
    };
    if database.embedded.is_none() {
        said += "the archive contains no rights of roles: grant them to the server's role again (Database roles, in the runbook)\n";
    }
    Ok(stdout().write_all(said.as_bytes())?)
}

fn missing(totals: &Totals) -> String {
    match totals.files.missing {
        0 => String::new(),
        missing => format!("{missing} files that the database refers to were missing\n"),
    }
}

fn storage(
    which: WhichFiles,
    settings: &StorageSettings,
    database: &Database,
) -> Result<Option<Storage>> {
    let storage = match which {
        WhichFiles::No => return Ok(None),
        WhichFiles::Auto | WhichFiles::Yes => settings.open(database)?,
    };
    Ok(Some(storage).filter(|storage| which == WhichFiles::Yes || storage.is_local()))
}

/// A progress bar, shown on a terminal only.
fn progress() -> ProgressBar {
    let style = ProgressStyle::with_template("{spinner} {bytes} {elapsed} {msg}");
    let style = style.unwrap_or_else(|_| ProgressStyle::default_spinner());
    ProgressBar::no_length().with_style(style)
}

fn show(bar: &ProgressBar, progress: Progress<'_>) {
    match progress {
        Progress::Step(name) => bar.set_message(name.to_owned()),
        Progress::Bytes(bytes) => bar.inc(bytes),
    }
}
