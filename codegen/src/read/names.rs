//! Checks that the names of a document are valid as Rust names and are not used by generated code itself.

use heck::{ToPascalCase, ToSnakeCase};

use crate::document::{Node, Result};
use crate::rust;

/// Names in the files of the types crate, besides its types.
const IN_TYPES: &[&str] = &[
    "BTreeMap",
    "Default",
    "Deserialize",
    "Deserializer",
    "From",
    "FromStr",
    "Into",
    "IntoIterator",
    "Nullable",
    "Object",
    "Option",
    "Result",
    "Serialize",
    "SerializeStruct",
    "Serializer",
    "String",
    "Timestamp",
    "UnknownValue",
    "Vec",
];

/// Names in the files of the server crate, besides traits, requests and principals.
const IN_SERVER: &[&str] = &[
    "A",
    "Api",
    "Arc",
    "Authenticate",
    "BTreeMap",
    "Box",
    "Call",
    "Documented",
    "Documents",
    "Error",
    "Future",
    "Operation",
    "Option",
    "Permitted",
    "RateLimited",
    "Refusal",
    "Reply",
    "Restricted",
    "Result",
    "Role",
    "Routes",
    "Schemas",
    "Send",
    "String",
    "Sync",
    "TakesBody",
    "Vec",
];

/// Names in the files of the client crate, besides calls and reasons.
const IN_CLIENT: &[&str] = &[
    "ApiError",
    "Bytes",
    "CallInfo",
    "Client",
    "ClientBuilder",
    "DecodeError",
    "Error",
    "ErrorKind",
    "Event",
    "EventStream",
    "FilePart",
    "HeaderMap",
    "IfChanged",
    "Into",
    "Items",
    "Method",
    "RateLimit",
    "Reason",
    "Response",
    "Settings",
    "StatusCode",
    "ToString",
    "TransportError",
];

/// Methods of a call, besides the setters of its optional parameters.
const ON_A_CALL: &[&str] = &[
    "all",
    "data",
    "header",
    "idle_timeout",
    "if_none_match",
    "max_backoff",
    "on_behalf_of",
    "on_reconnect",
    "raw",
    "retries",
    "timeout",
    "until",
    "wait",
];

/// Methods of the client's builder, besides those of the credentials.
const ON_A_BUILDER: &[&str] =
    &["build", "cache", "http", "layer", "retries", "settings", "timeout"];

/// Crates that the generated crates use, and modules of the generated crates, besides those of the tags.
const MODULES: &[&str] = &[
    "authenticate",
    "chrono",
    "client",
    "forms",
    "given",
    "lib",
    "macros",
    "main",
    "patch",
    "rate_limits",
    "reqwest",
    "serde_json",
    "shared",
    "std",
    "stoa_client_core",
    "stoa_runtime",
    "testing",
    "timestamp",
    "types",
    "webhook_operations",
];

/// Methods of a client and functions of a tag's module, besides the operations.
const FUNCTIONS: &[&str] =
    &["api", "builder", "call", "new", "rate_limits", "routes", "to_builder", "with"];

/// Variables of generated functions, besides their parameters.
const VARIABLES: &[&str] = &["api", "body", "call", "caller", "form", "reply", "request"];

pub fn schema(name: &str, node: &Node<'_>) -> Result<()> {
    if name != name.to_pascal_case() {
        let advice = "a schema has a name in PascalCase, of ASCII letters and digits: rename it";
        return Err(node.fault(advice));
    }
    identifier(name, node)?;
    refuse_taken(name, &["Self"], node)?;
    refuse_taken(name, IN_TYPES, node)
}

/// Checks the name of a tag, which becomes a trait and a module.
pub fn tag(name: &str, node: &Node<'_>) -> Result<()> {
    identifier(&name.to_pascal_case(), node)?;
    identifier(&name.to_snake_case(), node)?;
    refuse_taken(&name.to_snake_case(), MODULES, node)
}

/// Checks an operation ID, which becomes a struct and a function in the module of its tag, next to the trait.
pub fn operation(id: &str, tag: &str, node: &Node<'_>) -> Result<()> {
    identifier(&id.to_snake_case(), node)?;
    refuse_taken(&id.to_pascal_case(), IN_SERVER, node)?;
    refuse_taken(&id.to_pascal_case(), IN_CLIENT, node)?;
    refuse_taken(&id.to_pascal_case(), &[&rust::trait_case(tag)], node)?;
    refuse_taken(&id.to_snake_case(), FUNCTIONS, node)
}

/// Checks the name of a principal, which becomes an associated type and a constructor of the client.
pub fn principal(name: &str, node: &Node<'_>) -> Result<()> {
    if name != name.to_pascal_case() {
        return Err(node.fault(format!("name it `{}`", name.to_pascal_case())));
    }
    identifier(name, node)?;
    refuse_taken(name, &["Anyone", "RateLimits", "Self"], node)?;
    credential(name, node)
}

/// Checks the name under which the client sets a credential, which becomes a method of its builder.
pub fn credential(name: &str, node: &Node<'_>) -> Result<()> {
    refuse_taken(&name.to_snake_case(), ON_A_BUILDER, node)
}

/// Checks the name of a role, which becomes a variant.
pub fn role(name: &str, node: &Node<'_>) -> Result<()> {
    if name != name.to_snake_case() {
        return Err(node.fault(format!("name it `{}`", name.to_snake_case())));
    }
    identifier(name, node)
}

/// Checks the name of a property, a rate limit or a security scheme, which becomes a field.
pub fn property(name: &str, node: &Node<'_>) -> Result<()> {
    identifier(&name.to_snake_case(), node)
}

/// Checks the name of a required parameter, which becomes a variable.
pub fn parameter(name: &str, node: &Node<'_>) -> Result<()> {
    property(name, node)?;
    variable(name, node)
}

/// Checks the name of an optional parameter, which becomes a method of the operation's call.
pub fn optional_parameter(name: &str, node: &Node<'_>) -> Result<()> {
    property(name, node)?;
    refuse_taken(&name.to_snake_case(), ON_A_CALL, node)
}

/// Refuses a name that generated functions use for a variable.
pub fn variable(name: &str, node: &Node<'_>) -> Result<()> {
    refuse_taken(&name.to_snake_case(), VARIABLES, node)
}

/// Returns the name of the variant for a value of an enum or of a discriminator.
pub fn variant(value: &str, node: &Node<'_>) -> Result<String> {
    let variant = rust::pascal_case(value);
    identifier(&variant, node)?;
    refuse_taken(&variant, &["Unknown"], node)?;
    Ok(variant)
}

/// Checks that the name of a header or cookie is a token of HTTP (RFC 9110). Rust cannot check this, because the name
/// is a string in generated code.
pub fn token(name: &str, node: &Node<'_>) -> Result<()> {
    let symbol = |letter: char| "!#$%&'*+-.^_`|~".contains(letter);
    let fits = |letter: char| letter.is_ascii_alphanumeric() || symbol(letter);
    match !name.is_empty() && name.chars().all(fits) {
        true => Ok(()),
        false => Err(node.fault("HTTP allows letters, digits and `-` here: rename it")),
    }
}

fn identifier(name: &str, node: &Node<'_>) -> Result<()> {
    match is_identifier(name) {
        true => Ok(()),
        false => Err(node.fault("cannot be a Rust name: use ASCII letters and digits")),
    }
}

fn is_identifier(name: &str) -> bool {
    let plain = name.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_');
    plain && name.starts_with(|first: char| first.is_ascii_alphabetic())
}

/// Refuses a name that generated code uses itself.
pub fn refuse_taken(name: &str, taken: &[&str], node: &Node<'_>) -> Result<()> {
    match taken.contains(&name) {
        true => Err(node.fault(format!("generated code uses `{name}` itself: rename it"))),
        false => Ok(()),
    }
}
