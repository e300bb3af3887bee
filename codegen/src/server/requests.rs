//! The request of an operation. The struct of the request also represents the operation itself: it implements the
//! traits for the operation's ID and documented failures.

use std::collections::BTreeSet;

use chrono::{NaiveDate, NaiveTime};

use super::decode::Part;
use crate::code::{Code, code};
use crate::model::{Body, Deprecation, Operation, Reason, Restriction};
use crate::rust::{doc, pascal, text};

/// Writes the struct and its trait implementations.
pub fn declare(operation: &Operation, parts: &[Part]) -> Code {
    let name = pascal(&operation.id);
    let mut out = code!(
        "{about}{derives}pub struct {name} {{\n{fields}}}\n\n\
         impl Operation for {name} {{\n\
             const ID: &'static str = {id};\n\
             {constants}\
         }}\n\n",
        about = doc(&[&format!("The operation `{}` and its request.", operation.id)]),
        derives = match &operation.body {
            // The file of a form may be a stream.
            Some(Body::Multipart { .. } | Body::Raw { streamed_mib: Some(_), .. }) => code!(""),
            // The response cache computes its key from the request.
            _ if operation.cache_seconds.is_some() => code!("#[derive(Clone, Hash)]\n"),
            _ => code!("#[derive(Clone)]\n"),
        },
        name,
        fields = parts.iter().map(|part| &part.declaration).collect::<Code>(),
        id = text(&operation.id),
        constants = constants(operation)
    );
    if let Some(Restriction { alternatives, status, message }) = &operation.restriction {
        let role = |role: &String| code!("Role::{role}", role = pascal(role));
        let alternative = |roles: &Vec<String>| {
            code!("&[{roles}]", roles = Code::join(roles.iter().map(role), ", "))
        };
        out.push(code!(
            "impl Restricted for {name} {{\n\
                 type Role = Role;\n\
                 const ROLES: &'static [&'static [Role]] = &[{roles}];\n\
                 const REFUSAL: Refusal<Self> = Refusal::new::<{status}>({message});\n\
             }}\n\n",
            name,
            roles = Code::join(alternatives.iter().map(alternative), ", "),
            status,
            message = text(message)
        ));
    }
    for status in failures(operation) {
        out.push(code!("impl Documents<{status}> for {name} {{}}\n", status, name));
    }
    if takes_body(operation) {
        let statuses = statuses_of_body(operation);
        out.push(code!("impl TakesBody for {name} {{{statuses}}}\n", name, statuses));
    }
    out
}

fn constants(operation: &Operation) -> Code {
    let mut out = code!("");
    if operation.grows_storage {
        out.push(code!("const GROWS_STORAGE: bool = true;\n"));
    }
    if operation.is_essential {
        out.push(code!("const IS_ESSENTIAL: bool = true;\n"));
    }
    let list = headers(operation);
    if !list.is_empty() {
        out.push(code!(
            "const HEADERS: &'static [(&'static str, &'static str)] = &[{list}];\n",
            list
        ));
    }
    let given = operation.reasons.iter().filter(|reason| !reason.retired);
    let codes = Code::join(given.flat_map(error_codes), ", ");
    if !codes.is_empty() {
        out.push(code!(
            "const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[{codes}];\n",
            codes
        ));
    }
    out
}

/// A reason as triples of literals, one for each status: `(409, "insufficient_stock", "Insufficient stock")`.
fn error_codes(reason: &Reason) -> impl Iterator<Item = Code> {
    let Reason { statuses, message, code, .. } = reason;
    statuses.iter().map(move |status| {
        code!("({status}, {code}, {message})", status, code = text(code), message = text(message))
    })
}

/// The headers of every response, as pairs of literals: `Deprecation` (RFC 9745) and `Sunset` (RFC 8594).
fn headers(operation: &Operation) -> Code {
    let Some(Deprecation { since, sunset }) = &operation.deprecation else { return code!("") };
    let midnight = |day: &NaiveDate| day.and_time(NaiveTime::MIN).and_utc();
    let since =
        since.as_ref().map(|day| ("deprecation", format!("@{}", midnight(day).timestamp())));
    let sunset =
        sunset.as_ref().map(|day| ("sunset", day.format("%a, %d %b %Y 00:00:00 GMT").to_string()));
    let header = |(name, value): (&str, String)| {
        code!("({name}, {value})", name = text(name), value = text(&value))
    };
    Code::join([since, sunset].into_iter().flatten().map(header), ", ")
}

/// Whether the operation takes JSON or a form, which is checked before the handler gets it.
fn takes_body(operation: &Operation) -> bool {
    matches!(operation.body, Some(Body::Json { .. } | Body::Multipart { .. }))
}

/// The statuses other than 400 with which the schema of the body can refuse a request.
fn statuses_of_body(operation: &Operation) -> Code {
    let statuses =
        schema_statuses(operation).map(|status| code!("Documented::status::<{status}>()", status));
    match Code::join(statuses, ", ") {
        list if list.is_empty() => list,
        list => code!("\nconst STATUSES: &'static [Documented<Self>] = &[{list}];\n", list),
    }
}

fn schema_statuses(operation: &Operation) -> impl Iterator<Item = u16> {
    let statuses: BTreeSet<u16> = match &operation.body {
        Some(Body::Json { statuses, .. }) => statuses.iter().copied().collect(),
        Some(Body::Multipart { parts, .. }) => {
            parts.iter().filter_map(|part| part.status).collect()
        }
        _ => BTreeSet::new(),
    };
    statuses.into_iter().filter(|status| *status != 400)
}

/// The names of the runtime that the declarations of these operations use.
pub fn imports<'a>(operations: impl Iterator<Item = &'a Operation>) -> Vec<&'static str> {
    let mut names = vec!["Operation"];
    for operation in operations {
        if failures(operation).next().is_some() {
            names.push("Documents");
        }
        if takes_body(operation) {
            names.push("TakesBody");
        }
        if schema_statuses(operation).next().is_some() {
            names.push("Documented");
        }
        if operation.restriction.is_some() {
            names.extend(["Refusal", "Restricted"]);
        }
    }
    names
}

fn failures(operation: &Operation) -> impl Iterator<Item = u16> {
    operation.statuses.iter().copied().filter(|status| *status >= 400)
}
