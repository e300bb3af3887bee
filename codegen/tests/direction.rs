//! The modules of the generator import one another in one direction only.

#![cfg(test)]

use std::fs;
use std::path::{Path, PathBuf};

/// The modules of the library. Each may import only those before it.
const DIRECTION: &str = "package statuses tree code document model rust rustfmt read files lowered reasons manifests \
    types server client compare";

#[test]
fn modules_import_in_one_direction() {
    let position = |module: &str| DIRECTION.split(' ').position(|name| name == module);
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    for file in sources(&src) {
        let path = file.strip_prefix(&src).unwrap().with_extension("");
        let module = path.iter().next().unwrap().to_str().unwrap();
        if ["lib", "main"].contains(&module) {
            continue;
        }
        let own = position(module).unwrap_or_else(|| panic!("add `{module}` to DIRECTION"));
        // In a file directly in src/, `super` is the crate.
        let root = if path.iter().count() == 1 { "use super::" } else { "use crate::" };
        for line in fs::read_to_string(&file).unwrap().lines() {
            let line = line.trim_start().trim_start_matches("pub ").replace(root, "use crate::");
            let Some(import) = line.strip_prefix("use crate::") else { continue };
            assert!(!import.starts_with('{'), "{module}: write one `use` for each module");
            let imported = import.split([':', ';']).next().and_then(position);
            assert!(imported <= Some(own), "{} imports {import}", file.display());
        }
    }
}

/// All files in this folder and below.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries.flat_map(|path| if path.is_dir() { sources(&path) } else { vec![path] }).collect()
}
