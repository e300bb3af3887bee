//! The three documents, served byte for byte as YAML, beside it as JSON, and as OpenAPI 3.0.

use std::io::Write;
use std::sync::{Arc, OnceLock};

use flate2::{Compression, write::GzEncoder};
use stoa_runtime::{Bytes, Call, Error, HeaderName, HeaderValue, Operation, Reply, Routes};
use stoa_runtime::{Internal, accepts_encoding};

const CACHE_CONTROL: HeaderName = HeaderName::from_static("cache-control");
const CONTENT_ENCODING: HeaderName = HeaderName::from_static("content-encoding");

/// One document in one notation.
struct Document {
    media_type: &'static str,
    content: &'static str,
    /// Made when first asked for, and once: whoever asks again costs a copy and no more.
    gzip: OnceLock<Bytes>,
}

/// Serving a document is no operation of one, so it documents no error.
impl Operation for Document {
    const ID: &'static str = "openapi";
}

pub fn routes() -> Routes {
    let yaml = "application/yaml";
    let json = "application/json";
    Routes::new()
        .merge(document("/openapi.yaml", yaml, stoa_rest_v1_server::OPENAPI_YAML))
        .merge(document("/openapi.json", json, stoa_rest_v1_server::OPENAPI_JSON))
        .merge(document("/openapi/rest-v1-3.0.json", json, stoa_rest_v1_server::OPENAPI_3_0_JSON))
        .merge(document("/openapi/storefront.yaml", yaml, stoa_storefront_server::OPENAPI_YAML))
        .merge(document("/openapi/storefront.json", json, stoa_storefront_server::OPENAPI_JSON))
        .merge(document(
            "/openapi/storefront-3.0.json",
            json,
            stoa_storefront_server::OPENAPI_3_0_JSON,
        ))
        .merge(document("/openapi/live-chat.yaml", yaml, stoa_live_chat_server::OPENAPI_YAML))
        .merge(document("/openapi/live-chat.json", json, stoa_live_chat_server::OPENAPI_JSON))
        .merge(document(
            "/openapi/live-chat-3.0.json",
            json,
            stoa_live_chat_server::OPENAPI_3_0_JSON,
        ))
}

fn document(path: &'static str, media_type: &'static str, content: &'static str) -> Routes {
    let document = Arc::new(Document { media_type, content, gzip: OnceLock::new() });
    Routes::new().get(path, &document, |document, call| Box::pin(document.serve(call)))
}

impl Document {
    async fn serve(&self, call: &mut Call) -> Result<Reply, Error<Self>> {
        let media_type = HeaderValue::from_static(self.media_type);
        let reply = if accepts_encoding(call.headers(), "gzip") {
            let gzip = HeaderValue::from_static("gzip");
            Reply::bytes(200, media_type, self.gzip()?).header(CONTENT_ENCODING, gzip)
        } else {
            Reply::bytes(200, media_type, self.content)
        };
        // Nobody compresses it anew for each request, which is most of what it would cost.
        let as_it_is = HeaderValue::from_static("no-cache, no-transform");
        Ok(reply.header(CACHE_CONTROL, as_it_is).conditional())
    }

    fn gzip(&self) -> Result<Bytes, Internal> {
        if let Some(gzip) = self.gzip.get() {
            return Ok(gzip.clone());
        }
        let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
        let compressed = encoder.write_all(self.content.as_bytes()).and_then(|()| encoder.finish());
        let compressed = compressed.map_err(|error| Internal(error.to_string().into()))?;
        Ok(self.gzip.get_or_init(|| compressed.into()).clone())
    }
}
