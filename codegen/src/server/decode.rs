//! The fields of an operation's request, and the straight-line code that decodes them.

use crate::code::{Code, Name, code};
use crate::model::{Api, Body, Operation, Parameter, Place, Type};
use crate::rust::{Scope, doc, literal, text, type_name};

/// One field of a request struct: its declaration and its decoding.
pub struct Part {
    pub name: Name,
    /// The pattern of the `let` for the decoded field, if the field is decoded before the struct is built.
    pub binding: Code,
    pub declaration: Code,
    pub decode: Code,
    /// Whether the field is read before the guard checks the credential.
    pub early: bool,
}

impl Part {
    /// A field that is decoded into a variable of its name.
    fn new(name: Name, about: &str, ty: &Code, decode: Code) -> Self {
        Self {
            binding: code!("{name}", name),
            declaration: code!("{about}pub {name}: {ty},\n", about = doc(&[about]), name, ty),
            decode,
            early: false,
            name,
        }
    }
}

pub fn parts(api: &Api, operation: &Operation) -> Vec<Part> {
    let mut parts: Vec<Part> = Vec::new();
    let mut key = None;
    for parameter in &operation.parameters {
        let strict = operation.statuses.contains(&parameter.status.unwrap_or(400));
        let part = match operation.cache_seconds {
            Some(_) if parameter.bypasses_cache() => secret(parameter),
            _ => part(parameter, strict),
        };
        if operation.idempotent && parameter.is_idempotency_key() {
            // The key is decoded into a variable. The code that reads the body creates the field from this variable.
            let ty = code!("Option<stoa_runtime::Idempotency>");
            let field = Part::new(Name::new("idempotency"), &parameter.doc, &ty, part.decode);
            key = Some(part.binding.clone());
            parts.push(Part { binding: part.binding, ..field });
        } else {
            parts.push(part);
        }
    }
    match &operation.body {
        Some(Body::Json { schema, message, max_mib, .. }) => {
            let name = text(schema);
            let decode = match message {
                Some(message) => {
                    code!("json_or(&SCHEMAS, {name}, {message})", name, message = text(message))
                }
                None => code!("json(&SCHEMAS, {name})", name),
            };
            let ty = code!("types::{schema}", schema = Name::new(schema));
            let call = match max_mib {
                Some(mib) => code!("call.max_bytes({mib} * 1024 * 1024)", mib),
                None => code!("call"),
            };
            parts.push(match key {
                Some(key) => Part {
                    binding: code!("(body, idempotency)"),
                    ..body(
                        &ty,
                        code!("{call}.idempotent({key}).{decode}.await?", call, key, decode),
                    )
                },
                None => body(&ty, code!("{call}.{decode}.await?", call, decode)),
            });
        }
        Some(Body::Raw { streamed_mib: None, .. }) => {
            parts.push(body(&code!("stoa_runtime::Bytes"), code!("call.raw_json().await?")));
        }
        Some(Body::Raw { streamed_mib: Some(mib), .. }) => {
            parts.push(body(
                &code!("stoa_runtime::StreamedBody"),
                code!("call.streamed_body({mib} * 1024 * 1024)?", mib),
            ));
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
    Part::new(Name::new("body_bytes"), about, &code!("u64"), code!("call.body_bytes()"))
}

fn body(ty: &Code, decode: Code) -> Part {
    Part::new(Name::new("body"), "The body of the request.", ty, decode)
}

/// The variable `form`, from which the parts are decoded.
pub fn form(parts: &[Parameter]) -> Code {
    let has_file = parts.iter().any(|part| part.place == Place::File);
    let declared = |part: &Parameter| {
        code!(
            "stoa_runtime::FormPart::{kind}({name}){status},\n",
            kind = Name::new(if part.place == Place::File { "file" } else { "text" }),
            name = text(&part.name),
            status = match part.status {
                Some(status) => code!(".status({status})", status),
                None => code!(""),
            }
        )
    };
    code!(
        "let {mutable}form = call.multipart(stoa_runtime::UPLOAD_LIMIT, const {{ &[\n{declared}] }}).await?;\n",
        mutable = if has_file { code!("mut ") } else { code!("") },
        declared = parts.iter().map(declared).collect::<Code>()
    )
}

fn part(parameter: &Parameter, strict: bool) -> Part {
    let optional = !parameter.required
        && parameter.default.is_none()
        && !matches!(parameter.ty, Type::Array(_));
    let ty = match parameter.place {
        Place::File => code!("stoa_runtime::Upload"),
        _ => type_name(&parameter.ty, Scope::Imported),
    };
    let ty = if optional { code!("Option<{ty}>", ty) } else { ty };
    let name = Name::new(&parameter.member);
    Part {
        early: parameter.place == Place::Path,
        ..Part::new(name, &parameter.doc, &ty, decode(parameter, strict))
    }
}

/// A secret of a cached operation. If it cannot be valid, the call gets the cached response.
fn secret(parameter: &Parameter) -> Part {
    let decode = code!("call.query({name}).secret()", name = text(&parameter.name));
    let ty = code!("Option<String>");
    Part::new(Name::new(&parameter.member), &parameter.doc, &ty, decode)
}

fn decode(parameter: &Parameter, strict: bool) -> Code {
    let name = text(&parameter.name);
    let mut chain = match parameter.place {
        Place::Path => code!("call.path({name})", name),
        Place::Query | Place::QueryJson => code!("call.query({name})", name),
        Place::Header => code!("call.header({name})", name),
        Place::Field => code!("form.field({name})", name),
        Place::File => code!("form.file({name})", name),
    };
    if let Some(message) = &parameter.message {
        chain.push(code!(".message({message})", message = text(message)));
    }
    if let Some(status) = parameter.status {
        chain.push(code!(".status::<{status}>()", status));
    }
    if strict {
        chain.push(typed(parameter));
        chain.push(end(parameter));
    } else {
        chain.push(code!(".lossy()"));
    }
    chain
}

fn typed(parameter: &Parameter) -> Code {
    let mut chain = match (&parameter.ty, parameter.place) {
        (Type::Named(name), Place::QueryJson) => code!(
            ".json::<types::{name}>(&SCHEMAS, {schema})",
            name = Name::new(name),
            schema = text(name)
        ),
        (Type::Named(name), _) => {
            let name = Name::new(name);
            match parameter.values {
                true => code!(".one_of::<types::{name}>(types::{name}::VALUES)", name),
                false if parameter.uuid => code!(".integer_or_uuid::<types::{name}>()", name),
                false => code!(".parsed::<types::{name}>()", name),
            }
        }
        (Type::Integer, _) => code!(".integer()"),
        (Type::Number, _) => code!(".number()"),
        (Type::Boolean, _) => code!(".boolean()"),
        (Type::Array(item), _) => list(item, parameter.exploded),
        (_, Place::File) => code!(""),
        // A header with a minimum length counts as present even if it is empty, because the client meant to send a
        // value.
        (_, Place::Header) if parameter.min_length.is_some() => code!(".exact_text()"),
        _ => code!(".text()"),
    };
    for (method, bound) in [("at_least", &parameter.minimum), ("at_most", &parameter.maximum)] {
        if let Some(bound) = bound {
            let bound = literal(bound, &parameter.ty, Scope::Types);
            chain.push(code!(".{method}({bound})", method = Name::new(method), bound));
        }
    }
    for (rule, value) in [("pattern", &parameter.pattern), ("format", &parameter.format)] {
        if let Some(value) = value {
            chain.push(code!(
                ".matches({{\n\
                     static {name}: stoa_runtime::TextRule = stoa_runtime::TextRule::{rule}({value});\n\
                     &{name}\n\
                 }})",
                name = Name::new(&rule.to_uppercase()),
                rule = Name::new(rule),
                value = text(value)
            ));
        }
    }
    if let Some(cap) = parameter.cap {
        chain.push(code!(".capped({cap})", cap));
    }
    for (method, bound) in [
        ("min_length", parameter.min_length),
        ("max_length", parameter.max_length),
        ("max_items", parameter.max_items),
    ] {
        if let Some(bound) = bound {
            chain.push(code!(".{method}({bound})", method = Name::new(method), bound));
        }
    }
    chain
}

fn list(item: &Type, exploded: bool) -> Code {
    let texts = if exploded { code!(".repeated()") } else { code!(".list()") };
    match item {
        Type::Integer if exploded => code!(".repeated().integers()"),
        Type::Integer => code!(".list_of_integers()"),
        Type::Named(name) => code!(
            "{texts}.each_one_of::<types::{name}>(types::{name}::VALUES)",
            texts,
            name = Name::new(name)
        ),
        _ => texts,
    }
}

fn end(parameter: &Parameter) -> Code {
    match (&parameter.default, parameter.required, &parameter.ty) {
        (Some(default), ..) => {
            code!(".or({default})?", default = literal(default, &parameter.ty, Scope::Imported))
        }
        (None, true, _) => code!(".required()?"),
        (None, false, Type::Array(_)) => code!(".or(Vec::new())?"),
        (None, false, _) => code!(".optional()?"),
    }
}
