//! `stoa file`: pictures that operators add.

use std::fs;
use std::io::{Write, stdout};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, bail};
use chrono::Utc;
use clap::Subcommand;
use stoa_audit::Origin;
use stoa_db::Db;
use stoa_files::staff::{self, Removal};
use stoa_files::{Files, NewFile};
use stoa_images::{Picture, Refused};

use crate::config::FilePlace;
use crate::database::Database;
use crate::listing::{self, Output};

#[derive(Debug, Subcommand)]
pub enum FileCommand {
    /// Add a picture to a site's files and print its URL; it stays until it is removed
    Add {
        /// The site's id
        #[arg(long, value_name = "ID")]
        site: i64,
        /// PNG, JPEG, WebP or GIF
        #[arg(value_name = "FILE")]
        file: PathBuf,
        #[command(flatten)]
        place: Box<FilePlace>,
    },
    /// List added files, by name, 500 at most
    List {
        /// List only the files of this site
        #[arg(long, value_name = "ID")]
        site: Option<i64>,
    },
    /// Remove an added file; pages that use its URL no longer show it
    Remove {
        /// The site's id
        #[arg(long, value_name = "ID")]
        site: i64,
        /// The file's key, as `stoa file list` shows it
        #[arg(value_name = "KEY")]
        key: String,
        #[command(flatten)]
        place: Box<FilePlace>,
    },
}

/// Maximum size of a file. Uploads have the same limit.
const MAX_FILE_BYTES: u64 = 20 * 1024 * 1024;

pub async fn run(command: FileCommand, database: &Database, db: &Db) -> Result<()> {
    match command {
        FileCommand::Add { site, file, place } => {
            let url = add(&place.files(db, database).await?, site, &file).await?;
            Ok(writeln!(stdout(), "{url}")?)
        }
        FileCommand::List { site } => list(db, site, &mut stdout()).await,
        FileCommand::Remove { site, key, place } => {
            remove(&place.files(db, database).await?, site, &key, &mut stdout()).await
        }
    }
}

/// Stores a picture like a customer's upload, and returns its URL.
pub async fn add(files: &Files, site_id: i64, path: &Path) -> Result<String> {
    let shown = path.display();
    let size = fs::metadata(path).with_context(|| format!("{shown} cannot be read"))?.len();
    if size > MAX_FILE_BYTES {
        bail!("{shown} is larger than {} MiB", MAX_FILE_BYTES / 1024 / 1024);
    }
    let bytes = fs::read(path).with_context(|| format!("{shown} cannot be read"))?;
    let cleaned = tokio::task::spawn_blocking(move || stoa_images::clean(bytes.into())).await?;
    let Picture { bytes, media_type, extension, width, height } =
        cleaned.map_err(|refused| reason(&shown.to_string(), refused))?;
    let file = NewFile { bytes, media_type, extension, width, height };
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let origin = Origin::of_command("stoa file add");
    let added = staff::add(files, &origin, site_id, &name, &file).await;
    match added {
        Ok(key) => Ok(files.url(site_id, &key)),
        Err(error) if error.is_of_no_site() => bail!("there is no site {site_id}"),
        Err(error) => Err(error.into()),
    }
}

/// Writes one line per added file, by name, 500 at most.
pub async fn list(db: &Db, site_id: Option<i64>, out: &mut Output) -> Result<()> {
    let headings = ["SITE", "KEY", "NAME", "TYPE", "BYTES", "PIXELS", "ADDED"];
    listing::write(&headings, staff::list(db, site_id).await?, out)
}

pub async fn remove(files: &Files, site_id: i64, key: &str, out: &mut Output) -> Result<()> {
    let origin = Origin::of_command("stoa file remove");
    match staff::remove(files, &origin, site_id, key, Utc::now()).await? {
        Removal::Removed => Ok(()),
        Removal::Later => Ok(writeln!(
            out,
            "the media library, a design or an order uses {key}: it is removed with the last of them"
        )?),
        Removal::Missing => {
            bail!("site {site_id} has no added file {key}: `stoa file list` lists them")
        }
    }
}

fn reason(file: &str, refused: Refused) -> anyhow::Error {
    match refused {
        Refused::NotAPicture => {
            anyhow!("{file} is not a PNG, JPEG, WebP or GIF image, or is damaged")
        }
        Refused::TooLarge => {
            anyhow!(
                "{file} has more than 50 megapixels, or a side of more than 12,000 pixels, or would take more than 8 \
                 times its bytes plus 1 MiB in the storage"
            )
        }
        Refused::Busy => {
            anyhow!("{file} was not read: too many images are being decoded, try again")
        }
    }
}
