//! A line of the log as JSON: one flat object.

use std::error::Error;
use std::fmt;

use chrono::{SecondsFormat, Utc};
use serde_json::{Map, Value};
use stoa_telemetry::Chain;
use tracing::field::{Field, Visit};

/// A line without an event.
pub(super) fn line(
    level: &str,
    target: &str,
    message: &str,
    more: impl IntoIterator<Item = (&'static str, String)>,
) -> String {
    let mut line = begin(level, target);
    line.insert("message".to_owned(), message.into());
    line.extend(more.into_iter().map(|(name, value)| (name.to_owned(), value.into())));
    Value::from(line).to_string()
}

/// What every line begins with.
pub(super) fn begin(level: &str, target: &str) -> Map<String, Value> {
    let time = Utc::now().to_rfc3339_opts(SecondsFormat::Micros, true);
    let members = [("time", time.as_str()), ("level", level), ("target", target)];
    members.into_iter().map(|(name, value)| (name.to_owned(), value.into())).collect()
}

/// Takes the fields of an event.
pub(super) struct Fields<'a>(pub(super) &'a mut Map<String, Value>);

impl Fields<'_> {
    fn take(&mut self, field: &Field, value: impl Into<Value>) {
        // Those of the crate `log` say what the line begins with already.
        if !field.name().starts_with("log.") {
            self.0.entry(field.name()).or_insert_with(|| value.into());
        }
    }
}

impl Visit for Fields<'_> {
    fn record_f64(&mut self, field: &Field, value: f64) {
        self.take(field, value);
    }

    fn record_i64(&mut self, field: &Field, value: i64) {
        self.take(field, value);
    }

    fn record_u64(&mut self, field: &Field, value: u64) {
        self.take(field, value);
    }

    fn record_bool(&mut self, field: &Field, value: bool) {
        self.take(field, value);
    }

    fn record_str(&mut self, field: &Field, value: &str) {
        self.take(field, value);
    }

    fn record_error(&mut self, field: &Field, value: &(dyn Error + 'static)) {
        self.take(field, Chain(value).to_string());
    }

    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        self.take(field, format!("{value:?}"));
    }
}
