//! `Authenticate`: one method for each way in which operations are secured.

use std::collections::{BTreeMap, BTreeSet};

use crate::codegen::model::{Access, Api, Credential};
use crate::codegen::rust::{doc, module_doc};

/// The statuses that a guard may answer where every operation it guards documents them.
const GUARD_STATUSES: &[u16] = &[401, 403, 404, 429];

pub fn emit(api: &Api) -> String {
    let mut kinds: BTreeMap<&Access, BTreeSet<u16>> = BTreeMap::new();
    for operation in api.served_operations() {
        let statuses: BTreeSet<u16> = operation.statuses.iter().copied().collect();
        let known = kinds
            .entry(&operation.access)
            .or_insert_with(|| GUARD_STATUSES.iter().copied().collect());
        *known = known.intersection(&statuses).copied().collect();
    }
    let mut out =
        module_doc(&["Who calls: implemented once for the API, before any handler runs."]);
    // Guards that share no status with their operations have none to name.
    let documents = if kinds.values().all(BTreeSet::is_empty) { "" } else { "Documents, " };
    out.push_str(&format!("\nuse stoa_runtime::{{Call, {documents}Error, Operation}};\n\n"));
    out.push_str(&doc(&[
        "Who calls: one method for each way in which the document's operations are secured.",
        "A method runs after the path's parameters are read and before query, headers and body are. \
         What it sets on the call's answer stands on every answer that follows, errors too.",
    ]));
    out.push_str("pub trait Authenticate: Send + Sync + 'static {\n");
    let principals: BTreeMap<String, &Access> = kinds
        .keys()
        .filter(|access| !access.principals.is_empty())
        .map(|access| (access.principal(), *access))
        .collect();
    for (name, access) in &principals {
        out.push_str(&format!("{}type {name}: Send;\n", doc(&[&about(api, access)])));
    }
    if kinds.keys().any(|access| access.principals.is_empty()) {
        let about = "Who calls where no credential is asked for: what handlers need to know of them, such as the client's address.";
        out.push_str(&format!("{}type Anyone: Send;\n", doc(&[about])));
    }
    for (access, statuses) in &kinds {
        out.push_str(&method(access, statuses));
    }
    out.push_str("}\n");
    out
}

fn method(access: &Access, statuses: &BTreeSet<u16>) -> String {
    let (about, output) = match (access.principals.is_empty(), access.optional) {
        (true, _) => ("Lets anyone call: [`Self::Anyone`].".to_owned(), "Self::Anyone".to_owned()),
        (_, true) => (
            format!("Who calls, or `None` without a credential: [`Self::{}`].", access.principal()),
            format!("Option<Self::{}>", access.principal()),
        ),
        (_, false) => (
            format!("Who calls: [`Self::{}`].", access.principal()),
            format!("Self::{}", access.principal()),
        ),
    };
    let documents: String =
        statuses.iter().map(|status| format!(" + Documents<{status}>")).collect();
    format!(
        "\n{}fn {}<Op: Operation{documents}>(&self, call: &mut Call)\n-> impl Future<Output = Result<{output}, Error<Op>>> + Send;\n",
        doc(&[&about]),
        access.guard()
    )
}

/// What a principal is, from the descriptions of its schemes.
fn about(api: &Api, access: &Access) -> String {
    let schemes = api.schemes.iter().filter(|scheme| access.principals.contains(&scheme.principal));
    let lines: Vec<String> = schemes
        .map(|scheme| {
            let place = match &scheme.place {
                Credential::Bearer => "`Authorization: Bearer`".to_owned(),
                Credential::Header(name) => format!("header `{name}`"),
                Credential::Query(name) => format!("query parameter `{name}`"),
                Credential::Cookie(name) => format!("cookie `{name}`"),
            };
            format!("- {place}: {}", scheme.doc.trim().replace('\n', " "))
        })
        .collect();
    format!("Whom a credential speaks for:\n{}", lines.join("\n"))
}
