//! The request's name in logs and responses: the header `X-Request-Id`.

use http::{HeaderMap, HeaderName, HeaderValue};

/// On every response, whoever in front of the router answers.
pub const X_REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

const LONGEST: usize = 128;

/// The client's own id where it is a sane token, else 128 random bits.
pub fn request_id(headers: &HeaderMap) -> HeaderValue {
    match headers.get(X_REQUEST_ID) {
        Some(given) if is_sane(given.as_bytes()) => given.clone(),
        _ => random(),
    }
}

fn is_sane(id: &[u8]) -> bool {
    let is_allowed = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'_' | b'-');
    (1..=LONGEST).contains(&id.len()) && id.iter().all(is_allowed)
}

#[expect(clippy::expect_used, reason = "hexadecimal digits make a header value")]
fn random() -> HeaderValue {
    let id = format!("{:032x}", rand::random::<u128>());
    HeaderValue::try_from(id).expect("hexadecimal digits")
}
