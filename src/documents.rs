//! The APIs and their documents, served byte for byte as YAML, beside it as JSON, and as OpenAPI 3.0.

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

/// An API: where it is, where its document is, and where people read it.
pub struct DescribedApi {
    /// As its document is called.
    pub name: &'static str,
    pub title: &'static str,
    pub about: &'static str,
    pub base_path: &'static str,
    pub reference: &'static str,
    pub yaml: &'static str,
    pub json: &'static str,
    pub json_3_0: &'static str,
    /// The contents of the three.
    written: [&'static str; 3],
}

pub static REST_V1: DescribedApi = DescribedApi {
    name: "rest-v1",
    title: "REST v1",
    about: "A site's content, media, blocks, catalog and configuration, for servers with an API key.",
    base_path: stoa_rest_v1_server::BASE_PATH,
    reference: "/docs/rest-v1",
    yaml: "/openapi.yaml",
    json: "/openapi.json",
    json_3_0: "/openapi/rest-v1-3.0.json",
    written: [
        stoa_rest_v1_server::OPENAPI_YAML,
        stoa_rest_v1_server::OPENAPI_JSON,
        stoa_rest_v1_server::OPENAPI_3_0_JSON,
    ],
};

pub static STOREFRONT: DescribedApi = DescribedApi {
    name: "storefront",
    title: "Storefront",
    about: "A store as its customers' browsers call it: catalog, cart, checkout, accounts, designs.",
    base_path: stoa_storefront_server::BASE_PATH,
    reference: "/docs/storefront",
    yaml: "/openapi/storefront.yaml",
    json: "/openapi/storefront.json",
    json_3_0: "/openapi/storefront-3.0.json",
    written: [
        stoa_storefront_server::OPENAPI_YAML,
        stoa_storefront_server::OPENAPI_JSON,
        stoa_storefront_server::OPENAPI_3_0_JSON,
    ],
};

pub static LIVE_CHAT: DescribedApi = DescribedApi {
    name: "live-chat",
    title: "Live chat",
    about: "A visitor's conversation with the people behind a site, and what they answer as events.",
    base_path: stoa_live_chat_server::BASE_PATH,
    reference: "/docs/live-chat",
    yaml: "/openapi/live-chat.yaml",
    json: "/openapi/live-chat.json",
    json_3_0: "/openapi/live-chat-3.0.json",
    written: [
        stoa_live_chat_server::OPENAPI_YAML,
        stoa_live_chat_server::OPENAPI_JSON,
        stoa_live_chat_server::OPENAPI_3_0_JSON,
    ],
};

/// All three.
pub static APIS: [&DescribedApi; 3] = [&REST_V1, &STOREFRONT, &LIVE_CHAT];

pub fn routes() -> Routes {
    APIS.into_iter().fold(Routes::new(), |routes, api| {
        let [yaml, json, json_3_0] = api.written;
        routes
            .merge(document(api.yaml, "application/yaml", yaml))
            .merge(document(api.json, "application/json", json))
            .merge(document(api.json_3_0, "application/json", json_3_0))
    })
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
