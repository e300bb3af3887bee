//! The three documents, served byte for byte as YAML and beside it as JSON.

use std::sync::Arc;

use stoa_runtime::{Error, HeaderValue, Operation, Reply, Routes};

/// Serving a document is no operation of one, so it documents no error.
struct Document;

impl Operation for Document {
    const ID: &'static str = "openapi";
}

pub fn routes() -> Routes {
    let yaml = "application/yaml";
    let json = "application/json";
    Routes::new()
        .merge(document("/openapi.yaml", yaml, stoa_rest_v1_server::OPENAPI_YAML))
        .merge(document("/openapi.json", json, stoa_rest_v1_server::OPENAPI_JSON))
        .merge(document("/openapi/storefront.yaml", yaml, stoa_storefront_server::OPENAPI_YAML))
        .merge(document("/openapi/storefront.json", json, stoa_storefront_server::OPENAPI_JSON))
        .merge(document("/openapi/live-chat.yaml", yaml, stoa_live_chat_server::OPENAPI_YAML))
        .merge(document("/openapi/live-chat.json", json, stoa_live_chat_server::OPENAPI_JSON))
}

fn document(path: &'static str, media_type: &'static str, content: &'static str) -> Routes {
    let document = Arc::new(content);
    Routes::new().get(path, &document, move |content, _| {
        Box::pin(async move {
            let reply = Reply::bytes(200, HeaderValue::from_static(media_type), *content);
            Ok::<_, Error<Document>>(reply.conditional())
        })
    })
}
