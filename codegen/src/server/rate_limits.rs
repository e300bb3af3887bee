//! `RateLimits`, the document's limits by name, and `RateLimited`, the trait of an API whose routes count calls.

use crate::model::{Api, Counts, RateLimit};
use crate::rust::{doc, module_doc, snake, text};

pub fn emit(api: &Api) -> String {
    let limits: Vec<&RateLimit> = api.used_rate_limits().collect();
    let names: Vec<String> = limits.iter().map(|limit| text(&limit.name)).collect();
    let fields: String = limits
        .iter()
        .map(|limit| format!("{}pub {}: RateLimit,\n", about(limit), snake(&limit.name)))
        .collect();
    let values: String = limits.iter().map(|limit| value(limit)).collect();
    let mut out = module_doc(&["The document's rate limits."]);
    out.push_str(&format!(
        "\nuse stoa_runtime::{{Rate, RateLimit, Rates}};\n\n\
         {}pub struct RateLimits {{\n{fields}}}\n\n\
         impl RateLimits {{\n{}pub const NAMES: [&str; {}] = [{}];\n\n\
         {}pub fn new(rates: &Rates) -> Self {{\nSelf {{\n{values}}}\n}}\n}}\n",
        doc(&["The document's rate limits (`x-rate-limits`)."]),
        doc(&["The names of the limits in the document. Operators set a limit by its name."]),
        names.len(),
        names.join(", "),
        doc(&[
            "Creates the limits with the document's rates, or with the rates that override them."
        ]),
    ));
    if has_routes_that_count(api) {
        out.push_str(&format!(
            "\n{}pub trait RateLimited {{\n{}fn rate_limits(&self) -> &RateLimits;\n}}\n",
            doc(&[
                "An API whose routes count calls: after the credential is checked and before query and body are read, \
                 or after query and body are read if a parameter decides whether a call counts."
            ]),
            doc(&["The rate limits of the API."]),
        ));
    }
    out
}

/// The names that the crate re-exports from this module.
pub fn names(api: &Api) -> Vec<&'static str> {
    let mut names = Vec::new();
    if has_routes_that_count(api) {
        names.push("RateLimited");
    }
    if api.used_rate_limits().next().is_some() {
        names.push("RateLimits");
    }
    names
}

fn has_routes_that_count(api: &Api) -> bool {
    api.operations().any(|operation| api.counted_by_route(operation).next().is_some())
}

/// Describes a limit: `120 in 60 seconds for each client.`
fn about(limit: &RateLimit) -> String {
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

fn value(limit: &RateLimit) -> String {
    format!(
        "{}: rates.limit({}, Rate {{ calls: {}, seconds: {} }}, {}),\n",
        snake(&limit.name),
        text(&limit.name),
        grouped(limit.amount, '_'),
        grouped(limit.seconds, '_'),
        text(limit.message.as_deref().unwrap_or_default()),
    )
}

/// Groups the digits of a number: `86_400`, `86,400`.
fn grouped(number: u64, separator: char) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            out.push(separator);
        }
        out.push(digit);
    }
    out
}
