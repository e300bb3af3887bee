//! The configuration of the server's JSON schema validator.

use jsonschema::{Draft, PatternOptions, ValidationOptions};
use regex::Regex;
use serde_json::json;

/// The options of the validator, the same as in runtime/src/schemas.rs.
pub fn options<'a>() -> ValidationOptions<'a> {
    jsonschema::options()
        .with_draft(Draft::Draft202012)
        .should_validate_formats(true)
        .with_pattern_options(PatternOptions::regex())
}

/// Returns why the validator cannot compile a pattern, or `None` if it can.
pub fn pattern_fault(pattern: &str) -> Option<String> {
    if options().build(&json!({ "pattern": pattern })).is_ok() {
        return None;
    }
    // The validator does not say why.
    let reason = match Regex::new(pattern) {
        Err(regex::Error::CompiledTooBig(_)) => {
            return Some(
                "is too large when compiled: use `maxLength` instead of a repetition with a maximum"
                    .into(),
            );
        }
        // The text shows the pattern first, and ends with the reason.
        Err(error) => error.to_string().lines().last().unwrap_or_default().to_owned(),
        Ok(_) => "JavaScript does not accept it".to_owned(),
    };
    let reason = reason.trim_start_matches("error: ");
    Some(format!("is not a regular expression that the server supports ({reason}): change it"))
}
