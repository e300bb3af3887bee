//! Names of parameters whose values are never logged.

/// A parameter is a secret if its name contains one of these words.
const SECRET_NAMES: [&str; 9] =
    ["token", "secret", "session", "email", "password", "key", "signature", "credential", "code"];

/// A parameter is personal data if its name contains one of these words.
const PERSONAL_NAMES: [&str; 9] =
    ["name", "phone", "company", "address", "street", "line", "city", "postal", "zip"];

/// The search parameter of the staff API. Its values are names, addresses and telephone numbers.
const SEARCH: &str = "q";

/// Whether the values of parameters with this name are never logged.
pub(crate) fn is_private_name(name: &str) -> bool {
    // A percent-encoded name may hide a private one.
    let name = name.to_ascii_lowercase();
    let mut private = SECRET_NAMES.iter().chain(&PERSONAL_NAMES);
    name.contains('%') || name == SEARCH || private.any(|private| name.contains(private))
}
