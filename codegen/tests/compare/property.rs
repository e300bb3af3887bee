//! Property tests: `compare` reports a breaking change if the new server would refuse a request of an old client, or if
//! the old client could not read a response.
//!
//! Each test changes a document at random, and validates random values:
//!
//! - Values that the old document allows, against the new document.
//! - Values that the new document allows, as a client of the old document reads them. The client accepts unknown enum
//!   values, ignores unknown properties and skips unknown events. It must know every status that is not a failure.
//!
//! If a value is not valid, `compare` must have reported a breaking change.

mod client;
mod mutate;
mod random;
mod source;
mod values;
#[path = "../names/workspace.rs"]
mod workspaces;

use std::collections::BTreeMap;
use std::env;
use std::path::Path;

use serde_json::Value;
use stoa_codegen::compare;
use stoa_codegen::compare::rules::Class;
use stoa_codegen::document::Document;

use self::client::Client;
use self::random::Random;
use super::{base, parse};

/// Number of mutants (random changes of the document) in each test. They are the same in each run. `MUTANTS=5000` tries
/// more.
const MUTANTS: usize = 300;

fn mutants() -> usize {
    env::var("MUTANTS").map_or(MUTANTS, |count| count.parse().unwrap())
}

fn check(seed: u64, changes: usize) {
    let document = parse(&base());
    let old = document.json();
    let client = Client::new(old, &mut Random::new(seed));
    let mutants = mutants();
    let (mut broken, mut compatible) = (0, 0);
    let mut kinds = BTreeMap::<&str, usize>::new();
    for number in 0..mutants {
        let mut random = Random::new(seed ^ (number as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let mut new = old.clone();
        let names: Vec<&str> =
            (0..changes).filter_map(|_| mutate::any(&mut new, &mut random)).collect();
        if new == *old {
            continue;
        }
        let findings =
            compare::compare(&document, &Document::from_json(Path::new("new.yaml"), new.clone()));
        let is_breaking = findings.iter().any(|finding| finding.class == Class::Breaking);
        match client.trouble(&new, &mut random) {
            Some(trouble) => {
                broken += 1;
                names.iter().for_each(|name| *kinds.entry(name).or_default() += 1);
                assert!(
                    is_breaking,
                    "mutant {number} of seed {seed} ({names:?}) is called compatible: {trouble}\n{}",
                    difference(old, &new)
                );
            }
            None => compatible += usize::from(!is_breaking),
        }
        if findings.is_empty() {
            // Without findings, the documents must be interchangeable.
            let trouble = Client::new(&new, &mut random).trouble(old, &mut random);
            assert_eq!(trouble, None, "mutant {number} of seed {seed} ({names:?}) says nothing");
        }
    }
    // The test would prove nothing if no mutant broke the client, or if every mutant did.
    assert!(broken > mutants / 5, "{broken} break");
    if changes == 1 {
        assert!(compatible > mutants / 20, "{compatible} do not");
        assert!(kinds.len() > 25, "{kinds:?}");
    }
}

/// The lines that differ, with a few lines of context.
fn difference(old: &Value, new: &Value) -> String {
    let lines = |value: &Value| serde_json::to_string_pretty(value).unwrap();
    let (old, new) = (lines(old), lines(new));
    let (old, new): (Vec<&str>, Vec<&str>) = (old.lines().collect(), new.lines().collect());
    let same = old.iter().zip(&new).take_while(|(old, new)| old == new).count();
    let rest = old.iter().rev().zip(new.iter().rev()).take_while(|(old, new)| old == new).count();
    let part = |lines: &[&str]| {
        lines[same.saturating_sub(6)..lines.len().saturating_sub(rest).max(same)].join("\n")
    };
    format!("--- old\n{}\n--- new\n{}", part(&old), part(&new))
}

#[test]
fn one_change() {
    check(1, 1);
}

#[test]
fn another_change() {
    check(2, 1);
}

#[test]
fn two_changes() {
    check(3, 2);
}

#[test]
fn four_changes() {
    check(4, 4);
}
