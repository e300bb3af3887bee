//! `ETag` and `If-None-Match` (RFC 9110, sections 8.8.3 and 13.1.2).

use http::{HeaderMap, HeaderValue, Response, StatusCode, header};
use xxhash_rust::xxh3::xxh3_128;

use crate::Body;

/// The tags of which the client has the response.
pub(crate) struct IfNoneMatch(Vec<HeaderValue>);

impl IfNoneMatch {
    pub(crate) fn of(headers: &HeaderMap) -> Option<Self> {
        let mut values = headers.get_all(header::IF_NONE_MATCH).iter().peekable();
        values.peek()?;
        Some(Self(values.cloned().collect()))
    }

    /// Weak comparison: `W/` makes no difference. Our tags hold no comma, so one inside a foreign tag does no harm.
    fn matches(&self, etag: &HeaderValue) -> bool {
        let mut tags = self.0.iter().flat_map(|value| value.as_bytes().split(|byte| *byte == b','));
        tags.any(|tag| {
            let tag = tag.trim_ascii();
            tag == b"*" || tag.strip_prefix(b"W/").unwrap_or(tag) == etag.as_bytes()
        })
    }
}

/// Gives a 200 its strong `ETag`, or makes it a 304 when the client has it already.
pub(crate) fn apply(response: &mut Response<Body>, if_none_match: Option<&IfNoneMatch>) {
    if response.status() != StatusCode::OK {
        return;
    }
    let Some(bytes) = response.body().bytes() else {
        return;
    };
    let Ok(etag) = HeaderValue::try_from(format!("\"{:032x}\"", xxh3_128(bytes))) else {
        return;
    };
    if if_none_match.is_some_and(|known| known.matches(&etag)) {
        *response.status_mut() = StatusCode::NOT_MODIFIED;
        *response.body_mut() = Body::empty();
        response.headers_mut().remove(header::CONTENT_TYPE);
    }
    response.headers_mut().insert(header::ETAG, etag);
}
