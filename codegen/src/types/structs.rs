//! Structs: one for each object schema, with its fields in the document's order.

use serde_json::{Number, Value};

use super::fields::{DEPRECATED, OPEN, default_function, is_option};
use super::{builders, docs};
use crate::model::{Api, Field, Schema};
use crate::rust::{indented, literal, snake, stem, text, type_name};

pub fn emit(api: &Api, schema: &Schema, fields: &[Field], patch: bool) -> String {
    let name = &schema.name;
    let variable: Vec<&Field> = fields.iter().filter(|field| field.constant.is_none()).collect();
    let constants = has_constant(fields);
    let camel = variable.iter().all(|field| serde_camel(&stem(&field.name)) == field.name);
    let plain = variable.iter().all(|field| stem(&field.name) == field.name);

    let mut out = docs::above(api, schema);
    let secret = has_secret(fields);
    let mut derives = if secret { Vec::new() } else { vec!["Debug"] };
    derives.extend(["Clone", "PartialEq"]);
    if builders::is_default(&variable) {
        derives.push("Default");
    }
    if !constants {
        derives.push("Serialize");
    }
    derives.push("Deserialize");
    derives.extend(schema.is_built.then_some(builders::DERIVE));
    out.push_str(&format!("#[derive({})]\n", derives.join(", ")));
    if camel && !plain {
        out.push_str("#[serde(rename_all = \"camelCase\")]\n");
    }
    if schema.is_built {
        out.push_str(&builders::builder_type(api, schema));
        out.push_str("#[must_use]\n");
    }
    out.push_str(OPEN);
    out.push_str(&format!("pub struct {name} {{\n"));
    for field in &variable {
        let rename = !camel && stem(&field.name) != field.name;
        let default = default_function(field);
        out.push_str(&docs::of_field(api, field));
        if schema.is_built {
            out.push_str(&builders::attribute(api, field, patch));
        }
        out.push_str(if field.deprecated { DEPRECATED } else { "" });
        out.push_str(&member(field, &format!("{name}::{default}"), patch, rename, !constants));
    }
    out.push_str("}\n");
    if secret {
        out.push_str(&debug(name, &variable));
    }
    let methods = defaults(&variable);
    if !methods.is_empty() {
        out.push_str(&format!("\nimpl {name} {{\n{}}}\n", methods.join("\n")));
    }
    if schema.is_built {
        out.push_str(&builders::default(name, &variable));
    }
    if constants {
        out.push_str(&serialize(name, fields));
    }
    out
}

/// Whether `Debug` cannot be derived, because it must hide a field.
pub fn has_secret(fields: &[Field]) -> bool {
    fields.iter().any(|field| field.secret)
}

/// Implements `Debug` with the crate's macro `debug!`.
fn debug(name: &str, fields: &[&Field]) -> String {
    let fields: Vec<String> = fields
        .iter()
        .map(|field| snake(&field.name) + if field.secret { ": hidden" } else { "" })
        .collect();
    format!("\ndebug!({name} {{ {} }});\n", fields.join(", "))
}

fn member(field: &Field, default: &str, patch: bool, rename: bool, serialized: bool) -> String {
    let mut attributes = Vec::new();
    if rename {
        attributes.push(format!("rename = {}", text(&field.name)));
    }
    let mut ty = type_name(&field.ty, "");
    if field.binary {
        ty = "Vec<u8>".to_owned();
    }
    if is_option(field) {
        ty = format!("Option<{ty}>");
    }
    if patch && !field.required && field.nullable {
        ty = format!("Option<{ty}>");
        attributes.push("default, deserialize_with = \"crate::patch::value\"".to_owned());
    } else if field.default.is_some() && !is_option(field) && !field.required {
        attributes.push(format!("default = {}", text(default)));
    }
    if !field.required && is_option(field) && serialized {
        attributes.push("skip_serializing_if = \"Option::is_none\"".to_owned());
    }
    let attributes = match attributes.as_slice() {
        [] => String::new(),
        list => format!("#[serde({})]\n", list.join(", ")),
    };
    format!("{attributes}pub {}: {ty},\n", snake(&field.name))
}

/// The functions that serde calls for absent properties.
fn defaults(fields: &[&Field]) -> Vec<String> {
    fields
        .iter()
        .filter(|field| !is_option(field))
        .filter_map(|field| {
            let (function, ty) = (default_function(field), type_name(&field.ty, ""));
            let value = literal(field.default.as_ref()?, &field.ty, "");
            Some(format!("fn {function}() -> {ty} {{ {value} }}\n"))
        })
        .collect()
}

/// Whether the struct has constants. Constants are not fields, so the crate's macro `serialize!` implements
/// `Serialize`.
pub fn has_constant(fields: &[Field]) -> bool {
    fields.iter().any(|field| field.constant.is_some())
}

fn serialize(name: &str, fields: &[Field]) -> String {
    let entries: Vec<String> = fields
        .iter()
        .map(|field| {
            let (key, member) = (text(&field.name), snake(&field.name));
            match &field.constant {
                Some(Value::String(value)) => format!("{key} = {}", text(value)),
                // Rust takes a number without a suffix for an `i32`.
                Some(Value::Number(number)) if is_long(number) => format!("{key} = {number}_i64"),
                Some(value) => format!("{key} = {value}"),
                None if !field.required && is_option(field) => format!("{key}?: {member}"),
                None => format!("{key}: {member}"),
            }
        })
        .collect();
    let line = format!("serialize! {{ {name} {{ {} }} }}", entries.join(", "));
    match line.len() <= 100 {
        true => format!("\n{line}\n"),
        false => {
            let lines = indented(&(entries.join(",\n") + ",\n"));
            format!("\nserialize! {{\n    {name} {{\n{}    }}\n}}\n", indented(&lines))
        }
    }
}

fn is_long(number: &Number) -> bool {
    number.as_i64().is_some_and(|number| i32::try_from(number).is_err())
}

/// The name that serde's `rename_all = "camelCase"` gives a field.
fn serde_camel(snake: &str) -> String {
    let mut words = snake.split('_');
    let mut out = words.next().unwrap_or_default().to_owned();
    for word in words {
        let mut letters = word.chars();
        out.extend(letters.next().map(|first| first.to_ascii_uppercase()));
        out.push_str(letters.as_str());
    }
    out
}
