//! The router under layers that an application adds.

use http::{Request, header};
use http_body_util::{BodyExt, Full};
use stoa_runtime::Bytes;
use tower::{ServiceBuilder, ServiceExt};
use tower_http::{compression::CompressionLayer, cors::CorsLayer};

use crate::fixture::router;

fn request(path: &str) -> Request<Full<Bytes>> {
    let request = Request::get(path)
        .header(header::ACCEPT_ENCODING, "gzip")
        .header(header::ORIGIN, "https://shop.example");
    request.body(Full::default()).unwrap()
}

#[tokio::test]
async fn compression_and_cors_wrap_the_router() {
    let service = ServiceBuilder::new()
        .layer(CorsLayer::permissive())
        .layer(CompressionLayer::new())
        .service(router());
    let response = service.clone().oneshot(request("/sites/1/posts")).await.unwrap();
    assert_eq!(response.headers()["content-encoding"], "gzip");
    assert_eq!(response.headers()["access-control-allow-origin"], "*");
    let bytes = response.into_body().collect().await.unwrap().to_bytes();
    assert_eq!(bytes[..2], [0x1f, 0x8b]);

    let stream = service.oneshot(request("/events/short")).await.unwrap();
    assert!(!stream.headers().contains_key("content-encoding"));
    let text = stream.into_body().collect().await.unwrap().to_bytes();
    assert!(text.starts_with(b"id: 0\n"));
}
