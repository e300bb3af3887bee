//! What the dialect does not have, and what is said about it: each case of `refused/*.txt` is a change of
//! `refused/base.yaml`, which is fine, and the one line that stops the build step.
//!
//! A case is its name after `#`, lines as in a diff (` ` kept, `-` removed, `+` added; together they stand once in the
//! base), and the error after `=`. `UPDATE_REFUSED=1 cargo test -p xtask --test refused` writes the errors anew.

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

/// The error of a case, or nothing if there is none.
fn refuse(base: &str, case: &str) -> String {
    let lines = |marks: &str| -> String {
        let lines = case.lines().filter(|line| line.starts_with(|mark| marks.contains(mark)));
        lines.map(|line| format!("{}\n", &line[1..])).collect()
    };
    let (old, new) = (lines(" -"), lines(" +"));
    assert_eq!(base.matches(&old).count(), 1, "stands not once in the base:\n{case}");
    lint(&base.replacen(&old, &new, 1)).err().unwrap_or_default()
}

fn check(file: &str) {
    let path = folder().join(file);
    let (base, text) = (base(), fs::read_to_string(&path).unwrap());
    let mut fresh = Vec::new();
    for case in text.trim_end().split("\n\n") {
        let (change, expected) = case.split_once("\n= ").unwrap_or((case, ""));
        let error = refuse(&base, change);
        assert!(!error.is_empty(), "accepted:\n{change}");
        assert_eq!(error.lines().count(), 1, "is no single line: {error}");
        if env::var_os("UPDATE_REFUSED").is_none() {
            assert_eq!(error, expected, "in {file}:\n{change}");
        }
        fresh.push(format!("{change}\n= {error}"));
    }
    if env::var_os("UPDATE_REFUSED").is_some() {
        fs::write(path, fresh.join("\n\n") + "\n").unwrap();
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
