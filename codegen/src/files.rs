//! The generated files of an API, collected in memory before any of them is written.

use std::collections::BTreeMap;
use std::path::Path;

use super::code::Code;
use super::rustfmt;
use super::tree::Tree;

/// Programs that show how to use the client, by name.
pub type Examples = BTreeMap<String, String>;

/// The code in a file in `codegen/templates/`.
macro_rules! template {
    ($path:literal) => {
        $crate::code::Code::unchecked(
            include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/templates/", $path)).to_owned(),
        )
    };
}
pub(super) use template;

/// Contents by path, relative to the API's folder in `generated/`.
#[derive(Debug, Default)]
pub struct Files {
    files: Tree,
    unformatted: Vec<String>,
}

impl Files {
    /// Adds a Rust source file, which `finish` formats.
    pub fn rust(&mut self, path: &str, source: Code) {
        self.unformatted.push(path.to_owned());
        self.text(path, source.into_string());
    }

    /// Adds any other file, byte for byte.
    pub fn text(&mut self, path: &str, content: String) {
        self.files.insert(path.to_owned(), content);
    }

    /// Formats the sources and returns all files, ordered by path.
    pub fn finish(mut self, rustfmt_config: Option<&Path>) -> anyhow::Result<Tree> {
        rustfmt::format(&mut self.files, &self.unformatted, rustfmt_config)?;
        Ok(self.files)
    }
}
