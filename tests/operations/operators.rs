//! What operators rely on: safe defaults, migrations without downtime, and secrets that can be rotated. The tests use
//! the real binary, its real environment, and a real Postgres.

mod check;
mod migrations;
mod pipes;
mod rotation;
mod settings;

use std::process::Command;

use serde_json::Value;

use crate::harness::database::Database;
use crate::harness::wire;
use crate::operations::start_up::stoa;

/// A command's exit status, output and errors.
struct Ran {
    status: Option<i32>,
    printed: String,
    complaint: String,
}

fn run(mut command: Command) -> Ran {
    let output = command.output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    Ran {
        status: output.status.code(),
        printed: text(output.stdout),
        complaint: text(output.stderr),
    }
}

/// A command on this database.
fn on(database: &Database, arguments: &[&str]) -> Command {
    stoa(&[arguments, &["--database-url", &database.url()]].concat())
}

/// Asserts that the command failed with one line that contains this.
fn is_refused(ran: &Ran, said: &str) {
    let Ran { status, complaint, .. } = ran;
    assert_eq!((*status, complaint.lines().count()), (Some(1), 1), "{complaint}");
    assert!(complaint.starts_with("stoa: ") && complaint.contains(said), "{complaint}");
}

/// A server's response: the status, and the body if it is JSON.
pub async fn ask(address: &str, head: &str, body: Option<&Value>) -> (u16, Value) {
    let body = body.map(Value::to_string).unwrap_or_default();
    let length = body.len();
    let more = match length {
        0 => String::new(),
        _ => format!("content-type: application/json\r\ncontent-length: {length}\r\n"),
    };
    let (line, headers) = head.split_once('\n').unwrap_or((head, ""));
    let headers = if headers.is_empty() { String::new() } else { format!("{headers}\r\n") };
    let request = format!("{line} HTTP/1.1\r\n{headers}{more}connection: close\r\n\r\n{body}");
    let answer = wire::exchange(address.parse().unwrap(), request.as_bytes(), false).await;
    (answer.status, serde_json::from_slice(&answer.body).unwrap_or(Value::Null))
}
