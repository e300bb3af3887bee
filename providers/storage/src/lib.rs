//! Storage of files, in a folder on this machine or in a bucket with the S3 API. This crate only knows paths such as
//! `1/0f….png`, not what the files are for.
//!
//! A file is stored once and whole, and never changes. A half-written file is not visible.

mod error;
mod s3;

use std::fs::DirBuilder;
use std::io;
use std::path::{Path as Folder, PathBuf};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use bytes::Bytes;
use chrono::{DateTime, Utc};
use futures_util::stream::{self, BoxStream, StreamExt, TryStreamExt};
use http::Method;
use object_store::aws::AmazonS3;
use object_store::local::LocalFileSystem;
use object_store::path::Path;
use object_store::signer::Signer;
use object_store::{
    Attribute, Attributes, GetResult, GetResultPayload, ObjectMeta, ObjectStore, ObjectStoreExt,
    PutMode, PutOptions,
};
use tokio_util::io::ReaderStream;

pub use error::StorageError;
pub use s3::S3Settings;

/// Time for which a signed URL of a bucket is valid.
pub const SIGNED_FOR: Duration = Duration::from_secs(60 * 60);

/// Size of the pieces in which a local file is read. A slow reader occupies this much memory.
const PIECE: usize = 64 * 1024;

/// A storage of files. Clones use the same folder or bucket.
#[derive(Clone, Debug)]
pub struct Storage(Arc<Place>);

#[derive(Debug)]
enum Place {
    Local(LocalFolder),
    S3(AmazonS3),
}

/// A folder. It is created on first use, so that a server starts without it.
#[derive(Debug)]
struct LocalFolder {
    folder: PathBuf,
    files: OnceLock<LocalFileSystem>,
}

pub struct StoredFile {
    pub size: u64,
    pub pieces: BoxStream<'static, io::Result<Bytes>>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListedFile {
    pub path: String,
    pub stored_at: DateTime<Utc>,
}

impl Storage {
    /// Uses a folder on this machine.
    pub fn local(folder: &Folder) -> Self {
        let files = OnceLock::new();
        Self(Arc::new(Place::Local(LocalFolder { folder: folder.to_owned(), files })))
    }

    /// Uses a bucket, without contacting it yet.
    pub fn s3(settings: &S3Settings) -> Result<Self, StorageError> {
        Ok(Self(Arc::new(Place::S3(s3::bucket(settings)?))))
    }

    /// Whether the files are stored on this machine only.
    pub fn is_local(&self) -> bool {
        matches!(*self.0, Place::Local(_))
    }

    /// Stores a file. Fails if the path is in use already.
    pub async fn put(
        &self,
        path: &str,
        bytes: Bytes,
        media_type: &str,
    ) -> Result<(), StorageError> {
        let mut options = PutOptions { mode: PutMode::Create, ..PutOptions::default() };
        // A folder does not store attributes.
        if let Place::S3(_) = *self.0 {
            let media_type = (Attribute::ContentType, media_type.to_owned());
            let caching = (Attribute::CacheControl, s3::CACHE_CONTROL.to_owned());
            options.attributes = Attributes::from_iter([media_type, caching]);
        }
        self.files()?.put_opts(&parse(path)?, bytes.into(), options).await?;
        Ok(())
    }

    /// Opens a file for reading in pieces; `None` if it does not exist.
    pub async fn get(&self, path: &str) -> Result<Option<StoredFile>, StorageError> {
        match self.files()?.get(&parse(path)?).await {
            Ok(found) => Ok(Some(read(found))),
            Err(object_store::Error::NotFound { .. }) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    /// Deletes a file. A missing file is not an error.
    pub async fn delete(&self, path: &str) -> Result<(), StorageError> {
        match self.files()?.delete(&parse(path)?).await {
            Ok(()) | Err(object_store::Error::NotFound { .. }) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }

    /// Lists all files. Files in the same folder follow one another.
    pub fn list(&self) -> BoxStream<'static, Result<ListedFile, StorageError>> {
        let listed = |ObjectMeta { location, last_modified, .. }| ListedFile {
            path: String::from(location),
            stored_at: last_modified,
        };
        match self.files() {
            Ok(files) => files.list(None).map_ok(listed).map_err(StorageError::from).boxed(),
            Err(error) => stream::iter([Err(error)]).boxed(),
        }
    }

    /// Returns a URL at which the bucket itself answers a `GET` for [`SIGNED_FOR`]. Returns `None` if the storage is a
    /// folder. Does not check that the file exists.
    pub async fn signed_url(&self, path: &str) -> Result<Option<String>, StorageError> {
        let Place::S3(bucket) = &*self.0 else { return Ok(None) };
        let url = bucket.signed_url(Method::GET, &parse(path)?, SIGNED_FOR).await?;
        Ok(Some(url.into()))
    }

    fn files(&self) -> Result<&dyn ObjectStore, StorageError> {
        match &*self.0 {
            Place::Local(folder) => Ok(folder.files()?),
            Place::S3(bucket) => Ok(bucket),
        }
    }
}

impl LocalFolder {
    fn files(&self) -> Result<&LocalFileSystem, StorageError> {
        if let Some(files) = self.files.get() {
            return Ok(files);
        }
        let mut builder = DirBuilder::new();
        // Other users of the machine must not read customers' uploads.
        #[cfg(unix)]
        std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
        builder.recursive(true).create(&self.folder).map_err(StorageError::Folder)?;
        // A file that the database names must survive a power failure.
        let files = LocalFileSystem::new_with_prefix(&self.folder)?.with_fsync(true);
        Ok(self.files.get_or_init(|| files))
    }
}

/// Reads a local file directly. object_store would read 8 KiB at a time, each piece in a separate blocking task.
fn read(found: GetResult) -> StoredFile {
    let size = found.meta.size;
    let pieces = match found.payload {
        GetResultPayload::File(file, _) => {
            ReaderStream::with_capacity(tokio::fs::File::from_std(file), PIECE).boxed()
        }
        GetResultPayload::Stream(pieces) => pieces.map_err(io::Error::other).boxed(),
    };
    StoredFile { size, pieces }
}

fn parse(path: &str) -> Result<Path, StorageError> {
    let parsed = Path::parse(path).map_err(object_store::Error::from)?;
    // An empty path would name the bucket itself.
    if parsed.as_ref().is_empty() { Err(StorageError::NoPath) } else { Ok(parsed) }
}
