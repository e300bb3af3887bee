//! Prometheus' own tool, which checks scrapes, the dashboard's queries and the alerts.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use crate::harness::skipped;

/// Runs promtool with this standard input. Returns `None` if promtool is not installed.
pub fn promtool(arguments: &[&str], input: &str) -> Option<Output> {
    let installed = Path::new(env!("CARGO_MANIFEST_DIR")).join("target/promtool/promtool");
    let path = if installed.exists() { installed } else { "promtool".into() };
    let mut command = Command::new(path);
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let Ok(mut child) = command.spawn() else {
        skipped("what Prometheus makes of metrics, dashboard and alerts needs promtool");
        return None;
    };
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    Some(child.wait_with_output().unwrap())
}

/// Fails with promtool's complaint, if any.
pub fn assert_content(output: &Output) {
    let [said, complaint] =
        [&output.stdout, &output.stderr].map(|text| String::from_utf8_lossy(text).into_owned());
    assert!(output.status.success() && complaint.is_empty(), "{said}{complaint}");
}
