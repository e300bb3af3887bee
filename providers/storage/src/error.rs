//! Errors of the storage of files.

use std::{error::Error, fmt, io};

/// The storage cannot be used, or an operation failed.
#[derive(Debug)]
pub enum StorageError {
    Setting(&'static str),
    Folder(io::Error),
    NoPath,
    Store(object_store::Error),
}

impl StorageError {
    /// Whether a later attempt may succeed: the storage is unreachable or full.
    pub fn is_unavailable(&self) -> bool {
        // object_store returns all errors of the network and the disk as `Generic`.
        matches!(self, Self::Store(object_store::Error::Generic { .. }))
    }
}

impl fmt::Display for StorageError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Setting(fault) => out.write_str(fault),
            Self::Folder(_) => out.write_str("the folder of files cannot be made"),
            Self::NoPath => out.write_str("a file has no path"),
            Self::Store(_) => out.write_str("the storage of files failed"),
        }
    }
}

impl Error for StorageError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Setting(_) | Self::NoPath => None,
            Self::Folder(error) => Some(error),
            Self::Store(error) => Some(error),
        }
    }
}

impl From<object_store::Error> for StorageError {
    fn from(error: object_store::Error) -> Self {
        Self::Store(error)
    }
}
