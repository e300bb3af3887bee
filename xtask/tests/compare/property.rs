//! By property: what an old client cannot send, or cannot read, is never called compatible.
//!
//! Random changes are made to a document. Values that the old document allows are held against what the new one takes,
//! values that the new one allows against what a client of the old one can read: it keeps enum values and ignores
//! properties that it does not know, skips such events, and takes what is no failure for a success it must know. Where
//! any value fails, `compare` must have said that the change breaks.

mod client;
mod mutate;
mod random;
mod values;

use std::collections::BTreeMap;

use serde_json::Value;
use xtask::compare::rules::Class;

use self::client::Client;
use self::random::Random;
use super::{base, compared_values, parse};

/// Mutants of each test; together with their seeds they are the same at each run.
const MUTANTS: u64 = 300;

fn check(seed: u64, changes: usize) {
    let old = parse(&base()).json().clone();
    let client = Client::new(&old, &mut Random::new(seed));
    let (mut broken, mut compatible) = (0, 0);
    let mut times = [std::time::Duration::ZERO; 2];
    let mut kinds = BTreeMap::<&str, usize>::new();
    for number in 0..MUTANTS {
        let mut random = Random::new(seed ^ number.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let mut new = old.clone();
        let names: Vec<&str> =
            (0..changes).filter_map(|_| mutate::any(&mut new, &mut random)).collect();
        if new == old {
            continue;
        }
        let t = std::time::Instant::now();
        let findings = compared_values(&old, &new);
        times[0] += t.elapsed();
        let is_breaking = findings.iter().any(|finding| finding.class == Class::Breaking);
        let t = std::time::Instant::now();
        let trouble = client.trouble(&new, &mut random);
        times[1] += t.elapsed();
        match trouble {
            Some(trouble) => {
                broken += 1;
                names.iter().for_each(|name| *kinds.entry(name).or_default() += 1);
                if !is_breaking {
                    eprintln!(
                        "mutant {number} of seed {seed} ({names:?}) is called compatible: {trouble}\n{}",
                        difference(&old, &new)
                    );
                }
            }
            None => compatible += usize::from(!is_breaking),
        }
    }
    eprintln!("TIMES {times:?}");
    // A test that sees neither would prove nothing.
    assert!(broken > MUTANTS as usize / 5, "{broken} break");
    assert!(compatible > MUTANTS as usize / 50, "{compatible} do not");
    if changes == 1 {
        assert!(kinds.len() > 20, "{kinds:?}");
    }
}

/// The lines that differ.
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
