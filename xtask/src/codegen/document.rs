//! A YAML document whose every value knows its JSON pointer and its line, and the faults found in it.

use std::collections::HashMap;
use std::fmt;
use std::path::{Path, PathBuf};

use saphyr::{LoadableYamlNode, MarkedYamlOwned, ScalarOwned, YamlDataOwned};
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
        write!(out, "{file}:{line}: {}: {}", self.pointer, self.text)
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

impl Document {
    pub fn parse(file: &Path, text: &str) -> Result<Self> {
        let fault = |line: usize, text: String| Fault {
            file: file.to_owned(),
            line,
            pointer: "/".to_owned(),
            text,
        };
        let loaded = MarkedYamlOwned::load_from_str(text)
            .map_err(|error| fault(error.marker().line(), format!("not YAML: {}", error.info())))?;
        let [yaml] = loaded.as_slice() else {
            return Err(fault(1, "must hold exactly one YAML document".to_owned()));
        };
        let mut lines = HashMap::new();
        let root =
            to_json(yaml, String::new(), &mut lines).map_err(|(line, text)| fault(line, text))?;
        Ok(Self { file: file.to_owned(), root, lines })
    }

    pub fn root(&self) -> Node<'_> {
        Node { document: self, pointer: String::new(), value: &self.root }
    }

    /// The document as JSON, in its own order.
    pub fn json(&self) -> &Value {
        &self.root
    }
}

fn to_json(
    yaml: &MarkedYamlOwned,
    pointer: String,
    lines: &mut HashMap<String, usize>,
) -> std::result::Result<Value, (usize, String)> {
    let line = yaml.span.start.line();
    let value = match &yaml.data {
        YamlDataOwned::Value(ScalarOwned::Null) => Value::Null,
        YamlDataOwned::Value(ScalarOwned::Boolean(value)) => Value::Bool(*value),
        YamlDataOwned::Value(ScalarOwned::Integer(value)) => Value::from(*value),
        YamlDataOwned::Value(ScalarOwned::FloatingPoint(value)) => Value::from(value.into_inner()),
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
                let YamlDataOwned::Value(ScalarOwned::String(name)) = &key.data else {
                    let line = key.span.start.line();
                    return Err((line, format!("a key under {pointer} is not a string: quote it")));
                };
                let pointer = format!("{pointer}/{}", escape(name));
                let value = to_json(item, pointer.clone(), lines)?;
                lines.insert(pointer, key.span.start.line());
                object.insert(name.clone(), value);
            }
            Value::Object(object)
        }
        _ => return Err((line, format!("{pointer} uses a YAML feature that JSON has not"))),
    };
    lines.entry(pointer).or_insert(line);
    Ok(value)
}

/// A key as a segment of a JSON pointer (RFC 6901).
fn escape(key: &str) -> String {
    key.replace('~', "~0").replace('/', "~1")
}

/// One value of a document and where it stands.
#[derive(Debug, Clone)]
pub struct Node<'a> {
    document: &'a Document,
    pointer: String,
    pub value: &'a Value,
}

impl<'a> Node<'a> {
    /// The value under a key of this object.
    pub fn get(&self, key: &str) -> Option<Node<'a>> {
        self.child(key, self.value.get(key)?)
    }

    /// The value under a key that must be there.
    pub fn need(&self, key: &str) -> Result<Node<'a>> {
        self.get(key).ok_or_else(|| self.fault(format!("add `{key}`")))
    }

    pub fn string(&self) -> Result<&'a str> {
        self.value.as_str().ok_or_else(|| self.fault("must be a string"))
    }

    /// The string under a key, if there is one.
    pub fn text(&self, key: &str) -> Result<Option<&'a str>> {
        self.get(key).map(|node| node.string()).transpose()
    }

    pub fn flag(&self, key: &str) -> bool {
        self.value.get(key) == Some(&Value::Bool(true))
    }

    /// The entries of this object, in the document's order; none if it is no object.
    pub fn entries(&self) -> Vec<(&'a str, Node<'a>)> {
        let object = self.value.as_object().into_iter().flatten();
        object.filter_map(|(key, value)| Some((key.as_str(), self.child(key, value)?))).collect()
    }

    /// The items of this array; none if it is no array.
    pub fn items(&self) -> Vec<Node<'a>> {
        let array = self.value.as_array().into_iter().flatten().enumerate();
        array.filter_map(|(index, value)| self.child(&index.to_string(), value)).collect()
    }

    /// Follows `$ref`, if this is one, to the component and its name.
    pub fn resolve(&self, kind: &str) -> Result<(Option<&'a str>, Node<'a>)> {
        let Some(reference) = self.get("$ref") else { return Ok((None, self.clone())) };
        let target = reference.string()?;
        let prefix = format!("#/components/{kind}/");
        let Some(name) = target.strip_prefix(&prefix) else {
            return Err(reference.fault(format!("must begin with `{prefix}`")));
        };
        let found =
            self.document.root().get("components").and_then(|node| node.get(kind)?.get(name));
        let found = found.ok_or_else(|| reference.fault(format!("`{target}` does not exist")))?;
        Ok((Some(name), found))
    }

    /// The names of the document's security schemes, in its order.
    pub fn document_security(&self) -> Vec<&'a str> {
        let root = self.document.root();
        let schemes = root.get("components").and_then(|node| node.get("securitySchemes"));
        let entries = schemes.map(|schemes| schemes.entries()).unwrap_or_default();
        entries.into_iter().map(|(name, _)| name).collect()
    }

    /// Refuses every key outside the dialect.
    pub fn only(&self, keys: &[&str]) -> Result<()> {
        for (key, node) in self.entries() {
            if !keys.contains(&key) {
                let allowed = keys.join(", ");
                return Err(node.fault(format!("outside the dialect: remove it (here: {allowed})")));
            }
        }
        Ok(())
    }

    /// A fault at this value.
    pub fn fault(&self, text: impl Into<String>) -> Fault {
        Fault {
            file: self.document.file.clone(),
            line: self.document.lines.get(&self.pointer).copied().unwrap_or(1),
            pointer: if self.pointer.is_empty() { "/".to_owned() } else { self.pointer.clone() },
            text: text.into(),
        }
    }

    fn child(&self, key: &str, value: &'a Value) -> Option<Node<'a>> {
        let pointer = format!("{}/{}", self.pointer, escape(key));
        Some(Node { document: self.document, pointer, value })
    }
}
