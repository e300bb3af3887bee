//! Constructors and setters of requests: `new` takes the required properties, and each optional property has a setter.

use super::fields::{default_function, is_option};
use crate::codegen::model::{Api, Field, Shape, Type};
use crate::codegen::rust::{doc, snake, stem, type_name};

/// Functions that every struct has. A setter with such a name gets an underscore at its end. That name is free, because
/// no property's name ends in an underscore.
const TAKEN: &[&str] = &["default", "new"];

/// Writes the constructor and the setters. `fields` has no constants.
pub fn emit(api: &Api, fields: &[&Field], patch: bool) -> String {
    let optional = fields.iter().filter(|field| !field.required);
    let setters: String = optional.map(|field| setter(api, field, patch)).collect();
    constructor(api, fields) + &setters
}

/// Implements `Default` for a struct whose fields are all optional, if `Default` cannot be derived.
pub fn default(name: &str, fields: &[&Field]) -> String {
    let may_be_empty = fields.iter().all(|field| !field.required);
    match may_be_empty && !is_default(fields) {
        true => {
            format!("\nimpl Default for {name} {{\nfn default() -> Self {{\nSelf::new()\n}}\n}}\n")
        }
        false => String::new(),
    }
}

/// Whether every field is `None` when it is absent, so that `Default` can be derived.
pub fn is_default(fields: &[&Field]) -> bool {
    fields.iter().all(|field| is_option(field) && !field.required)
}

/// The argument type of the generated crate, `Nullable` or `Object`, if the field's setter or constructor takes one.
pub fn takes(field: &Field, patch: bool) -> Option<&'static str> {
    match field.ty {
        _ if is_nullable(field, patch) => Some("Nullable"),
        Type::Object if !(field.required && field.nullable) => Some("Object"),
        _ => None,
    }
}

/// Whether an absent field, null and a value have three different meanings.
fn is_nullable(field: &Field, patch: bool) -> bool {
    patch && field.nullable && !field.required
}

fn constructor(api: &Api, fields: &[&Field]) -> String {
    let required: Vec<&&Field> = fields.iter().filter(|field| field.required).collect();
    let about = if required.is_empty() {
        "Returns a value without any properties."
    } else {
        "Returns a value with the required properties."
    };
    let parameters: Vec<String> = required
        .iter()
        .map(|field| format!("{}: {}", snake(&field.name), argument(api, field).0))
        .collect();
    let value = match is_default(fields) {
        true => "Self::default()".to_owned(),
        false => {
            let members: Vec<String> =
                fields.iter().map(|field| initial(api, field, fields)).collect();
            format!("Self {{ {} }}", members.join(", "))
        }
    };
    format!("{}pub fn new({}) -> Self {{\n{value}\n}}\n", doc(&[about]), parameters.join(", "))
}

/// The value that `new` gives a field.
fn initial(api: &Api, field: &Field, fields: &[&Field]) -> String {
    let name = snake(&field.name);
    if field.required {
        assigned(&name, argument(api, field).1)
    } else if is_option(field) {
        format!("{name}: None")
    } else {
        format!("{name}: Self::{}()", default_function(field, fields))
    }
}

fn setter(api: &Api, field: &Field, patch: bool) -> String {
    let name = snake(&field.name);
    let (ty, value) = match (argument(api, field), is_option(field)) {
        _ if is_nullable(field, patch) => {
            let inner = type_name(&field.ty, "");
            (format!("impl Into<Nullable<{inner}>>"), format!("Some({name}.into().0)"))
        }
        ((ty, value), true) => (ty, format!("Some({value})")),
        (argument, false) => argument,
    };
    let method = match stem(&field.name) {
        taken if TAKEN.contains(&taken.as_str()) => taken + "_",
        _ => name.clone(),
    };
    format!(
        "\n{}pub fn {method}(self, {name}: {ty}) -> Self {{\nSelf {{ {}, ..self }}\n}}\n",
        doc(&[&format!("Sets [`{0}`](Self#structfield.{0}).", name.trim_start_matches("r#"))]),
        assigned(&name, value)
    )
}

fn assigned(name: &str, value: String) -> String {
    if name == value { value } else { format!("{name}: {value}") }
}

/// The type of a property's argument, and the expression that converts the argument.
fn argument(api: &Api, field: &Field) -> (String, String) {
    let name = snake(&field.name);
    if field.required && field.nullable {
        return (format!("Option<{}>", type_name(&field.ty, "")), name);
    }
    let (ty, ending) = match &field.ty {
        Type::Array(item) if **item == Type::String => {
            let ty = format!("impl IntoIterator<Item = {}>", into(item));
            (ty, ".into_iter().map(Into::into).collect()")
        }
        Type::Object => ("impl Into<Object>".to_owned(), ".into().0"),
        Type::String | Type::Any | Type::Array(_) | Type::Map(_) => (into(&field.ty), ".into()"),
        Type::Named(schema) if is_integer_or_string(api, schema) => (into(&field.ty), ".into()"),
        ty => (type_name(ty, ""), ""),
    };
    (ty, name + ending)
}

fn into(ty: &Type) -> String {
    format!("impl Into<{}>", type_name(ty, ""))
}

fn is_integer_or_string(api: &Api, name: &str) -> bool {
    api.schema(name).is_some_and(|schema| matches!(schema.shape, Shape::IntegerOrString))
}
