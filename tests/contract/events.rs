//! The contract check of event streams, event by event.

use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};

use super::document::{Document, Operation};

/// An event as sent on the wire.
#[derive(Debug, Default, PartialEq)]
pub struct Event {
    pub id: Option<String>,
    pub event: String,
    pub data: String,
}

/// Checks that every event is a member of the documented union.
pub fn check(document: &Document, operation: &Operation, stream: &str) -> Result<()> {
    for event in parse(stream)? {
        let data: Value =
            serde_json::from_str(&event.data).with_context(|| format!("data: {}", event.data))?;
        document
            .validate(
                operation,
                200,
                "text/event-stream",
                &json!({"event": event.event, "data": data}),
            )
            .with_context(|| format!("event {}", event.event))?;
    }
    Ok(())
}

/// Parses the events of a stream, without comments. An event that has not ended yet is dropped.
pub fn parse(stream: &str) -> Result<Vec<Event>> {
    let mut events = Vec::new();
    let mut event = Event::default();
    let mut data = Vec::new();
    for line in stream.split_inclusive('\n') {
        let Some(line) = line.strip_suffix('\n') else { break };
        ensure!(!line.contains('\r'), "a carriage return in `{line}`");
        if line.is_empty() {
            if !data.is_empty() {
                event.data = data.join("\n");
                events.push(std::mem::take(&mut event));
                data.clear();
            }
            continue;
        }
        let (field, value) =
            line.split_once(':').with_context(|| format!("`{line}` is no field"))?;
        let value = value.strip_prefix(' ').unwrap_or(value);
        match field {
            "" => {}
            "event" => event.event = value.into(),
            "id" => event.id = Some(value.into()),
            "data" => data.push(value),
            "retry" => ensure!(value.parse::<u64>().is_ok(), "retry: {value}"),
            _ => anyhow::bail!("`{field}` is no field of an event stream"),
        }
    }
    Ok(events)
}
