//! The change that fixes a fault, as the fault's text says it.

use std::fmt::Write;

use serde_json::Value;

use super::Node;

/// A change of a document, such as `remove it`.
#[derive(Debug, Clone, PartialEq)]
pub struct Fix(String);

impl Fix {
    pub fn remove() -> Self {
        Self("remove it".to_owned())
    }

    pub fn write(value: impl Into<Value>) -> Self {
        Self(format!("write `{}`", shown(&value.into())))
    }

    pub fn write_as(key: &str, value: impl Into<Value>) -> Self {
        Self(format!("write `{key}: {}`", shown(&value.into())))
    }

    /// Renames the key of the value.
    pub fn rename(key: &str) -> Self {
        Self(format!("rename it to `{key}`"))
    }

    /// Adds an entry to a mapping.
    pub fn add(node: &Node<'_>, key: &str, value: impl Into<Value>) -> Self {
        let place = if node.pointer().is_empty() { " to the document" } else { "" };
        Self(format!("add `{key}: {}`{place}", shown(&value.into())))
    }

    /// Adds an item to a list.
    pub fn append(value: impl Into<Value>) -> Self {
        Self(format!("add `{}` to the list", shown(&value.into())))
    }

    /// Makes a component of an inline schema.
    pub fn extract() -> Self {
        Self("make it a component and `$ref` it".to_owned())
    }

    /// Adds another change.
    pub fn and(self, Self(other): Self) -> Self {
        Self(format!("{} and {other}", self.0))
    }

    /// Returns `{reason}: {fix}`.
    pub fn with_reason(self, reason: &str) -> String {
        format!("{reason}: {}", self.0)
    }

    pub fn without_reason(self) -> String {
        self.0
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
