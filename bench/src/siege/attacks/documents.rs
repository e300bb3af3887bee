//! The largest document, compressed, over many streams at once.

use std::sync::Arc;

use anyhow::Context as _;
use bytes::Bytes;
use http_body_util::{BodyExt, Empty};
use hyper::Request;
use hyper::client::conn::http2;
use hyper_util::rt::{TokioExecutor, TokioIo};
use tokio::net::TcpStream;
use tokio::task::JoinSet;

use crate::siege::context::{ATTACKER, Context};

/// On one connection.
const STREAMS: usize = 120;

pub async fn read(context: Arc<Context>) -> anyhow::Result<()> {
    let stream = TcpStream::connect(context.server.address).await?;
    let (sender, connection) = http2::handshake(TokioExecutor::new(), TokioIo::new(stream)).await?;
    tokio::spawn(connection);
    let mut streams = JoinSet::new();
    loop {
        while streams.len() < STREAMS {
            let (mut sender, context) = (sender.clone(), context.clone());
            streams.spawn(async move {
                let request = Request::get("http://shop.example/openapi/storefront.json")
                    .header("accept-encoding", "gzip")
                    .header("x-forwarded-for", ATTACKER)
                    .body(Empty::<Bytes>::new())?;
                sender.ready().await?;
                let response = sender.send_request(request).await?;
                context.ledger.attack_came_to(response.status().as_str());
                response.into_body().collect().await?;
                anyhow::Ok(())
            });
        }
        streams.join_next().await.context("a stream")???;
    }
}
