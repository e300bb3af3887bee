//! `RateLimits`, the document's limits by name, and `RateLimited`, the trait of an API whose routes count calls.

use crate::code::{Code, Name, code};
use crate::model::{Api, Counts, RateLimit};
use crate::rust::{doc, grouped, module_doc, snake, text};

pub fn emit(api: &Api) -> Code {
    let limits: Vec<&RateLimit> = api.used_rate_limits().collect();
    let field = |limit: &&RateLimit| {
        code!("{about}pub {name}: RateLimit,\n", about = about(limit), name = snake(&limit.name))
    };
    let mut out = code!(
        "{about}\nuse stoa_runtime::{{Rate, RateLimit, Rates}};\n\n\
         /// The document's rate limits (`x-rate-limits`).\n\
         pub struct RateLimits {{\n{fields}}}\n\n\
         impl RateLimits {{\n\
         /// The names of the limits in the document. Operators set a limit by its name.\n\
         pub const NAMES: [&str; {count}] = [{names}];\n\n\
         /// Creates the limits with the document's rates, or with the rates that override them.\n\
         pub fn new(rates: &Rates) -> Self {{\nSelf {{\n{values}}}\n}}\n}}\n",
        about = module_doc(&["The document's rate limits."]),
        fields = limits.iter().map(field).collect::<Code>(),
        count = limits.len() as u64,
        names = Code::join(limits.iter().map(|limit| text(&limit.name)), ", "),
        values = limits.iter().map(|limit| value(limit)).collect::<Code>()
    );
    if has_routes_that_count(api) {
        out.push(code!(
            "\n{about}pub trait RateLimited {{\n\
             /// The rate limits of the API.\n\
             fn rate_limits(&self) -> &RateLimits;\n}}\n",
            about = doc(&[
                "An API whose routes count calls: after the credential is checked and before query and body are read, \
                 or after query and body are read if a parameter decides whether a call counts."
            ])
        ));
    }
    out
}

/// The names that the crate re-exports from this module.
pub fn names(api: &Api) -> Vec<Name> {
    let mut names = Vec::new();
    if has_routes_that_count(api) {
        names.push(Name::new("RateLimited"));
    }
    if api.used_rate_limits().next().is_some() {
        names.push(Name::new("RateLimits"));
    }
    names
}

fn has_routes_that_count(api: &Api) -> bool {
    api.operations().any(|operation| api.counted_by_route(operation).next().is_some())
}

/// Describes a limit: `120 in 60 seconds for each client.`
fn about(limit: &RateLimit) -> Code {
    let rate = format!(
        "{}{} in {} seconds for each {}.",
        grouped(limit.amount, ','),
        if limit.counts == Counts::Bytes { " bytes" } else { "" },
        grouped(limit.seconds, ','),
        limit.per
    );
    let by_route = if limit.counts == Counts::Calls { "Counted by routes." } else { "" };
    doc(&[&format!("{} {rate} {by_route}", limit.doc.trim())])
}

fn value(limit: &RateLimit) -> Code {
    code!(
        "{field}: rates.limit({name}, Rate {{ calls: {calls}, seconds: {seconds} }}, {message}),\n",
        field = snake(&limit.name),
        name = text(&limit.name),
        calls = integer(limit.amount),
        seconds = integer(limit.seconds),
        message = text(limit.message.as_deref().unwrap_or_default())
    )
}

fn integer(number: u64) -> Code {
    Code::unchecked(grouped(number, '_'))
}
