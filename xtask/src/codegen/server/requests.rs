//! The request of an operation, whose struct is the operation's type: its id, and the failures that it documents.

use super::decode::Part;
use crate::codegen::model::{Operation, Refusal};
use crate::codegen::rust::{doc, pascal, text};

/// The struct with what it implements.
pub fn declare(operation: &Operation, parts: &[Part]) -> String {
    let name = pascal(&operation.id);
    let fields: String = parts.iter().map(|part| part.declaration.as_str()).collect();
    let mut out = format!(
        "{}#[derive(Debug, Clone)]\npub struct {name} {{\n{fields}}}\n\n\
         impl Operation for {name} {{\n\
             const ID: &'static str = {};\n\
         }}\n\n",
        doc(&[&format!("The operation `{}`, and what it is asked for.", operation.id)]),
        text(&operation.id),
    );
    if let Some(Refusal { status, message }) = &operation.refusal {
        out.push_str(&format!(
            "impl Restricted for {name} {{\n\
                 const REFUSAL: Refusal = Refusal::new({status}, {});\n\
             }}\n\n",
            text(message)
        ));
    }
    for status in failures(operation) {
        out.push_str(&format!("impl Documents<{status}> for {name} {{}}\n"));
    }
    out
}

/// What the declarations of these operations name of the runtime.
pub fn imports<'a>(operations: impl Iterator<Item = &'a Operation>) -> Vec<&'static str> {
    let mut names = vec!["Operation"];
    for operation in operations {
        if failures(operation).next().is_some() {
            names.push("Documents");
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
