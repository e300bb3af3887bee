//! Each rule of `compare` has a case: a change of `base.yaml` that the rule reports. An unchanged document has no
//! findings. `UPDATE_COMPARE=1 cargo test -p stoa-codegen --test compare` rewrites the findings.

#![cfg(test)]

#[path = "../../../build/apis.rs"]
mod apis;
#[path = "../refused/cases.rs"]
mod case_files;
mod property;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::{env, fs};

use case_files::{cases, changed};
use stoa_codegen::compare;
use stoa_codegen::compare::finding::Finding;
use stoa_codegen::compare::rules::RULES;
use stoa_codegen::document::Document;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/compare")
}

fn base() -> String {
    fs::read_to_string(folder().join("base.yaml")).unwrap()
}

fn parse(yaml: &str) -> Document {
    Document::parse(Path::new("base.yaml"), yaml).unwrap()
}

fn compared(old: &str, new: &str) -> Vec<Finding> {
    compare::compare(&parse(old), &parse(new))
}

fn said(findings: &[Finding]) -> String {
    if findings.is_empty() {
        return "nothing".to_owned();
    }
    let lines = findings.iter().map(|finding| {
        let Finding { class, rule, pointer, text, .. } = finding;
        format!("{} {rule}: {pointer}: {text}", class.name())
    });
    lines.collect::<Vec<_>>().join("\n")
}

fn files() -> impl Iterator<Item = PathBuf> {
    let files = fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().path());
    files.filter(|path| path.extension().is_some_and(|ending| ending == "txt"))
}

#[test]
fn every_case() {
    let (base, is_update) = (base(), env::var_os("UPDATE_COMPARE").is_some());
    for path in files() {
        case_files::check(&path, &base, is_update, |new| said(&compared(&base, new)));
    }
}

/// Edits that break clients. Before `compare` existed, they passed the build.
#[test]
fn edits_break() {
    let edits = fs::read_to_string(folder().join("edits.txt")).unwrap();
    for (change, expected) in cases(&edits) {
        assert!(expected.contains("= breaking "), "{change}");
    }
    assert_eq!(cases(&edits).count(), 26);
}

#[test]
fn every_rule_has_a_case() {
    let cases: String = files().map(|path| fs::read_to_string(path).unwrap()).collect();
    // These two rules are about whole files, so xtask tests them.
    let known = |name: &str| ["document-added", "document-removed"].contains(&name);
    let names = RULES.iter().flat_map(|rule| {
        rule.directions().iter().map(|direction| (rule.name(*direction), rule.class(*direction)))
    });
    let missing: BTreeSet<String> = names
        .filter(|(name, class)| {
            !cases.contains(&format!("= {} {name}: ", class.name())) && !known(name)
        })
        .map(|(name, _)| name)
        .collect();
    assert_eq!(missing, BTreeSet::new());
}

#[test]
fn the_same_says_nothing() {
    let specs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../specs");
    let real = apis::apis(&specs).unwrap().into_iter();
    let real = real.map(|name| fs::read_to_string(specs.join(format!("{name}.yaml"))).unwrap());
    for yaml in real.chain([base()]) {
        assert_eq!(compared(&yaml, &yaml), []);
    }
}

/// Clients skip unknown events of a stream. They cannot read an unknown variant in JSON.
#[test]
fn events_in_json_are_variants() {
    let types = fs::read_to_string(folder().join("types.txt")).unwrap();
    let added = cases(&types).find(|(case, _)| case.starts_with("# an event is new"));
    let base = base();
    let new = changed(&base, added.unwrap().0).unwrap();
    let json = |yaml: &str| yaml.replace("text/event-stream", "application/json");
    assert!(said(&compared(&base, &new)).contains("addition event-added"));
    assert!(said(&compared(&json(&base), &json(&new))).contains("breaking response-variant-added"));
}

/// `compare` never panics, whatever the documents contain. It reports the operations of a document that lost its paths.
#[test]
fn junk() {
    const JUNK: &[&str] = &[
        "null",
        "[]",
        "{}",
        "-1",
        "1.5",
        "true",
        "''",
        "[{}, null]",
        "{a: {b: c}}",
        "{$ref: '#/paths'}",
    ];
    let yaml = base();
    let lines: Vec<&str> = yaml.lines().collect();
    let mut compared_count = 0;
    let whole = parse(&yaml);
    for (number, line) in lines.iter().enumerate() {
        let end = line.find(": ").map_or(line.len(), |colon| colon + 1);
        let mut changed: Vec<String> = lines.iter().map(|line| line.to_string()).collect();
        changed[number] = match number % 2 {
            0 => String::new(),
            _ => format!("{} {}", &line[..end], JUNK[number / 2 % JUNK.len()]),
        };
        if let Ok(document) = Document::parse(Path::new("base.yaml"), &changed.join("\n")) {
            compared_count += 1;
            compare::compare(&whole, &document);
            compare::compare(&document, &whole);
        }
    }
    assert!(compared_count > 300, "{compared_count}");
    let empty = compared(&yaml, "openapi: 3.1.0\n");
    assert!(empty.iter().any(|finding| finding.rule == "operation-removed"));
}
