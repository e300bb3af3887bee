//! Bodies are compressed for who takes it, and are the same for who does not.

use crate::harness::{DEMO_KEY, served};

const POSTS: &str = "/api/v1/sites/1/posts";

#[tokio::test]
async fn what_the_client_takes() {
    let server = served().await;
    for target in [
        POSTS,
        "/api/v1/sites/1/config",
        "/api/v1/sites/1/blocks",
        "/openapi.yaml",
        "/openapi/storefront.json",
    ] {
        let plain = server.get(target).key(DEMO_KEY).await;
        assert_eq!(plain.header("content-encoding"), "");
        for (accepted, encoding) in [
            ("br", "br"),
            ("gzip", "gzip"),
            ("gzip, deflate, br", "br"),
            ("br;q=0, gzip", "gzip"),
            ("gzip;q=1.0, br;q=0.5", "gzip"),
            ("identity", ""),
            ("zstd", ""),
            ("br;q=0", ""),
            ("", ""),
            ("nonsense;;q=", ""),
        ] {
            let answer = server.get(target).key(DEMO_KEY).header("accept-encoding", accepted).await;
            assert_eq!(answer.header("content-encoding"), encoding, "{target} {accepted}");
            assert_eq!(answer.response.body, plain.response.body, "{target} {accepted}");
            assert!(answer.varies_by("accept-encoding"), "a cache must tell encodings apart");
            if !encoding.is_empty() {
                assert!(
                    answer.response.length_sent < plain.response.length_sent / 2,
                    "{target} {accepted}"
                );
            }
        }
    }
}

#[tokio::test]
async fn what_is_not_compressed() {
    let server = served().await;
    let get = |target: &str| server.get(target).key(DEMO_KEY).header("accept-encoding", "br, gzip");
    for target in ["/nowhere", "/api/v1/sites/x/posts", "/api/v1/sites/1/posts?category=nothing"] {
        assert_eq!(get(target).await.header("content-encoding"), "", "{target} is small");
    }
    // A tag of the compressed answer is good for the plain one, and the other way round.
    for (one, other) in [("br", "gzip"), ("br", "identity"), ("identity", "br")] {
        let etag = server
            .get(POSTS)
            .key(DEMO_KEY)
            .header("accept-encoding", one)
            .await
            .header("etag")
            .to_owned();
        let again = server
            .get(POSTS)
            .key(DEMO_KEY)
            .header("accept-encoding", other)
            .header("if-none-match", &etag)
            .await;
        assert_eq!((again.status(), again.header("content-encoding")), (304, ""), "{one} {other}");
    }
    let head = server.request("HEAD", POSTS).key(DEMO_KEY).header("accept-encoding", "br").await;
    assert_eq!((head.status(), head.response.length_sent), (200, 0));
}
