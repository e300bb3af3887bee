//! A fix leads to a document without more faults, and with none at its place.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use stoa_codegen::document::{Fault, Stage};
use stoa_codegen::{self as codegen, Package};

use super::{fixed, read};

fn faults(text: &str) -> BTreeSet<Fault> {
    codegen::lint_complete(&Package::new("base"), text)
        .err()
        .map(|faults| faults.0)
        .unwrap_or_default()
}

/// The document of a case of `refused/*.txt`.
pub fn changed(text: &str, case: &str) -> Option<String> {
    let change = case.split("\n= ").next()?;
    change.split("\n@\n").try_fold(text.to_owned(), |text, block| {
        let lines = |marks: &str| -> String {
            let lines = block.lines().filter(|line| line.starts_with(|mark| marks.contains(mark)));
            lines.map(|line| format!("{}\n", &line[1..])).collect()
        };
        let (old, new) = (lines(" -"), lines(" +"));
        (text.matches(&old).count() == 1).then(|| text.replacen(&old, &new, 1))
    })
}

#[test]
fn a_fix_leaves_no_fault_at_its_place() {
    let base = read("refused/base.yaml");
    let known = faults(&base);
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/refused");
    let mut tried = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|ending| ending != "txt") {
            continue;
        }
        for case in fs::read_to_string(path).unwrap().split("\n\n") {
            let text = changed(&base, case).unwrap();
            let before = faults(&text);
            let new: Vec<&Fault> = before.iter().filter(|fault| !is_known(&known, fault)).collect();
            let fixable: Vec<&&Fault> = new.iter().filter(|fault| fault.fix.is_some()).collect();
            if fixable.is_empty() {
                continue;
            }
            let after = fixed(&text).unwrap_or_else(|error| panic!("{error:#}\n{case}"));
            let left: Vec<&Fault> =
                after.rest.iter().filter(|fault| !is_known(&known, fault)).collect();
            // A schema that becomes a component is read further than before, and so are all without a section for them.
            let is_read = |fault: &&&Fault| {
                fault.text.contains("make it a component") || fault.text.contains("add `components")
            };
            let is_no_more = left.len() <= new.len() || fixable.iter().any(is_read);
            assert!(is_no_more, "{case}\n{left:#?}");
            for fault in fixable {
                let is_at = |other: &&&Fault| other.pointer == fault.pointer;
                let is_hidden = fault.fix.as_ref().is_some_and(|fix| fix.stage == Stage::Upgrade);
                let other = left.iter().find(is_at);
                assert!(is_hidden || other.is_none(), "{case}\n{other:?}");
            }
            tried += 1;
        }
    }
    assert!(tried > 40, "{tried}");
}

/// `base.yaml` has no descriptions and examples.
fn is_known(known: &BTreeSet<Fault>, fault: &Fault) -> bool {
    let is_same = |other: &Fault| other.pointer == fault.pointer && other.text == fault.text;
    known.iter().any(is_same)
        || fault.text.starts_with("say what")
        || fault.text.starts_with("show what")
}
