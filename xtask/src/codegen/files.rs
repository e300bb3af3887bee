//! The files of a generated tree, in memory until all of them exist.

use std::collections::BTreeMap;

use super::rust;
use super::tree::Tree;

/// Programs that show how the client is used, by their names.
pub type Examples = BTreeMap<String, String>;

/// A file of `xtask/templates/`, written into a generated tree as it is.
macro_rules! template {
    ($path:literal) => {
        include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/templates/", $path)).to_owned()
    };
}
pub(super) use template;

/// Paths, relative to the API's folder in `generated/`, and contents.
#[derive(Debug, Default)]
pub struct Files {
    files: Tree,
    unformatted: Vec<String>,
}

impl Files {
    /// A Rust source file; it is formatted when written.
    pub fn rust(&mut self, path: &str, source: String) {
        self.unformatted.push(path.to_owned());
        self.text(path, source);
    }

    /// Any other file, byte for byte.
    pub fn text(&mut self, path: &str, content: String) {
        self.files.insert(path.to_owned(), content);
    }

    /// Formats the sources and hands out every path with its content, in order.
    pub fn finish(mut self) -> anyhow::Result<Tree> {
        rust::format(&mut self.files, &self.unformatted)?;
        Ok(self.files)
    }
}
