//! Names of a document as Rust names: that they can be, and that generated code does not use them itself.

use heck::{ToPascalCase, ToSnakeCase};

use crate::codegen::document::{Node, Result};
use crate::codegen::rust;

/// What the files of the types crate name besides its types.
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

/// What the files of the server crate name besides traits, requests and principals.
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
    "RateLimited",
    "Refusal",
    "Reply",
    "Restricted",
    "Result",
    "Routes",
    "Schemas",
    "Send",
    "String",
    "Sync",
    "TakesBody",
    "Vec",
];

/// What the files of the client crate name besides calls and reasons.
const IN_CLIENT: &[&str] = &[
    "ApiError",
    "Bytes",
    "Client",
    "ClientBuilder",
    "DecodeError",
    "Error",
    "Event",
    "EventStream",
    "Form",
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

/// What is set on a call besides its optional parameters.
const ON_A_CALL: &[&str] = &[
    "all",
    "header",
    "if_none_match",
    "longest_silence",
    "longest_wait",
    "on_reconnect",
    "retries",
    "timeout",
    "until",
];

/// Modules of the generated crates besides those of the tags, and crates that stand beside them.
const MODULES: &[&str] = &[
    "authenticate",
    "chrono",
    "client",
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
    "stoa_runtime",
    "timestamp",
    "types",
];

/// Methods of a client and functions of a tag's module besides the operations.
const FUNCTIONS: &[&str] =
    &["api", "builder", "call", "new", "rate_limits", "routes", "to_builder", "with"];

/// Variables of generated functions besides their parameters.
const VARIABLES: &[&str] = &["api", "body", "call", "caller", "form", "reply", "request"];

/// A component schema.
pub fn schema(name: &str, node: &Node<'_>) -> Result<()> {
    if name != name.to_pascal_case() {
        return Err(node.fault(format!("name it `{}`", name.to_pascal_case())));
    }
    identifier(name, node)?;
    refuse_taken(name, &["Self"], node)?;
    refuse_taken(name, IN_TYPES, node)
}

/// A tag: a trait and a module.
pub fn tag(name: &str, node: &Node<'_>) -> Result<()> {
    identifier(&name.to_pascal_case(), node)?;
    identifier(&name.to_snake_case(), node)?;
    refuse_taken(&name.to_snake_case(), MODULES, node)
}

/// An operation: a struct and a function, beside the trait in the module of its tag.
pub fn operation(id: &str, tag: &str, node: &Node<'_>) -> Result<()> {
    identifier(&id.to_snake_case(), node)?;
    refuse_taken(&id.to_pascal_case(), IN_SERVER, node)?;
    refuse_taken(&id.to_pascal_case(), IN_CLIENT, node)?;
    refuse_taken(&id.to_pascal_case(), &[&rust::trait_name(tag)], node)?;
    refuse_taken(&id.to_snake_case(), FUNCTIONS, node)
}

/// A principal: an associated type, and a constructor of the client.
pub fn principal(name: &str, node: &Node<'_>) -> Result<()> {
    if name != name.to_pascal_case() {
        return Err(node.fault(format!("name it `{}`", name.to_pascal_case())));
    }
    identifier(name, node)?;
    let taken = ["Anyone", "Build", "Http", "RateLimits", "Retries", "Self", "Settings", "Timeout"];
    refuse_taken(name, &taken, node)
}

/// A role: a part of a guard's name.
pub fn role(name: &str, node: &Node<'_>) -> Result<()> {
    if name != name.to_snake_case() {
        return Err(node.fault(format!("name it `{}`", name.to_snake_case())));
    }
    identifier(name, node)
}

/// A property of an object, or a rate limit: a field.
pub fn property(name: &str, node: &Node<'_>) -> Result<()> {
    identifier(&name.to_snake_case(), node)
}

/// A parameter that becomes a variable.
pub fn parameter(name: &str, node: &Node<'_>) -> Result<()> {
    property(name, node)?;
    variable(name, node)
}

/// A parameter that may be left out: a method of the operation's call.
pub fn optional_parameter(name: &str, node: &Node<'_>) -> Result<()> {
    property(name, node)?;
    refuse_taken(&name.to_snake_case(), ON_A_CALL, node)
}

/// A name that stands beside the variables of generated functions.
pub fn variable(name: &str, node: &Node<'_>) -> Result<()> {
    refuse_taken(&name.to_snake_case(), VARIABLES, node)
}

/// A value of an enum or of a discriminator, as a variant.
pub fn variant(value: &str, node: &Node<'_>) -> Result<String> {
    let variant = rust::pascal(value);
    identifier(&variant, node)?;
    refuse_taken(&variant, &["Unknown"], node)?;
    Ok(variant)
}

/// The name of a header or cookie, which generated code trusts.
pub fn token(name: &str, node: &Node<'_>) -> Result<()> {
    let symbol = |letter: char| "!#$%&'*+-.^_`|~".contains(letter);
    let fits = |letter: char| letter.is_ascii_alphanumeric() || symbol(letter);
    match !name.is_empty() && name.chars().all(fits) {
        true => Ok(()),
        false => Err(node.fault("HTTP allows letters, digits and `-` here: rename it")),
    }
}

fn identifier(name: &str, node: &Node<'_>) -> Result<()> {
    let plain = name.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_');
    let begins = name.starts_with(|first: char| first.is_ascii_alphabetic());
    match plain && begins {
        true => Ok(()),
        false => Err(node.fault("cannot be a Rust name: use ASCII letters and digits")),
    }
}

/// Refuses a name that generated code uses itself.
pub fn refuse_taken(name: &str, taken: &[&str], node: &Node<'_>) -> Result<()> {
    match taken.contains(&name) {
        true => Err(node.fault(format!("generated code uses `{name}` itself: rename it"))),
        false => Ok(()),
    }
}
