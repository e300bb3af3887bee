//! The alerts are valid, fire when they should, query only metrics that exist, and each has a page in the runbook.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use clap::Parser;
use stoa::config::Cli;
use stoa::telemetry::metrics;

use super::dashboard::metrics_of;
use super::promtool::{assert_content, promtool};

/// The address that operators replace by their own.
const PLACEHOLDER: &str = "https://example.com/stoa/alerts.md#";

fn path(file: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("deploy").join(file)
}

fn read(file: &str) -> String {
    fs::read_to_string(path(file)).unwrap()
}

/// The values of a key in alerts.yaml, in the order of the file.
fn values(yaml: &str, key: &str) -> Vec<String> {
    let lines = yaml.lines().map(|line| line.trim().trim_start_matches("- "));
    lines.filter_map(|line| line.strip_prefix(key)?.strip_prefix(": ")).map(str::to_owned).collect()
}

#[test]
fn rules_are_valid() {
    let alerts = path("alerts.yaml");
    let arguments = ["check", "rules", alerts.to_str().unwrap()];
    let Some(output) = promtool(&arguments, "") else { return };
    assert_content(&output);
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(said.contains("SUCCESS: "), "{said}");
}

/// alerts.test.yaml has a case for each alert.
#[test]
fn alerts_fire_when_they_should() {
    let (alerts, tests) = (read("alerts.yaml"), read("alerts.test.yaml"));
    let tested: BTreeSet<String> = values(&tests, "alertname").into_iter().collect();
    assert_eq!(tested, values(&alerts, "alert").into_iter().collect());
    let cases = path("alerts.test.yaml");
    let Some(output) = promtool(&["test", "rules", cases.to_str().unwrap()], "") else { return };
    assert_content(&output);
}

#[test]
fn each_alert_has_a_page() {
    let (alerts, pages) = (read("alerts.yaml"), read("alerts.md"));
    let names = values(&alerts, "alert");
    assert!(names.len() > 10, "{names:?}");
    let titles: Vec<&str> = pages.lines().filter_map(|line| line.strip_prefix("## ")).collect();
    assert_eq!(names, titles, "one page each, in the same order");
    let urls: Vec<String> =
        names.iter().map(|name| format!("{PLACEHOLDER}{}", name.to_lowercase())).collect();
    assert_eq!(values(&alerts, "runbook_url"), urls);
    for key in ["summary", "description", "severity"] {
        assert_eq!(values(&alerts, key).len(), names.len(), "{key}");
    }
    for page in pages.split("\n## ").skip(1) {
        let parts = ["\n**Meaning.** ", "\n**Look.**", "\n**Do.**"].map(|part| page.find(part));
        assert!(parts[0].is_some() && parts.is_sorted(), "{page}");
    }
}

#[test]
fn they_query_metrics_that_exist() {
    let alerts = read("alerts.yaml");
    let mut count = 0;
    for expression in values(&alerts, "expr") {
        // Recorded by a rule of this file.
        for metric in metrics_of(&expression.replace("stoa:error_ratio", "")) {
            assert!(metrics::names().any(|name| name == metric), "{metric}");
            count += 1;
        }
    }
    assert!(count > 20, "{count}");
}

/// The pages name panels of the dashboard, and commands of the server.
#[test]
fn pages_name_what_exists() {
    let (pages, dashboard) = (read("alerts.md"), read("grafana-dashboard.json"));
    let mut named = 0;
    for line in pages.lines().filter(|line| line.contains("anel")) {
        // "Page", "row" and a job's name are quoted too, but not in lines about panels.
        for title in line.split('"').skip(1).step_by(2) {
            assert!(dashboard.contains(&format!("\"title\": \"{title}\"")), "{title}: {line}");
            named += 1;
        }
    }
    assert!(named > 15, "{named}");
    let mut commands = 0;
    for code in pages.split('`').skip(1).step_by(2).filter(|code| code.starts_with("stoa ")) {
        let words = code.replace("ID", "1").replace('…', "check");
        if let Err(error) = Cli::try_parse_from(words.split_whitespace()) {
            panic!("{code}: {error}");
        }
        commands += 1;
    }
    assert!(commands > 5, "{commands}");
}
