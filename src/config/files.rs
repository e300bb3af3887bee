//! Settings of file storage.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use clap::Args;
use nix::errno::Errno;
use nix::unistd::{AccessFlags, access};
use stoa_db::Db;
use stoa_files::Files;
use stoa_storage::{S3Settings, Storage};
use stoa_values::Clock;

use super::PublicUrl;
use super::public_url::parse_base_url;
use crate::database::Database;

/// The warning for a server whose database may be shared, but whose files are in this local folder.
pub fn files_are_not_shared(folder: &Path) -> String {
    format!(
        "files are stored in {} of this machine (STOA_FILES_DIR): several servers of one database need a bucket (STOA_S3_BUCKET)",
        folder.display()
    )
}

/// File storage.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Files and fonts")]
pub struct StorageSettings {
    /// Folder of uploads and drawings; `files` in the data directory if absent
    #[arg(long, env, value_name = "FOLDER", conflicts_with = "s3_bucket")]
    pub files_dir: Option<PathBuf>,
    /// S3 bucket of uploads and drawings, instead of a folder. Several servers need one; databases must not share one
    #[arg(long, env, value_name = "BUCKET")]
    pub s3_bucket: Option<String>,
    /// Endpoint of the bucket if it is not at Amazon, such as https://s3.example.com
    #[arg(long, env, value_name = "URL")]
    pub s3_endpoint: Option<String>,
    /// Region of the bucket
    #[arg(long, env, default_value = "us-east-1", value_name = "REGION")]
    pub s3_region: String,
    /// Access key id for the bucket
    #[arg(long, env, value_name = "ID")]
    pub s3_access_key_id: Option<String>,
    /// Secret access key for the bucket
    #[arg(long, env, hide_env_values = true, value_name = "KEY")]
    pub s3_secret_access_key: Option<String>,
}

/// File storage, and the URL at which browsers read files.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Files and fonts")]
pub struct FileSettings {
    #[command(flatten)]
    pub storage: StorageSettings,
    /// URL at which browsers read files, such as that of a CDN in front of the bucket; /files of this server if absent
    #[arg(long, env, value_name = "URL", value_parser = parse_base_url)]
    pub files_url: Option<String>,
}

/// Options of commands that print URLs of files, or read files.
#[derive(Debug, Clone, Args)]
pub struct FilePlace {
    #[command(flatten)]
    pub files: FileSettings,
    #[command(flatten)]
    pub public_url: PublicUrl,
}

impl FilePlace {
    pub async fn files(&self, db: &Db, database: &Database) -> Result<Files> {
        let public_url = self.public_url.for_links(db).await?;
        self.files.files(db, &Clock::default(), database, &public_url)
    }
}

impl FileSettings {
    /// The files of a database whose server has this public URL.
    pub fn files(
        &self,
        db: &Db,
        clock: &Clock,
        database: &Database,
        public_url: &str,
    ) -> Result<Files> {
        let storage = self.storage.open(database)?;
        let own = || format!("{public_url}/files");
        let base_url = self.files_url.clone().unwrap_or_else(own);
        Ok(Files::new(db.clone(), clock.clone(), storage, &base_url))
    }
}

impl StorageSettings {
    /// Returns a warning if other servers of the database could not read these files.
    pub fn warning(&self, database: &Database) -> Option<String> {
        let folder = self.folder(database.files_dir.as_deref());
        folder.filter(|_| database.data_dir.is_none()).map(files_are_not_shared)
    }

    /// Returns the folder of files, or `None` if the files are in a bucket. `usual` is the folder in the data directory.
    pub fn folder<'a>(&'a self, usual: Option<&'a Path>) -> Option<&'a Path> {
        self.files_dir.as_deref().or(usual).filter(|_| self.s3_bucket.is_none())
    }

    /// Fails if this process may not write to the folder of files, or to the folder of a site in it. If the folder does
    /// not exist yet, this process must be able to create it.
    pub fn check_folder(&self, usual: Option<&Path>) -> Result<()> {
        let Some(folder) = self.folder(usual) else { return Ok(()) };
        let folder = std::path::absolute(folder)?;
        let existing = folder.ancestors().find(|folder| folder.exists());
        let sites = fs::read_dir(&folder).into_iter().flatten().filter_map(Result::ok);
        let sites = sites.map(|entry| entry.path()).filter(|path| path.is_dir());
        for folder in existing.map(Path::to_owned).into_iter().chain(sites) {
            let may_write = match folder.is_dir() {
                true => access(&folder, AccessFlags::W_OK | AccessFlags::X_OK),
                false => Err(Errno::ENOTDIR),
            };
            may_write.with_context(|| {
                format!(
                    "files cannot be stored in {}: let the user of the server write to it, choose another folder with \
                     STOA_FILES_DIR, or a bucket with STOA_S3_BUCKET",
                    folder.display()
                )
            })?;
        }
        Ok(())
    }

    /// Opens the folder or the bucket.
    pub(crate) fn open(&self, database: &Database) -> Result<Storage> {
        if let Some(bucket) = self.bucket()? {
            return Ok(bucket);
        }
        let folder = self.folder(database.files_dir.as_deref()).context(
            "set a folder for files with STOA_FILES_DIR, or a bucket with STOA_S3_BUCKET",
        )?;
        Ok(Storage::local(folder))
    }

    /// Returns the bucket, if it is configured, without contacting it.
    pub(crate) fn bucket(&self) -> Result<Option<Storage>> {
        let Some(bucket) = &self.s3_bucket else { return Ok(None) };
        let key = |key: &Option<String>, name| {
            key.clone().with_context(|| format!("--s3-bucket needs {name}"))
        };
        let bucket = Storage::s3(&S3Settings {
            bucket: bucket.clone(),
            endpoint: self.s3_endpoint.clone(),
            region: self.s3_region.clone(),
            access_key_id: key(&self.s3_access_key_id, "STOA_S3_ACCESS_KEY_ID")?,
            secret_access_key: key(&self.s3_secret_access_key, "STOA_S3_SECRET_ACCESS_KEY")?,
        })?;
        Ok(Some(bucket))
    }
}
