//! Arguments of `stoa backup` and `stoa restore`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::StorageSettings;

#[derive(Debug, Clone, Args)]
pub struct BackupSettings {
    /// The archive, which is not there yet; - for standard output
    #[arg(value_name = "FILE")]
    pub archive: PathBuf,
    /// Whether the files that rows name are in it
    #[arg(long = "files", value_name = "WHICH", default_value = "auto")]
    pub which: WhichFiles,
    #[command(flatten)]
    pub storage: StorageSettings,
}

#[derive(Debug, Clone, Args)]
pub struct RestoreSettings {
    /// An archive of `stoa backup`; - for standard input
    #[arg(value_name = "FILE")]
    pub archive: PathBuf,
    /// Whether the files that are in it are stored too
    #[arg(long = "files", value_name = "WHICH", default_value = "yes")]
    pub which: WhichFiles,
    #[command(flatten)]
    pub storage: StorageSettings,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum WhichFiles {
    /// Those of a folder; a bucket keeps its own
    Auto,
    /// All of them, a bucket's too
    Yes,
    /// None of them
    No,
}
