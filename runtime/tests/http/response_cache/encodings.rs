//! Cached responses answer conditional requests and are compressed like uncached ones.

use std::io::Read;

use http::{HeaderMap, Request, Response, StatusCode};
use http_body_util::{BodyExt, Full};
use serde_json::json;
use stoa_runtime::{
    Body, Bytes, CheckCounts, DocumentedResponses, ResponseChecks, Router, tag_by_encoding,
};
use tower::{Layer, ServiceExt};
use tower_http::compression::{CompressionLayer, predicate::SizeAbove};

use super::{SECOND, shelf::Shelf};
use crate::fixture::read;

const SAME: &str = "/sites/1/items/same";

fn shelf() -> Shelf {
    filled(Shelf::new())
}

fn filled(shelf: Shelf) -> Shelf {
    *shelf.stock.filling.lock().unwrap() = "The same text again and again. ".repeat(100);
    shelf
}

/// Returns the response after `tower-http`'s compression.
async fn through_layer(
    router: &Router,
    headers: &[(&str, &str)],
) -> (HeaderMap, StatusCode, Bytes) {
    let layer = CompressionLayer::new().compress_when(SizeAbove::new(1024));
    let mut request = Request::get(SAME);
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    let request = request.body(Full::<Bytes>::default()).unwrap();
    let mut response = layer.layer(router.clone()).oneshot(request).await.unwrap();
    tag_by_encoding(&mut response);
    let (mut parts, body) = response.into_parts();
    for name in ["x-request-id", "x-ratelimit-remaining"] {
        parts.headers.remove(name);
    }
    (parts.headers, parts.status, body.collect().await.unwrap().to_bytes())
}

/// Decodes a body in this encoding to text.
fn decoded(encoding: Option<&str>, body: &[u8]) -> String {
    let mut text = String::new();
    match encoding {
        Some("gzip") => flate2::read::GzDecoder::new(body).read_to_string(&mut text).unwrap(),
        Some("br") => brotli::Decompressor::new(body, 4096).read_to_string(&mut text).unwrap(),
        _ => (&mut &*body).read_to_string(&mut text).unwrap(),
    };
    text
}

#[tokio::test]
async fn a_cached_response_is_compressed_like_an_uncached_one() {
    let (caching, reading) = (shelf(), filled(Shelf::without_cache()));
    for (accepted, expected) in [
        ("gzip, deflate, br, zstd", Some("br")),
        ("gzip;q=0.5, BR;q=0.9", Some("br")),
        ("gzip", Some("gzip")),
        ("gzip, br;q=0", Some("gzip")),
        ("deflate, zstd", None),
        ("gzip;q=0, identity", None),
        ("", None),
    ] {
        let headers = [("accept-encoding", accepted)];
        let (mut known, status, body) = through_layer(&caching.router, &headers).await;
        let (mut read, status_of_read, body_of_read) =
            through_layer(&reading.router, &headers).await;
        let encoding =
            known.get("content-encoding").map(|value| value.to_str().unwrap().to_owned());
        assert_eq!(encoding.as_deref(), expected, "{accepted}");
        assert_eq!(status, status_of_read, "{accepted}");
        let text = decoded(expected, &body);
        assert_eq!(text, decoded(expected, &body_of_read), "{accepted}");
        // The length of a body that is compressed while it is sent is unknown.
        known.remove("content-length");
        read.remove("content-length");
        assert_eq!(known, read, "{accepted}");
    }
    assert_eq!(caching.reads(), 1);
}

#[tokio::test]
async fn a_body_is_compressed_once_while_it_is_the_same() {
    let shelf = shelf();
    let gzipped = [("accept-encoding", "gzip")];
    let body = async || {
        let answer = shelf.get_with(SAME, &gzipped).await;
        assert_eq!(answer.headers()["content-encoding"], "gzip");
        answer.into_body().collect().await.unwrap().to_bytes()
    };
    let first = body().await;
    assert_eq!(first.as_ptr(), body().await.as_ptr(), "the same bytes in memory");
    shelf.pass(SECOND);
    assert_eq!(first.as_ptr(), body().await.as_ptr(), "read again, and the same");
    assert_eq!(shelf.reads(), 2);
    *shelf.stock.filling.lock().unwrap() = "Another text. ".repeat(100);
    shelf.pass(SECOND);
    let other = body().await;
    assert_eq!(decoded(Some("gzip"), &other), "Another text. ".repeat(100));
}

#[tokio::test]
async fn a_head_has_the_length_of_the_plain_body() {
    let shelf = shelf();
    for _ in 0..2 {
        let head = shelf.ask("HEAD", SAME, &[("accept-encoding", "gzip")]).await;
        assert_eq!(head.headers()["content-length"], "3100");
        assert!(!head.headers().contains_key("content-encoding"));
        assert_eq!(read(head).await.1, "");
    }
}

#[tokio::test]
async fn short_and_no_transform_bodies_are_not_compressed() {
    let shelf = shelf();
    let headers = [("accept-encoding", "gzip"), ("no-transform", "1")];
    let short = Shelf::new();
    *short.stock.filling.lock().unwrap() = "A text.".to_owned();
    for answer in [shelf.get_with(SAME, &headers).await, short.get_with(SAME, &headers[..1]).await]
    {
        let answer: Response<Body> = answer;
        assert_eq!(answer.status(), 200);
        assert!(!answer.headers().contains_key("content-encoding"));
        let etag = answer.headers()["etag"].to_str().unwrap();
        assert_eq!(etag.len(), 34, "{etag}");
    }
}

#[tokio::test]
async fn a_compressed_response_is_checked_by_its_plain_body() {
    let string = json!({ "schema": { "type": "string" } });
    let content = json!({ "text/plain": string, "application/json": string });
    let ok = json!({ "headers": { "ETag": string, "X-RateLimit-Remaining": string }, "content": content });
    let path = json!({ "get": { "responses": { "200": ok } } });
    let document = json!({ "paths": { "/sites/{siteId}/items/{slug}": path } });
    let document = DocumentedResponses::new("", &document.to_string()).unwrap();
    let checks = ResponseChecks::begin(1.0, vec![document]).unwrap();
    let shelf = filled(Shelf::checked(&checks));
    *shelf.stock.filling.lock().unwrap() = json!("text ".repeat(1_000)).to_string();
    for _ in 0..3 {
        let answer = shelf.get_with("/sites/1/items/json", &[("accept-encoding", "br")]).await;
        assert_eq!(answer.headers()["content-encoding"], "br");
    }
    let counts = tokio::task::spawn_blocking(move || {
        checks.settle();
        checks.counts()
    });
    let expected = CheckCounts { checked: 3, ..CheckCounts::default() };
    assert_eq!(counts.await.unwrap(), expected);
}
