//! Compares two versions of a document. Reports what each change means for clients.

mod bodies;
mod comparison;
mod document;
mod enums;
pub mod finding;
mod keys;
pub mod located;
mod operation;
mod operations;
mod parameters;
pub mod rules;
mod schemas;
mod security;
mod version;
mod webhooks;

pub use document::compare;
pub use finding::counts;
pub use version::Version;
