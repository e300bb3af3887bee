//! A cached response: headers and body, and its compressed forms once a client has asked for them.

use std::sync::{Arc, OnceLock};

use bytes::Bytes;
use http::{HeaderMap, HeaderValue, Response, StatusCode, header};

use super::encoding::Encoding;
use crate::{
    Body, Reply,
    response::conditional::{encoded_tag, tag_by_content},
};

/// Estimated bytes of an entry in addition to its key and bodies, for its headers and its place in the cache.
const ENTRY_OVERHEAD_BYTES: usize = 512;

pub(crate) struct CachedResponse {
    pub(crate) key: Arc<[u8]>,
    headers: HeaderMap,
    body: Bytes,
    is_conditional: bool,
    gzip: OnceLock<Option<EncodedBody>>,
    brotli: OnceLock<Option<EncodedBody>>,
}

pub(crate) struct EncodedBody {
    pub(crate) body: Bytes,
    /// The tag of the compressed form, if the response has a tag.
    pub(crate) etag: Option<HeaderValue>,
}

impl CachedResponse {
    /// Whether the reply may be sent to several clients: a 200 with a body in memory and without cookies.
    pub(crate) fn is_cacheable(reply: &Reply) -> bool {
        let response = &reply.response;
        response.status() == StatusCode::OK
            && response.body().bytes().is_some()
            && !response.headers().contains_key(header::SET_COOKIE)
    }

    /// Returns the response to cache. If the reply equals `last`, returns `last`, which may have compressed forms
    /// already.
    pub(crate) fn new(reply: Reply, key: Arc<[u8]>, last: Option<Arc<Self>>) -> Arc<Self> {
        let is_conditional = reply.conditional;
        let (parts, body) = reply.response.into_parts();
        let (mut headers, body) = (parts.headers, body.bytes().cloned().unwrap_or_default());
        if is_conditional
            && !headers.contains_key(header::ETAG)
            && let Some(etag) = tag_by_content(&body)
        {
            headers.insert(header::ETAG, etag);
        }
        let is_same = |last: &Arc<Self>| last.body == body && last.headers == headers;
        last.filter(is_same).unwrap_or_else(|| {
            Arc::new(Self {
                key,
                headers,
                // Copied because the buffer that the body was written to has unused capacity.
                body: Bytes::copy_from_slice(&body),
                is_conditional,
                gzip: OnceLock::new(),
                brotli: OnceLock::new(),
            })
        })
    }

    /// Bytes of the response with its key and compressed forms.
    pub(crate) fn weight(&self) -> u64 {
        let length = |form: &OnceLock<Option<EncodedBody>>| {
            form.get().and_then(Option::as_ref).map_or(0, |form| form.body.len())
        };
        let forms = length(&self.gzip) + length(&self.brotli);
        (ENTRY_OVERHEAD_BYTES + self.key.len() + self.body.len() + forms) as u64
    }

    pub(crate) fn reply(&self) -> Reply {
        let mut response = Response::new(Body::from(self.body.clone()));
        *response.headers_mut() = self.headers.clone();
        let mut reply = Reply::of(response);
        reply.conditional = self.is_conditional;
        reply
    }

    /// Returns the body in this encoding, or `None` if the body cannot be encoded. Also returns whether this call did
    /// the encoding.
    pub(crate) fn encoded(&self, encoding: Encoding) -> (Option<&EncodedBody>, bool) {
        let form = match encoding {
            Encoding::Gzip => &self.gzip,
            Encoding::Brotli => &self.brotli,
        };
        let mut is_new = false;
        let encoded = form.get_or_init(|| {
            is_new = true;
            let body = encoding.encode(&self.body).ok()?.into_boxed_slice().into();
            let etag = self.headers.get(header::ETAG);
            let etag = etag.and_then(|etag| encoded_tag(etag, encoding.header().as_bytes()));
            Some(EncodedBody { body, etag })
        });
        (encoded.as_ref(), is_new)
    }
}
