//! The log: as JSON, with complete error chains, and with invalid filters refused.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use nix::sys::signal::Signal;
use serde_json::{Map, Value};

use crate::harness::{OWN_KEY, database, wire};
use crate::operations::start_up::{Process, run};
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
    let request = format!(
        "GET /api/v1/sites/1/tags?token=tok-1234 HTTP/1.1\r\nx-api-key: {OWN_KEY}\r\n\
         x-request-id: look-me-up\r\nconnection: close\r\n\r\n"
    );
    let address = server.address.parse().unwrap();
    assert_eq!(wire::exchange(address, request.as_bytes(), false).await.status, 200);
    let broken = "alter table tags rename column slug to snail";
    stoa::database::connect(&database.config).await.unwrap().execute(broken, &[]).await.unwrap();
    assert_eq!(wire::exchange(address, request.as_bytes(), false).await.status, 500);
    let log = server.log();
    let (status, said) = server.end(Signal::SIGTERM);
    assert_eq!(status, Some(0));
    assert!(said.is_empty(), "there is no demo beside a database that is named: {said:?}");
    let lines: Vec<_> = log().lines().map(read).collect();
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
    let output =
        run(&["--log-format", "json", "--database-url", "postgres://u:hunter2@127.0.0.1:1/none"]);
    let complaint = String::from_utf8(output.stderr).unwrap();
    assert_eq!((output.status.code(), complaint.lines().count()), (Some(1), 1), "{complaint}");
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
        let output = run(&["--log", log, "--database-url", "postgres://u@127.0.0.1:1/none"]);
        let complaint = String::from_utf8(output.stderr).unwrap();
        assert_eq!((output.status.code(), complaint.lines().count()), (Some(1), 1), "{complaint}");
        assert!(complaint.starts_with("stoa: --log takes "), "{complaint}");
    }
}

/// An error that is logged without `Chain` loses its causes.
#[test]
fn errors_are_logged_with_their_causes() {
    let mut faults = Vec::new();
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut paths: Vec<PathBuf> = ["base", "domain", "handlers", "providers", "runtime", "src"]
        .map(|name| root.join(name))
        .into();
    let mut chains = 0;
    while let Some(path) = paths.pop() {
        if path.is_dir() {
            paths.extend(fs::read_dir(&path).unwrap().map(|entry| entry.unwrap().path()));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let text = fs::read_to_string(&path).unwrap();
            chains += text.matches("%Chain(").count();
            let lines = text.lines().enumerate();
            let bare = lines.filter(|(_, line)| {
                ["%error", "?error", "%err,", "%cause"].iter().any(|word| line.contains(word))
            });
            faults.extend(
                bare.map(|(at, line)| format!("{}:{}: {}", path.display(), at + 1, line.trim())),
            );
        }
    }
    assert!(faults.is_empty(), "write `error = %Chain(&error)`: {faults:#?}");
    assert!(chains > 20, "{chains}");
}
