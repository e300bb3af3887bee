//! The files of a generated tree, in memory until all of them exist.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use anyhow::Context;

use super::rust;

/// Paths, relative to the API's folder in `generated/`, and contents.
#[derive(Debug, Default)]
pub struct Files {
    files: BTreeMap<String, String>,
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
    pub fn finish(mut self) -> anyhow::Result<BTreeMap<String, String>> {
        for path in &self.unformatted {
            let source =
                self.files.get_mut(path).context("a source was registered but not kept")?;
            *source = rust::format(source).with_context(|| path.clone())?;
        }
        Ok(self.files)
    }
}

/// Reads a tree back, as `finish` would hand it out.
pub fn read_tree(root: &Path) -> anyhow::Result<BTreeMap<String, String>> {
    let mut found = BTreeMap::new();
    let mut folders = vec![root.to_owned()];
    while let Some(folder) = folders.pop() {
        let Ok(entries) = fs::read_dir(&folder) else { continue };
        for entry in entries {
            let path = entry?.path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let name = path.strip_prefix(root)?.to_string_lossy().into_owned();
                let content = fs::read(&path).with_context(|| path.display().to_string())?;
                found.insert(name, String::from_utf8_lossy(&content).into_owned());
            }
        }
    }
    Ok(found)
}
