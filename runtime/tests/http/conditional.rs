//! `ETag` and `If-None-Match`.

use http::Request;

use crate::fixture::{call, get, read};

const PATH: &str = "/sites/1/posts/hello";

#[tokio::test]
async fn a_200_has_a_strong_etag_of_its_content() {
    let etag = get(PATH).await.headers()["etag"].clone();
    let text = etag.to_str().unwrap();
    assert_eq!((text.len(), &text[..1], &text[33..]), (34, "\"", "\""));
    assert_eq!(get(PATH).await.headers()["etag"], etag);
    assert_ne!(get("/sites/1/posts/other").await.headers()["etag"], etag);
    assert!(!get("/sites/1/posts/unknown").await.headers().contains_key("etag"));
}

#[tokio::test]
async fn a_known_tag_is_answered_with_304() {
    let etag = get(PATH).await.headers()["etag"].to_str().unwrap().to_owned();
    for (method, if_none_match, status) in [
        ("GET", etag.clone(), 304),
        ("HEAD", etag.clone(), 304),
        ("GET", format!("W/{etag}"), 304),
        ("GET", format!("\"other\", \"a, b\",{etag}"), 304),
        ("GET", "*".to_owned(), 304),
        ("GET", "\"other\"".to_owned(), 200),
        ("GET", etag.trim_matches('"').to_owned(), 200),
        ("GET", String::new(), 200),
    ] {
        let request =
            Request::builder().method(method).uri(PATH).header("if-none-match", &if_none_match);
        let response = call(request.body(Default::default()).unwrap()).await;
        assert_eq!(response.status(), status, "{method} {if_none_match}");
        assert_eq!(response.headers()["etag"], etag.as_str());
        if status == 304 {
            assert!(response.headers().contains_key("x-request-id"));
            assert!(!response.headers().contains_key("content-type"));
            assert!(!response.headers().contains_key("content-length"));
            assert_eq!(read(response).await.1, "");
        }
    }
}

#[tokio::test]
async fn a_304_has_the_guards_headers() {
    let request = Request::get("/sites/1/posts")
        .header("if-none-match", "*")
        .body(Default::default())
        .unwrap();
    let response = call(request).await;
    assert_eq!(response.status(), 304);
    assert_eq!(response.headers()["x-ratelimit-remaining"], "7");
}
