//! Errors of the storage of files.

use std::{error::Error, fmt, io};

/// The storage cannot be used, or an operation failed.
#[derive(Debug)]
pub struct StorageError(Cause);

#[derive(Debug)]
enum Cause {
    Setting(&'static str),
    Folder(io::Error),
    /// An empty path.
    NoPath,
    Store(object_store::Error),
}

impl StorageError {
    pub(crate) fn setting(fault: &'static str) -> Self {
        Self(Cause::Setting(fault))
    }

    pub(crate) fn no_path() -> Self {
        Self(Cause::NoPath)
    }

    pub(crate) fn folder(error: io::Error) -> Self {
        Self(Cause::Folder(error))
    }

    /// Whether a later attempt may succeed: the storage is unreachable or full.
    pub fn is_unavailable(&self) -> bool {
        match &self.0 {
            Cause::Setting(_) | Cause::Folder(_) | Cause::NoPath => false,
            // object_store returns all errors of the network and the disk as `Generic`.
            Cause::Store(error) => matches!(error, object_store::Error::Generic { .. }),
        }
    }
}

impl fmt::Display for StorageError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Cause::Setting(fault) => out.write_str(fault),
            Cause::Folder(_) => out.write_str("the folder of files cannot be made"),
            Cause::NoPath => out.write_str("a file has no path"),
            Cause::Store(_) => out.write_str("the storage of files failed"),
        }
    }
}

impl Error for StorageError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match &self.0 {
            Cause::Setting(_) | Cause::NoPath => None,
            Cause::Folder(error) => Some(error),
            Cause::Store(error) => Some(error),
        }
    }
}

impl From<object_store::Error> for StorageError {
    fn from(error: object_store::Error) -> Self {
        Self(Cause::Store(error))
    }
}
