//! The trait `Authenticate`: a guard for each way in which operations are secured.

use std::collections::{BTreeMap, BTreeSet};

use crate::code::{Code, Name, code};
use crate::model::{Access, Api, Credential};
use crate::rust::{doc, module_doc, snake};

/// The statuses with which a guard may refuse. The guard may use a status if every operation that it protects documents
/// it.
const GUARD_STATUSES: &[u16] = &[401, 403, 404, 429];

pub fn emit(api: &Api) -> Code {
    let mut kinds: BTreeMap<&Access, BTreeSet<u16>> = BTreeMap::new();
    for operation in api.operations() {
        let statuses: BTreeSet<u16> = operation.statuses.iter().copied().collect();
        let known = kinds
            .entry(&operation.access)
            .or_insert_with(|| GUARD_STATUSES.iter().copied().collect());
        *known = known.intersection(&statuses).copied().collect();
    }
    let mut names = vec![Name::new("Call"), Name::new("Error")];
    // Only guards that may refuse with one of these statuses have the bound `Documents`.
    if !kinds.values().all(BTreeSet::is_empty) {
        names.push(Name::new("Documents"));
    }
    names.extend(kinds.keys().map(|access| bound(access)).collect::<BTreeSet<_>>());
    let callers: BTreeMap<String, &Access> =
        kinds.keys().map(|access| (access.caller(), *access)).collect();
    let caller = |(name, access): (&String, &&Access)| {
        code!(
            "{about}type {name}: Send;\n",
            about = doc(&[&about(api, access)]),
            name = Name::new(name)
        )
    };
    code!(
        "{module}\nuse stoa_runtime::{{{names}}};\n\n\
         {about}pub trait Authenticate: Send + Sync + 'static {{\n{callers}{methods}}}\n",
        module = module_doc(&[
            "Authentication: implemented once for the API, called before every handler."
        ]),
        names = Code::join(names, ", "),
        about = doc(&[
            "Finds the caller: one method for each way in which the document's operations are secured.",
            "A method runs after the path's parameters are read and before query, headers and body are. \
             A header that the method sets is part of every response to the call, including errors.",
        ]),
        callers = callers.iter().map(caller).collect::<Code>(),
        methods = kinds.iter().map(|(access, statuses)| method(access, statuses)).collect::<Code>()
    )
}

fn method(access: &Access, statuses: &BTreeSet<u16>) -> Code {
    let caller = access.caller();
    let about = format!("Returns the caller{} as [`Self::{caller}`].", with_roles(access));
    let more = if access.lenient {
        "An invalid credential is not a failure. The method returns such a caller as it chooses, for example as anyone."
    } else if access.roles.is_empty() {
        ""
    } else {
        "A caller without a required role is answered [`Restricted::REFUSAL`]."
    };
    code!(
        "\n{about}fn {guard}<Op: {bound}{documents}>(&self, call: &mut Call)\n\
         -> impl Future<Output = Result<Self::{caller}, Error<Op>>> + Send;\n",
        about = doc(&[&about, more]),
        guard = snake(&access.guard()),
        bound = bound(access),
        documents =
            statuses.iter().map(|status| code!(" + Documents<{status}>", status)).collect::<Code>(),
        caller = Name::new(&caller)
    )
}

/// The trait that an operation implements to be protected by the guard.
fn bound(access: &Access) -> Name {
    Name::new(if access.roles.is_empty() { "Operation" } else { "Restricted" })
}

fn with_roles(access: &Access) -> String {
    let roles: Vec<String> = access.roles.iter().map(|role| format!("`{role}`")).collect();
    match roles.as_slice() {
        [] => String::new(),
        [role] => format!(", with the role {role}"),
        roles => format!(", with the roles {}", roles.join(" and ")),
    }
}

/// Describes the caller with the descriptions of the schemes.
fn about(api: &Api, access: &Access) -> String {
    let schemes = api.schemes.iter().filter(|scheme| access.principals.contains(&scheme.principal));
    let mut lines: Vec<String> = schemes
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
    let anyone = "the data that handlers need, such as the client's address.";
    if lines.is_empty() {
        return format!("The caller of an operation without credentials: {anyone}");
    }
    if access.optional {
        lines.push(format!("- without a credential: {anyone}"));
    }
    format!("The caller, by credential:\n{}", lines.join("\n"))
}
