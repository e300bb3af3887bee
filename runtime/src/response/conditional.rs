//! `ETag` and `If-None-Match` (RFC 9110, sections 8.8.3 and 13.1.2).

use bytes::Bytes;
use http::{HeaderMap, HeaderValue, Response, StatusCode, header};
use xxhash_rust::xxh3::xxh3_128;

use crate::Body;

/// The `ETag`s of the responses that the client has, and the encodings that it accepts.
pub(crate) struct IfNoneMatch(HeaderMap);

impl IfNoneMatch {
    pub(crate) fn of(headers: &HeaderMap) -> Option<Self> {
        headers.contains_key(header::IF_NONE_MATCH).then(|| {
            let names = [header::IF_NONE_MATCH, header::ACCEPT_ENCODING];
            let values = names.into_iter().flat_map(|name| {
                headers.get_all(&name).iter().map(move |value| (name.clone(), value.clone()))
            });
            Self(values.collect())
        })
    }

    /// Returns the client's tag that matches this one. The tag of the same content in an encoding that the client
    /// accepts matches too, because a cache may store the content in that encoding.
    ///
    /// The comparison is weak: `W/` is ignored. The header is split at commas. This server's tags contain none, and a
    /// part of another server's tag matches nothing.
    fn known(&self, etag: &HeaderValue) -> Option<HeaderValue> {
        let content = etag.as_bytes().strip_suffix(b"\"")?;
        let mut known = None;
        let values = self.0.get_all(header::IF_NONE_MATCH).iter();
        for tag in values.flat_map(|value| value.as_bytes().split(|byte| *byte == b',')) {
            let tag = tag.trim_ascii();
            let tag = tag.strip_prefix(b"W/").unwrap_or(tag);
            if tag == b"*" || tag == etag.as_bytes() {
                known = known.or_else(|| Some(etag.clone()));
            }
            let encoding = tag.strip_prefix(content).and_then(|rest| rest.strip_prefix(b"-"));
            let encoding = encoding.and_then(|rest| str::from_utf8(rest.strip_suffix(b"\"")?).ok());
            if encoding.is_some_and(|encoding| accepts_encoding(&self.0, encoding)) {
                return HeaderValue::from_bytes(tag).ok();
            }
        }
        known
    }
}

/// Whether a client accepts responses in this encoding: `Accept-Encoding` names it with a weight other than 0.
pub fn accepts_encoding(headers: &HeaderMap, encoding: &str) -> bool {
    let values = headers.get_all(header::ACCEPT_ENCODING).iter();
    values.filter_map(|value| value.to_str().ok()).flat_map(|value| value.split(',')).any(|entry| {
        let (name, weight) = entry.split_once(';').unwrap_or((entry, ""));
        let weight = weight.trim().strip_prefix(['q', 'Q']).and_then(|rest| rest.strip_prefix('='));
        let weight = weight.and_then(|weight| weight.parse().ok());
        name.trim().eq_ignore_ascii_case(encoding) && weight != Some(0.0_f32)
    })
}

/// Adds the encoding to the tag of a compressed response, because a strong tag identifies the bytes that are sent (RFC
/// 9110, section 8.8.3.3). A tag that already names the encoding is not changed.
pub fn tag_by_encoding<B>(response: &mut Response<B>) {
    let headers = response.headers_mut();
    let (Some(encoding), Some(etag)) =
        (headers.get(header::CONTENT_ENCODING), headers.get(header::ETAG))
    else {
        return;
    };
    if let Some(tag) = encoded_tag(etag, encoding.as_bytes()) {
        headers.insert(header::ETAG, tag);
    }
}

/// Returns the tag of the same content in this encoding, or `None` if the tag already names the encoding.
pub(crate) fn encoded_tag(etag: &HeaderValue, encoding: &[u8]) -> Option<HeaderValue> {
    let content = etag.as_bytes().strip_suffix(b"\"")?;
    let is_encoded = content.strip_suffix(encoding).is_some_and(|rest| rest.ends_with(b"-"));
    let tag = (!is_encoded).then(|| [content, b"-", encoding, b"\""].concat())?;
    HeaderValue::from_bytes(&tag).ok()
}

/// Gives a 200 a strong `ETag`, unless it has one. Turns the 200 into a 304 if the client has the content.
pub(crate) fn apply(response: &mut Response<Body>, if_none_match: Option<&IfNoneMatch>) {
    if response.status() != StatusCode::OK {
        return;
    }
    if !response.headers().contains_key(header::ETAG) {
        let tag = response.body().bytes().and_then(tag_by_content);
        let Some(etag) = tag else { return };
        response.headers_mut().insert(header::ETAG, etag);
    }
    let Some(tags) = if_none_match else { return };
    if let Some(known) = response.headers().get(header::ETAG).and_then(|etag| tags.known(etag)) {
        *response.status_mut() = StatusCode::NOT_MODIFIED;
        *response.body_mut() = Body::empty();
        let headers = response.headers_mut();
        headers.remove(header::CONTENT_TYPE);
        headers.remove(header::CONTENT_ENCODING);
        headers.insert(header::ETAG, known);
    }
}

/// Returns a strong `ETag`, the digest of the content.
pub fn tag_by_content(body: &Bytes) -> Option<HeaderValue> {
    HeaderValue::try_from(format!("\"{:032x}\"", xxh3_128(body))).ok()
}
