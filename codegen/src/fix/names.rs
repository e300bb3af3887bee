//! Names of new components, after the operations, parameters, components and properties around them.

use heck::ToPascalCase;
use serde_json::Value;

use crate::document::segments;

/// The name of a component that is made of the schema at a pointer.
pub fn component(root: &Value, pointer: &str) -> Option<String> {
    let path: Vec<String> = segments(pointer).collect();
    let path: Vec<&str> = path.iter().map(String::as_str).collect();
    let name = match path.as_slice() {
        ["components", _, name, rest @ ..] => format!("{} {}", name, inner(rest)),
        ["paths", url, "parameters", index, rest @ ..] => {
            let name = parameter(root.pointer("/paths")?.get(url)?, index);
            format!("{url} {name} {}", inner(rest))
        }
        ["paths", url, method, rest @ ..] => {
            let operation = root.pointer("/paths")?.get(url)?.get(method)?;
            let id = operation.get("operationId").and_then(Value::as_str);
            let id = id.map_or_else(|| format!("{method} {url}"), str::to_owned);
            format!("{id} {}", of_operation(operation, rest))
        }
        [kind, name, rest @ ..] => format!("{kind} {name} {}", inner(rest)),
        _ => return None,
    };
    // Digits at the end of one word and at the begin of the next one stay apart.
    let name = name.to_pascal_case();
    Some(name.trim_start_matches(|letter: char| !letter.is_ascii_alphabetic()).to_owned())
        .filter(|name| !name.is_empty())
}

/// The `operationId` of an operation that has none.
pub fn operation_id(method: &str, url: &str) -> String {
    heck::ToLowerCamelCase::to_lower_camel_case(format!("{method} {url}").as_str())
}

fn of_operation(operation: &Value, rest: &[&str]) -> String {
    match rest {
        ["parameters", index, rest @ ..] => {
            format!("{} {}", parameter(operation, index), inner(rest))
        }
        ["requestBody", rest @ ..] => format!("Request {}", inner(rest)),
        ["responses", code, rest @ ..] if code.starts_with('2') => {
            format!("Response {}", inner(rest))
        }
        ["responses", code, rest @ ..] => format!("Response{code} {}", inner(rest)),
        rest => inner(rest),
    }
}

fn parameter<'a>(owner: &'a Value, index: &str) -> &'a str {
    let parameter = owner.get("parameters").and_then(|list| list.get(index.parse::<usize>().ok()?));
    parameter.and_then(|parameter| parameter.get("name")?.as_str()).unwrap_or("parameter")
}

/// Words for the way from a component or operation into a schema.
fn inner(path: &[&str]) -> String {
    let mut words = Vec::new();
    let mut path = path.iter();
    while let Some(segment) = path.next() {
        match *segment {
            "properties" => words.extend(path.next().map(|name| (*name).to_owned())),
            "content" => _ = path.next(),
            "headers" => words.extend(path.next().map(|name| (*name).to_owned())),
            "items" => words.push("Item".to_owned()),
            "additionalProperties" => words.push("Value".to_owned()),
            "oneOf" | "anyOf" | "allOf" => {
                let number = path.next().and_then(|index| index.parse::<usize>().ok());
                words.extend(number.map(|number| format!("Option{}", number + 1)));
            }
            _ => {}
        }
    }
    words.join(" ")
}
