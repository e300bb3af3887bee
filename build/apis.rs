//! The list of APIs, for build scripts, tasks and tests. It needs no crate.

use std::fs;
use std::io;
use std::path::Path;

/// The names of the APIs, sorted. `<name>.yaml` in this folder describes an API if a line begins with `openapi:`.
/// `.ci/apis` follows the same rule.
pub fn apis(specs: &Path) -> io::Result<Vec<String>> {
    let mut names = Vec::new();
    for entry in fs::read_dir(specs)? {
        let path = entry?.path();
        if path.extension().is_some_and(|ending| ending == "yaml")
            && fs::read(&path)?
                .split(|byte| *byte == b'\n')
                .any(|line| line.starts_with(b"openapi:"))
        {
            names.extend(path.file_stem().map(|name| name.to_string_lossy().into_owned()));
        }
    }
    names.sort();
    Ok(names)
}
