//! Responses are compressed for clients that accept it, and the decompressed body is the same for all.

use crate::harness::{DEMO_KEY, served_read_only};

const POSTS: &str = "/api/v1/sites/1/posts";

#[tokio::test]
async fn negotiated_encodings() {
    let server = served_read_only().await;
    for target in [POSTS, "/api/v1/sites/1/config", "/api/v1/sites/1/blocks"] {
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
            ("gzip;Q=0", ""),
            ("identity;q=0", ""),
            ("*;q=0", ""),
            ("", ""),
            ("nonsense;;q=", ""),
        ] {
            let answer = server.get(target).key(DEMO_KEY).header("accept-encoding", accepted).await;
            assert_eq!(answer.status(), 200, "{target} {accepted}");
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

/// Documents are compressed once, by gzip only.
#[tokio::test]
async fn documents() {
    let server = served_read_only().await;
    for target in ["/openapi.yaml", "/openapi/storefront.json", "/openapi/storefront-3.0.json"] {
        let plain = server.get(target).await;
        for (accepted, encoding) in
            [("gzip, deflate, br", "gzip"), ("br", ""), ("gzip;q=0, br", ""), ("identity", "")]
        {
            let answer = server.get(target).header("accept-encoding", accepted).await;
            assert_eq!(answer.header("content-encoding"), encoding, "{target} {accepted}");
            assert_eq!(answer.response.body, plain.response.body, "{target} {accepted}");
            assert!(answer.varies_by("accept-encoding"), "a cache must tell encodings apart");
            let is_short = answer.response.length_sent < plain.response.length_sent / 4;
            assert_eq!(is_short, encoding == "gzip", "{target} {accepted}");
        }
        let tag =
            server.get(target).header("accept-encoding", "gzip").await.header("etag").to_owned();
        assert_ne!(tag, plain.header("etag"));
        let again =
            server.get(target).header("accept-encoding", "gzip").header("if-none-match", &tag);
        assert_eq!(again.await.status(), 304);
    }
}

#[tokio::test]
async fn uncompressed_responses() {
    let server = served_read_only().await;
    let get = |target: &str| server.get(target).key(DEMO_KEY).header("accept-encoding", "br, gzip");
    for target in ["/nowhere", "/api/v1/sites/x/posts", "/api/v1/sites/1/posts?category=nothing"] {
        assert_eq!(get(target).await.header("content-encoding"), "", "{target} is small");
    }
    let head = server.request("HEAD", POSTS).key(DEMO_KEY).header("accept-encoding", "br").await;
    assert_eq!((head.status(), head.response.length_sent), (200, 0));
}

/// A strong ETag identifies the bytes on the wire, so that a cache with several encodings does not confuse them.
#[tokio::test]
async fn each_encoding_has_its_own_etag() {
    let server = served_read_only().await;
    let get = |encoding: &str| server.get(POSTS).key(DEMO_KEY).header("accept-encoding", encoding);
    let tag = async |encoding: &str| get(encoding).await.header("etag").to_owned();
    let [plain, gzip, br] = [tag("identity").await, tag("gzip").await, tag("br").await];
    assert_eq!(tag("gzip;q=1, br;q=0.1").await, gzip);
    assert!(plain != gzip && plain != br && gzip != br, "{plain} {gzip} {br}");
    for (encoding, known, expected) in [
        ("br", &br, Some(&br)),
        ("gzip", &gzip, Some(&gzip)),
        ("gzip, br", &gzip, Some(&gzip)),
        ("identity", &plain, Some(&plain)),
        // A client that accepts an encoding also accepts the identity.
        ("br", &plain, Some(&plain)),
        ("br", &format!("{plain}, {gzip}, W/{br}"), Some(&br)),
        ("br", &format!("{br}, {plain}"), Some(&br)),
        ("identity", &br, None),
        ("gzip", &br, None),
        ("gzip;q=1, br;q=0.0", &br, None),
    ] {
        let answer = get(encoding).header("if-none-match", known).await;
        assert!(answer.varies_by("accept-encoding"), "{} {encoding}", answer.status());
        let unchanged = (answer.status() == 304).then(|| answer.header("etag").to_owned());
        assert_eq!(unchanged.as_ref(), expected, "{encoding} {known}");
    }
    // The ETag also works without `Accept-Encoding`, and for a body that is too small to compress.
    for target in [POSTS, "/api/v1/sites/1/tags"] {
        for headers in [vec![], vec![("accept-encoding", "gzip")]] {
            let get = || {
                headers.iter().fold(server.get(target).key(DEMO_KEY), |get, (name, value)| {
                    get.header(name, value)
                })
            };
            let answer = get().await;
            let unchanged = get().header("if-none-match", answer.header("etag")).await;
            assert_eq!(unchanged.status(), 304);
            let varies = |answer: &crate::harness::Exchange| {
                let lines = answer.response.headers.get_all("vary").iter();
                let mut names: Vec<String> = lines
                    .flat_map(|line| line.to_str().unwrap().split(", ").map(str::to_owned))
                    .collect();
                names.sort();
                names
            };
            assert_eq!(varies(&unchanged), varies(&answer), "{target} {headers:?}");
        }
    }
}
