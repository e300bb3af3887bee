//! Builders of requests, which the derive macro of the crate `bon` writes. A builder has a setter for each property, and
//! takes the properties in any order. Code that leaves a required property out, or sets one twice, does not compile.

use super::fields::is_option;
use crate::code::{Code, Name, code};
use crate::model::{Api, Field, Schema, Shape, Type};
use crate::rust::{Scope, literal, stem, type_name};

/// The derive macro. The type of the builder of `X` is `XBuilder`.
pub const DERIVE: &str = "::bon::Builder";

/// Renames the builder's type if the document has a type of its name.
pub fn builder_type(api: &Api, schema: &Schema) -> Code {
    let name = format!("{}Builder", schema.name);
    match api.schema(&name) {
        Some(_) => code!("#[builder(builder_type = {name}_)]\n", name = Name::new(&name)),
        None => code!(""),
    }
}

/// Implements `Default` for a struct whose fields are all optional, if `Default` cannot be derived.
pub fn default(name: &Name, fields: &[&Field]) -> Code {
    let may_be_empty = fields.iter().all(|field| !field.required);
    match may_be_empty && !is_default(fields) {
        true => code!(
            "\nimpl Default for {name} {{\nfn default() -> Self {{\nSelf::builder().build()\n}}\n}}\n",
            name
        ),
        false => code!(""),
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
pub fn attribute(api: &Api, field: &Field, patch: bool) -> Code {
    let mut parts = Vec::new();
    if let Some(setter) = renamed(&stem(&field.name)) {
        parts.push(code!("name = {setter}", setter));
    }
    if field.nullable && field.required {
        // Otherwise every `Option` may be left out.
        parts.push(code!("required"));
    } else if let (false, Some(value)) = (field.required || is_option(field), &field.default) {
        let value = literal(value, &field.ty, Scope::Types);
        parts.push(code!("default = {value}", value));
    }
    parts.extend(argument(api, field, patch));
    match parts.as_slice() {
        [] => code!(""),
        parts => code!("#[builder({parts})]\n", parts = Code::join(parts, ", ")),
    }
}

/// Returns another name for a setter that would have the name of the builder's `build`, or of the method `maybe_x` that
/// `bon` adds to the setter `x` of an optional property. No name of a property ends with an underscore, so this
/// appends one, and one more for each `maybe_` at the begin of the name.
fn renamed(stem: &str) -> Option<Name> {
    let mut rest = stem;
    let mut underscores = usize::from(stem == "build");
    while let Some(inner) = rest.strip_prefix("maybe_") {
        underscores = underscores.max(1) + 1;
        rest = inner;
    }
    (underscores > 0).then(|| Name::new(&(stem.to_owned() + &"_".repeat(underscores))))
}

/// The setter's argument, if it is not of the property's type.
fn argument(api: &Api, field: &Field, patch: bool) -> Option<Code> {
    match &field.ty {
        _ if field.binary => None,
        ty if takes_null(field, patch) => {
            let ty = type_name(ty, Scope::Types);
            Some(code!("with = |value: impl Into<Nullable<{ty}>>| value.into().0", ty))
        }
        Type::Object => Some(code!("with = |value: impl Into<Object>| value.into().0")),
        Type::Array(item) if **item == Type::String => Some(code!(
            "with = |value: impl IntoIterator<Item = impl Into<String>>| value.into_iter().map(Into::into).collect()"
        )),
        Type::String | Type::Any | Type::Array(_) | Type::Map(_) => Some(code!("into")),
        Type::Named(name) if is_integer_or_string(api, name) => Some(code!("into")),
        _ => None,
    }
}

fn is_integer_or_string(api: &Api, name: &str) -> bool {
    api.schema(name).is_some_and(|schema| matches!(schema.shape, Shape::IntegerOrString))
}
