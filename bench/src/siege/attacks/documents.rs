//! Downloads of the largest OpenAPI document, compressed, on many streams at once.

use std::sync::Arc;

use bytes::Bytes;
use http_body_util::Empty;
use hyper::Request;

use super::flood;
use crate::siege::context::{ATTACKER, Context};

/// Streams on one connection.
const DOCUMENT_STREAMS: usize = 120;

pub async fn read(context: Arc<Context>) -> anyhow::Result<()> {
    let request = || {
        Request::get("http://shop.example/openapi/storefront.json")
            .header("accept-encoding", "gzip")
            .header("x-forwarded-for", ATTACKER)
            .body(Empty::<Bytes>::new())
    };
    flood(&context, DOCUMENT_STREAMS, request).await
}
