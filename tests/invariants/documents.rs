//! The documents are served as written, as JSON, and as OpenAPI 3.0.

mod lowered;

use serde_json::Value;

use crate::contract::document::{Document, LIVE_CHAT, REST_V1, STOREFRONT};
use crate::harness::served;

#[tokio::test]
async fn documents_are_served_byte_for_byte() {
    let server = served().await;
    let table: [(&Document, &str, [&str; 2]); 3] = [
        (
            &REST_V1,
            include_str!("../../specs/rest-v1.yaml"),
            [stoa_rest_v1_server::OPENAPI_JSON, stoa_rest_v1_server::OPENAPI_3_0_JSON],
        ),
        (
            &STOREFRONT,
            include_str!("../../specs/storefront.yaml"),
            [stoa_storefront_server::OPENAPI_JSON, stoa_storefront_server::OPENAPI_3_0_JSON],
        ),
        (
            &LIVE_CHAT,
            include_str!("../../specs/live-chat.yaml"),
            [stoa_live_chat_server::OPENAPI_JSON, stoa_live_chat_server::OPENAPI_3_0_JSON],
        ),
    ];
    for (document, written, as_json) in table {
        let [(yaml_path, _), (json_path, _), (lowered_path, _)] = document.served_at;
        let yaml = server.get(yaml_path).await;
        assert_eq!(yaml.response.body, written.as_bytes(), "{yaml_path}");
        for (path, json, version) in
            [(json_path, as_json[0], "3.1.0"), (lowered_path, as_json[1], "3.0.3")]
        {
            assert!(written.contains(&format!("at `{path}`")), "the document tells {path}");
            let served = server.get(path).await;
            assert_eq!(served.json, serde_json::from_str::<Value>(json).unwrap(), "{path}");
            assert_eq!(served.json["openapi"], version);
            assert_eq!(served.json["info"]["version"], document.json["info"]["version"]);
        }

        let etag = yaml.header("etag");
        assert_eq!(server.get(yaml_path).header("if-none-match", etag).await.status(), 304);
        assert_eq!(
            server.request("HEAD", yaml_path).await.header("content-length"),
            written.len().to_string()
        );
        assert_eq!(server.request("POST", yaml_path).await.status(), 405);
    }
}

#[test]
fn the_contract_fixes_the_version_of_rest_v1() {
    let info = &REST_V1.json["info"];
    assert_eq!((&info["version"], &info["x-fixed-version"]), (&"1.0.0".into(), &true.into()));
}
