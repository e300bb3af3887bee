//! Builders of requests, which the derive macro of the crate `bon` writes. A builder has a setter for each property, and
//! takes the properties in any order. Code that leaves a required property out, or sets one twice, does not compile.

use super::fields::is_option;
use crate::model::{Api, Field, Schema, Shape, Type};
use crate::rust::{literal, stem, type_name};

/// The derive macro. The type of the builder of `X` is `XBuilder`.
pub const DERIVE: &str = "::bon::Builder";

/// Renames the builder's type if the document has a type of its name.
pub fn builder_type(api: &Api, schema: &Schema) -> String {
    let name = format!("{}Builder", schema.name);
    match api.schema(&name) {
        Some(_) => format!("#[builder(builder_type = {name}_)]\n"),
        None => String::new(),
    }
}

/// Implements `Default` for a struct whose fields are all optional, if `Default` cannot be derived.
pub fn default(name: &str, fields: &[&Field]) -> String {
    let may_be_empty = fields.iter().all(|field| !field.required);
    match may_be_empty && !is_default(fields) {
        true => format!(
            "\nimpl Default for {name} {{\nfn default() -> Self {{\nSelf::builder().build()\n}}\n}}\n"
        ),
        false => String::new(),
    }
}

/// Whether every field is `None` when it is absent, so that `Default` can be derived.
pub fn is_default(fields: &[&Field]) -> bool {
    fields.iter().all(|field| is_option(field) && !field.required)
}

/// The argument type of the generated crate, `Nullable` or `Object`, if the field's setter takes one.
pub fn takes(field: &Field, patch: bool) -> Option<&'static str> {
    match field.ty {
        _ if takes_null(field, patch) => Some("Nullable"),
        Type::Object => Some("Object"),
        _ => None,
    }
}

/// Whether the field's setter takes null. If null means the same as absence, the caller leaves the setter out instead.
fn takes_null(field: &Field, patch: bool) -> bool {
    field.nullable && (field.required || patch)
}

/// The attribute that tells `bon` the setter's name, its argument, and the value of a field that is not set.
pub fn attribute(api: &Api, field: &Field, patch: bool) -> String {
    let mut parts = Vec::new();
    if let Some(setter) = renamed(&stem(&field.name)) {
        parts.push(format!("name = {setter}"));
    }
    if field.nullable && field.required {
        // Otherwise every `Option` may be left out.
        parts.push("required".to_owned());
    } else if let (false, Some(value)) = (field.required || is_option(field), &field.default) {
        parts.push(format!("default = {}", literal(value, &field.ty, "")));
    }
    parts.extend(argument(api, field, patch));
    match parts.as_slice() {
        [] => String::new(),
        parts => format!("#[builder({})]\n", parts.join(", ")),
    }
}

/// Returns another name for a setter that would have the name of the builder's `build`, or of the method `maybe_x` that
/// `bon` adds to the setter `x` of an optional property. Appends underscores, in which no property's name ends: one more
/// than the name has `maybe_`s.
fn renamed(stem: &str) -> Option<String> {
    let mut rest = stem;
    let mut underscores = usize::from(stem == "build");
    while let Some(inner) = rest.strip_prefix("maybe_") {
        underscores = underscores.max(1) + 1;
        rest = inner;
    }
    (underscores > 0).then(|| stem.to_owned() + &"_".repeat(underscores))
}

/// The setter's argument, if it is not of the property's type.
fn argument(api: &Api, field: &Field, patch: bool) -> Option<String> {
    let ty = type_name(&field.ty, "");
    let with = |argument: &str, value: &str| Some(format!("with = |value: {argument}| {value}"));
    match &field.ty {
        _ if takes_null(field, patch) => {
            with(&format!("impl Into<Nullable<{ty}>>"), "value.into().0")
        }
        Type::Object => with("impl Into<Object>", "value.into().0"),
        Type::Array(item) if **item == Type::String => {
            let items = "impl IntoIterator<Item = impl Into<String>>";
            with(items, "value.into_iter().map(Into::into).collect()")
        }
        Type::String | Type::Any | Type::Array(_) | Type::Map(_) => Some("into".to_owned()),
        Type::Named(name) if is_integer_or_string(api, name) => Some("into".to_owned()),
        _ => None,
    }
}

fn is_integer_or_string(api: &Api, name: &str) -> bool {
    api.schema(name).is_some_and(|schema| matches!(schema.shape, Shape::IntegerOrString))
}
