//! The request's id in logs and responses: the header `X-Request-Id`.

use http::{HeaderMap, HeaderName, HeaderValue};

/// The header on every response, including those from layers in front of the router.
pub const X_REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

const MAX_REQUEST_ID_LENGTH: usize = 128;

/// Number of hexadecimal digits of 128 bits.
const REQUEST_ID_DIGITS: usize = 32;

/// The id of a request. Cloning a random id does not allocate.
#[derive(Clone)]
pub(crate) enum RequestId {
    FromClient(HeaderValue),
    Random([u8; REQUEST_ID_DIGITS]),
}

/// Returns the id that the client sent, if it is short and has only harmless characters. Otherwise returns 128 random
/// bits in hexadecimal.
pub fn request_id(headers: &HeaderMap) -> HeaderValue {
    RequestId::of(headers).value()
}

impl RequestId {
    pub(crate) fn of(headers: &HeaderMap) -> Self {
        let given = headers.get(X_REQUEST_ID).filter(|given| is_sane(given.as_bytes()));
        // A clone would share the memory of the whole head, and retain it while the response is delayed.
        let copy = given.and_then(|given| HeaderValue::from_bytes(given.as_bytes()).ok());
        copy.map_or_else(|| Self::Random(random()), Self::FromClient)
    }

    pub(crate) fn as_str(&self) -> &str {
        match self {
            Self::FromClient(given) => given.to_str().unwrap_or_default(),
            Self::Random(digits) => str::from_utf8(digits).unwrap_or_default(),
        }
    }

    #[expect(clippy::expect_used, reason = "hexadecimal digits make a header value")]
    pub(crate) fn value(&self) -> HeaderValue {
        match self {
            Self::FromClient(given) => given.clone(),
            Self::Random(digits) => HeaderValue::from_bytes(digits).expect("hexadecimal digits"),
        }
    }
}

fn is_sane(id: &[u8]) -> bool {
    let is_allowed = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'_' | b'-');
    (1..=MAX_REQUEST_ID_LENGTH).contains(&id.len()) && id.iter().all(is_allowed)
}

fn random() -> [u8; REQUEST_ID_DIGITS] {
    let digit = |bits: u8| b"0123456789abcdef"[usize::from(bits & 15)];
    let mut digits = [0; REQUEST_ID_DIGITS];
    for (pair, byte) in digits.chunks_exact_mut(2).zip(rand::random::<u128>().to_be_bytes()) {
        pair.copy_from_slice(&[digit(byte >> 4), digit(byte)]);
    }
    digits
}
