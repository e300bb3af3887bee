//! The types crate: one file for each tag, and `shared` for the types that several tags use.

pub mod builders;
pub mod docs;
mod enums;
pub mod fields;
mod imports;
mod macros;
mod structs;
mod unions;
mod webhooks;

use std::collections::BTreeMap;

use super::code::{Code, Name, code};
use super::files::{Files, template};
use super::model::{Api, Schema, Shape};
use super::rust::{Scope, line_comment, module_doc, snake, stem, type_name};

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

fn front(api: &Api, modules: &[&str], macros: bool) -> Code {
    let (patch, given) = (has_patch(api), takes_more(api));
    let declared: Code =
        modules.iter().map(|module| code!("mod {module};\n", module = snake(module))).collect();
    let exported: Code = modules
        .iter()
        .map(|module| code!("pub use {module}::*;\n", module = snake(module)))
        .collect();
    let when = |has: bool, code: Code| if has { code } else { code!("") };
    code!(
        "{origin}\
         #![doc = include_str!(\"../README.md\")]\n\
         #![warn(missing_docs)]\n\
         #![allow(clippy::doc_lazy_continuation, clippy::large_enum_variant, clippy::needless_update)]\n\
         {deprecated}\n\
         {macros}{declared}{given}{patch}mod timestamp;\n\n\
         pub use {{chrono, serde_json}};\n\n\
         {exported}{arguments}pub use timestamp::Timestamp;\n\n\
         {unknown}",
        origin = line_comment(&api.package.origin()),
        deprecated = when(api.has_deprecated_types(), code!("#![allow(deprecated)]\n")),
        macros = when(macros, code!("#[macro_use]\nmod macros;\n\n")),
        declared,
        given = when(given, code!("mod given;\n")),
        patch = when(patch, code!("mod patch;\n")),
        exported,
        arguments = when(given, code!("pub use given::{{Nullable, Object}};\n")),
        unknown = when(has_closed_enum(api), unknown_value())
    )
}

fn has_closed_enum(api: &Api) -> bool {
    let is_enum = |schema: &Schema| matches!(schema.shape, Shape::Enum { .. });
    api.schemas.iter().any(|schema| is_enum(schema) && !schema.in_responses)
}

fn unknown_value() -> Code {
    code!(
        "/// Text that is not a value of a closed enum.\n\
         #[derive(Debug, Clone, PartialEq, Eq)]\npub struct UnknownValue(pub String);\n\n\
         impl std::fmt::Display for UnknownValue {{\n\
             fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {{\n\
                 write!(out, \"`{{}}` is not a known value\", self.0)\n\
             }}\n\
         }}\n\n\
         impl std::error::Error for UnknownValue {{}}\n"
    )
}

fn source(api: &Api, module: &str, schemas: &[&Schema]) -> Code {
    let tag = api.tags.iter().find(|tag| stem(&tag.name) == module);
    let about = tag.map_or("Types that several tags use.".to_owned(), |tag| {
        format!("Types of the operations tagged `{}`.", tag.name)
    });
    code!(
        "{about}\n{imports}{items}",
        about = module_doc(&[&about]),
        imports = imports::emit(schemas),
        items = Code::join(schemas.iter().map(|schema| item(api, schema)), "\n")
    )
}

fn item(api: &Api, schema: &Schema) -> Code {
    match &schema.shape {
        Shape::Struct { fields, patch } => structs::emit(api, schema, fields, *patch),
        Shape::Enum { values } => enums::emit(api, schema, values),
        Shape::Tagged { property, variants } => unions::tagged(api, schema, property, variants),
        Shape::WebhookEvents { variants } => webhooks::emit(api, schema, variants),
        Shape::Events { variants } => unions::events(api, schema, variants),
        Shape::Untagged { variants } => unions::untagged(api, schema, variants),
        Shape::IntegerOrString => unions::integer_or_string(api, schema),
        Shape::Alias(ty) => code!(
            "{above}pub type {name} = {ty};\n",
            above = docs::above(api, schema),
            name = Name::new(&schema.name),
            ty = type_name(ty, Scope::Types)
        ),
    }
}
