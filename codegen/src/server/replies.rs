//! The types that handlers return on success, and the generated code that writes them.

use crate::code::{Code, Name, code};
use crate::model::{Api, Operation, SuccessBody};
use crate::rust::{Scope, doc, snake, text, type_name};

/// What the handler of an operation returns on success.
pub struct Reply {
    pub ty: Code,
    /// The declaration of the type `ty` if it is this operation's own, otherwise empty.
    pub declaration: Code,
    /// An expression that turns the handler's result, the variable `reply`, into the runtime's reply.
    pub write: Code,
}

impl Reply {
    pub fn is_empty(&self) -> bool {
        self.ty.as_str() == "()"
    }
}

pub fn reply(api: &Api, operation: &Operation) -> Reply {
    let reply = fresh_reply(api, operation);
    if !operation.idempotent {
        return reply;
    }
    let (ty, write) = (&reply.ty, &reply.write);
    let fresh = if reply.is_empty() { code!("()") } else { code!("reply") };
    Reply {
        ty: code!("stoa_runtime::Replayable<{ty}>", ty),
        write: code!("reply.write(|{fresh}| {write})", fresh, write),
        ..reply
    }
}

fn fresh_reply(api: &Api, operation: &Operation) -> Reply {
    let success = &operation.success;
    let body = body_type(api, operation);
    let conditional = if success.conditional { code!(".conditional()") } else { code!("") };
    let Some(own) = operation.reply_name() else {
        let write = write(api, operation, &code!("reply"), success.statuses[0]);
        return Reply {
            ty: body,
            declaration: code!(""),
            write: code!("{write}{conditional}", write, conditional),
        };
    };
    let own = Name::new(&own);
    if success.statuses.len() > 1 {
        return Reply {
            declaration: by_status(operation, &own, &body),
            write: write_by_status(api, operation, &own),
            ty: code!("{own}", own),
        };
    }
    let (members, set) = headers(operation);
    let member = match success.body {
        SuccessBody::None => code!(""),
        _ => code!("/// The body of the response.\npub body: {body},\n", body),
    };
    let write = write(api, operation, &code!("reply.body"), success.statuses[0]);
    Reply {
        declaration: code!(
            "{about}#[derive(Debug, Clone)]\npub struct {own} {{\n{member}{members}}}\n",
            about = doc(&[&format!("The answer of `{}`.", operation.id)]),
            own,
            member,
            members
        ),
        write: code!("{write}{set}{conditional}", write, set, conditional),
        ty: code!("{own}", own),
    }
}

/// The type of the body that the handler returns.
fn body_type(api: &Api, operation: &Operation) -> Code {
    match &operation.success.body {
        _ if operation.success.raw => code!("stoa_runtime::RawJson"),
        SuccessBody::None => code!("()"),
        SuccessBody::Bytes(_) => code!("stoa_runtime::Bytes"),
        SuccessBody::Events(schema) => {
            code!("stoa_runtime::Events<types::{schema}>", schema = Name::new(schema))
        }
        SuccessBody::Json(schema) => match api.payload(schema) {
            Some(field) => type_name(&field.ty, Scope::Imported),
            None => code!("types::{schema}", schema = Name::new(schema)),
        },
    }
}

/// Turns an expression for the body into an expression for the runtime's reply.
fn write(api: &Api, operation: &Operation, body: &Code, status: u16) -> Code {
    let success = &operation.success;
    match &success.body {
        _ if success.raw => code!("Reply::raw_json({status}, {body})", status, body),
        SuccessBody::None => code!("Reply::empty({status})", status),
        SuccessBody::Bytes(media_type) => code!(
            "Reply::bytes({status}, stoa_runtime::HeaderValue::from_static({media_type}), {body})",
            status,
            media_type = text(media_type),
            body
        ),
        SuccessBody::Events(_) => code!("Reply::events({body})", body),
        SuccessBody::Json(schema) => match api.payload(schema) {
            Some(field) => {
                let reply = code!(
                    "Reply::json({status}, &types::{schema} {{ {field}: {body} }})",
                    status,
                    schema = Name::new(schema),
                    field = snake(&field.name),
                    body
                );
                let Some(version) = &success.version else { return reply };
                let version = snake(version);
                code!(
                    "{{ let version = {body}.{version}; {reply}.version(version) }}",
                    body,
                    version,
                    reply
                )
            }
            None => code!("Reply::json({status}, &{body})", status, body),
        },
    }
}

/// Whether a handler returns a map, or a list of maps.
pub fn has_map(api: &Api, operation: &Operation) -> bool {
    let SuccessBody::Json(schema) = &operation.success.body else { return false };
    if operation.success.raw {
        return false;
    }
    api.payload(schema).is_some_and(|field| field.ty.has_map())
}

fn status_name(status: u16) -> Name {
    Name::new(match status {
        200 => "Ok",
        201 => "Created",
        202 => "Accepted",
        204 => "NoContent",
        _ => "Other",
    })
}

fn by_status(operation: &Operation, own: &Name, body: &Code) -> Code {
    let body = match operation.success.body {
        SuccessBody::None => code!(""),
        _ => code!("({body})", body),
    };
    let variant = |status: &u16| {
        code!("/// {status}\n{name}{body},\n", status, name = status_name(*status), body)
    };
    code!(
        "{about}#[derive(Debug, Clone)]\npub enum {own} {{\n{variants}}}\n",
        about = doc(&[&format!("The answer of `{}`, by status.", operation.id)]),
        own,
        variants = operation.success.statuses.iter().map(variant).collect::<Code>()
    )
}

fn write_by_status(api: &Api, operation: &Operation, own: &Name) -> Code {
    let body = match operation.success.body {
        SuccessBody::None => code!(""),
        _ => code!("(body)"),
    };
    let arm = |status: &u16| {
        let (name, write) = (status_name(*status), write(api, operation, &code!("body"), *status));
        code!("{own}::{name}{body} => {write},\n", own, name, body, write)
    };
    let arms: Code = operation.success.statuses.iter().map(arm).collect();
    code!("match reply {{\n{arms}}}", arms)
}

/// The header fields of a reply struct, and the calls that set the headers.
fn headers(operation: &Operation) -> (Code, Code) {
    let (mut members, mut set) = (code!(""), code!(""));
    for header in &operation.success.headers {
        let (name, key) = (snake(&header.name), text(&header.name.to_lowercase()));
        let (ty, method) = match header.required {
            true => (code!("String"), Name::new("header")),
            false => (code!("Option<String>"), Name::new("optional_header")),
        };
        let about = doc(&[&format!("The header `{}`.", header.name)]);
        members.push(code!("{about}pub {name}: {ty},\n", about, name, ty));
        set.push(code!(
            ".{method}(stoa_runtime::HeaderName::from_static({key}), reply.{name})",
            method,
            key,
            name
        ));
    }
    (members, set)
}
