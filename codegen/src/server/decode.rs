//! The fields of an operation's request, and the straight-line code that decodes them.

use crate::model::{Api, Body, Operation, Parameter, Place, Type};
use crate::rust::{doc, literal, text, type_name};

/// One field of a request struct: its declaration and its decoding.
pub struct Part {
    pub name: String,
    /// The pattern of the `let` for the decoded field, if the field is decoded before the struct is built.
    pub binding: String,
    pub declaration: String,
    pub decode: String,
    /// Whether the field is read before the guard checks the credential.
    pub early: bool,
}

pub fn parts(api: &Api, operation: &Operation) -> Vec<Part> {
    let strict = operation.statuses.contains(&400);
    let mut parts: Vec<Part> = Vec::new();
    let mut key = None;
    for parameter in &operation.parameters {
        let mut part = part(parameter, strict);
        if operation.idempotent && parameter.is_idempotency_key() {
            // The key is decoded into a variable. The code that reads the body creates the field from this variable.
            part.name = "idempotency".to_owned();
            part.declaration = format!(
                "{}pub idempotency: Option<stoa_runtime::Idempotency>,\n",
                doc(&[&parameter.doc])
            );
            key = Some(part.binding.clone());
        }
        parts.push(part);
    }
    match &operation.body {
        Some(Body::Json { schema, message, .. }) => {
            let name = text(schema);
            let call = match message {
                Some(message) => format!("json_or(&SCHEMAS, {name}, {})", text(message)),
                None => format!("json(&SCHEMAS, {name})"),
            };
            let ty = format!("types::{schema}");
            parts.push(match key {
                Some(key) => Part {
                    binding: "(body, idempotency)".to_owned(),
                    ..body(ty, format!("call.idempotent({key}).{call}.await?"))
                },
                None => body(ty, format!("call.{call}.await?")),
            });
        }
        Some(Body::Raw { .. }) => {
            parts.push(body("stoa_runtime::Bytes".to_owned(), "call.raw_json().await?".to_owned()));
        }
        Some(Body::Multipart { parts: form, .. }) => {
            parts.extend(form.iter().map(|part| self::part(part, true)));
        }
        None => {}
    }
    if api.counts_bytes(operation) && matches!(operation.body, Some(Body::Json { .. })) {
        parts.push(body_bytes());
    }
    parts
}

/// The size of the body, which the handler counts. The call knows it after the body is read.
fn body_bytes() -> Part {
    let about = "Size of the body in bytes, which the handler counts toward a rate limit.";
    Part {
        name: "body_bytes".to_owned(),
        binding: "body_bytes".to_owned(),
        declaration: format!("{}pub body_bytes: u64,\n", doc(&[about])),
        decode: "call.body_bytes()".to_owned(),
        early: false,
    }
}

fn body(ty: String, decode: String) -> Part {
    Part {
        name: "body".to_owned(),
        binding: "body".to_owned(),
        declaration: format!("{}pub body: {ty},\n", doc(&["The body of the request."])),
        decode,
        early: false,
    }
}

fn part(parameter: &Parameter, strict: bool) -> Part {
    let name = parameter.member.clone();
    let optional = !parameter.required
        && parameter.default.is_none()
        && !matches!(parameter.ty, Type::Array(_));
    let ty = match parameter.place {
        Place::File => "stoa_runtime::Upload".to_owned(),
        _ => type_name(&parameter.ty, "types::"),
    };
    let ty = if optional { format!("Option<{ty}>") } else { ty };
    Part {
        declaration: format!("{}pub {name}: {ty},\n", doc(&[&parameter.doc])),
        decode: decode(parameter, strict),
        binding: name.clone(),
        name,
        early: parameter.place == Place::Path,
    }
}

fn decode(parameter: &Parameter, strict: bool) -> String {
    let place = match parameter.place {
        Place::Path => "call.path",
        Place::Query | Place::QueryJson => "call.query",
        Place::Header => "call.header",
        Place::Field => "form.field",
        Place::File => "form.file",
    };
    let mut chain = format!("{place}({})", text(&parameter.name));
    if let Some(message) = &parameter.message {
        chain.push_str(&format!(".message({})", text(message)));
    }
    if let Some(status) = parameter.status {
        chain.push_str(&format!(".status::<{status}>()"));
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
            false if parameter.uuid => format!(".integer_or_uuid::<types::{name}>()"),
            false => format!(".parsed::<types::{name}>()"),
        },
        (Type::Integer, _) => ".integer()".to_owned(),
        (Type::Number, _) => ".number()".to_owned(),
        (Type::Boolean, _) => ".boolean()".to_owned(),
        (Type::Array(item), _) => list(item, parameter.exploded),
        (_, Place::File) => String::new(),
        // A header with a minimum length counts as present even if it is empty, because the client meant to send a
        // value.
        (_, Place::Header) if parameter.min_length.is_some() => ".exact_text()".to_owned(),
        _ => ".text()".to_owned(),
    };
    for (method, bound) in [("at_least", &parameter.minimum), ("at_most", &parameter.maximum)] {
        if let Some(bound) = bound {
            chain.push_str(&format!(".{method}({})", literal(bound, &parameter.ty, "")));
        }
    }
    for (rule, value) in [("pattern", &parameter.pattern), ("format", &parameter.format)] {
        if let Some(value) = value {
            let (name, value) = (rule.to_uppercase(), text(value));
            let rule = format!("stoa_runtime::TextRule::{rule}({value})");
            chain.push_str(&format!(
                ".matches({{\nstatic {name}: stoa_runtime::TextRule = {rule};\n&{name}\n}})"
            ));
        }
    }
    if let Some(cap) = parameter.cap {
        chain.push_str(&format!(".capped({cap})"));
    }
    for (method, bound) in [
        ("min_length", parameter.min_length),
        ("max_length", parameter.max_length),
        ("max_words", parameter.max_words),
        ("max_items", parameter.max_items),
    ] {
        if let Some(bound) = bound {
            chain.push_str(&format!(".{method}({bound})"));
        }
    }
    chain
}

fn list(item: &Type, exploded: bool) -> String {
    let texts = if exploded { ".repeated()" } else { ".list()" };
    match item {
        Type::Integer if exploded => ".repeated().integers()".to_owned(),
        Type::Integer => ".list_of_integers()".to_owned(),
        Type::Named(name) => {
            format!("{texts}.each_one_of::<types::{name}>(types::{name}::VALUES)")
        }
        _ => texts.to_owned(),
    }
}

fn end(parameter: &Parameter) -> String {
    match (&parameter.default, parameter.required, &parameter.ty) {
        (Some(default), ..) => format!(".or({})?", literal(default, &parameter.ty, "types::")),
        (None, true, _) => ".required()?".to_owned(),
        (None, false, Type::Array(_)) => ".or(Vec::new())?".to_owned(),
        (None, false, _) => ".optional()?".to_owned(),
    }
}
