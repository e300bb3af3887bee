//! The crate of reasons: a type for each reason for which operations refuse calls. The domain returns them, and handlers
//! turn them into responses.

use std::collections::{BTreeMap, BTreeSet};

use super::code::{Code, Name, code};
use super::files::Files;
use super::model::{Api, Operation, Reason};
use super::rust::{module_doc, pascal, text};

/// Statuses whose responses have the header `Retry-After`.
const WITH_RETRY_AFTER: [u16; 2] = [429, 503];

pub fn emit(api: &Api, files: &mut Files) {
    let reasons = of_document(api);
    if reasons.is_empty() {
        return;
    }
    let about = format!("The reasons for which the operations of {} refuse calls.", api.title);
    let line = |(name, (status, reason)): (String, (u16, &Reason))| {
        code!(
            "    {status} {name} {code} {message}{field};\n",
            status,
            name = Name::new(&name),
            code = text(&reason.code),
            message = text(&reason.message),
            field = match () {
                () if WITH_RETRY_AFTER.contains(&status) => code!(" retry_after"),
                () if reason.versioned => code!(" version"),
                () => code!(""),
            }
        )
    };
    let source = code!(
        "{about}\n#![warn(missing_docs)]\n\n\
         pub use stoa_runtime::{{Failed, Refusals, refusals}};\n\n\
         stoa_runtime::reasons! {{\n{lines}}}\n",
        about = module_doc(&[&about, &api.package.origin()]),
        lines = reasons.into_iter().map(line).collect::<Code>()
    );
    files.rust("reasons/src/lib.rs", source);
}

/// The status and the reason of each type, by the type's name.
pub fn of_document(api: &Api) -> BTreeMap<String, (u16, &Reason)> {
    let names = Names::of(api);
    let types = api.operations().flat_map(|operation| names.of_operation(operation));
    types.map(|(name, status, reason)| (name, (status, reason))).collect()
}

/// The names of the types of reasons.
pub struct Names<'a> {
    /// Names that have several statuses or messages in the document.
    ambiguous: BTreeSet<&'a str>,
}

impl<'a> Names<'a> {
    pub fn of(api: &'a Api) -> Self {
        let mut known: BTreeMap<&str, (u16, &str)> = BTreeMap::new();
        let mut ambiguous = BTreeSet::new();
        for (status, reason) in api.operations().flat_map(given) {
            let refusal = (status, reason.message.as_str());
            if *known.entry(&reason.name).or_insert(refusal) != refusal {
                ambiguous.insert(reason.name.as_str());
            }
        }
        Self { ambiguous }
    }

    /// The types of the reasons for which an operation refuses calls, each with its name, status and reason. The
    /// operation's name precedes an ambiguous name.
    pub fn of_operation<'b>(
        &self,
        operation: &'b Operation,
    ) -> impl Iterator<Item = (String, u16, &'b Reason)> {
        given(operation).map(|(status, reason)| {
            let name = match self.ambiguous.contains(reason.name.as_str()) {
                true => format!("{}{}", pascal(&operation.id), reason.name),
                false => reason.name.clone(),
            };
            (name, status, reason)
        })
    }
}

/// The reasons that have a type, with their statuses. Retired reasons and those with several statuses in the operation
/// have none, nor have those of a 500: a handler returns any other error for it.
fn given(operation: &Operation) -> impl Iterator<Item = (u16, &Reason)> {
    operation.reasons.iter().filter(|reason| !reason.retired).filter_map(|reason| {
        match reason.statuses.as_slice() {
            [status] if *status != 500 => Some((*status, reason)),
            _ => None,
        }
    })
}

/// The line with which a file of the server crate imports the reasons.
pub fn import(api: &Api) -> Code {
    code!("use {module} as reasons;\n", module = Name::new(&api.package.module("reasons")))
}

/// Declares the reasons of a tag's operations, for the server crate.
pub fn declare<'a>(api: &Api, operations: impl Iterator<Item = &'a Operation>) -> Code {
    let types = Names::of(api);
    let line = |operation: &Operation| {
        let names = types.of_operation(operation);
        let names = wrapped(names.map(|(name, ..)| format!("reasons::{name}")));
        match names.is_empty() {
            true => names,
            false => {
                code!("    {operation}:\n{names};\n", operation = pascal(&operation.id), names)
            }
        }
    };
    match operations.map(line).collect::<Code>() {
        lines if lines.is_empty() => lines,
        lines => code!("stoa_runtime::refuses! {{\n{lines}}}\n\n", lines),
    }
}

/// Joins paths with commas, in indented lines of at most 100 characters. rustfmt does not format calls of macros.
fn wrapped(paths: impl Iterator<Item = String>) -> Code {
    const INDENT: &str = "        ";
    let mut lines: Vec<String> = Vec::new();
    for path in paths {
        match lines.last_mut() {
            Some(line) if line.len() + path.len() < 97 => {
                line.push_str(", ");
                line.push_str(&path);
            }
            _ => lines.push(format!("{INDENT}{path}")),
        }
    }
    Code::unchecked(lines.join(",\n"))
}
