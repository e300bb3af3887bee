//! Skipped tests. A test that needs a program which the machine lacks passes, and reports that it was skipped.

use std::io::{self, Write};

/// Prints a line to stderr directly, because the test harness hides the `println!` output of a passing test.
pub fn skipped(why: &str) {
    let _ = writeln!(io::stderr(), "SKIPPED: {why}");
}

#[test]
fn a_skipped_test_says_so() {
    let test = "operations::embedded_postgres::postgres_from_npm";
    let binary = std::env::current_exe().unwrap();
    let output =
        std::process::Command::new(binary).args([test, "--exact"]).env("PATH", "").output();
    let output = output.unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success());
    assert_eq!(said, "SKIPPED: a Postgres from npm needs npm\n");
}
