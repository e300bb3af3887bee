//! The codes of refusals: the header `X-Error-Code`.

use http::{HeaderName, HeaderValue};

use super::error_body::status_name;

/// The header on every failure. Its value tells clients why a call failed. It stays the same when the message
/// changes.
pub const X_ERROR_CODE: HeaderName = HeaderName::from_static("x-error-code");

/// A named example of a failure in the document: the status, the code, which is the example's name in snake case, and the
/// message.
pub type ErrorCode = (u16, &'static str, &'static str);

/// Returns the code of the operation's example with this status and message. Without such an example, returns the
/// status's name, such as `bad_request`.
pub(crate) fn error_code(codes: &[ErrorCode], status: u16, message: &str) -> HeaderValue {
    let is_shown = |(shown, _, text): &&ErrorCode| (*shown, *text) == (status, message);
    match codes.iter().find(is_shown) {
        Some((_, code, _)) => HeaderValue::from_static(code),
        None => status_code(status),
    }
}

fn status_code(status: u16) -> HeaderValue {
    let name = status_name(status).to_ascii_lowercase().replace([' ', '-'], "_");
    HeaderValue::try_from(name).unwrap_or(HeaderValue::from_static("error"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_without_an_example_has_the_code_of_its_status() {
        let codes = [(404, "store_not_found", "Store not found")];
        for (status, message, code) in [
            (404, "Store not found", "store_not_found"),
            (404, "Not found", "not_found"),
            (400, "Store not found", "bad_request"),
            (503, "Service unavailable, try again later", "service_unavailable"),
            (599, "Odd", "error"),
        ] {
            assert_eq!(error_code(&codes, status, message), code, "{status} {message}");
        }
    }
}
