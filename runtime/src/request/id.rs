//! The request's id in logs and responses: the header `X-Request-Id`.

use http::{HeaderMap, HeaderName, HeaderValue};

/// The header on every response, including those from layers in front of the router.
pub const X_REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

const MAX_REQUEST_ID_LENGTH: usize = 128;

/// The id of a request.
#[derive(Clone)]
pub(crate) struct RequestId(HeaderValue);

/// Returns the id that the client sent, if it is short and has only harmless characters. Otherwise returns 128 random
/// bits in hexadecimal.
pub fn request_id(headers: &HeaderMap) -> HeaderValue {
    RequestId::of(headers).0
}

impl RequestId {
    #[expect(clippy::expect_used, reason = "a sane id and hexadecimal digits make a header value")]
    pub(crate) fn of(headers: &HeaderMap) -> Self {
        let given = headers.get(X_REQUEST_ID).and_then(|given| given.to_str().ok());
        // A clone of the header would share the memory of the whole head, and retain it while the response is delayed.
        let id = match given.filter(|given| is_sane(given)) {
            Some(given) => given.to_owned(),
            None => format!("{:032x}", rand::random::<u128>()),
        };
        Self(HeaderValue::try_from(id).expect("a header value"))
    }

    pub(crate) fn as_str(&self) -> &str {
        self.0.to_str().unwrap_or_default()
    }

    pub(crate) fn value(&self) -> HeaderValue {
        self.0.clone()
    }
}

fn is_sane(id: &str) -> bool {
    let is_allowed = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'_' | b'-');
    (1..=MAX_REQUEST_ID_LENGTH).contains(&id.len()) && id.bytes().all(is_allowed)
}
