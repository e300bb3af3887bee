//! Arguments of `stoa backup` and `stoa restore`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::StorageSettings;

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
