//! Writes values as YAML or JSON.

use serde_json::Value;

/// Maximum length of a mapping or a list that is written in one line, in bytes.
const MAX_FLOW_LENGTH: usize = 70;

/// A value in one line. JSON quotes every key and string.
pub fn flow(value: &Value, json: bool) -> String {
    match value {
        Value::String(text) if json => Value::from(text.as_str()).to_string(),
        Value::String(text) => string(text),
        Value::Array(items) => {
            let items: Vec<_> = items.iter().map(|item| flow(item, json)).collect();
            format!("[{}]", items.join(", "))
        }
        Value::Object(members) if members.is_empty() => "{}".to_owned(),
        Value::Object(members) => {
            let members = members.iter().map(|(key, value)| {
                format!("{}: {}", flow(&Value::from(key.as_str()), json), flow(value, json))
            });
            let members: Vec<_> = members.collect();
            match json {
                true => format!("{{{}}}", members.join(", ")),
                false => format!("{{ {} }}", members.join(", ")),
            }
        }
        other => other.to_string(),
    }
}

/// Writes a string in the quotes of `old`, if no character of the string needs an escape.
pub fn quoted_like(old: &str, text: &str) -> String {
    let is_plain = text.chars().all(|letter| !letter.is_control() && letter != '\\');
    match old.chars().next() {
        Some('"') if is_plain => Value::from(text).to_string(),
        Some('\'') if is_plain => format!("'{}'", text.replace('\'', "''")),
        _ => string(text),
    }
}

/// JSON on several lines. The first line has no indentation; the others have `indent` and more.
pub fn json_lines(value: &Value, indent: usize) -> String {
    let text = format!("{value:#}");
    text.replace('\n', &format!("\n{}", " ".repeat(indent)))
}

/// The text after the colon of a key: one line, or lines with `indent`.
pub fn after_colon(value: &Value, indent: usize) -> String {
    let line = flow(value, false);
    let is_long = line.len() > MAX_FLOW_LENGTH && (value.is_object() || value.is_array());
    match is_long && line.len() > 2 {
        true => format!("\n{}{}", " ".repeat(indent), block(value, indent)),
        false => format!(" {line}"),
    }
}

/// A mapping or list in block style, without a line break at its end. Its first line has no indentation.
pub fn block(value: &Value, indent: usize) -> String {
    let lines: Vec<String> = match value {
        Value::Object(members) if !members.is_empty() => members
            .iter()
            .map(|(key, value)| format!("{}:{}", string(key), after_colon(value, indent + 2)))
            .collect(),
        Value::Array(items) if !items.is_empty() => items
            .iter()
            .map(|item| match item {
                Value::Object(members) if !members.is_empty() => {
                    format!("- {}", block(item, indent + 2))
                }
                _ => format!("- {}", flow(item, false)),
            })
            .collect(),
        other => return flow(other, false),
    };
    lines.join(&format!("\n{}", " ".repeat(indent)))
}

/// A string, quoted if YAML would read it as anything else.
pub fn string(text: &str) -> String {
    let is_word = |letter: char| letter.is_ascii_alphanumeric() || "_./-".contains(letter);
    let begins = text.starts_with(|letter: char| letter.is_ascii_alphabetic() || letter == '/');
    let names = ["null", "true", "false", "yes", "no", "on", "off", "y", "n"];
    let is_name = names.contains(&text.to_ascii_lowercase().as_str());
    let is_version =
        text.split('.').count() == 3 && text.split('.').all(|number| number.parse::<u32>().is_ok());
    if text == "$ref" || is_version || (begins && text.chars().all(is_word) && !is_name) {
        text.to_owned()
    } else if text.chars().any(char::is_control) {
        Value::from(text).to_string()
    } else {
        format!("'{}'", text.replace('\'', "''"))
    }
}
