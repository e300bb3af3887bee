//! HTTP independent of operations: unknown paths and methods, HEAD, conditional requests, encoded paths, request ids.

use std::collections::HashSet;

use crate::api::rest_v1::TAGS;
use crate::api::rest_v1::{operations, path};
use crate::harness::{DEMO_KEY, MINUTE, SharedResponses, UNKNOWN_KEY, served, served_read_only};

#[tokio::test]
async fn unknown_paths() {
    let server = served_read_only().await;
    for target in [
        "/api",
        "/api/v1",
        "/api/v1/",
        "/api/v1/sites",
        "/api/v1/sites/1",
        "/api/v1/sites/1/tags/",
        "/api/v1/sites/1/tags/sea",
        "/api/v1/sites/1//tags",
        "//api/v1/sites/1/tags",
        "/api/v1/sites//tags",
        "/api/v1/sites/1/Tags",
        "/API/v1/sites/1/tags",
        "/api/v2/sites/1/tags",
        "/api/v1/sites/1/posts/",
        "/api/v1/sites/1/posts/a/b",
        "/api/v1/sites/1/posts/../tags",
        "/api/v1/./sites/1/tags",
        "/api/v1/sites/1%2Ftags",
        "/api/v1/sites/1/%74ags",
        "/api/v1sites/1/tags",
        "/api/storefront/1",
        "/api/storefront/1/products/",
        "/api/storefront/1/nothing",
        "/api/public/chat/nothing",
        "/openapi",
        "/openapi.yaml/",
        "/docs/",
        "/docs/nothing",
        "/docs/rest-v1/",
        "/favicon.ico",
        "/.env",
    ] {
        for method in ["GET", "HEAD", "POST", "BREW"] {
            assert_eq!(
                server.request(method, target).key(DEMO_KEY).await.status(),
                404,
                "{method} {target}"
            );
        }
    }
    server.get("/api/v1/sites/1/orders").key(DEMO_KEY).await.snapshot("elsewhere__404");
}

#[tokio::test]
async fn other_methods() {
    let server = served_read_only().await;
    for operation in operations() {
        for method in ["POST", "PUT", "PATCH", "DELETE", "TRACE", "BREW", "get"] {
            let refused = server.request(method, &path(operation, "1")).key(DEMO_KEY).await;
            assert_eq!(refused.status(), 405, "{method} {}", operation.path);
        }
    }
    server.request("POST", TAGS).key(DEMO_KEY).await.snapshot("elsewhere__405");
}

#[tokio::test]
async fn head() {
    let server = served_read_only().await;
    for operation in operations() {
        for (key, status) in [(DEMO_KEY, 200), (UNKNOWN_KEY, 401)] {
            let path = path(operation, "1");
            let get = server.get(&path).key(key).header("x-request-id", "id").await;
            let head = server.request("HEAD", &path).key(key).header("x-request-id", "id").await;
            assert_eq!((get.status(), head.status()), (status, status), "{path}");
            assert_eq!(
                head.header("content-length"),
                get.response.body.len().to_string(),
                "{path}"
            );
            let headers = |exchange: &crate::harness::Exchange| {
                let mut headers = exchange.response.headers.clone();
                // Two requests differ in their remaining calls and dates. `Vary` depends on compression, which an empty
                // body does not get.
                for name in ["x-ratelimit-remaining", "date", "vary"] {
                    headers.remove(name);
                }
                headers
            };
            assert_eq!(headers(&head), headers(&get), "{path}");
        }
    }
    server.pass(MINUTE);
    server.request("HEAD", TAGS).key(DEMO_KEY).await.snapshot("list_tags__200_head");
}

#[tokio::test]
async fn conditional_requests() {
    let server = served().await;
    let mut unchanged = SharedResponses::default();
    for operation in operations() {
        let path = path(operation, "1");
        let etag = server.get(&path).key(DEMO_KEY).await.header("etag").to_owned();
        assert!(etag.starts_with('"') && etag.ends_with('"') && etag.len() > 2, "{etag} is strong");
        for (tags, status) in [
            (etag.clone(), 304),
            (format!("W/{etag}"), 304),
            (format!("\"other\", {etag}"), 304),
            (format!("\"other\",W/{etag} , \"third\""), 304),
            ("*".into(), 304),
            ("\"other\"".into(), 200),
            (etag.trim_matches('"').into(), 200),
            ("".into(), 200),
            (",,".into(), 200),
        ] {
            for method in ["GET", "HEAD"] {
                let answer = server
                    .request(method, &path)
                    .key(DEMO_KEY)
                    .header("if-none-match", &tags)
                    .await;
                assert_eq!(
                    (answer.status(), answer.header("etag")),
                    (status, etag.as_str()),
                    "{path} {tags}"
                );
            }
        }
        let two_lines = server
            .get(&path)
            .key(DEMO_KEY)
            .header("if-none-match", "\"a\"")
            .header("if-none-match", &etag);
        assert_eq!(two_lines.await.status(), 304);
        server.pass(MINUTE);
        unchanged.add(&server.get(&path).key(DEMO_KEY).header("if-none-match", &etag).await);
        // Only an authorized caller learns that the response is unchanged.
        let refused = server.get(&path).key(UNKNOWN_KEY).header("if-none-match", &etag).await;
        assert_eq!(refused.status(), 401);
    }
    unchanged.snapshot("rest_v1__not_modified");
    let etag = server.get(TAGS).key(DEMO_KEY).await.header("etag").to_owned();
    server.pass(MINUTE);
    let unchanged = server.get(TAGS).key(DEMO_KEY).header("if-none-match", "*").await;
    unchanged.snapshot("list_tags__304");
    server.sql("update tags set name = 'Ocean' where site_id = 1 and slug = 'sea'").await;
    let changed = server.get(TAGS).key(DEMO_KEY).header("if-none-match", &etag).await;
    assert_eq!(changed.status(), 200);
    assert_ne!(changed.header("etag"), etag);
}

#[tokio::test]
async fn encoded_paths() {
    let server = served_read_only().await;
    for (target, status) in [
        ("/api/v1/sites/%31/tags", 200),
        ("/api/v1/sites/1/posts/how%2Dwe%2ddye%2Dour-canvas", 200),
        ("/api/v1/sites/1/posts/how-we-dye-our+canvas", 404),
        ("/api/v1/sites/1/posts/how-we-dye-our-canvas%20", 404),
        ("/api/v1/sites/1/posts/how-we-dye-our-canvas%2F", 404),
        ("/api/v1/sites/1/posts/how%252Dwe%252Ddye%252Dour-canvas", 404),
        ("/api/v1/sites/1/posts/%zz", 404),
        ("/api/v1/sites/1/posts/%", 404),
        ("/api/v1/sites/1/posts/..", 404),
        ("/api/v1/sites/1/posts/%2e%2e%2ftags", 404),
        ("/api/v1/sites/1/posts/how-we-dye-our-canvas?limit=0", 200),
        ("http://elsewhere.example/api/v1/sites/1/tags", 200),
    ] {
        let target = target.strip_prefix("http://elsewhere.example").unwrap_or(target);
        assert_eq!(server.get(target).key(DEMO_KEY).await.status(), status, "{target}");
    }
}

#[tokio::test]
async fn request_ids() {
    let server = served_read_only().await;
    let id_of = async |target: &str, id: &str| {
        let answer = server.get(target).key(DEMO_KEY).header("x-request-id", id).await;
        answer.header("x-request-id").to_owned()
    };
    let longest = "a".repeat(128);
    for id in ["1", "0b6c9a5e-1d2f_4E7F.8", &longest] {
        for target in [TAGS, "/api/v1/sites/x/tags", "/nowhere", "/openapi.json"] {
            assert_eq!(id_of(target, id).await, id, "{target}");
        }
    }
    let mut made = HashSet::new();
    let too_long = "a".repeat(129);
    for id in ["", "a b", "a/b", "ü", "<script>", "a,b", "\"a\"", &too_long] {
        let new = id_of(TAGS, id).await;
        assert!(
            new != id && new.len() == 32 && new.bytes().all(|byte| byte.is_ascii_hexdigit()),
            "{new}"
        );
        assert!(made.insert(new), "each is another");
    }
}
