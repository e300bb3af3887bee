//! `op`: a type for each operation, with the statuses that it documents.

use super::title;
use crate::codegen::model::Api;
use crate::codegen::rust::{doc, module_doc, pascal, text};

pub fn emit(api: &Api) -> String {
    let mut out = module_doc(&[
        "A type for each operation: a handler's errors are tied to the statuses that it documents.",
    ]);
    let fails = api.served_operations().any(|operation| operation.statuses.iter().any(is_failure));
    let documents = if fails { "{Documents, Operation}" } else { "Operation" };
    out.push_str(&format!("\nuse stoa_runtime::{documents};\n"));
    for tag in api.served_tags() {
        for operation in &tag.operations {
            let name = pascal(&operation.id);
            let statuses: Vec<String> = operation.statuses.iter().map(u16::to_string).collect();
            out.push_str(&format!(
                "\n{}#[derive(Debug)]\npub struct {name};\n\n\
                 impl Operation for {name} {{\n\
                     const ID: &'static str = {};\n\
                     const TAG: &'static str = {};\n\
                     const STATUSES: &'static [u16] = &[{}];\n\
                 }}\n\n",
                doc(&[&title(operation)]),
                text(&operation.id),
                text(&tag.name),
                statuses.join(", "),
            ));
            for status in operation.statuses.iter().filter(|status| is_failure(status)) {
                out.push_str(&format!("impl Documents<{status}> for {name} {{}}\n"));
            }
        }
    }
    out
}

fn is_failure(status: &u16) -> bool {
    *status >= 400
}
