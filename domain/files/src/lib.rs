//! Files of a site: uploads, drawings, and pictures that operators add. A file is in the storage under `{site}/{key}`,
//! has a row, and never changes. Anyone who knows a file's URL may read the file.
//!
//! A file is stored before its row. The [`sweep`] deletes files that nothing uses.

mod error;
mod files;
mod key;
pub mod staff;
pub mod sweep;

pub use error::FilesError;
pub use files::{Files, NewFile, Served};
pub use key::{is_key, media_type};
