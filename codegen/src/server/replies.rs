//! The types that handlers return on success, and the generated code that writes them.

use crate::model::{Api, Operation, SuccessBody};
use crate::rust::{doc, snake, text};

/// What the handler of an operation returns on success.
pub struct Reply {
    /// The type that the handler returns.
    pub ty: String,
    /// The declaration of the type `ty` if it is this operation's own, otherwise empty.
    pub declaration: String,
    /// An expression that turns the handler's result, the variable `reply`, into the runtime's reply.
    pub write: String,
}

pub fn reply(api: &Api, operation: &Operation) -> Reply {
    let reply = fresh_reply(api, operation);
    if !operation.idempotent {
        return reply;
    }
    let answer = if reply.ty == "()" { "()" } else { "reply" };
    Reply {
        ty: format!("stoa_runtime::Replayable<{}>", reply.ty),
        write: format!("reply.write(|{answer}| {})", reply.write),
        ..reply
    }
}

fn fresh_reply(api: &Api, operation: &Operation) -> Reply {
    let success = &operation.success;
    let (body, write) = body(api, operation);
    let status = success.statuses[0];
    let conditional = if success.conditional { ".conditional()" } else { "" };
    let Some(own) = operation.reply_name() else {
        let write = write("reply", status);
        return Reply {
            ty: body,
            declaration: String::new(),
            write: format!("{write}{conditional}"),
        };
    };
    if success.statuses.len() > 1 {
        return Reply {
            declaration: by_status(operation, &own, &body),
            write: write_by_status(operation, &own, &write),
            ty: own,
        };
    }
    let (members, set) = headers(operation);
    let has_body = success.body != SuccessBody::None;
    let member = match has_body {
        true => format!("{}pub body: {body},\n", doc(&["The body of the response."])),
        false => String::new(),
    };
    let about = format!("The answer of `{}`.", operation.id);
    Reply {
        declaration: format!(
            "{}#[derive(Debug, Clone)]\npub struct {own} {{\n{member}{members}}}\n",
            doc(&[&about])
        ),
        write: format!("{}{set}{conditional}", write("reply.body", status)),
        ty: own,
    }
}

/// Turns an expression for the body and a status into an expression for the runtime's reply.
type Write = Box<dyn Fn(&str, u16) -> String>;

/// The type of the body that the handler returns, and the function that writes the body.
fn body(api: &Api, operation: &Operation) -> (String, Write) {
    match &operation.success.body {
        SuccessBody::None => {
            ("()".to_owned(), Box::new(|_, status| format!("Reply::empty({status})")))
        }
        SuccessBody::Bytes(media_type) => {
            let media_type =
                format!("stoa_runtime::HeaderValue::from_static({})", text(media_type));
            (
                "stoa_runtime::Bytes".to_owned(),
                Box::new(move |value, status| {
                    format!("Reply::bytes({status}, {media_type}, {value})")
                }),
            )
        }
        SuccessBody::Events(schema) => (
            format!("stoa_runtime::Events<types::{schema}>"),
            Box::new(|value, _| format!("Reply::events({value})")),
        ),
        SuccessBody::Json(schema) => match api.payload(schema) {
            Some(field) => {
                let envelope = format!("types::{schema} {{ {}", snake(&field.name));
                let ty = crate::rust::type_name(&field.ty, "types::");
                (
                    ty,
                    Box::new(move |value, status| {
                        format!("Reply::json({status}, &{envelope}: {value} }})")
                    }),
                )
            }
            None => (
                format!("types::{schema}"),
                Box::new(|value, status| format!("Reply::json({status}, &{value})")),
            ),
        },
    }
}

/// Whether a handler returns a map, or a list of maps.
pub fn has_map(api: &Api, operation: &Operation) -> bool {
    let SuccessBody::Json(schema) = &operation.success.body else { return false };
    api.payload(schema).is_some_and(|field| field.ty.has_map())
}

fn status_name(status: u16) -> &'static str {
    match status {
        200 => "Ok",
        201 => "Created",
        202 => "Accepted",
        204 => "NoContent",
        _ => "Other",
    }
}

fn by_status(operation: &Operation, own: &str, body: &str) -> String {
    let about = format!("The answer of `{}`, by status.", operation.id);
    let variants = operation.success.statuses.iter();
    let body = if body == "()" { String::new() } else { format!("({body})") };
    let variants: String =
        variants.map(|status| format!("/// {status}\n{}{body},\n", status_name(*status))).collect();
    format!("{}#[derive(Debug, Clone)]\npub enum {own} {{\n{variants}}}\n", doc(&[&about]))
}

fn write_by_status(
    operation: &Operation,
    own: &str,
    write: &dyn Fn(&str, u16) -> String,
) -> String {
    let arms = operation.success.statuses.iter();
    let body = if operation.success.body == SuccessBody::None { "" } else { "(body)" };
    let arms: String = arms
        .map(|status| {
            format!("{own}::{}{body} => {},\n", status_name(*status), write("body", *status))
        })
        .collect();
    format!("match reply {{\n{arms}}}")
}

/// The header fields of a reply struct, and the calls that set the headers.
fn headers(operation: &Operation) -> (String, String) {
    let (mut members, mut set) = (String::new(), String::new());
    for header in &operation.success.headers {
        let (name, key) = (snake(&header.name), text(&header.name.to_lowercase()));
        let (ty, method) = match header.required {
            true => ("String", "header"),
            false => ("Option<String>", "optional_header"),
        };
        members.push_str(&format!("/// The header `{}`.\npub {name}: {ty},\n", header.name));
        set.push_str(&format!(
            ".{method}(stoa_runtime::HeaderName::from_static({key}), reply.{name})"
        ));
    }
    (members, set)
}
