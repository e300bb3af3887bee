//! The request struct of an operation and the straight-line code that fills it.

use crate::codegen::model::{Api, Body, Operation, Parameter, Place, Shape, Type};
use crate::codegen::rust::{doc, literal, pascal, snake, text, type_name};

/// One field of a request struct: its declaration and its decoding.
pub struct Part {
    pub name: String,
    pub declaration: String,
    pub decode: String,
    /// Read before the credential is checked.
    pub early: bool,
}

pub fn parts(api: &Api, operation: &Operation) -> Vec<Part> {
    let strict = operation.statuses.contains(&400);
    let mut parts: Vec<Part> =
        operation.parameters.iter().map(|parameter| part(parameter, strict)).collect();
    match &operation.body {
        Some(Body::Json { schema, message }) => {
            let message = message.as_ref().map(|message| format!(".message({})", text(message)));
            parts.push(body(
                format!("types::{schema}"),
                format!(
                    "call.json(&SCHEMAS, {}){}.await?",
                    text(schema),
                    message.unwrap_or_default()
                ),
            ));
        }
        Some(Body::Raw { .. }) => {
            parts.push(body(
                "stoa_runtime::Bytes".to_owned(),
                "call.bytes(stoa_runtime::BODY_LIMIT).await?".to_owned(),
            ));
        }
        Some(Body::Multipart { schema }) => parts.extend(form(api, schema)),
        None => {}
    }
    parts
}

fn body(ty: String, decode: String) -> Part {
    Part {
        name: "body".to_owned(),
        declaration: format!("pub body: {ty},\n"),
        decode,
        early: false,
    }
}

/// The fields of a multipart body, as the runtime's form hands them out.
fn form(api: &Api, schema: &str) -> Vec<Part> {
    let Some(Shape::Struct { fields, .. }) = api.schema(schema).map(|schema| &schema.shape) else {
        return Vec::new();
    };
    let parts = fields.iter().map(|field| {
        let (name, key) = (snake(&field.name), text(&field.name));
        let (ty, call) =
            if field.binary { ("stoa_runtime::Upload", "file") } else { ("String", "field") };
        let (ty, end) = match field.required {
            true => (ty.to_owned(), "required"),
            false => (format!("Option<{ty}>"), "optional"),
        };
        Part {
            declaration: format!("{}pub {name}: {ty},\n", doc(&[&field.doc])),
            decode: format!(
                "form.{call}({key}){}.{end}()?",
                if field.binary { "" } else { ".text()" }
            ),
            name,
            early: false,
        }
    });
    parts.collect()
}

fn part(parameter: &Parameter, strict: bool) -> Part {
    let name = parameter.member.clone();
    let optional = !parameter.required
        && parameter.default.is_none()
        && !matches!(parameter.ty, Type::Array(_));
    let ty = type_name(&parameter.ty, "types::");
    let ty = if optional { format!("Option<{ty}>") } else { ty };
    Part {
        declaration: format!("{}pub {name}: {ty},\n", doc(&[&parameter.doc])),
        decode: decode(parameter, strict),
        name,
        early: parameter.place == Place::Path,
    }
}

fn decode(parameter: &Parameter, strict: bool) -> String {
    let place = match parameter.place {
        Place::Path => "path",
        Place::Query | Place::QueryJson => "query",
        Place::Header => "header",
    };
    let mut chain = format!("call.{place}({})", text(&parameter.name));
    if let Some(message) = &parameter.message {
        chain.push_str(&format!(".message({})", text(message)));
    }
    if let Some(status) = parameter.status {
        chain.push_str(&format!(".status({status})"));
    }
    if !strict {
        return chain + ".lossy()";
    }
    chain.push_str(&typed(parameter));
    chain + &end(parameter)
}

fn typed(parameter: &Parameter) -> String {
    let mut chain = match (&parameter.ty, parameter.place) {
        (Type::Named(name), Place::QueryJson) => {
            format!(".json::<types::{name}>(&SCHEMAS, {})", text(name))
        }
        (Type::Named(name), _) => match parameter.values {
            true => format!(".one_of::<types::{name}>(types::{name}::VALUES)"),
            false => format!(".parsed::<types::{name}>()"),
        },
        (Type::Integer, _) => ".integer()".to_owned(),
        (Type::Number, _) => ".number()".to_owned(),
        (Type::Boolean, _) => ".boolean()".to_owned(),
        (Type::Array(item), _) if **item == Type::Integer => ".list_of_integers()".to_owned(),
        (Type::Array(_), _) => ".list()".to_owned(),
        _ => ".text()".to_owned(),
    };
    for (method, bound) in [("at_least", &parameter.minimum), ("at_most", &parameter.maximum)] {
        if let Some(bound) = bound {
            chain.push_str(&format!(".{method}({bound})"));
        }
    }
    if let Some(cap) = parameter.cap {
        chain.push_str(&format!(".capped({cap})"));
    }
    for (method, bound) in [
        ("min_length", parameter.min_length),
        ("max_length", parameter.max_length),
        ("max_items", parameter.max_items),
    ] {
        if let Some(bound) = bound {
            chain.push_str(&format!(".{method}({bound})"));
        }
    }
    chain
}

fn end(parameter: &Parameter) -> String {
    match (&parameter.default, parameter.required, &parameter.ty) {
        (Some(default), ..) => format!(".or({})?", literal(default, &parameter.ty, "types::")),
        (None, true, _) => ".required()?".to_owned(),
        (None, false, Type::Array(_)) => ".or(Vec::new())?".to_owned(),
        (None, false, _) => ".optional()?".to_owned(),
    }
}

/// The request struct itself.
pub fn declare(operation: &Operation, parts: &[Part]) -> String {
    let fields: String = parts.iter().map(|part| part.declaration.as_str()).collect();
    let about = format!("What `{}` is asked for.", operation.id);
    format!(
        "{}#[derive(Debug, Clone)]\npub struct {} {{\n{fields}}}\n",
        doc(&[&about]),
        pascal(&operation.id)
    )
}
