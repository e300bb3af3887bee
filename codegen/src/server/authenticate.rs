//! The trait `Authenticate`: a guard for each way in which operations are secured.

use std::collections::{BTreeMap, BTreeSet};

use crate::code::{Code, Name, code};
use crate::model::{Access, Api, Credential, Place, Scheme, Type};
use crate::reasons;
use crate::rust::{doc, module_doc, pascal, snake, text};

/// The statuses with which a guard may refuse. The guard may use a status if every operation that it protects documents
/// it.
const GUARD_STATUSES: &[u16] = &[401, 403, 404, 429];

/// The names of the arguments that every guard may have. A path parameter of the same name is not an argument.
const GUARD_ARGUMENTS: &[&str] = &["context", "credentials"];

/// A method of `Authenticate`.
pub struct Guard<'a> {
    access: &'a Access,
    /// The statuses with which the guard may refuse.
    statuses: BTreeSet<u16>,
    /// The types of the reasons for which the guard may refuse.
    reasons: BTreeSet<String>,
    is_restricted: bool,
    /// The integers in the path that every operation of the guard has, such as a tenant's id.
    pub parameters: Vec<Name>,
}

pub fn guards(api: &Api) -> BTreeMap<String, Guard<'_>> {
    let names = reasons::Names::of(api);
    let mut guards: BTreeMap<String, Guard<'_>> = BTreeMap::new();
    for operation in api.operations() {
        let has_status = |status: &u16| operation.statuses.contains(status);
        let parameters: Vec<Name> = operation
            .parameters
            .iter()
            .filter(|parameter| parameter.place == Place::Path && parameter.ty == Type::Integer)
            .filter(|parameter| !GUARD_ARGUMENTS.contains(&parameter.member.as_str()))
            .map(|parameter| Name::new(&parameter.member))
            .collect();
        let reasons = names.of_operation(operation);
        let reasons = reasons.filter(|(_, status, _)| GUARD_STATUSES.contains(status));
        let reasons: BTreeSet<String> = reasons.map(|(name, ..)| name).collect();
        let guard = guards.entry(operation.guard()).or_insert_with(|| Guard {
            access: &operation.access,
            statuses: GUARD_STATUSES.iter().copied().collect(),
            reasons: reasons.clone(),
            is_restricted: operation.restriction.is_some(),
            parameters: parameters.clone(),
        });
        guard.statuses.retain(has_status);
        guard.reasons.retain(|name| reasons.contains(name));
        guard.parameters.retain(|name| parameters.contains(name));
    }
    guards
}

pub fn emit(api: &Api, guards: &BTreeMap<String, Guard<'_>>) -> Code {
    let credentials = credentials(api);
    let schemes = || credentials.values().copied().flat_map(|access| schemes(api, access));
    let is_bearer = |scheme: &Scheme| scheme.place == Credential::Bearer;
    // Only guards that may refuse have the bounds `Documents` and `Refuses`.
    let may_refuse = !guards.values().all(|guard| guard.statuses.is_empty());
    let has_reasons = guards.values().any(|guard| !guard.reasons.is_empty());
    let has_credentials = !credentials.is_empty();
    let has_roles = !api.roles().is_empty();
    let names = [
        ("Error", true),
        ("Operation", guards.values().any(|guard| !guard.is_restricted)),
        ("RequestContext", true),
        ("Credential", has_credentials),
        ("CredentialReader", has_credentials),
        ("Credentials", has_credentials),
        ("Bearer", schemes().any(is_bearer)),
        ("ApiKey", schemes().any(|scheme| !is_bearer(scheme))),
        ("Documents", may_refuse),
        ("Permitted", has_roles),
        ("Refuses", has_reasons),
        ("Restricted", has_roles),
    ];
    let names = names.iter().filter(|(_, is_used)| *is_used).map(|(name, _)| Name::new(name));
    let declaration = |(name, access): (&Name, &&Access)| declaration(api, name, access);
    let callers: BTreeMap<String, &Access> =
        guards.values().map(|guard| (guard.access.caller(), guard.access)).collect();
    let caller = |(name, access): (&String, &&Access)| {
        code!(
            "{about}type {name}: Send;\n",
            about = doc(&[&about(api, access)]),
            name = Name::new(name)
        )
    };
    code!(
        "{module}\n{reasons}use stoa_runtime::{{{names}}};\n\n\
         {about}pub trait Authenticate: Send + Sync + 'static {{\n{callers}{methods}}}\n{roles}{credentials}",
        module = module_doc(&[
            "Authentication: implemented once for the API, called before every handler."
        ]),
        reasons = match has_reasons {
            true => reasons::import(api),
            false => code!(""),
        },
        names = Code::join(names, ", "),
        about = doc(&[
            "Finds the caller: one method for each way in which the document's operations are secured.",
            "A method runs after the path's parameters are read and before query, headers and body are. \
             It gets the integers in the path that all of its operations have in common. \
             A header that the method sets in the [`RequestContext`] is part of every response to the call, including errors.",
        ]),
        callers = callers.iter().map(caller).collect::<Code>(),
        methods = guards.iter().map(method).collect::<Code>(),
        roles = roles(api),
        credentials = credentials.iter().map(declaration).collect::<Code>()
    )
}

fn roles(api: &Api) -> Code {
    let roles = api.roles();
    if roles.is_empty() {
        return code!("");
    }
    let variant = |role: &&str| {
        let about = doc(&[&format!("The role `{role}`.")]);
        code!("{about}{name},\n", about, name = pascal(role))
    };
    let name =
        |role: &&str| code!("Self::{name} => {text},\n", name = pascal(role), text = text(role));
    code!(
        "\n/// The roles that operations of the document require.\n\
         #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]\n\
         pub enum Role {{\n{variants}}}\n\n\
         impl Role {{\n\
             /// Every role, sorted by name.\n\
             pub const ALL: [Self; {count}] = [{all}];\n\n\
             /// The role as the document writes it.\n\
             pub const fn as_str(self) -> &'static str {{\nmatch self {{\n{names}}}\n}}\n\
         }}\n\n\
         impl std::fmt::Display for Role {{\n\
             fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {{\n\
                 out.write_str(self.as_str())\n\
             }}\n\
         }}\n",
        variants = roles.iter().map(variant).collect::<Code>(),
        count = roles.len() as u64,
        all = Code::join(roles.iter().map(|role| code!("Self::{name}", name = pascal(role))), ", "),
        names = roles.iter().map(name).collect::<Code>()
    )
}

/// The types of the credentials, each with an access that has it.
pub fn credentials(api: &Api) -> BTreeMap<Name, &Access> {
    let accesses = api.operations().map(|operation| &operation.access);
    accesses.filter_map(|access| Some((Name::new(&access.credentials()?), access))).collect()
}

/// Declares the credentials: a field for each scheme of the principals.
fn declaration(api: &Api, name: &Name, access: &Access) -> Code {
    let field = |scheme: &Scheme| {
        code!(
            "{about}pub {name}: Credential<{ty}<'a>>,\n",
            about = doc(&[&format!("{}: {}", scheme.place.description(), scheme.doc.trim())]),
            name = snake(&scheme.name),
            ty = Name::new(if scheme.place == Credential::Bearer { "Bearer" } else { "ApiKey" })
        )
    };
    let read = |scheme: &Scheme| {
        let read = match &scheme.place {
            Credential::Bearer => code!("bearer()"),
            Credential::Header(name) => code!("header({name})", name = text(name)),
            Credential::Query(name) => code!("query({name})", name = text(name)),
            Credential::Cookie(name) => code!("cookie({name})", name = text(name)),
        };
        code!("{name}: reader.{read},\n", name = snake(&scheme.name), read)
    };
    let principals: Vec<_> = access.principals.iter().map(|name| format!("`{name}`")).collect();
    let principals = principals.join(" or ");
    code!(
        "\n{about}#[derive(Debug, Clone, Copy)]\npub struct {name}<'a> {{\n{fields}}}\n\n\
         impl<'a> Credentials<'a> for {name}<'a> {{\n\
             fn read(reader: CredentialReader<'a>) -> Self {{\nSelf {{\n{reads}}}\n}}\n\
         }}\n",
        about = doc(&[&format!("The credentials in a request that may identify {principals}.")]),
        name,
        fields = schemes(api, access).map(field).collect::<Code>(),
        reads = schemes(api, access).map(read).collect::<Code>()
    )
}

/// The schemes of the accepted principals.
fn schemes<'a>(api: &'a Api, access: &'a Access) -> impl Iterator<Item = &'a Scheme> {
    api.schemes.iter().filter(|scheme| access.principals.contains(&scheme.principal))
}

fn method((name, guard): (&String, &Guard<'_>)) -> Code {
    let Guard { access, statuses, reasons, is_restricted, parameters } = guard;
    let statuses = statuses.iter().map(|status| code!(" + Documents<{status}>", status));
    let reason = |name: &String| code!(" + Refuses<reasons::{name}>", name = Name::new(name));
    let caller = access.caller();
    let about = format!("Returns the caller as [`Self::{caller}`].");
    let more = if access.lenient {
        "An invalid credential is not a failure. The method returns such a caller as it chooses, for example as anyone."
    } else if *is_restricted {
        "For operations that require roles. The method checks them with [`Restricted::check_roles`]."
    } else {
        ""
    };
    code!(
        "\n{about}fn {guard}<Op: {operation}{bounds}>(&self, {credentials}context: RequestContext<'_>{parameters})\n\
         -> impl Future<Output = Result<{returned}, Error<Op>>> + Send;\n",
        about = doc(&[&about, more]),
        guard = snake(name),
        bounds = statuses.chain(reasons.iter().map(reason)).collect::<Code>(),
        credentials = match access.credentials() {
            Some(name) => code!("credentials: {name}<'_>, ", name = Name::new(&name)),
            None => code!(""),
        },
        parameters = parameters.iter().map(|name| code!(", {name}: i64", name)).collect::<Code>(),
        operation = match is_restricted {
            true => code!("Restricted<Role = Role>"),
            false => code!("Operation"),
        },
        returned = match is_restricted {
            true => code!("(Self::{caller}, Permitted<Op>)", caller = Name::new(&caller)),
            false => code!("Self::{caller}", caller = Name::new(&caller)),
        }
    )
}

/// Describes the caller with the first paragraphs of the schemes' descriptions.
fn about(api: &Api, access: &Access) -> String {
    let mut lines: Vec<String> = schemes(api, access)
        .map(|scheme| {
            let place = scheme.place.description();
            let summary = scheme.doc.trim().split("\n\n").next().unwrap_or_default();
            format!("- {place}: {}", summary.replace('\n', " "))
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
