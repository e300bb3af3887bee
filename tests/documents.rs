//! The documents are served as they are written, and as JSON.

use serde_json::Value;

use crate::contract::document::DOCUMENTS;
use crate::harness::served;

const WRITTEN: [&str; 3] = [
    include_str!("../specs/rest-v1.yaml"),
    include_str!("../specs/live-chat.yaml"),
    include_str!("../specs/storefront.yaml"),
];
const AS_JSON: [&str; 3] = [
    stoa_rest_v1_server::OPENAPI_JSON,
    stoa_live_chat_server::OPENAPI_JSON,
    stoa_storefront_server::OPENAPI_JSON,
];

#[tokio::test]
async fn byte_for_byte() {
    let server = served().await;
    for (document, (written, json)) in DOCUMENTS.iter().zip(WRITTEN.iter().zip(AS_JSON)) {
        let [(yaml_path, _), (json_path, _)] = document.served_at;
        let yaml = server.get(yaml_path).await;
        assert_eq!(yaml.response.body, written.as_bytes(), "{yaml_path}");
        let served = server.get(json_path).await;
        assert_eq!(served.json, serde_json::from_str::<Value>(json).unwrap(), "{json_path}");
        assert_eq!(served.json["openapi"], "3.1.0");
        assert_eq!(served.json["info"]["version"], "1.0.0");

        let etag = yaml.header("etag");
        assert_eq!(server.get(yaml_path).header("if-none-match", etag).await.status(), 304);
        assert_eq!(
            server.request("HEAD", yaml_path).await.header("content-length"),
            written.len().to_string()
        );
        assert_eq!(server.request("POST", yaml_path).await.status(), 405);
    }
}

/// The examples of a document are answers that its own schemas allow.
#[test]
fn examples_are_valid() {
    for document in DOCUMENTS.iter() {
        for operation in &document.operations {
            for status in operation.statuses() {
                let contents = operation.response(status).unwrap()["content"].as_object();
                for content in contents.into_iter().flat_map(|contents| contents.values()) {
                    let named = content["examples"]
                        .as_object()
                        .into_iter()
                        .flat_map(|named| named.values());
                    for example in named.map(|named| &named["value"]).chain(content.get("example"))
                    {
                        let valid = document.validate(&content["schema"], example);
                        valid.unwrap_or_else(|fault| panic!("{} {status}: {fault}", operation.id));
                    }
                }
            }
        }
    }
}
