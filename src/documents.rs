//! The APIs and their documents, served as YAML byte for byte, as JSON, and as OpenAPI 3.0.

use std::sync::Arc;

use stoa_runtime::{Call, Error, Operation, Reply, Routes};

use crate::static_file::StaticFile;

/// The operation that serves a document is itself in no document, so it documents no error.
impl Operation for StaticFile {
    const ID: &'static str = "openapi";
}

/// An API: the paths of its operations, its documents and its reference.
pub struct DescribedApi {
    /// The name of its document.
    pub name: &'static str,
    pub title: &'static str,
    pub about: &'static str,
    pub base_path: &'static str,
    pub reference: &'static str,
    pub yaml: &'static str,
    pub json: &'static str,
    pub json_3_0: &'static str,
    /// The contents of `yaml`, `json` and `json_3_0`.
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
    about: "A store's catalog, cart, checkout, accounts and designs, for customers' browsers.",
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
    about: "A visitor's conversation with a site's staff, with a stream of its events.",
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
    let document = Arc::new(StaticFile::new(media_type, content));
    Routes::new().get(path, &document, |document, call| Box::pin(serve(document, call)))
}

async fn serve(document: &StaticFile, call: &mut Call) -> Result<Reply, Error<StaticFile>> {
    Ok(document.reply(call)?)
}
