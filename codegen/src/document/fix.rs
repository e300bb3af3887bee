//! Mechanical fixes. A fix changes how a document says something, but not what clients send and receive.

use std::fmt::{self, Write};

use serde_json::Value;

use super::Node;

/// One change of the value at `pointer`.
#[derive(Debug, Clone, PartialEq)]
pub struct Edit {
    pub pointer: String,
    pub change: Change,
}

#[derive(Debug, Clone, PartialEq)]
pub enum Change {
    /// Removes the value, and its key.
    Remove,
    /// Replaces the value.
    Write(Value),
    /// Replaces a `$ref` with a copy of the component.
    Copy(Value),
    /// Replaces the value and its key.
    WriteAs(String, Value),
    /// Replaces the key. References to a component follow it.
    Rename(String),
    /// Writes the key as a string.
    Quote,
    /// Adds an entry to the mapping.
    Add(String, Value),
    /// Adds an item to the list.
    Append(Value),
    /// Moves the schema to a component, and refers to it.
    Extract,
    /// Makes the component not nullable, and each reference to it nullable.
    MoveNull,
}

/// The edits that fix one fault. The fault's text ends with `Display` of the fix, so text and edits cannot disagree.
#[derive(Debug, Clone, PartialEq)]
pub struct Fix {
    pub edits: Vec<Edit>,
    pub stage: Stage,
}

/// When a fix applies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Stage {
    /// Changes that come first: the version, keys whose meaning depends on it, and keys that are not strings.
    Upgrade,
    Local,
    /// Schemas that become components, named after the operations and components around them.
    Components,
    /// Renames of components. They apply last, because they edit every reference.
    Names,
}

/// A text for people, and the fix if it is mechanical.
#[derive(Debug, Clone)]
pub struct Advice {
    pub text: String,
    pub fix: Option<Fix>,
}

impl<T: Into<String>> From<T> for Advice {
    fn from(text: T) -> Self {
        Self { text: text.into(), fix: None }
    }
}

impl Fix {
    fn new(node: &Node<'_>, stage: Stage, change: Change) -> Self {
        let pointer = node.pointer().to_owned();
        Self { edits: vec![Edit { pointer, change }], stage }
    }

    pub fn remove(node: &Node<'_>) -> Self {
        Self::new(node, Stage::Local, Change::Remove)
    }

    pub fn write(node: &Node<'_>, value: impl Into<Value>) -> Self {
        Self::new(node, Stage::Local, Change::Write(value.into()))
    }

    pub fn write_as(node: &Node<'_>, key: &str, value: impl Into<Value>) -> Self {
        Self::new(node, Stage::Local, Change::WriteAs(key.to_owned(), value.into()))
    }

    /// Renames the key of the value.
    pub fn rename(node: &Node<'_>, key: &str) -> Self {
        Self::new(node, Stage::Local, Change::Rename(key.to_owned()))
    }

    /// Renames a component and all references to it.
    pub fn rename_component(node: &Node<'_>, key: &str) -> Self {
        Self::new(node, Stage::Names, Change::Rename(key.to_owned()))
    }

    pub fn add(node: &Node<'_>, key: &str, value: impl Into<Value>) -> Self {
        Self::new(node, Stage::Local, Change::Add(key.to_owned(), value.into()))
    }

    pub fn append(node: &Node<'_>, value: impl Into<Value>) -> Self {
        Self::new(node, Stage::Local, Change::Append(value.into()))
    }

    pub fn extract(node: &Node<'_>) -> Self {
        Self::new(node, Stage::Components, Change::Extract)
    }

    pub fn move_null(node: &Node<'_>) -> Self {
        Self::new(node, Stage::Names, Change::MoveNull)
    }

    /// Writes a component in place of a reference to it.
    pub fn copy(node: &Node<'_>, value: Value) -> Self {
        Self::new(node, Stage::Local, Change::Copy(value))
    }

    /// Quotes a key that is no string.
    pub(super) fn quote(pointer: &str) -> Self {
        let edit = Edit { pointer: pointer.to_owned(), change: Change::Quote };
        Self { edits: vec![edit], stage: Stage::Upgrade }
    }

    /// Adds the edits of another fix. Either all of them apply, or none.
    pub fn and(mut self, other: Self) -> Self {
        self.edits.extend(other.edits);
        self.stage = self.stage.max(other.stage);
        self
    }

    pub fn in_stage(self, stage: Stage) -> Self {
        Self { stage, ..self }
    }

    /// Returns the advice `{reason}: {fix}`, with this fix.
    pub fn with_reason(self, reason: &str) -> Advice {
        Advice { text: format!("{reason}: {self}"), fix: Some(self) }
    }

    /// Returns the advice that only states this fix.
    pub fn without_reason(self) -> Advice {
        Advice { text: self.to_string(), fix: Some(self) }
    }
}

impl fmt::Display for Fix {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut told: Vec<String> = Vec::new();
        for edit in &self.edits {
            let text = edit.to_string();
            if !told.contains(&text) {
                told.push(text);
            }
        }
        out.write_str(&told.join(" and "))
    }
}

impl fmt::Display for Edit {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.change {
            Change::Remove => out.write_str("remove it"),
            Change::Write(value) => write!(out, "write `{}`", shown(value)),
            Change::Copy(_) => out.write_str("copy the component to here"),
            Change::WriteAs(key, value) => write!(out, "write `{key}: {}`", shown(value)),
            Change::Rename(key) => write!(out, "rename it to `{key}`"),
            Change::Quote => out.write_str("quote it"),
            Change::Add(key, value) if self.pointer.is_empty() => {
                write!(out, "add `{key}: {}` to the document", shown(value))
            }
            Change::Add(key, value) => write!(out, "add `{key}: {}`", shown(value)),
            Change::Append(value) => write!(out, "add `{}` to the list", shown(value)),
            Change::Extract => out.write_str("make it a component and `$ref` it"),
            Change::MoveNull => out.write_str("say `null` where this schema is used"),
        }
    }
}

/// A value as YAML in one line.
fn shown(value: &Value) -> String {
    let mut text = String::new();
    show(value, &mut text);
    text
}

fn show(value: &Value, out: &mut String) {
    match value {
        Value::String(text) if text == "null" || text.is_empty() => _ = write!(out, "\"{text}\""),
        Value::String(text) => out.push_str(text),
        Value::Array(items) => {
            out.push('[');
            for (index, item) in items.iter().enumerate() {
                out.push_str(if index > 0 { ", " } else { "" });
                show(item, out);
            }
            out.push(']');
        }
        Value::Object(members) => {
            out.push('{');
            for (index, (key, value)) in members.iter().enumerate() {
                _ = write!(out, "{}{key}: ", if index > 0 { ", " } else { "" });
                show(value, out);
            }
            out.push('}');
        }
        other => _ = write!(out, "{other}"),
    }
}
