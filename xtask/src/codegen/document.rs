//! A YAML document whose every value knows its JSON pointer and its line, and the faults found in it.

mod node;
mod yaml;

use std::collections::HashMap;
use std::fmt;
use std::path::{Path, PathBuf};

pub use node::Node;
use serde_json::Value;

/// Why a document cannot be generated from, in one line: where, what, and the mend.
#[derive(Debug)]
pub struct Fault {
    pub file: PathBuf,
    pub line: usize,
    pub pointer: String,
    pub text: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (file, line) = (self.file.display(), self.line);
        let pointer = if self.pointer.is_empty() { "/" } else { &self.pointer };
        write!(out, "{file}:{line}: {pointer}: {}", self.text)
    }
}

impl std::error::Error for Fault {}

pub type Result<T> = std::result::Result<T, Fault>;

/// One parsed document.
#[derive(Debug)]
pub struct Document {
    file: PathBuf,
    root: Value,
    lines: HashMap<String, usize>,
}

impl Document {
    pub fn parse(file: &Path, text: &str) -> Result<Self> {
        let fault = |(line, pointer, text)| Fault { file: file.to_owned(), line, pointer, text };
        let (root, lines) = yaml::load(text).map_err(fault)?;
        Ok(Self { file: file.to_owned(), root, lines })
    }

    /// A document that was never a text: its values have no lines.
    pub fn from_json(file: &Path, root: Value) -> Self {
        Self { file: file.to_owned(), root, lines: HashMap::new() }
    }

    pub fn root(&self) -> Node<'_> {
        Node::new(self, String::new(), &self.root)
    }

    /// The line of the value at a JSON pointer.
    pub fn line(&self, pointer: &str) -> usize {
        self.lines.get(pointer).copied().unwrap_or(1)
    }

    /// The document as JSON, in its own order.
    pub fn json(&self) -> &Value {
        &self.root
    }
}
