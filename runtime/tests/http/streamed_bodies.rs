//! Bodies that the handler reads while the client sends them.

use std::{convert::Infallible, sync::Arc, time::Duration};

use futures_util::stream;
use http::Request;
use http_body_util::{Full, StreamBody};
use hyper::body::{Body as HttpBody, Frame};
use serde_json::json;
use stoa_runtime::{Bytes, Documents, Error, Limits, Operation, Reply, Router, Routes};
use tower::ServiceExt;

use crate::client::start_router;
use crate::fixture::{data, failure};

struct SendBundle;

impl Operation for SendBundle {
    const ID: &'static str = "sendBundle";
}

impl Documents<400> for SendBundle {}
impl Documents<413> for SendBundle {}

/// A server whose operation counts the bytes of a body of at most this size.
fn router(max_bytes: usize) -> Router {
    let routes = Routes::new().post("/bundles", &Arc::new(()), move |_, call| {
        Box::pin(async move {
            let (mut body, mut size) = (call.streamed_body(max_bytes)?, 0);
            while let Some(chunk) = body.chunk().await? {
                assert!(!chunk.is_empty());
                size += chunk.len();
            }
            assert_eq!(body.chunk().await, Ok(None));
            Ok::<_, Error<SendBundle>>(Reply::data(200, &json!(size)))
        })
    });
    Router::new(routes).unwrap()
}

/// The size that the handler counts, or the status and the message.
async fn sent<B>(body: B, length: Option<usize>) -> Result<u64, (u16, String)>
where
    B: HttpBody<Data = Bytes, Error = Infallible> + Send + 'static,
{
    let mut request = Request::post("/bundles");
    if let Some(length) = length {
        request = request.header("content-length", length);
    }
    let answer = router(1000).oneshot(request.body(body).unwrap()).await.unwrap();
    match answer.status().as_u16() {
        200 => Ok(data(answer).await.as_u64().unwrap()),
        _ => Err(failure(answer).await),
    }
}

/// A body of pieces without a known length.
fn pieces(sizes: &'static [usize]) -> impl HttpBody<Data = Bytes, Error = Infallible> + Send {
    let piece = |size: &usize| Ok(Frame::data(Bytes::from(vec![b'x'; *size])));
    StreamBody::new(stream::iter(sizes.iter().map(piece)))
}

#[tokio::test]
async fn a_body_may_have_its_maximum_size() {
    let too_large = Err((413, "Request body too large".to_owned()));
    assert_eq!(sent(Full::new(Bytes::new()), None).await, Ok(0));
    assert_eq!(sent(pieces(&[400, 0, 600]), None).await, Ok(1000));
    assert_eq!(sent(pieces(&[400, 601]), None).await, too_large);
    // Its length is refused before the body arrives.
    assert_eq!(sent(pieces(&[]), Some(1001)).await, too_large);
}

#[tokio::test]
async fn a_body_that_stops_is_408() {
    let limits = Limits { body_timeout: Duration::from_millis(250), ..Limits::default() };
    let server = start_router(router(1000), limits, None).await;
    let mut client = server.connect().await;
    client.send("POST /bundles HTTP/1.1\r\nhost: a\r\ncontent-length: 9\r\n\r\nfirst").await;
    assert_eq!(client.answer().await.status, 408);
}

/// Chunks that the handler drops make room for the next ones.
#[tokio::test]
async fn a_body_larger_than_the_room_for_bodies_is_streamed() {
    const LARGE: usize = 4 * 1024 * 1024;
    let limits = Limits { body_bytes_in_flight: LARGE / 4, ..Limits::default() };
    let server = start_router(router(LARGE), limits, None).await;
    let mut client = server.connect().await;
    let head = format!("POST /bundles HTTP/1.1\r\nhost: a\r\ncontent-length: {LARGE}\r\n\r\n");
    client.send(head + &"x".repeat(LARGE)).await;
    let answer = client.answer().await;
    assert!(answer.status == 200 && answer.body.contains("4194304"), "{}", answer.body);
}
