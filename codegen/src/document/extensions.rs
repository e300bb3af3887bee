//! Keys that begin with `x-`: extensions of the dialect, misspellings of them, and vendor extensions.

/// The extensions of the dialect.
const OURS: &[&str] = &[
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
pub fn is_others(key: &str) -> bool {
    key.starts_with("x-") && meant(key).is_none()
}

/// Returns the dialect's extension that a key names or probably misspells.
pub fn meant(key: &str) -> Option<&'static str> {
    let near = |ours: &&&str| letters(key) == letters(ours) || is_slip(key, ours);
    let same = OURS.iter().find(|ours| **ours == key);
    same.or_else(|| OURS.iter().find(near)).copied()
}

/// Letters and digits in lower case, so that `x-maxBytes`, `X-Max-Bytes` and `x_max_bytes` are one key.
fn letters(key: &str) -> String {
    key.chars()
        .filter(char::is_ascii_alphanumeric)
        .map(|letter| letter.to_ascii_lowercase())
        .collect()
}

/// Whether the key is probably a misspelling of our name: letters are omitted, added, changed or swapped. `x-` does not
/// count as part of the name.
///
/// - A name of up to six letters may have one such slip, but not in the first letter. Short names resemble many other
///   words: `x-map` is not `x-cap`, and `x-state` is not `x-status`.
/// - A longer name may have two slips.
fn is_slip(key: &str, ours: &str) -> bool {
    let (Some(key), Some(ours)) = (key.strip_prefix("x-"), ours.strip_prefix("x-")) else {
        return false;
    };
    let slips = match ours.len() {
        ..7 if key.chars().next() != ours.chars().next() => return false,
        ..7 => 1,
        _ => 2,
    };
    strsim::osa_distance(&key.to_ascii_lowercase(), ours) <= slips
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nearly_ours() {
        for (key, ours) in [
            ("x-mesage", "x-message"),
            ("x-massage", "x-message"),
            ("x-Message", "x-message"),
            ("X-MESSAGE", "x-message"),
            ("x_message", "x-message"),
            ("xMessage", "x-message"),
            ("x-messages", "x-message"),
            ("x-stauts", "x-status"),
            ("x-capp", "x-cap"),
            ("x-cpa", "x-cap"),
            ("x-caps", "x-cap"),
            ("x-row", "x-raw"),
            ("x-trimm", "x-trim"),
            ("x-pacth", "x-patch"),
            ("x-path", "x-patch"),
            ("x-max-byte", "x-max-bytes"),
            ("x-maxBytes", "x-max-bytes"),
            ("x-grow-storage", "x-grows-storage"),
            ("x-growsStorage", "x-grows-storage"),
            ("x-idempotence", "x-idempotent"),
            ("x-ratelimit", "x-rate-limit"),
            ("x-rate-limits", "x-rate-limits"),
            ("x-cache-second", "x-cache-seconds"),
            ("x-cacheSeconds", "x-cache-seconds"),
            ("x-cache_seconds", "x-cache-seconds"),
            ("x-require-roles", "x-requires-roles"),
            ("x-in-bound", "x-inbound"),
            ("x-inbuond", "x-inbound"),
            ("x-deprecatedAt", "x-deprecated-at"),
            ("x-Sunset", "x-sunset"),
            ("x-Inbound", "x-inbound"),
        ] {
            assert_eq!(meant(key), Some(ours), "{key}");
        }
    }

    #[test]
    fn of_others() {
        for key in [
            "x-tags",
            "x-tag",
            "x-map",
            "x-row-count",
            "x-law",
            "x-prim",
            "x-match",
            "x-batch",
            "x-order",
            "x-logo",
            "x-internal",
            "x-outbound",
            "x-unserved",
            "x-deprecated",
            "x-codegen",
            "x-enum-varnames",
            "x-faker",
            "x-stability",
            "x-state",
            "x-max-items",
            "x-go-type",
            "x-amazon-apigateway-integration",
            "x-ms-paths",
            "x-rate",
            "x-reminder-sent",
            "x-",
        ] {
            assert!(is_others(key), "{key} is taken for {:?}", meant(key));
        }
        assert!(!is_others("message") && !is_others("y-message"));
    }
}
