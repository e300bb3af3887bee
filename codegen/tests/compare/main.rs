//! Each rule of `compare` has a case: a change of `base.yaml` that the rule reports. An unchanged document has no
//! findings.
//!
//! A case consists of:
//!
//! - its name, after `#`;
//! - the change, as lines of a diff (` ` unchanged, `-` removed, `+` added), in blocks that `@` separates;
//! - the findings, each on a line after `=`.
//!
//! Each block must occur exactly once in `base.yaml`. `UPDATE_COMPARE=1 cargo test -p stoa-codegen --test compare` rewrites
//! the findings.

#![cfg(test)]

#[path = "../../../build/apis.rs"]
mod apis;
mod property;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::{env, fs};

use stoa_codegen::compare;
use stoa_codegen::compare::finding::Finding;
use stoa_codegen::compare::rules::RULES;
use stoa_codegen::document::Document;

const FILES: &[&str] = &[
    "edits.txt",
    "operations.txt",
    "credentials.txt",
    "parameters.txt",
    "bodies.txt",
    "forms.txt",
    "types.txt",
    "values.txt",
    "objects.txt",
    "other.txt",
];

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

/// Applies the change of a case to the base document.
fn changed(base: &str, case: &str) -> String {
    let mut yaml = base.to_owned();
    for block in case.split("\n@\n") {
        let lines = |marks: &str| -> String {
            let lines = block.lines().filter(|line| line.starts_with(|mark| marks.contains(mark)));
            lines.map(|line| format!("{}\n", &line[1..])).collect()
        };
        let (old, new) = (lines(" -"), lines(" +"));
        assert_eq!(yaml.matches(&old).count(), 1, "stands not once in the base:\n{case}");
        yaml = yaml.replacen(&old, &new, 1);
    }
    yaml
}

fn said(findings: &[Finding]) -> String {
    if findings.is_empty() {
        return "= nothing".to_owned();
    }
    let lines = findings.iter().map(|finding| {
        let Finding { class, rule, pointer, text, .. } = finding;
        format!("= {} {rule}: {pointer}: {text}", class.name())
    });
    lines.collect::<Vec<_>>().join("\n")
}

fn cases(file: &str) -> Vec<(String, String)> {
    let text = fs::read_to_string(folder().join(file)).unwrap();
    let cases = text.trim_end().split("\n\n").map(|case| {
        let (change, expected) = case.split_once("\n= ").unwrap_or((case, ""));
        (change.to_owned(), format!("= {expected}"))
    });
    cases.collect()
}

#[test]
fn every_case() {
    let base = base();
    for file in FILES {
        let mut fresh = Vec::new();
        for (change, expected) in cases(file) {
            let findings = said(&compared(&base, &changed(&base, &change)));
            if env::var_os("UPDATE_COMPARE").is_none() {
                assert_eq!(findings, expected, "in {file}:\n{change}");
            }
            fresh.push(format!("{change}\n{findings}"));
        }
        if env::var_os("UPDATE_COMPARE").is_some() {
            fs::write(folder().join(file), fresh.join("\n\n") + "\n").unwrap();
        }
    }
}

/// Edits that break clients. Before `compare` existed, they passed the build.
#[test]
fn edits_break() {
    for (change, expected) in cases("edits.txt") {
        assert!(expected.contains("= breaking "), "{change}");
    }
    assert_eq!(cases("edits.txt").len(), 26);
}

#[test]
fn every_rule_has_a_case() {
    let cases: String =
        FILES.iter().flat_map(|file| cases(file)).map(|case| case.1 + "\n").collect();
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
    let added =
        cases("types.txt").into_iter().find(|(case, _)| case.starts_with("# an event is new"));
    let base = base();
    let new = changed(&base, &added.unwrap().0);
    let json = |yaml: &str| yaml.replace("text/event-stream", "application/json");
    assert!(said(&compared(&base, &new)).contains("addition response-event-added"));
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
