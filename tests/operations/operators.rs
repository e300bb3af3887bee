//! What operators rely on: safe defaults, migrations without downtime, and secrets that can be rotated. The tests use
//! the real binary, its real environment, and a real Postgres.

mod check;
mod migrations;
mod pipes;
mod rotation;
mod settings;

use serde_json::Value;

use crate::harness::wire;

/// Sends a request as [`wire::ask`] does. Returns the status, and the body if it is JSON.
pub async fn ask(address: &str, head: &str, body: Option<&Value>) -> (u16, Value) {
    let answer = wire::ask(address, head, body).await;
    (answer.status, serde_json::from_slice(&answer.body).unwrap_or(Value::Null))
}
