//! What the dialect does not have, and what is said about it: each case of `refused/*.txt` is a change of
//! `refused/base.yaml`, which is fine, and what stops the build step.
//!
//! A case is its name after `#`, lines as in a diff (` ` kept, `-` removed, `+` added; together they stand once in the
//! base), and each fault after `=`: one, unless the change is wrong in two ways. `UPDATE_REFUSED=1 cargo test -p xtask
//! --test refused` writes the faults anew.

#![cfg(test)]

use std::path::{Path, PathBuf};
use std::{env, fs};

use xtask::codegen;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/refused")
}

fn base() -> String {
    fs::read_to_string(folder().join("base.yaml")).unwrap()
}

fn lint(yaml: &str) -> Result<(), String> {
    codegen::lint(Path::new("base.yaml"), "base", yaml).map_err(|fault| fault.to_string())
}

/// The faults of a case, a line for each.
fn refuse(base: &str, case: &str) -> String {
    let lines = |marks: &str| -> String {
        let lines = case.lines().filter(|line| line.starts_with(|mark| marks.contains(mark)));
        lines.map(|line| format!("{}\n", &line[1..])).collect()
    };
    let (old, new) = (lines(" -"), lines(" +"));
    assert_eq!(base.matches(&old).count(), 1, "stands not once in the base:\n{case}");
    let faults = lint(&base.replacen(&old, &new, 1)).err().unwrap_or_default();
    faults.lines().map(|fault| format!("= {fault}\n")).collect()
}

fn check(file: &str) {
    let path = folder().join(file);
    let (base, text) = (base(), fs::read_to_string(&path).unwrap());
    let mut fresh = Vec::new();
    for case in text.trim_end().split("\n\n") {
        let (change, expected) = case.split_at(case.find("\n= ").map_or(case.len(), |end| end + 1));
        let faults = refuse(&base, change);
        assert!(!faults.is_empty(), "accepted:\n{change}");
        if env::var_os("UPDATE_REFUSED").is_none() {
            assert_eq!(faults.trim_end(), expected, "in {file}:\n{change}");
        }
        fresh.push(format!("{}\n{faults}", change.trim_end()));
    }
    if env::var_os("UPDATE_REFUSED").is_some() {
        fs::write(path, fresh.join("\n")).unwrap();
    }
}

#[test]
fn base_is_fine() {
    assert_eq!(lint(&base()), Ok(()));
}

#[test]
fn bodies() {
    check("bodies.txt");
}

#[test]
fn defaults() {
    check("defaults.txt");
}

#[test]
fn document() {
    check("document.txt");
}

#[test]
fn free_form() {
    check("free_form.txt");
}

#[test]
fn idempotency() {
    check("idempotency.txt");
}

#[test]
fn operations() {
    check("operations.txt");
}

#[test]
fn parameters() {
    check("parameters.txt");
}

#[test]
fn places() {
    check("places.txt");
}

#[test]
fn rate_limits() {
    check("rate_limits.txt");
}

#[test]
fn responses() {
    check("responses.txt");
}

#[test]
fn roles() {
    check("roles.txt");
}

#[test]
fn schemas() {
    check("schemas.txt");
}

#[test]
fn unions() {
    check("unions.txt");
}
