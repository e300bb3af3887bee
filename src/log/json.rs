//! A line of the log as JSON: one flat object.

use std::error::Error;
use std::fmt::{self, Write};

use stoa_telemetry::Chain;
use tracing::field::{Field, Visit};

use super::time::write_now;

/// What every line begins with.
const FIRST: [&str; 3] = ["time", "level", "target"];

/// A line that is being written: an object with members, of which some are there.
pub(super) struct Line {
    line: String,
    result: fmt::Result,
}

/// A line without an event.
pub(super) fn line(
    level: &str,
    target: &str,
    message: &str,
    more: impl IntoIterator<Item = (&'static str, String)>,
) -> String {
    let mut line = Line::begin(String::new(), level, target);
    line.text("message", message);
    for (name, value) in more {
        line.text(name, &value);
    }
    // Nothing fails that is written to memory.
    line.end().unwrap_or_default()
}

impl Line {
    pub(super) fn begin(mut line: String, level: &str, target: &str) -> Self {
        let result = line.write_str("{\"time\":\"").and_then(|()| write_now(&mut line));
        let mut line = Self { line, result };
        line.add(|line| line.write_char('"'));
        line.text("level", level);
        line.text("target", target);
        line
    }

    pub(super) fn text(&mut self, name: &str, value: &str) {
        self.member(name, |line| write_text(line, value));
    }

    /// Nothing more comes.
    pub(super) fn end(mut self) -> Result<String, fmt::Error> {
        self.add(|line| line.write_char('}'));
        self.result.map(|()| self.line)
    }

    fn member(&mut self, name: &str, value: impl FnOnce(&mut String) -> fmt::Result) {
        self.add(|line| {
            line.write_char(',')?;
            write_text(line, name)?;
            line.write_char(':')?;
            value(line)
        });
    }

    fn add(&mut self, more: impl FnOnce(&mut String) -> fmt::Result) {
        if self.result.is_ok() {
            self.result = more(&mut self.line);
        }
    }

    fn take(&mut self, field: &Field, value: impl FnOnce(&mut String) -> fmt::Result) {
        // Those of the crate `log` say what the line begins with already.
        if !field.name().starts_with("log.") && !FIRST.contains(&field.name()) {
            self.member(field.name(), value);
        }
    }
}

/// Takes the fields of an event.
impl Visit for Line {
    fn record_f64(&mut self, field: &Field, value: f64) {
        self.take(field, |line| write_number(line, value));
    }

    fn record_i64(&mut self, field: &Field, value: i64) {
        self.take(field, |line| write!(line, "{value}"));
    }

    fn record_u64(&mut self, field: &Field, value: u64) {
        self.take(field, |line| write!(line, "{value}"));
    }

    fn record_bool(&mut self, field: &Field, value: bool) {
        self.take(field, |line| write!(line, "{value}"));
    }

    fn record_str(&mut self, field: &Field, value: &str) {
        self.take(field, |line| write_text(line, value));
    }

    fn record_error(&mut self, field: &Field, value: &(dyn Error + 'static)) {
        self.take(field, |line| write_text(line, &Chain(value).to_string()));
    }

    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        self.take(field, |line| write_text(line, &format!("{value:?}")));
    }
}

/// What is no number is `null`, as JSON has none for it.
pub(super) fn write_number(line: &mut impl Write, value: f64) -> fmt::Result {
    // The longest that there is: `-2.2250738585072014e-308`.
    let mut digits = [0; 24];
    let mut rest = &mut digits[..];
    serde_json::to_writer(&mut rest, &value).map_err(|_| fmt::Error)?;
    let left = rest.len();
    let written = &digits[..digits.len() - left];
    line.write_str(str::from_utf8(written).map_err(|_| fmt::Error)?)
}

fn write_text(line: &mut impl Write, text: &str) -> fmt::Result {
    if text.bytes().any(|byte| byte < b' ' || matches!(byte, b'"' | b'\\')) {
        return line.write_str(&serde_json::to_string(text).map_err(|_| fmt::Error)?);
    }
    line.write_char('"')?;
    line.write_str(text)?;
    line.write_char('"')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(value: f64) -> String {
        let mut line = String::new();
        write_number(&mut line, value).unwrap();
        line
    }

    #[test]
    fn numbers() {
        for value in [0.0, 0.123, 1.0, 12.5, 30_000.001, f64::MIN_POSITIVE, -f64::MIN_POSITIVE] {
            assert_eq!(number(value).parse(), Ok(value));
        }
        assert_eq!((number(f64::NAN), number(f64::INFINITY)), ("null".into(), "null".into()));
    }

    #[test]
    fn a_line_is_json() {
        let text = "\"quoted\\\n\u{1b}[31m\u{7f}é";
        let line = line("INFO", "stoa", text, [("location", text.to_owned())]);
        let read: serde_json::Map<String, serde_json::Value> = serde_json::from_str(&line).unwrap();
        assert_eq!(
            read.keys().collect::<Vec<_>>(),
            ["time", "level", "target", "message", "location"]
        );
        assert_eq!((&read["message"], &read["location"]), (&text.into(), &text.into()));
    }
}
