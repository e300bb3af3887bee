//! A static file: a document, or a script of a page.

use std::io::Write;
use std::sync::OnceLock;

use flate2::{Compression, write::GzEncoder};
use http::header;
use stoa_runtime::{Bytes, Call, HeaderValue, Internal, Reply, accepts_encoding, tag_by_content};

pub struct StaticFile {
    media_type: HeaderValue,
    content: Bytes,
    /// The `ETag`, computed once because a file may have megabytes.
    tag: Option<HeaderValue>,
    /// The compressed content, which the first request that accepts gzip computes.
    gzip: OnceLock<Bytes>,
}

impl StaticFile {
    pub fn new(media_type: &'static str, content: impl Into<Bytes>) -> Self {
        let (media_type, content) = (HeaderValue::from_static(media_type), content.into());
        let tag = tag_by_content(&content);
        Self { media_type, content, tag, gzip: OnceLock::new() }
    }

    /// Returns the file as a response. Browsers may store it but must revalidate it.
    pub fn reply(&self, call: &Call) -> Result<Reply, Internal> {
        let media_type = self.media_type.clone();
        let reply = if accepts_encoding(call.headers(), "gzip") {
            Reply::bytes(200, media_type, self.gzip()?).header(header::CONTENT_ENCODING, "gzip")
        } else {
            Reply::bytes(200, media_type, self.content.clone())
        };
        let reply = match &self.tag {
            Some(tag) => reply.header(header::ETAG, tag.clone()),
            None => reply,
        };
        Ok(reply.header(header::CACHE_CONTROL, "no-cache, no-transform").conditional())
    }

    fn gzip(&self) -> Result<Bytes, Internal> {
        if let Some(gzip) = self.gzip.get() {
            return Ok(gzip.clone());
        }
        let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
        let compressed = encoder.write_all(&self.content).and_then(|()| encoder.finish());
        let compressed = compressed.map_err(|error| Internal(error.to_string().into()))?;
        Ok(self.gzip.get_or_init(|| compressed.into()).clone())
    }
}
