//! Why designs are not drawn.

use stoa_db::DbError;
use stoa_files::FilesError;
use stoa_storefront_reasons::{self as reasons, Failed, refusals};

use crate::designs::DesignRefusal;

/// The refusal of a drawing while the renderer is busy.
pub const DRAWING_IS_BUSY: reasons::DrawingIsBusy = reasons::DrawingIsBusy { retry_after: 5 };

/// The refusal of a file of a site whose storage is full. The client retries after an hour, because an operator has to
/// make room.
pub const STORAGE_IS_FULL: reasons::StorageIsFull = reasons::StorageIsFull { retry_after: 3600 };

refusals! {
    /// Why a design is not drawn.
    pub enum DrawRefusal of reasons {
        /// The files of the design would have more than 300 MB.
        TooManyImages,
        /// Too many designs are being drawn, the drawing takes too long, or the design changes while it is drawn.
        DrawingIsBusy { retry_after },
        StorageIsFull { retry_after },
    }
}

/// Why a design is not drawn, or not found.
#[derive(Debug)]
pub enum DrawError {
    Design(DesignRefusal),
    Drawing(Failed<DrawRefusal>),
    /// The caller has stored the maximum number of bytes, and may store again after these seconds.
    TooManyBytes {
        retry_after: u64,
    },
}

impl From<DrawRefusal> for DrawError {
    fn from(refusal: DrawRefusal) -> Self {
        Self::Drawing(refusal.into())
    }
}

impl From<Failed<DesignRefusal>> for DrawError {
    fn from(failed: Failed<DesignRefusal>) -> Self {
        match failed {
            Failed::Refused(refusal) => Self::Design(refusal),
            Failed::Internal(cause) => Self::Drawing(Failed::Internal(cause)),
        }
    }
}

impl From<DbError> for DrawError {
    fn from(error: DbError) -> Self {
        Self::Drawing(error.into())
    }
}

impl From<FilesError> for DrawError {
    fn from(error: FilesError) -> Self {
        match error {
            FilesError::CallerHasStoredTooMuch { retry_after } => {
                Self::TooManyBytes { retry_after }
            }
            FilesError::SiteIsFull => Self::from(DrawRefusal::from(STORAGE_IS_FULL)),
            error if error.is_of_no_site() => Self::Design(DesignRefusal::DesignNotFound),
            error => Self::Drawing(error.into()),
        }
    }
}

/// The error of a drawing that waits or takes too long.
pub(crate) fn busy<E>(_: E) -> DrawError {
    DrawRefusal::from(DRAWING_IS_BUSY).into()
}
