//! `op`: a type for each operation, with the failures that it documents.

use super::title;
use crate::codegen::model::{Api, Refusal};
use crate::codegen::rust::{doc, module_doc, pascal, text};

pub fn emit(api: &Api) -> String {
    let mut out = module_doc(&[
        "A type for each operation: a handler's errors are tied to the statuses that it documents.",
    ]);
    let fails = api.served_operations().any(|operation| operation.statuses.iter().any(is_failure));
    let restricts = api.served_operations().any(|operation| operation.refusal.is_some());
    out.push_str(match (fails, restricts) {
        (_, true) => "\nuse stoa_runtime::{Documents, Operation, Refusal, Restricted};\n",
        (true, false) => "\nuse stoa_runtime::{Documents, Operation};\n",
        (false, false) => "\nuse stoa_runtime::Operation;\n",
    });
    for operation in api.served_operations() {
        let name = pascal(&operation.id);
        out.push_str(&format!(
            "\n{}#[derive(Debug)]\npub struct {name};\n\n\
             impl Operation for {name} {{\n\
                 const ID: &'static str = {};\n\
             }}\n\n",
            doc(&[&title(operation)]),
            text(&operation.id),
        ));
        if let Some(Refusal { status, message }) = &operation.refusal {
            out.push_str(&format!(
                "impl Restricted for {name} {{\n\
                     const REFUSAL: Refusal = Refusal::new({status}, {});\n\
                 }}\n\n",
                text(message)
            ));
        }
        for status in operation.statuses.iter().filter(|status| is_failure(status)) {
            out.push_str(&format!("impl Documents<{status}> for {name} {{}}\n"));
        }
    }
    out
}

fn is_failure(status: &u16) -> bool {
    *status >= 400
}
