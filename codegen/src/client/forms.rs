//! Forms: one struct for each schema of a multipart body, with a builder like those of JSON requests.

use std::collections::BTreeSet;

use crate::code::{Code, Name, code};
use crate::model::{Api, Body, Field, Schema, Shape};
use crate::rust::{Scope, module_doc, snake, text, type_name};
use crate::types::fields::is_option;
use crate::types::{builders, docs};

pub fn emit(api: &Api) -> Code {
    let forms = forms(api);
    let named = forms.iter().flat_map(|(schema, _)| schema.shape.parts());
    let types = match Code::join(BTreeSet::from_iter(named).into_iter().map(Name::new), ", ") {
        names if names.is_empty() => names,
        names => code!("use crate::types::{{{names}}};\n\n", names),
    };
    code!(
        "{about}\n{types}{forms}",
        about = module_doc(&["Forms: bodies of requests that may contain files."]),
        types,
        forms = Code::join(forms.iter().map(|(schema, fields)| form(api, schema, fields)), "\n")
    )
}

/// The schemas of forms that clients send, in the document's order.
fn forms(api: &Api) -> Vec<(&Schema, &[Field])> {
    let bodies = api.client_operations().filter_map(|operation| operation.body.as_ref());
    let names: BTreeSet<&str> = bodies
        .filter_map(|body| match body {
            Body::Multipart { schema, .. } => Some(schema.as_str()),
            _ => None,
        })
        .collect();
    let schemas = api.schemas.iter().filter(|schema| names.contains(schema.name.as_str()));
    schemas
        .filter_map(|schema| match &schema.shape {
            Shape::Struct { fields, .. } => Some((schema, fields.as_slice())),
            _ => None,
        })
        .collect()
}

fn form(api: &Api, schema: &Schema, fields: &[Field]) -> Code {
    let name = Name::new(&schema.name);
    let has_secret = fields.iter().any(|field| field.secret);
    let every: Vec<&Field> = fields.iter().collect();
    let mut derives = if has_secret { Vec::new() } else { vec!["Debug"] };
    derives.push("Clone");
    derives.extend(builders::is_default(&every).then_some("Default"));
    derives.push(builders::DERIVE);
    code!(
        "{about}{deprecated}#[derive({derives})]\n{builder}#[must_use]\n#[non_exhaustive]\n\
         pub struct {name} {{\n{members}}}\n{default}{debug}{encoded}",
        about = docs::of_schema(api, schema),
        deprecated = deprecated(schema.deprecated),
        derives = Code::join(derives.into_iter().map(Name::new), ", "),
        builder = builders::builder_type(api, schema),
        members = fields.iter().map(|field| member(api, field)).collect::<Code>(),
        default = builders::default(&name, &every),
        debug = if has_secret { debug(&name, fields) } else { code!("") },
        encoded = encoded(&name, fields),
        name
    )
}

fn deprecated(is_deprecated: bool) -> Code {
    if is_deprecated { code!("#[deprecated]\n") } else { code!("") }
}

fn member(api: &Api, field: &Field) -> Code {
    let ty = match field.binary {
        true => code!("::stoa_client_core::FilePart"),
        false => type_name(&field.ty, Scope::Types),
    };
    code!(
        "{about}{builder}{deprecated}pub {name}: {ty},\n",
        about = docs::of_field(api, field),
        builder = builders::attribute(api, field, false),
        deprecated = deprecated(field.deprecated),
        name = snake(&field.name),
        ty = if is_option(field) { code!("Option<{ty}>", ty) } else { ty }
    )
}

fn debug(name: &Name, fields: &[Field]) -> Code {
    let shown = fields.iter().filter(|field| !field.secret).map(|field| {
        let member = snake(&field.name);
        let shown = text(member.to_string().trim_start_matches("r#"));
        code!(".field({shown}, &self.{member})", shown, member)
    });
    code!(
        "\nimpl ::std::fmt::Debug for {name} {{\n\
             fn fmt(&self, out: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {{\n\
                 out.debug_struct({shown}){fields}.finish_non_exhaustive()\n\
             }}\n\
         }}\n",
        shown = text(&name.to_string()),
        fields = shown.collect::<Code>(),
        name
    )
}

/// Encodes the form. The server can give a file to its handler while the file arrives if the file is the last part, so
/// the texts come first.
fn encoded(name: &Name, fields: &[Field]) -> Code {
    let (files, texts): (Vec<&Field>, Vec<&Field>) = fields.iter().partition(|field| field.binary);
    let part = |field: &&Field| {
        let method = match (is_option(field), field.binary) {
            (false, false) => "text",
            (false, true) => "file",
            (true, false) => "maybe_text",
            (true, true) => "maybe_file",
        };
        code!(
            ".{method}({name}, form.{member})",
            method = Name::new(method),
            name = text(&field.name),
            member = snake(&field.name)
        )
    };
    code!(
        "\nimpl From<{name}> for ::stoa_client_core::Form {{\n\
             fn from(form: {name}) -> Self {{\nSelf::new(){parts}\n}}\n\
         }}\n",
        name,
        parts = texts.iter().chain(&files).map(part).collect::<Code>()
    )
}
