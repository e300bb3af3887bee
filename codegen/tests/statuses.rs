//! The failure statuses that a document may use are those that the runtime has a type for, and 500.

#![cfg(test)]

use std::fs;
use std::path::Path;

use stoa_codegen::FAILURES;

#[test]
fn each_has_a_type() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../runtime/src/operation/statuses.rs");
    let text = fs::read_to_string(path).unwrap();
    // A line is `    404 NotFound "Not Found";`.
    let entry = |line: &str| line.strip_prefix("    ")?.split_once(' ')?.0.parse().ok();
    let mut typed: Vec<u16> = text.lines().filter_map(entry).collect();
    // 500 is the status of every error without a status of its own.
    typed.push(500);
    typed.sort_unstable();
    assert_eq!(typed, FAILURES);
}
