//! An answer as it is remembered: head and body, and its compressed forms once somebody has asked for them.

use std::{
    sync::{Arc, OnceLock},
    time::{Duration, Instant},
};

use bytes::Bytes;
use http::{HeaderMap, HeaderValue, Response, StatusCode, header};
use stoa_remembered::Unanswered;

use super::encoding::Encoding;
use crate::{
    Body, Reply,
    response::conditional::{encoded_tag, tag_by_content},
};

/// What an entry takes beside its bytes: the head, and its places in the cache.
const OVERHEAD: usize = 512;

/// Headers that guards and the router add; there is room for them from the beginning.
const MORE_HEADERS: usize = 8;

/// What was asked for without an answer is asked for again after this time.
const ASKED_AGAIN_AFTER: Duration = Duration::from_secs(1);

/// An answer that was read at some time.
pub(crate) struct Answer {
    /// What it is found by.
    pub(crate) key: Arc<[u8]>,
    pub(crate) content: Arc<Content>,
    /// When the read began.
    read_at: Instant,
    /// What this process had changed by then.
    changes: u64,
    /// When it was last asked for anew without an answer.
    pub(crate) unanswered: Unanswered<Asked>,
}

/// When something was asked for, and what this process had changed by then.
#[derive(Clone, Copy, PartialEq)]
pub(crate) struct Asked {
    pub(crate) at: Instant,
    pub(crate) changes: u64,
}

/// What is sent. One that is read again and has not changed is the same one.
pub(crate) struct Content {
    headers: HeaderMap,
    body: Bytes,
    is_conditional: bool,
    gzip: OnceLock<Option<Form>>,
    brotli: OnceLock<Option<Form>>,
}

/// The body in an encoding.
pub(crate) struct Form {
    pub(crate) body: Bytes,
    /// A tag of its own, where there is one of the content.
    pub(crate) etag: Option<HeaderValue>,
}

impl Answer {
    /// Whether a reply can be given twice: a whole 200 that is nobody's own.
    pub(crate) fn can_be(reply: &Reply) -> bool {
        let response = &reply.response;
        response.status() == StatusCode::OK
            && response.body().bytes().is_some()
            && !response.headers().contains_key(header::SET_COOKIE)
    }

    /// The answer that such a reply is.
    pub(crate) fn of(
        reply: Reply,
        key: Arc<[u8]>,
        read_at: Instant,
        changes: u64,
        last: Option<&Answer>,
    ) -> Self {
        let is_conditional = reply.conditional;
        let (mut parts, body) = reply.response.into_parts();
        let body = body.bytes().cloned().unwrap_or_default();
        if is_conditional {
            tag(&mut parts.headers, &body);
        }
        let is_same =
            |last: &&Answer| last.content.body == body && last.content.headers == parts.headers;
        let content = match last.filter(is_same) {
            Some(last) => last.content.clone(),
            None => Arc::new(Content {
                headers: parts.headers,
                // What was written has room to spare, which is not to be kept.
                body: Bytes::copy_from_slice(&body),
                is_conditional,
                gzip: OnceLock::new(),
                brotli: OnceLock::new(),
            }),
        };
        Self { key, content, read_at, changes, unanswered: Unanswered::default() }
    }

    /// How old it is.
    pub(crate) fn age(&self, now: Instant) -> Duration {
        now.saturating_duration_since(self.read_at)
    }

    /// Whether it is still what there is, as far as anyone must know.
    pub(crate) fn is_fresh(&self, now: Instant, changes: u64, lifetime: Duration) -> bool {
        self.changes == changes && self.age(now) < lifetime
    }

    /// Whether there was no answer so short a time ago that nobody need ask anew yet. What was written since is asked for.
    pub(crate) fn was_just_unanswered(&self, now: Instant, changes: u64) -> bool {
        self.unanswered.last().is_some_and(|last| {
            let since = now.saturating_duration_since(last.at);
            last.changes == changes && since < ASKED_AGAIN_AFTER
        })
    }

    pub(crate) fn weight(&self) -> u64 {
        let Content { body, gzip, brotli, .. } = &*self.content;
        let length = |form: &OnceLock<Option<Form>>| {
            form.get().and_then(Option::as_ref).map_or(0, |form| form.body.len())
        };
        (OVERHEAD + self.key.len() + body.len() + length(gzip) + length(brotli)) as u64
    }
}

impl Content {
    pub(crate) fn reply(&self) -> Reply {
        let mut response = Response::new(Body::from(self.body.clone()));
        let mut headers = HeaderMap::with_capacity(self.headers.len() + MORE_HEADERS);
        for (name, value) in &self.headers {
            headers.append(name, value.clone());
        }
        *response.headers_mut() = headers;
        let mut reply = Reply::of(response);
        reply.conditional = self.is_conditional;
        reply
    }

    /// The body in this encoding, and whether it was made now. There is none where it cannot be made, which nobody
    /// expects of memory.
    pub(crate) fn encoded(&self, encoding: Encoding) -> (Option<&Form>, bool) {
        let form = match encoding {
            Encoding::Identity => return (None, false),
            Encoding::Gzip => &self.gzip,
            Encoding::Brotli => &self.brotli,
        };
        let mut is_new = false;
        let encoded = form.get_or_init(|| {
            is_new = true;
            let body = encoding.encode(&self.body).ok()?.into_boxed_slice().into();
            let etag = self.headers.get(header::ETAG);
            let etag = etag.and_then(|etag| encoded_tag(etag, encoding.header().as_bytes()));
            Some(Form { body, etag })
        });
        (encoded.as_ref(), is_new)
    }
}

/// Gives what is to be conditional its tag, once for all who ask.
fn tag(headers: &mut HeaderMap, body: &Bytes) {
    if !headers.contains_key(header::ETAG)
        && let Some(etag) = tag_by_content(body)
    {
        headers.insert(header::ETAG, etag);
    }
}
