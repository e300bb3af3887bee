//! Violations of the dialect and their faults. Each case of `refused/*.txt` changes the valid `refused/base.yaml`, and
//! lists the faults that stop code generation: one, unless the change is wrong in two ways.
//!
//! `UPDATE_REFUSED=1 cargo test -p stoa-codegen --test refused` rewrites the faults.

#![cfg(test)]

#[path = "refused/cases.rs"]
mod case_files;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::{env, fs};

use case_files::{cases, changed};
use stoa_codegen::{self as codegen, Package};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/refused")
}

fn base() -> String {
    fs::read_to_string(folder().join("base.yaml")).unwrap()
}

fn lint(yaml: &str) -> Result<(), String> {
    codegen::lint(&Package::new("base"), yaml).map_err(|fault| fault.to_string())
}

fn files() -> impl Iterator<Item = PathBuf> {
    let files = fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().path());
    files.filter(|path| path.extension().is_some_and(|ending| ending == "txt"))
}

/// The pointers and texts of faults. Line numbers are omitted, because each of two changes shifts the lines of the
/// other.
fn without_lines(faults: &str) -> BTreeSet<String> {
    let faults = faults.lines().filter_map(|fault| fault.splitn(3, ':').nth(2));
    faults.map(|fault| fault.trim_start().to_owned()).collect()
}

#[test]
fn base_is_fine() {
    assert_eq!(lint(&base()), Ok(()));
}

#[test]
fn every_case() {
    let is_update = env::var_os("UPDATE_REFUSED").is_some();
    for path in files() {
        case_files::check(&path, &base(), is_update, |yaml| lint(yaml).expect_err(yaml));
    }
}

/// Cases of every kind, in every part of a document: the file and the name of each.
const AT_ONCE: &[(&str, &str)] = &[
    ("document.txt", "a version that no crate has"),
    ("document.txt", "an extension, nearly"),
    ("document.txt", "a tag without operations"),
    ("parameters.txt", "a default above the cap"),
    ("examples.txt", "of a parameter"),
    ("responses.txt", "no description"),
    ("bodies.txt", "raw as text"),
    ("operations.txt", "an operationId in snake case"),
    ("operations.txt", "neither deprecated nor not"),
    ("examples.txt", "of an answer"),
    ("schemas.txt", "a component that nothing uses"),
    ("schemas.txt", "an unknown type"),
    ("schemas.txt", "a map that may hold null"),
    ("schemas.txt", "a value twice"),
    ("unions.txt", "a mapping that lacks a variant"),
    ("defaults.txt", "out of bounds"),
    ("schemas.txt", "a pattern that is no regular expression"),
    ("places.txt", "a status of no failure"),
    ("rate_limits.txt", "a limit of zero calls"),
];

#[test]
fn all_in_one_run() {
    let (mut yaml, mut each) = (base(), BTreeSet::new());
    for (file, title) in AT_ONCE {
        let text = fs::read_to_string(folder().join(file)).unwrap();
        let found =
            cases(&text).find(|(change, _)| change.lines().next() == Some(&format!("# {title}")));
        let (change, faults) = found.unwrap_or_else(|| panic!("{file} has no case {title}"));
        yaml = changed(&yaml, change).unwrap_or_else(|| panic!("{title} cannot be added"));
        each.extend(without_lines(faults));
    }
    let all = lint(&yaml).unwrap_err();
    assert_eq!(without_lines(&all), each);
    let line = |fault: &str| fault.split(':').nth(1).unwrap().parse::<usize>().unwrap();
    assert!(all.lines().map(line).is_sorted() && all.lines().count() >= AT_ONCE.len(), "{all}");
}

/// Faults in `info`, an operation, a schema and a header. They must be reported together with the faults of every case.
const ELSEWHERE: &str = "\
# no version of a crate
-  version: 1.0.0
+  version: '1.0'

# no summary
-      summary: Not too often

# a value twice
-      enum: [plain, fancy]
+      enum: [plain, plain]

# an unknown key of a header
       description: A tag.
+      style: simple
";

/// Each case reports the same faults as alone. The faults of `ELSEWHERE` are reported too.
#[test]
fn each_with_faults_elsewhere() {
    let mut elsewhere = base();
    for (change, _) in cases(ELSEWHERE) {
        elsewhere = changed(&elsewhere, change).unwrap();
    }
    let faults_elsewhere = without_lines(&lint(&elsewhere).unwrap_err());
    assert_eq!(faults_elsewhere.len(), 4, "{faults_elsewhere:#?}");
    let texts: Vec<String> = files().map(|path| fs::read_to_string(path).unwrap()).collect();
    let mut tried = 0;
    for (change, faults) in texts.iter().flat_map(|text| cases(text)) {
        let faults_alone = without_lines(faults);
        let Some(both) = changed(&elsewhere, change) else { continue };
        // If the YAML or `components/schemas` cannot be read, faults elsewhere are not found.
        let hides = faults.contains(": /: ") || faults.contains(": /components/schemas: ");
        if hides || !parts(&faults_alone).is_disjoint(&parts(&faults_elsewhere)) {
            continue;
        }
        let all = without_lines(&lint(&both).unwrap_err());
        for fault in faults_elsewhere.iter().chain(&faults_alone).filter(|fault| !is_of_use(fault))
        {
            assert!(all.contains(fault), "missing: {fault}\n{change}\nbut {all:#?}");
        }
        tried += 1;
    }
    assert!(tried > 350, "{tried}");
}

/// The parts of a document, such as an operation or a schema, that faults are in.
fn parts(faults: &BTreeSet<String>) -> BTreeSet<String> {
    let part = |fault: &String| fault.split('/').take(4).collect::<Vec<_>>().join("/");
    faults.iter().map(|fault| part(&fault.replace(": ", "/"))).collect()
}

/// Whether a fault depends on the rest of the document: a part is unused, or a value does not fit its schema.
fn is_of_use(fault: &str) -> bool {
    fault.ends_with("nothing uses this: remove it") || fault.contains("does not fit its schema")
}
