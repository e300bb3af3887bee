//! Files of a site: uploads, drawings, and pictures that operators add. A file has a path in the storage,
//! `{site_id}/{key}`, and a row in the table `files`. A file never changes. Anyone who knows a file's URL may read the
//! file.
//!
//! A file's content is stored before its row. The [`sweep`] deletes unused files.

mod budgets;
mod error;
mod files;
mod key;
pub mod staff;
pub mod sweep;
mod uploads;

pub use budgets::StorageCaller;
pub use error::FilesError;
pub use files::{Files, NewFile, Served};
pub use key::{is_key, media_type};
pub use uploads::{StoredPicture, UploadError, Uploads, shown_name};
