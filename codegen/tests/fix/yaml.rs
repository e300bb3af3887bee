//! Writes JSON as YAML with comments, in block style and sometimes in flow style.

use serde_json::Value;

use super::random::Random;

pub fn write(value: &Value, random: &mut Random) -> String {
    let mut text = String::new();
    block(value, 0, random, &mut text);
    text
}

fn block(value: &Value, indent: usize, random: &mut Random, text: &mut String) {
    let spaces = " ".repeat(indent);
    match value {
        Value::Object(members) => {
            for (key, value) in members {
                if random.below(12) == 0 {
                    *text += &format!("{spaces}# about {key}\n");
                }
                *text += &format!("{spaces}{}:", quoted(key, random));
                after(value, indent + 2, random, text);
            }
        }
        Value::Array(items) => {
            for item in items {
                match item {
                    Value::Object(members) if !members.is_empty() && random.below(8) > 0 => {
                        let begin = text.len();
                        block(item, indent + 2, random, text);
                        let comment = text[begin..].starts_with(&format!("{spaces}  #"));
                        match comment {
                            true => text.insert_str(begin, &format!("{spaces}-\n")),
                            false => text.replace_range(begin + indent..begin + indent + 1, "-"),
                        }
                    }
                    _ => *text += &format!("{spaces}- {}\n", flow(item)),
                }
            }
        }
        _ => unreachable!("a scalar is in one line"),
    }
}

fn after(value: &Value, indent: usize, random: &mut Random, text: &mut String) {
    let is_filled = value.as_object().is_some_and(|members| !members.is_empty())
        || value.as_array().is_some_and(|items| !items.is_empty());
    let lines = value.as_str().filter(|lines| lines.ends_with('\n') && !lines.contains("\n\n"));
    match lines {
        Some(lines) if !lines.starts_with([' ', '\n']) => {
            *text += " |\n";
            for line in lines.lines() {
                *text += &format!("{}{line}\n", " ".repeat(indent));
            }
        }
        _ if is_filled && random.below(8) > 0 => {
            text.push('\n');
            // A list may have the indentation of its key.
            let indent = if value.is_array() && random.flip() { indent - 2 } else { indent };
            block(value, indent, random, text);
        }
        _ => {
            *text += &format!(" {}", flow(value));
            if random.below(12) == 0 {
                *text += " # a remark";
            }
            text.push('\n');
        }
    }
}

/// JSON is YAML in flow style.
fn flow(value: &Value) -> String {
    value.to_string()
}

fn quoted(key: &str, random: &mut Random) -> String {
    let is_word = key.chars().all(|letter| letter.is_ascii_alphabetic() || letter == '-');
    match is_word && random.below(6) > 0 {
        true => key.to_owned(),
        false if random.flip() => format!("'{key}'"),
        false => Value::from(key).to_string(),
    }
}
