//! Errors of files.

use std::{error::Error, fmt, io};

use stoa_db::DbError;
use stoa_storage::StorageError;

/// Why a file cannot be stored or read.
#[derive(Debug)]
pub enum FilesError {
    Database(DbError),
    Storage(StorageError),
    /// The storage failed while the file was being read.
    Cut(io::Error),
    /// The file has more bytes than the caller accepts.
    TooLarge,
    /// The caller has stored the maximum number of bytes.
    CallerHasStoredTooMuch {
        /// Seconds until the caller may store again.
        retry_after: u64,
    },
    /// The files of the site have the maximum total size.
    SiteIsFull,
}

impl FilesError {
    /// Whether storing a file failed because its site does not exist.
    pub fn is_of_no_site(&self) -> bool {
        let Self::Database(error) = self else { return false };
        matches!(error.constraint(), Some("files_site_missing" | "site_storage_site_missing"))
    }
}

impl fmt::Display for FilesError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Self::Database(_) => "the row of a file cannot be stored or read",
            Self::Storage(_) => "a file cannot be stored or read",
            Self::Cut(_) => "a file cannot be read to its end",
            Self::TooLarge => "a file is larger than what is read of one",
            Self::CallerHasStoredTooMuch { .. } => "the caller has stored too many bytes",
            Self::SiteIsFull => {
                "the files of the site have the maximum total size: set maxStoredBytes of its store"
            }
        })
    }
}

impl Error for FilesError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Database(error) => Some(error),
            Self::Storage(error) => Some(error),
            Self::Cut(error) => Some(error),
            Self::TooLarge | Self::CallerHasStoredTooMuch { .. } | Self::SiteIsFull => None,
        }
    }
}

impl From<DbError> for FilesError {
    fn from(error: DbError) -> Self {
        Self::Database(error)
    }
}

impl From<StorageError> for FilesError {
    fn from(error: StorageError) -> Self {
        Self::Storage(error)
    }
}
