//! The log: as JSON, with complete error chains, and with invalid filters refused.

use std::process::Command;

use serde_json::{Map, Value};

use crate::harness::{OWN_KEY, database, wire};
use crate::invariants::sql_files::files;
use crate::operations::start_up::{Process, Ran, is_refused, run};
use stoa::log::{LogFormat, set_format};

/// Asserts that a line's members are scalars, and that every line has its time, its level and its target.
fn read(line: &str) -> Map<String, Value> {
    let Ok(Value::Object(members)) = serde_json::from_str(line) else { panic!("no JSON: {line}") };
    let first: Vec<&str> = members.keys().take(2).map(String::as_str).collect();
    assert_eq!(first, ["timestamp", "level"], "{line}");
    assert!(members["target"].is_string(), "{line}");
    assert!(members.values().all(|value| !value.is_object() && !value.is_array()), "{line}");
    let time = members["timestamp"].as_str().unwrap();
    assert!(chrono::DateTime::parse_from_rfc3339(time).is_ok(), "{line}");
    members
}

#[tokio::test]
async fn every_line_is_an_object() {
    let database = database::seeded().await;
    let url = database.url();
    let server =
        Process::start(&["--database-url", &url, "--log-format", "json", "--cache-bytes", "0"]);
    let head = format!(
        "GET /api/v1/sites/1/tags?token=tok-1234\nx-api-key: {OWN_KEY}\nx-request-id: look-me-up"
    );
    assert_eq!(wire::ask(&server.address, &head, None).await.status, 200);
    let broken = "alter table tags rename column slug to snail";
    database.client().await.execute(broken, &[]).await.unwrap();
    assert_eq!(wire::ask(&server.address, &head, None).await.status, 500);
    let lines: Vec<_> = server.stop().lines().map(read).collect();
    let access: Vec<_> = lines.iter().filter(|line| line["target"] == "access").collect();
    let [first, second] = access[..] else { panic!("{lines:#?}") };
    assert_eq!((&first["status"], &second["status"]), (&200.into(), &500.into()));
    assert_eq!(first["path"], "/api/v1/sites/1/tags?token=-");
    assert!(first["ms"].is_number() && first["request_id"] == "look-me-up", "{first:?}");
    let error = lines.iter().find(|line| line["level"] == "ERROR").unwrap();
    assert_eq!(
        (&error["message"], &error["operation"]),
        (&"internal error".into(), &"listTags".into())
    );
    assert!(error["error"].as_str().unwrap().contains("tag.slug does not exist"), "{error:?}");
}

#[test]
fn messages_before_the_server_starts() {
    let Ran { status, complaint, .. } =
        run(&["--log-format", "json", "--database-url", "postgres://u:hunter2@127.0.0.1:1/none"]);
    assert_eq!((status, complaint.lines().count()), (Some(1), 1), "{complaint}");
    let line = read(complaint.trim());
    assert_eq!((&line["level"], &line["target"]), (&"ERROR".into(), &"stoa".into()));
    assert!(
        line["message"].as_str().unwrap().contains("the database cannot be reached"),
        "{line:?}"
    );
    assert!(!complaint.contains("hunter2"), "{complaint}");
}

#[test]
fn a_panic_is_one_line() {
    let test = "operations::telemetry::logs::panics";
    let mut binary = Command::new(std::env::current_exe().unwrap());
    let output = binary.args([test, "--exact", "--ignored", "--nocapture"]).output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    let line = said.lines().find(|line| line.starts_with('{')).unwrap_or_else(|| panic!("{said}"));
    let line = read(line);
    assert_eq!((&line["level"], &line["target"]), (&"ERROR".into(), &"panic".into()));
    assert_eq!(line["message"], "the till is\nempty");
    assert!(
        line["location"].as_str().unwrap().starts_with("tests/operations/telemetry/logs.rs:"),
        "{line:?}"
    );
}

#[test]
#[ignore = "it is run by a_panic_is_one_line, in a process of its own"]
fn panics() {
    set_format(LogFormat::Json);
    panic!("the till is\nempty");
}

#[test]
fn invalid_filters() {
    for log in ["json", "verbose", "info,jsn", "", "[request]=debug"] {
        let refused = run(&["--log", log, "--database-url", "postgres://u@127.0.0.1:1/none"]);
        is_refused(&refused, "--log takes ");
    }
}

/// An error that is logged without `Chain` loses its causes.
#[test]
fn errors_are_logged_with_their_causes() {
    let mut chains = 0;
    for (path, text) in files(&["base", "domain", "handlers", "providers", "runtime", "src"], "rs")
    {
        chains += text.matches("%Chain(").count();
        let is_bare = |line: &&str| {
            ["%error", "?error", "%err,", "%cause"].iter().any(|word| line.contains(word))
        };
        let bare = text.lines().find(is_bare);
        assert_eq!(bare, None, "write `error = %Chain(&error)` in {}", path.display());
    }
    assert!(chains > 20, "{chains}");
}
