//! YAML as JSON, and the line of every value; what JSON has not is refused.

use std::collections::HashMap;

use saphyr::Scalar;
use saphyr_parser::{Event, Parser, ScanError, Span, StrInput};
use serde_json::{Map, Value};

/// A fault whose file is not known yet: line, pointer, text.
pub type Refusal = (usize, String, String);

type Result<T> = std::result::Result<T, Refusal>;

/// Documents of ours are about 20 deep; the stack holds many times this.
const DEEPEST: usize = 100;

/// The document, and the line of each JSON pointer.
pub fn load(text: &str) -> Result<(Value, HashMap<String, usize>)> {
    let mut loader = Loader { events: Parser::new_from_str(text), lines: HashMap::new() };
    let mut document = None;
    while let Some((event, span)) = loader.next()? {
        match event {
            Event::StreamStart | Event::DocumentStart(_) | Event::DocumentEnd => {}
            Event::StreamEnd | Event::Nothing => {}
            _ if document.is_some() => {
                let text = "a second document begins here: remove it";
                return Err((span.start.line(), String::new(), text.to_owned()));
            }
            event => document = Some(loader.value(event, span, String::new(), 0)?),
        }
    }
    let document = document.ok_or((1, String::new(), "is empty: write a document".to_owned()))?;
    Ok((document, loader.lines))
}

struct Loader<'a> {
    events: Parser<'a, StrInput<'a>>,
    lines: HashMap<String, usize>,
}

impl<'a> Loader<'a> {
    fn next(&mut self) -> Result<Option<(Event<'a>, Span)>> {
        self.events.next_event().transpose().map_err(|error| not_yaml(&error))
    }

    /// The value that begins with this event.
    fn value(
        &mut self,
        event: Event<'a>,
        span: Span,
        pointer: String,
        depth: usize,
    ) -> Result<Value> {
        let line = span.start.line();
        if let Some(text) = beyond_json(&event) {
            return Err((line, pointer, text.to_owned()));
        }
        if depth > DEEPEST {
            return Err((line, pointer, "nested too deep: make components of it".to_owned()));
        }
        let value = match event {
            Event::Scalar(text, style, ..) => {
                match Scalar::parse_from_cow_and_metadata(text, style, None) {
                    Some(scalar) => scalar_value(scalar),
                    None => None,
                }
                .ok_or_else(|| {
                    (line, pointer.clone(), "JSON has no such value: write another".to_owned())
                })?
            }
            Event::SequenceStart(..) => self.list(&pointer, depth)?,
            Event::MappingStart(..) => self.mapping(&pointer, depth)?,
            _ => return Err((line, pointer, "not YAML: a value is missing".to_owned())),
        };
        self.lines.entry(pointer).or_insert(line);
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
            let key = self.value(event, span, pointer.to_owned(), depth + 1)?;
            let Value::String(key) = key else {
                let text = "a key in here is not a string: quote it";
                return Err((line, pointer.to_owned(), text.to_owned()));
            };
            let pointer = format!("{pointer}/{}", super::node::escape(&key));
            if self.lines.insert(pointer.clone(), line).is_some() {
                return Err((line, pointer, "this key stands twice: remove one".to_owned()));
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

/// What YAML has and JSON has not would be lost on the way: the same value in two places, types by name.
fn beyond_json(event: &Event<'_>) -> Option<&'static str> {
    let (anchor, tag) = match event {
        Event::Alias(_) => {
            return Some("a YAML alias is outside the dialect: write `$ref`, or the value");
        }
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

fn not_yaml(error: &ScanError) -> Refusal {
    (error.marker().line(), String::new(), format!("not YAML: {}", error.info()))
}
