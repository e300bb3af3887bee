//! Files: what a site keeps of uploads, drawings and an operator's pictures. Each stands in the storage under
//! `{site}/{key}`, has a row, and never changes; whoever knows its URL may read it.
//!
//! First the file is stored, then its row. What nothing names goes by the [`sweep`].

mod error;
mod files;
mod key;
pub mod staff;
pub mod sweep;

pub use error::FilesError;
pub use files::{Files, NewFile, Served};
pub use key::{is_key, media_type};
