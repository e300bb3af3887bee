//! A YAML document whose every value knows its JSON pointer and its line, and the faults found in it.

mod node;

use std::collections::HashMap;
use std::fmt;
use std::path::{Path, PathBuf};

pub use node::Node;
use saphyr::{LoadableYamlNode, MarkedYamlOwned, ScalarOwned, YamlDataOwned};
use saphyr_parser::{Event, Parser, ScanError};
use serde_json::{Map, Value};

/// Why a document cannot be generated from, in one line: where, what, and the mend.
#[derive(Debug)]
pub struct Fault {
    pub file: PathBuf,
    pub line: usize,
    pub pointer: String,
    pub text: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (file, line) = (self.file.display(), self.line);
        let pointer = if self.pointer.is_empty() { "/" } else { &self.pointer };
        write!(out, "{file}:{line}: {pointer}: {}", self.text)
    }
}

impl std::error::Error for Fault {}

pub type Result<T> = std::result::Result<T, Fault>;

/// One parsed document.
#[derive(Debug)]
pub struct Document {
    file: PathBuf,
    root: Value,
    lines: HashMap<String, usize>,
}

/// A fault before its file is known: line, pointer, text.
type Refusal = (usize, String, String);

impl Document {
    pub fn parse(file: &Path, text: &str) -> Result<Self> {
        let fault = |(line, pointer, text)| Fault { file: file.to_owned(), line, pointer, text };
        refuse_beyond_json(text).map_err(fault)?;
        let loaded = MarkedYamlOwned::load_from_str(text).map_err(|e| fault(not_yaml(&e)))?;
        let [yaml] = loaded.as_slice() else {
            let text = "must hold exactly one YAML document".to_owned();
            return Err(fault((1, String::new(), text)));
        };
        let mut lines = HashMap::new();
        let root = to_json(yaml, String::new(), &mut lines).map_err(fault)?;
        Ok(Self { file: file.to_owned(), root, lines })
    }

    pub fn root(&self) -> Node<'_> {
        Node::new(self, String::new(), &self.root)
    }

    /// The document as JSON, in its own order.
    pub fn json(&self) -> &Value {
        &self.root
    }
}

/// What YAML has and JSON has not would be lost on the way: the same value in two places, types by name.
fn refuse_beyond_json(text: &str) -> std::result::Result<(), Refusal> {
    for event in Parser::new_from_str(text) {
        let (event, span) = event.map_err(|error| not_yaml(&error))?;
        let text = match event {
            Event::Alias(_) => "a YAML alias is outside the dialect: write `$ref`, or the value",
            Event::Scalar(_, _, anchor, _)
            | Event::SequenceStart(anchor, _)
            | Event::MappingStart(anchor, _)
                if anchor > 0 =>
            {
                "a YAML anchor is outside the dialect: remove it"
            }
            Event::Scalar(_, _, _, Some(_))
            | Event::SequenceStart(_, Some(_))
            | Event::MappingStart(_, Some(_)) => "a YAML tag is outside the dialect: remove it",
            _ => continue,
        };
        return Err((span.start.line(), String::new(), text.to_owned()));
    }
    Ok(())
}

fn not_yaml(error: &ScanError) -> Refusal {
    let text = match error.info() {
        "duplicated key in mapping" => "this key stands twice: remove one".to_owned(),
        other => format!("not YAML: {other}"),
    };
    (error.marker().line(), String::new(), text)
}

fn to_json(
    yaml: &MarkedYamlOwned,
    pointer: String,
    lines: &mut HashMap<String, usize>,
) -> std::result::Result<Value, Refusal> {
    let line = yaml.span.start.line();
    let refuse = |text: &str| Err((line, pointer.clone(), text.to_owned()));
    let value = match &yaml.data {
        YamlDataOwned::Value(ScalarOwned::Null) => Value::Null,
        YamlDataOwned::Value(ScalarOwned::Boolean(value)) => Value::Bool(*value),
        YamlDataOwned::Value(ScalarOwned::Integer(value)) => Value::from(*value),
        YamlDataOwned::Value(ScalarOwned::FloatingPoint(value)) if value.is_finite() => {
            Value::from(value.into_inner())
        }
        YamlDataOwned::Value(ScalarOwned::FloatingPoint(_)) => {
            return refuse("JSON has no such number: write a finite one");
        }
        YamlDataOwned::Value(ScalarOwned::String(value)) => Value::from(value.as_str()),
        YamlDataOwned::Sequence(items) => items
            .iter()
            .enumerate()
            .map(|(index, item)| to_json(item, format!("{pointer}/{index}"), lines))
            .collect::<std::result::Result<Vec<_>, _>>()?
            .into(),
        YamlDataOwned::Mapping(entries) => {
            let mut object = Map::new();
            for (key, item) in entries {
                let line = key.span.start.line();
                let YamlDataOwned::Value(ScalarOwned::String(name)) = &key.data else {
                    let text = "a key in here is not a string: quote it".to_owned();
                    return Err((line, pointer, text));
                };
                let pointer = format!("{pointer}/{}", node::escape(name));
                let value = to_json(item, pointer.clone(), lines)?;
                lines.insert(pointer, line);
                object.insert(name.clone(), value);
            }
            Value::Object(object)
        }
        _ => return refuse("JSON has no such value: write another"),
    };
    lines.entry(pointer).or_insert(line);
    Ok(value)
}
