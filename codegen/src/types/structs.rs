//! Structs: one for each object schema, with its fields in the document's order.

use serde_json::{Number, Value};

use super::fields::{default_function, deprecated, is_option, open};
use super::{builders, docs};
use crate::code::{Code, Name, code};
use crate::model::{Api, Field, Schema, Type};
use crate::rust::{Scope, indented, literal, snake, stem, text, type_name};

pub fn emit(api: &Api, schema: &Schema, fields: &[Field], patch: bool) -> Code {
    let name = Name::new(&schema.name);
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
    let derives = Code::join(derives.into_iter().map(Name::new), ", ");
    out.push(code!("#[derive({derives})]\n", derives));
    if camel && !plain {
        out.push(code!("#[serde(rename_all = \"camelCase\")]\n"));
    }
    if schema.is_built {
        out.push(builders::builder_type(api, schema));
        out.push(code!("#[must_use]\n"));
    }
    let member = |field: &&Field| {
        let rename = !camel && stem(&field.name) != field.name;
        let default = format!("{name}::{}", default_function(field));
        code!(
            "{about}{builder}{deprecated}{member}",
            about = docs::of_field(api, field),
            builder = match schema.is_built {
                true => builders::attribute(api, field, patch),
                false => code!(""),
            },
            deprecated = deprecated(field.deprecated),
            member = member(field, &default, patch, rename, !constants)
        )
    };
    let members: Code = variable.iter().map(member).collect();
    out.push(code!("{open}pub struct {name} {{\n{members}}}\n", open = open(), name, members));
    if secret {
        out.push(debug(&name, &variable));
    }
    let methods = defaults(&variable);
    if !methods.is_empty() {
        let methods = Code::join(methods, "\n");
        out.push(code!("\nimpl {name} {{\n{methods}}}\n", name, methods));
    }
    if schema.is_built {
        out.push(builders::default(&name, &variable));
    }
    if constants {
        out.push(serialize(&name, fields));
    }
    out
}

/// Whether `Debug` cannot be derived, because it must hide a field.
pub fn has_secret(fields: &[Field]) -> bool {
    fields.iter().any(|field| field.secret)
}

/// Implements `Debug` with the crate's macro `debug!`.
fn debug(name: &Name, fields: &[&Field]) -> Code {
    let field = |field: &&Field| {
        let name = snake(&field.name);
        if field.secret { code!("{name}: hidden", name) } else { code!("{name}", name) }
    };
    let fields = Code::join(fields.iter().map(field), ", ");
    code!("\ndebug!({name} {{ {fields} }});\n", name, fields)
}

fn member(field: &Field, default: &str, patch: bool, rename: bool, serialized: bool) -> Code {
    let mut attributes = Vec::new();
    if rename {
        attributes.push(code!("rename = {name}", name = text(&field.name)));
    }
    let mut ty = type_name(&field.ty, Scope::Types);
    if is_option(field) {
        ty = code!("Option<{ty}>", ty);
    }
    if patch && !field.required && field.nullable {
        ty = code!("Option<{ty}>", ty);
        attributes.push(code!("default, deserialize_with = \"crate::patch::value\""));
    } else if field.default.is_some() && !is_option(field) && !field.required {
        attributes.push(code!("default = {default}", default = text(default)));
    }
    if !field.required && is_option(field) && serialized {
        attributes.push(code!("skip_serializing_if = \"Option::is_none\""));
    }
    let attributes = match attributes.as_slice() {
        [] => code!(""),
        list => code!("#[serde({list})]\n", list = Code::join(list, ", ")),
    };
    code!("{attributes}pub {name}: {ty},\n", attributes, name = snake(&field.name), ty)
}

/// The functions that serde calls for absent properties.
fn defaults(fields: &[&Field]) -> Vec<Code> {
    let fields = fields.iter().filter(|field| !is_option(field));
    fields
        .filter_map(|field| {
            let (function, ty) = (default_function(field), type_name(&field.ty, Scope::Types));
            let value = literal(field.default.as_ref()?, &field.ty, Scope::Types);
            Some(code!("fn {function}() -> {ty} {{ {value} }}\n", function, ty, value))
        })
        .collect()
}

/// Whether the struct has constants. Constants are not fields, so the crate's macro `serialize!` implements
/// `Serialize`.
pub fn has_constant(fields: &[Field]) -> bool {
    fields.iter().any(|field| field.constant.is_some())
}

fn serialize(name: &Name, fields: &[Field]) -> Code {
    let entry = |field: &Field| {
        let (key, member) = (text(&field.name), snake(&field.name));
        match &field.constant {
            Some(value) => code!("{key} = {value}", key, value = constant(value)),
            None if !field.required && is_option(field) => code!("{key}?: {member}", key, member),
            None => code!("{key}: {member}", key, member),
        }
    };
    let entries: Vec<Code> = fields.iter().map(entry).collect();
    let list = Code::join(&entries, ", ");
    let line = code!("serialize! {{ {name} {{ {list} }} }}", name, list);
    if line.as_str().len() <= 100 {
        return code!("\n{line}\n", line);
    }
    let lines: Code = entries.iter().map(|entry| code!("{entry},\n", entry)).collect();
    let lines = code!("{name} {{\n{lines}}}\n", name, lines = indented(&lines));
    code!("\nserialize! {{\n{lines}}}\n", lines = indented(&lines))
}

fn constant(value: &Value) -> Code {
    match value {
        // Rust takes a number without a suffix for an `i32`.
        Value::Number(number) if is_long(number) => {
            code!("{value}_i64", value = literal(value, &Type::Integer, Scope::Types))
        }
        Value::String(value) => text(value),
        value => literal(value, &Type::Boolean, Scope::Types),
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
