//! The dashboard queries every metric of the server, and only those, in valid PromQL.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use serde_json::Value;
use stoa::telemetry::metrics::{HISTOGRAMS, names};

use super::promtool::{assert_content, promtool};

fn dashboard() -> Value {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("deploy/grafana-dashboard.json");
    serde_json::from_slice(&fs::read(path).unwrap()).unwrap()
}

/// Collects every query in the dashboard.
fn questions(json: &Value, found: &mut Vec<String>) {
    match json {
        Value::Object(members) => {
            for (name, value) in members {
                match value {
                    Value::String(text) if name == "expr" => found.push(text.clone()),
                    Value::String(text) if name == "query" || name == "definition" => {
                        let names = text.strip_prefix("label_values(");
                        found.extend(names.map(|rest| rest.split(',').next().unwrap().to_owned()));
                    }
                    _ => questions(value, found),
                }
            }
        }
        Value::Array(items) => items.iter().for_each(|item| questions(item, found)),
        _ => {}
    }
}

fn all_questions() -> Vec<String> {
    let mut found = Vec::new();
    questions(&dashboard(), &mut found);
    assert!(found.len() > 20, "{found:?}");
    found
}

/// The metrics in a query, by the names under which they are described.
pub fn metrics_of(question: &str) -> impl Iterator<Item = &str> {
    let is_of_name = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
    let words = question.split(move |letter| !is_of_name(letter));
    let ours = words.filter(|word| word.starts_with("stoa_") || word.starts_with("process_"));
    ours.map(|word| {
        let of_histogram = ["_bucket", "_sum", "_count"];
        let base = of_histogram.iter().find_map(|end| word.strip_suffix(end));
        let is_histogram = |base: &&str| HISTOGRAMS.iter().any(|(name, _)| name == base);
        base.filter(is_histogram).unwrap_or(word)
    })
}

#[test]
fn it_queries_every_metric() {
    let questions = all_questions();
    let asked: BTreeSet<&str> =
        questions.iter().flat_map(|question| metrics_of(question)).collect();
    let told: BTreeSet<&str> = names().collect();
    assert_eq!(asked, told);
}

/// Wraps each query in a rule, which promtool parses as Prometheus does.
#[test]
fn its_queries_are_valid() {
    let mut rules = "groups:\n- name: dashboard\n  rules:\n".to_owned();
    for (number, question) in all_questions().into_iter().enumerate() {
        // Grafana fills in these variables.
        let question = question.replace("$__rate_interval", "5m").replace(['$'], "");
        let question = serde_json::to_string(&question).unwrap();
        rules += &format!("  - record: question_{number}\n    expr: {question}\n");
    }
    let file = tempfile::NamedTempFile::new().unwrap();
    fs::write(file.path(), rules).unwrap();
    let path = file.path().to_str().unwrap();
    let Some(output) = promtool(&["check", "rules", path], "") else { return };
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(said.contains("SUCCESS: "), "{said}");
    assert_content(&output);
}
