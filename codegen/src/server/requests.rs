//! The request of an operation. The struct of the request also represents the operation itself: it implements the
//! traits for the operation's ID and documented failures.

use chrono::{NaiveDate, NaiveTime};

use super::decode::Part;
use crate::model::{Body, Deprecation, Operation, Refusal};
use crate::rust::{doc, pascal, text};

/// Writes the struct and its trait implementations.
pub fn declare(operation: &Operation, parts: &[Part]) -> String {
    let name = pascal(&operation.id);
    let fields: String = parts.iter().map(|part| part.declaration.as_str()).collect();
    // The response cache computes its key from the request.
    let derived = if operation.cache_seconds.is_some() { "Clone, Hash" } else { "Clone" };
    let grows_storage = match operation.grows_storage {
        true => "const GROWS_STORAGE: bool = true;\n",
        false => "",
    };
    let essential = match operation.is_essential {
        true => "const IS_ESSENTIAL: bool = true;\n",
        false => "",
    };
    let headers = match headers(operation) {
        list if list.is_empty() => list,
        list => format!("const HEADERS: &'static [(&'static str, &'static str)] = &[{list}];\n"),
    };
    let mut out = format!(
        "{}#[derive({derived})]\npub struct {name} {{\n{fields}}}\n\n\
         impl Operation for {name} {{\n\
             const ID: &'static str = {};\n\
             {grows_storage}{essential}{headers}\
         }}\n\n",
        doc(&[&format!("The operation `{}` and its request.", operation.id)]),
        text(&operation.id),
    );
    if let Some(Refusal { status, message }) = &operation.refusal {
        out.push_str(&format!(
            "impl Restricted for {name} {{\n\
                 const REFUSAL: Refusal<Self> = Refusal::new::<{status}>({});\n\
             }}\n\n",
            text(message)
        ));
    }
    for status in failures(operation) {
        out.push_str(&format!("impl Documents<{status}> for {name} {{}}\n"));
    }
    if takes_body(operation) {
        out.push_str(&format!("impl TakesBody for {name} {{{}}}\n", statuses_of_body(operation)));
    }
    out
}

/// The headers of every response, as pairs of literals: `Deprecation` (RFC 9745) and `Sunset` (RFC 8594).
fn headers(operation: &Operation) -> String {
    let Some(Deprecation { since, sunset }) = &operation.deprecation else { return String::new() };
    let midnight = |day: &NaiveDate| day.and_time(NaiveTime::MIN).and_utc();
    let since =
        since.as_ref().map(|day| ("deprecation", format!("@{}", midnight(day).timestamp())));
    let sunset =
        sunset.as_ref().map(|day| ("sunset", day.format("%a, %d %b %Y 00:00:00 GMT").to_string()));
    let headers = [since, sunset].into_iter().flatten();
    let headers = headers.map(|(name, value)| format!("({}, {})", text(name), text(&value)));
    headers.collect::<Vec<_>>().join(", ")
}

/// Whether the operation takes JSON or a form, which is checked before the handler gets it.
fn takes_body(operation: &Operation) -> bool {
    matches!(operation.body, Some(Body::Json { .. } | Body::Multipart { .. }))
}

/// The statuses other than 400 with which the schema of the body can refuse a request.
fn statuses_of_body(operation: &Operation) -> String {
    let statuses: Vec<String> = schema_statuses(operation)
        .map(|status| format!("Documented::status::<{status}>()"))
        .collect();
    match statuses.is_empty() {
        true => String::new(),
        false => {
            format!("\nconst STATUSES: &'static [Documented<Self>] = &[{}];\n", statuses.join(", "))
        }
    }
}

fn schema_statuses(operation: &Operation) -> impl Iterator<Item = u16> {
    let statuses = match &operation.body {
        Some(Body::Json { statuses, .. }) => statuses.as_slice(),
        _ => &[],
    };
    statuses.iter().copied().filter(|status| *status != 400)
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
        if operation.refusal.is_some() {
            names.extend(["Refusal", "Restricted"]);
        }
    }
    names
}

fn failures(operation: &Operation) -> impl Iterator<Item = u16> {
    operation.statuses.iter().copied().filter(|status| *status >= 400)
}
