//! The configuration of the server's JSON schema validator.

use jsonschema::{Draft, PatternOptions, ValidationOptions};
use serde_json::json;

/// The options of the validator, the same as in runtime/src/schemas.rs.
pub fn options<'a>() -> ValidationOptions<'a> {
    jsonschema::options()
        .with_draft(Draft::Draft202012)
        .should_validate_formats(true)
        .with_pattern_options(PatternOptions::regex())
}

/// Whether the validator can compile a pattern.
pub fn has_pattern(pattern: &str) -> bool {
    options().build(&json!({ "pattern": pattern })).is_ok()
}
