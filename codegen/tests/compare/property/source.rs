//! Programs that were written for the client of an older document. `compare` reports a breaking change if such a program
//! does not compile with the client of the newer document.
//!
//! The test changes `fixture.yaml` at random, many times in a row, and keeps each change that `compare` calls harmless
//! and that the dialect accepts. `program.rs` uses everything that the client of `fixture.yaml` has. It must compile with
//! the clients of the changed documents.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;
use stoa_codegen::compare;
use stoa_codegen::compare::rules::Class;
use stoa_codegen::document::Document;
use stoa_codegen::{self as codegen, Package};

use super::client::Client;
use super::random::Random;
use super::workspaces::{cargo, generate, workspace, write};
use super::{MUTANTS, mutants, mutate};

const PROGRAM: &str = include_str!("program.rs");

/// Number of changes that are tried for each document. Most of them break clients, or are outside the dialect.
const TRIES: usize = 250;

/// Number of documents in a run with the usual number of [`MUTANTS`].
const DOCUMENTS: usize = 3;

#[test]
fn harmless_changes_compile() {
    let old = Document::parse(Path::new("fixture.yaml"), &fixture()).unwrap();
    let workspace = workspace("compare");
    let mut members = vec![add(&workspace, 0, old.json(), &[])];
    let mut kinds = Vec::new();
    for number in 1..=DOCUMENTS * mutants().div_ceil(MUTANTS) {
        let (new, changes) = changed(&old, number as u64);
        members.push(add(&workspace, number, &new, &changes));
        kinds.extend(changes);
    }
    kinds.sort_unstable();
    kinds.dedup();
    assert!(kinds.len() > 15, "{kinds:?}");
    let arguments = "check --keep-going --package program-*";
    let faults = cargo(&workspace, &members.join(", "), arguments);
    assert!(faults.is_empty(), "in {}:\n{faults}", workspace.display());
}

/// A newer document, and the harmless changes that it has.
fn changed(old: &Document, seed: u64) -> (Value, Vec<&'static str>) {
    let mut random = Random::new(seed);
    let client = Client::new(old.json(), &mut random);
    let (mut document, mut changes) = (old.json().clone(), Vec::new());
    for _ in 0..TRIES {
        let mut new = document.clone();
        let Some(change) = mutate::any(&mut new, &mut random) else { continue };
        let parsed = Document::from_json(Path::new("new.yaml"), new.clone());
        let findings = compare::compare(old, &parsed);
        let is_harmless = findings.iter().all(|finding| finding.class != Class::Breaking);
        if !is_harmless || lint(&new).is_err() {
            continue;
        }
        let trouble = client.trouble(&new, &mut random);
        assert_eq!(trouble, None, "{change} of seed {seed} is called harmless");
        document = new;
        changes.push(change);
    }
    (document, changes)
}

fn lint(document: &Value) -> Result<(), codegen::document::Faults> {
    codegen::lint(&Package::new("fixture"), &document.to_string())
}

/// Adds the client of a document to the workspace, and a package with the program. Returns the pattern of
/// the new members. Comments at the top of the program list the changes of the document.
fn add(workspace: &Path, number: usize, document: &Value, changes: &[&str]) -> String {
    let name = format!("d{number}");
    generate(workspace, &name, &document.to_string());
    let manifest = format!(
        "[package]\nname = \"program-{name}\"\nedition = \"2024\"\n\n\
         [dependencies]\n\
         client = {{ package = \"{name}-client\", path = \"../client\", default-features = false }}\n"
    );
    let changes: String = changes.iter().map(|change| format!("// {change}\n")).collect();
    write(&workspace.join(&name).join("program/Cargo.toml"), &manifest);
    write(&workspace.join(&name).join("program/src/lib.rs"), &(changes + PROGRAM));
    format!("\"{name}/*\"")
}

/// `program.rs` names every method, every field and every variant of the client.
#[test]
fn the_program_uses_everything() {
    let golden = folder("tests/golden");
    let mut missing = Vec::new();
    for part in ["client", "types"] {
        for file in fs::read_dir(golden.join(part).join("src")).unwrap() {
            let path = file.unwrap().path();
            // These files are the same in every client.
            let of_all =
                ["client.rs", "given.rs", "macros.rs", "patch.rs", "testing.rs", "timestamp.rs"];
            if of_all.iter().any(|name| path.ends_with(name)) {
                continue;
            }
            missing.extend(fs::read_to_string(path).unwrap().lines().filter_map(unused));
        }
    }
    assert!(missing.is_empty(), "{missing:?}");
}

/// The macros' name for an enum, and a module of a feature.
const NOT_USED: &[&str] = &["Self", "testing"];

/// The name that a line of generated code declares, if the program does not have it.
fn unused(line: &str) -> Option<String> {
    let line = line.trim_start();
    let is_variant = line.starts_with(|first: char| first.is_uppercase())
        && (line.ends_with("\",") || line.ends_with("),"));
    let declared = ["pub fn ", "pub struct ", "pub enum ", "pub type ", "pub mod ", "pub "];
    let name = match declared.iter().find_map(|start| line.strip_prefix(start)) {
        Some(name) if !name.starts_with("use ") => name,
        _ if is_variant => line,
        _ => return None,
    };
    let is_letter = |letter: char| letter.is_alphanumeric() || letter == '_';
    let name = name.trim_start_matches("r#").split(|letter| !is_letter(letter)).next()?;
    let is_used = PROGRAM.split(|letter| !is_letter(letter)).any(|word| word == name);
    (!is_used && !name.is_empty() && !NOT_USED.contains(&name)).then(|| name.to_owned())
}

fn fixture() -> String {
    fs::read_to_string(folder("tests/fixture.yaml")).unwrap()
}

fn folder(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}
