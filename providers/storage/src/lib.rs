//! Where files stand: in a folder of this machine, or in a bucket of whoever speaks S3. What they are files of is not
//! known here; a path such as `1/0f….png` is all that there is.
//!
//! A file is stored once and whole, and never changes. What is half written is not there.

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

/// A signed address is good for so long.
pub const SIGNED_FOR: Duration = Duration::from_secs(60 * 60);

/// A local file is read in pieces of this size: what a reader who is slow holds of it.
const PIECE: usize = 64 * 1024;

/// Where files stand. Clones share it.
#[derive(Clone, Debug)]
pub struct Storage(Arc<Place>);

#[derive(Debug)]
enum Place {
    Local(LocalFolder),
    S3(AmazonS3),
}

/// A folder, made when the first file is stored: who has none is not kept from serving.
#[derive(Debug)]
struct LocalFolder {
    folder: PathBuf,
    files: OnceLock<LocalFileSystem>,
}

/// A file that is being read.
pub struct StoredFile {
    /// Bytes.
    pub size: u64,
    pub pieces: BoxStream<'static, io::Result<Bytes>>,
}

/// A file as a list has it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListedFile {
    pub path: String,
    pub stored_at: DateTime<Utc>,
}

impl Storage {
    /// A folder of this machine.
    pub fn local(folder: &Folder) -> Self {
        let files = OnceLock::new();
        Self(Arc::new(Place::Local(LocalFolder { folder: folder.to_owned(), files })))
    }

    /// A bucket. Nobody is asked for it yet.
    pub fn s3(settings: &S3Settings) -> Result<Self, StorageError> {
        Ok(Self(Arc::new(Place::S3(s3::bucket(settings)?))))
    }

    /// Whether only this machine has the files.
    pub fn is_local(&self) -> bool {
        matches!(*self.0, Place::Local(_))
    }

    /// Stores a file. A path is stored to once: a second time is an error.
    pub async fn put(
        &self,
        path: &str,
        bytes: Bytes,
        media_type: &str,
    ) -> Result<(), StorageError> {
        let mut options = PutOptions { mode: PutMode::Create, ..PutOptions::default() };
        // A folder has no place for it.
        if let Place::S3(_) = *self.0 {
            let media_type = (Attribute::ContentType, media_type.to_owned());
            let caching = (Attribute::CacheControl, s3::CACHE_CONTROL.to_owned());
            options.attributes = Attributes::from_iter([media_type, caching]);
        }
        self.files()?.put_opts(&parse(path)?, bytes.into(), options).await?;
        Ok(())
    }

    /// A file, read piece by piece; none if there is none.
    pub async fn get(&self, path: &str) -> Result<Option<StoredFile>, StorageError> {
        match self.files()?.get(&parse(path)?).await {
            Ok(found) => Ok(Some(read(found))),
            Err(object_store::Error::NotFound { .. }) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    /// Removes a file, which may be gone already.
    pub async fn delete(&self, path: &str) -> Result<(), StorageError> {
        match self.files()?.delete(&parse(path)?).await {
            Ok(()) | Err(object_store::Error::NotFound { .. }) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }

    /// All files, with those in one folder together.
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

    /// An address at which the bucket itself answers a `GET` for [`SIGNED_FOR`]; none for a folder. Nobody is asked
    /// whether the file is there.
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
        // Nobody else of the machine reads what customers have uploaded.
        #[cfg(unix)]
        std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
        builder.recursive(true).create(&self.folder).map_err(StorageError::folder)?;
        // What a row names must be there after a power failure too.
        let files = LocalFileSystem::new_with_prefix(&self.folder)?.with_fsync(true);
        Ok(self.files.get_or_init(|| files))
    }
}

/// The library reads a folder's files 8 KiB at a time, each by a thread of its own.
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
    // It would be the bucket itself.
    if parsed.as_ref().is_empty() { Err(StorageError::no_path()) } else { Ok(parsed) }
}
