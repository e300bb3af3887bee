//! Reads YAML as JSON with the line of every value, and refuses YAML that JSON cannot express.

use std::borrow::Cow;
use std::collections::{BTreeSet, HashMap, HashSet};
use std::path::Path;

use regex::{Captures, Regex};
use saphyr::Scalar;
use saphyr_parser::{Event, Parser, Span, StrInput};
use serde_json::{Map, Value};

use super::Fault;

/// Reading stopped at a recorded fault, because the rest of the text cannot be read.
struct Stopped;

type Result<T> = std::result::Result<T, Stopped>;

/// Maximum depth of nested values. Our documents are about 20 levels deep. The stack has room for many times this
/// depth.
const MAX_YAML_DEPTH: usize = 100;

#[derive(Default)]
pub struct Loaded {
    /// The document; `None` if the text is empty or could not be read to its end.
    pub root: Option<Value>,
    /// The line of the value at each JSON pointer.
    pub lines: HashMap<String, usize>,
    pub faults: BTreeSet<Fault>,
    /// Pointers of values that JSON cannot express; `null` replaces them.
    pub unreadable: HashSet<String>,
}

/// Reads a text as JSON, and records a fault for everything that JSON cannot express.
pub fn load(file: &Path, text: &str) -> Loaded {
    // Editors of Windows begin a file with a byte order mark.
    let text = join_surrogates(text.strip_prefix('\u{feff}').unwrap_or(text));
    let events = Parser::new_from_str(&text);
    let mut loader = Loader { file, events, loaded: Loaded::default() };
    loader.loaded.root = loader.document().ok().flatten();
    loader.loaded
}

/// An escape in JSON. The groups are the digits of two escapes that are one character.
const ESCAPE: &str = r"(?s)\\(?:u([dD][89abAB][0-9a-fA-F]{2})\\u([dD][c-fC-F][0-9a-fA-F]{2})|.)";

/// JSON may write a character as two escapes (`\ud83d\udc4d`), for which YAML has no meaning. Returns the text of a JSON
/// document with the characters themselves.
fn join_surrogates(text: &str) -> Cow<'_, str> {
    if !text.trim_start().starts_with('{') {
        return Cow::Borrowed(text);
    }
    let Ok(escape) = Regex::new(ESCAPE) else { return Cow::Borrowed(text) };
    escape.replace_all(text, |found: &Captures<'_>| {
        let unit = |group| u16::from_str_radix(found.get(group)?.as_str(), 16).ok();
        let pair = unit(1).zip(unit(2));
        pair.map_or(found[0].to_owned(), |(high, low)| String::from_utf16_lossy(&[high, low]))
    })
}

struct Loader<'a> {
    file: &'a Path,
    events: Parser<'a, StrInput<'a>>,
    loaded: Loaded,
}

impl<'a> Loader<'a> {
    fn document(&mut self) -> Result<Option<Value>> {
        let mut document = None;
        while let Some((event, span)) = self.next()? {
            match event {
                Event::StreamStart | Event::DocumentStart(_) | Event::DocumentEnd => {}
                Event::StreamEnd | Event::Nothing => {}
                _ if document.is_some() => {
                    let text = "a second document begins here: remove it";
                    self.refuse(span.start.line(), "", text);
                    return Ok(None);
                }
                event => document = Some(self.value(event, span, String::new(), 0)?),
            }
        }
        if document.is_none() {
            self.refuse(1, "", "is empty: write a document");
        }
        Ok(document)
    }

    fn next(&mut self) -> Result<Option<(Event<'a>, Span)>> {
        self.events.next_event().transpose().map_err(|error| {
            self.refuse(error.marker().line(), "", format!("not YAML: {}", error.info()));
            Stopped
        })
    }

    fn refuse(&mut self, line: usize, pointer: &str, text: impl Into<String>) {
        let (file, pointer) = (self.file.to_owned(), pointer.to_owned());
        self.loaded.faults.insert(Fault { file, line, pointer, text: text.into() });
    }

    /// Refuses a value that JSON cannot express; returns `null` to replace it.
    fn replace_unreadable(&mut self, line: usize, pointer: &str, text: &str) -> Value {
        self.refuse(line, pointer, text);
        self.loaded.unreadable.insert(pointer.to_owned());
        Value::Null
    }

    fn value(
        &mut self,
        event: Event<'a>,
        span: Span,
        pointer: String,
        depth: usize,
    ) -> Result<Value> {
        let line = span.start.line();
        if let Some(text) = anchor_or_tag_fault(&event) {
            self.refuse(line, &pointer, text);
        }
        let value = match event {
            _ if depth > MAX_YAML_DEPTH => {
                self.refuse(line, &pointer, "nested too deep: make components of it");
                return Err(Stopped);
            }
            Event::Scalar(text, style, ..) => {
                let scalar = Scalar::parse_from_cow_and_metadata(text, style, None);
                match scalar.and_then(scalar_value) {
                    Some(value) => value,
                    None => self.replace_unreadable(
                        line,
                        &pointer,
                        "JSON has no such value: write another",
                    ),
                }
            }
            Event::SequenceStart(..) => self.list(&pointer, depth)?,
            Event::MappingStart(..) => self.mapping(&pointer, depth)?,
            Event::Alias(_) => {
                let text = "a YAML alias is outside the dialect: write `$ref`, or the value";
                self.replace_unreadable(line, &pointer, text)
            }
            _ => {
                self.refuse(line, &pointer, "not YAML: a value is missing");
                return Err(Stopped);
            }
        };
        self.loaded.lines.entry(pointer).or_insert(line);
        Ok(value)
    }

    fn list(&mut self, pointer: &str, depth: usize) -> Result<Value> {
        let mut items = Vec::new();
        while let Some((event, span)) = self.next()? {
            if event == Event::SequenceEnd {
                break;
            }
            let pointer = format!("{pointer}/{}", items.len());
            items.push(self.value(event, span, pointer, depth + 1)?);
        }
        Ok(Value::Array(items))
    }

    fn mapping(&mut self, pointer: &str, depth: usize) -> Result<Value> {
        let mut object = Map::new();
        while let Some((event, span)) = self.next()? {
            if event == Event::MappingEnd {
                break;
            }
            let line = span.start.line();
            let key = match self.value(event, span, pointer.to_owned(), depth + 1)? {
                Value::String(key) => key,
                other => {
                    self.refuse(line, pointer, "a key in here is not a string: quote it");
                    other.to_string()
                }
            };
            let pointer = format!("{pointer}/{}", super::pointer::escape(&key));
            self.loaded.lines.insert(pointer.clone(), line);
            if object.contains_key(&key) {
                self.refuse(line, &pointer, "this key occurs twice: remove one");
            }
            let Some((event, span)) = self.next()? else { break };
            let value = self.value(event, span, pointer, depth + 1)?;
            object.insert(key, value);
        }
        Ok(Value::Object(object))
    }
}

fn scalar_value(scalar: Scalar<'_>) -> Option<Value> {
    Some(match scalar {
        Scalar::Null => Value::Null,
        Scalar::Boolean(value) => Value::Bool(value),
        Scalar::Integer(value) => Value::from(value),
        Scalar::FloatingPoint(value) if value.is_finite() => Value::from(value.into_inner()),
        Scalar::FloatingPoint(_) => return None,
        Scalar::String(value) => Value::from(value.into_owned()),
    })
}

/// Returns the fault of an anchor or a tag. JSON has neither, so the conversion would drop them.
fn anchor_or_tag_fault(event: &Event<'_>) -> Option<&'static str> {
    let (anchor, tag) = match event {
        Event::Scalar(_, _, anchor, tag) => (*anchor, tag),
        Event::SequenceStart(anchor, tag) | Event::MappingStart(anchor, tag) => (*anchor, tag),
        _ => return None,
    };
    match (anchor > 0, tag) {
        (true, _) => Some("a YAML anchor is outside the dialect: remove it"),
        (_, Some(_)) => Some("a YAML tag is outside the dialect: remove it"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_may_escape_a_character_in_two_parts() {
        let text = r#"{"a": "\ud83d\udc4d \\ud83d\\udc4d \u00e9\u0041 \uD83D\uDC4D"}"#;
        let loaded = load(Path::new("a.json"), text);
        assert!(loaded.faults.is_empty());
        assert_eq!(loaded.root, serde_json::from_str(text).ok());
        assert!(!load(Path::new("a.json"), r#"{"a": "\ud83d"}"#).faults.is_empty());
    }

    #[test]
    fn a_byte_order_mark() {
        for text in [r#"{"a": "\ud83d\udc4d"}"#, "a: 👍\n", "# a comment\na: 👍\n"] {
            let loaded = load(Path::new("a.json"), &format!("\u{feff}{text}"));
            assert!(loaded.faults.is_empty(), "{:?}", loaded.faults);
            assert_eq!(loaded.root, Some(serde_json::json!({"a": "👍"})));
        }
    }
}
