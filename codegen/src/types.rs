//! The types crate: one file for each tag, and `shared` for the types that several tags use.

mod builders;
mod docs;
mod enums;
mod fields;
mod imports;
mod macros;
mod structs;
mod unions;

use std::collections::BTreeMap;

use super::files::{Files, template};
use super::model::{Api, Schema, Shape};
use super::rust::{doc, module_doc, snake, stem};

pub fn emit(api: &Api, files: &mut Files) {
    let mut modules: BTreeMap<String, Vec<&Schema>> = BTreeMap::new();
    for schema in api.schemas.iter().filter(|schema| schema.is_type()) {
        let module = match schema.tags.as_slice() {
            [tag] => stem(tag),
            _ => "shared".to_owned(),
        };
        modules.entry(module).or_default().push(schema);
    }
    for (module, schemas) in &modules {
        files.rust(&format!("types/src/{module}.rs"), source(api, module, schemas));
    }
    let names: Vec<_> = modules.keys().map(String::as_str).collect();
    let macros = macros::emit(api);
    files.rust("types/src/lib.rs", front(api, &names, macros.is_some()));
    files.rust("types/src/timestamp.rs", template!("types/timestamp.rs"));
    if let Some(macros) = macros {
        files.rust("types/src/macros.rs", macros);
    }
    if has_patch(api) {
        files.rust("types/src/patch.rs", template!("types/patch.rs"));
    }
    if takes_more(api) {
        files.rust("types/src/given.rs", template!("types/given.rs"));
    }
}

fn has_patch(api: &Api) -> bool {
    api.schemas.iter().any(|schema| matches!(schema.shape, Shape::Struct { patch: true, .. }))
}

/// Whether a setter takes `Nullable` or `Object`, the crate's types for arguments.
fn takes_more(api: &Api) -> bool {
    api.schemas.iter().filter(|schema| schema.is_built).any(|schema| match &schema.shape {
        Shape::Struct { fields, patch } => {
            fields.iter().any(|field| builders::takes(field, *patch).is_some())
        }
        _ => false,
    })
}

fn front(api: &Api, modules: &[&str], macros: bool) -> String {
    let (patch, given) = (has_patch(api), takes_more(api));
    let mut out = format!(
        "// {}\n\
         #![doc = include_str!(\"../README.md\")]\n\
         #![warn(missing_docs)]\n\
         #![allow(clippy::doc_lazy_continuation, clippy::large_enum_variant, clippy::needless_update)]\n{}\n",
        api.package.origin(),
        if api.has_deprecated_types() { "#![allow(deprecated)]\n" } else { "" }
    );
    out.push_str(if macros { "#[macro_use]\nmod macros;\n\n" } else { "" });
    for module in modules {
        out.push_str(&format!("mod {};\n", snake(module)));
    }
    out.push_str(if given { "mod given;\n" } else { "" });
    out.push_str(if patch { "mod patch;\n" } else { "" });
    out.push_str("mod timestamp;\n\npub use {chrono, serde_json};\n\n");
    for module in modules {
        out.push_str(&format!("pub use {}::*;\n", snake(module)));
    }
    out.push_str(if given { "pub use given::{Nullable, Object};\n" } else { "" });
    out.push_str("pub use timestamp::Timestamp;\n\n");
    let closed =
        |schema: &Schema| matches!(schema.shape, Shape::Enum { .. }) && !schema.in_responses;
    if !api.schemas.iter().any(closed) {
        return out;
    }
    out.push_str(&doc(&["Text that is not a value of a closed enum."]));
    out.push_str(
        "#[derive(Debug, Clone, PartialEq, Eq)]\npub struct UnknownValue(pub String);\n\n\
         impl std::fmt::Display for UnknownValue {\n\
             fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {\n\
                 write!(out, \"`{}` is not a known value\", self.0)\n\
             }\n\
         }\n\n\
         impl std::error::Error for UnknownValue {}\n",
    );
    out
}

fn source(api: &Api, module: &str, schemas: &[&Schema]) -> String {
    let tag = api.tags.iter().find(|tag| stem(&tag.name) == module);
    let about = tag.map_or("Types that several tags use.".to_owned(), |tag| {
        format!("Types of the operations tagged `{}`.", tag.name)
    });
    let body: Vec<String> = schemas.iter().map(|schema| item(api, schema)).collect();
    let mut out = module_doc(&[&about]);
    out.push('\n');
    out.push_str(&imports::emit(schemas));
    out.push_str(&body.join("\n"));
    out
}

fn item(api: &Api, schema: &Schema) -> String {
    match &schema.shape {
        Shape::Struct { fields, patch } => structs::emit(api, schema, fields, *patch),
        Shape::Enum { values } => enums::emit(api, schema, values),
        Shape::Tagged { property, variants } => unions::tagged(api, schema, property, variants),
        Shape::Events { variants, .. } => unions::events(api, schema, variants),
        Shape::Untagged { variants } => unions::untagged(api, schema, variants),
        Shape::IntegerOrString => unions::integer_or_string(api, schema),
        Shape::Alias(ty) => {
            let ty = super::rust::type_name(ty, "");
            format!("{}pub type {} = {ty};\n", docs::above(api, schema), schema.name)
        }
    }
}
