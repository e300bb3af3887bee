//! Keys that begin with `x-`: extensions of the dialect, misspellings of them, and vendor extensions.

const DIALECT_EXTENSIONS: &[&str] = &[
    "x-cap",
    "x-credential",
    "x-deprecated-at",
    "x-essential",
    "x-fixed-version",
    "x-grows-storage",
    "x-idempotent",
    "x-inbound",
    "x-max-bytes",
    "x-max-depth",
    "x-max-keys",
    "x-max-nodes",
    "x-message",
    "x-patch",
    "x-principal",
    "x-rate-limit",
    "x-rate-limits",
    "x-raw",
    "x-requires-roles",
    "x-retired",
    "x-cache-seconds",
    "x-status",
    "x-sunset",
    "x-trim",
];

/// Whether a key is another tool's extension, which has no effect on generated code.
pub fn is_vendor_extension(key: &str) -> bool {
    key.starts_with("x-") && intended_extension(key).is_none()
}

/// Returns the dialect's extension that a key names or probably misspells.
pub fn intended_extension(key: &str) -> Option<&'static str> {
    let is_similar = |name: &&&str| letters(key) == letters(name) || is_misspelling(key, name);
    let same = DIALECT_EXTENSIONS.iter().find(|name| **name == key);
    same.or_else(|| DIALECT_EXTENSIONS.iter().find(is_similar)).copied()
}

/// Letters and digits in lower case, so that `x-maxBytes`, `X-Max-Bytes` and `x_max_bytes` are one key.
fn letters(key: &str) -> String {
    key.chars()
        .filter(char::is_ascii_alphanumeric)
        .map(|letter| letter.to_ascii_lowercase())
        .collect()
}

/// Whether the key is probably a misspelling of the name: letters are omitted, added, changed or swapped. `x-` does not
/// count as part of the name.
///
/// - A name of up to six letters may have one such error, but not in the first letter. Short names resemble many other
///   words: `x-map` is not `x-cap`, and `x-state` is not `x-status`.
/// - A longer name may have two errors.
fn is_misspelling(key: &str, name: &str) -> bool {
    let (Some(key), Some(name)) = (key.strip_prefix("x-"), name.strip_prefix("x-")) else {
        return false;
    };
    let max_errors = match name.len() {
        ..7 if key.chars().next() != name.chars().next() => return false,
        ..7 => 1,
        _ => 2,
    };
    strsim::osa_distance(&key.to_ascii_lowercase(), name) <= max_errors
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn misspelt_names() {
        for (key, name) in [
            ("x-mesage", "x-message"),
            ("x-Message", "x-message"),
            ("X-MESSAGE", "x-message"),
            ("x_message", "x-message"),
            ("x-messages", "x-message"),
            ("x-capp", "x-cap"),
            ("x-cpa", "x-cap"),
            ("x-row", "x-raw"),
            ("x-pacth", "x-patch"),
            ("x-path", "x-patch"),
            ("x-max-byte", "x-max-bytes"),
            ("x-maxBytes", "x-max-bytes"),
            ("x-ratelimit", "x-rate-limit"),
            ("x-rate-limits", "x-rate-limits"),
            ("x-deprecatedAt", "x-deprecated-at"),
        ] {
            assert_eq!(intended_extension(key), Some(name), "{key}");
        }
    }

    #[test]
    fn vendor_extensions() {
        for key in [
            "x-tag",
            "x-map",
            "x-row-count",
            "x-prim",
            "x-match",
            "x-logo",
            "x-internal",
            "x-deprecated",
            "x-enum-varnames",
            "x-state",
            "x-max-items",
            "x-amazon-apigateway-integration",
            "x-rate",
            "x-",
        ] {
            assert!(is_vendor_extension(key), "{key} is taken for {:?}", intended_extension(key));
        }
        assert!(!is_vendor_extension("message") && !is_vendor_extension("y-message"));
    }
}
