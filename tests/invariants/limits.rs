//! Every limit in deploy/limits.md is a constant in the code.

use std::fs;
use std::path::{Path, PathBuf};

use super::ROOT;

#[test]
fn every_documented_limit_is_defined() {
    let page = fs::read_to_string(format!("{ROOT}/deploy/limits.md")).unwrap();
    let cells = page.lines().filter_map(|row| row.split(" | ").nth(2));
    let names: Vec<&str> = cells.flat_map(|cell| cell.split('`').skip(1).step_by(2)).collect();
    assert!(names.len() > 20, "{names:?}");
    let code = code();
    let missing: Vec<&str> = names.into_iter().filter(|name| !defines(&code, name)).collect();
    assert!(missing.is_empty(), "neither a constant, a field nor a column: {missing:?}");
}

/// Whether the code contains `name` as a whole word, followed by a type or a value.
fn defines(code: &str, name: &str) -> bool {
    code.match_indices(name).any(|(at, _)| {
        let is_whole = !code[..at].ends_with(|last: char| last.is_alphanumeric() || last == '_');
        let rest = &code[at + name.len()..];
        is_whole && (rest.starts_with(": ") || rest.starts_with(" = "))
    })
}

/// The server's code, concatenated.
fn code() -> String {
    let mut code = String::new();
    let mut paths: Vec<PathBuf> =
        ["runtime/src", "generated", "base", "domain", "handlers", "providers", "src"]
            .map(|folder| Path::new(ROOT).join(folder))
            .into();
    while let Some(path) = paths.pop() {
        if path.is_dir() {
            paths.extend(fs::read_dir(path).unwrap().map(|entry| entry.unwrap().path()));
        } else if path.extension().is_some_and(|extension| extension == "rs" || extension == "sql")
        {
            code.push_str(&fs::read_to_string(path).unwrap());
        }
    }
    code
}
