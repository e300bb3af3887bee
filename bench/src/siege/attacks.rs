//! What one anonymous client can do. Each attack goes on until its chapter ends, as fast as it is let.

mod codes;
mod deep_json;
mod documents;
mod hang_ups;
mod held_heads;
mod replaced_orders;
mod searches;
mod streams;

use std::convert::Infallible;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Instant;

use anyhow::Context as _;
use bytes::Bytes;
use http_body_util::BodyExt;
use hyper::Request;
use hyper::body::Body;
use hyper::client::conn::http2;
use hyper_util::rt::{TokioExecutor, TokioIo};
use tokio::net::TcpStream;
use tokio::task::JoinSet;

use super::context::{ATTACKER, Context};
use super::http::Caller;

pub struct Attack {
    pub name: &'static str,
    /// Attackers at once, all at the same address.
    at_once: usize,
    begin: fn(Arc<Context>, usize) -> Running,
}

type Running = Pin<Box<dyn Future<Output = anyhow::Result<()>> + Send>>;

pub static ATTACKS: [Attack; 8] = [
    // Addresses of arrays within arrays, over as many streams of one connection as there may be.
    Attack {
        name: "deep JSON",
        at_once: 2,
        begin: |context, _| Box::pin(deep_json::send(context)),
    },
    // A cart that is changed and checked out again and again.
    Attack {
        name: "replaced orders",
        at_once: 4,
        begin: |context, number| Box::pin(replaced_orders::place(context, number)),
    },
    // Discount codes and gift certificates that are guessed, at every door.
    Attack {
        name: "guessed codes",
        at_once: 4,
        begin: |context, number| Box::pin(codes::guess(context, number)),
    },
    // Every spelling of one word.
    Attack {
        name: "long searches",
        at_once: 16,
        begin: |context, _| Box::pin(searches::ask(context)),
    },
    // The same, and nobody waits for the answer.
    Attack { name: "hang-ups", at_once: 16, begin: |context, _| Box::pin(hang_ups::ask(context)) },
    // Conversations resumed without end, streams that nobody reads.
    Attack {
        name: "many streams",
        at_once: 4,
        begin: |context, _| Box::pin(streams::open(context)),
    },
    // Large heads that are held by bodies without an end.
    Attack {
        name: "held heads",
        at_once: 60,
        begin: |context, _| Box::pin(held_heads::send(context)),
    },
    // What costs the most to compress.
    Attack {
        name: "documents",
        at_once: 4,
        begin: |context, _| Box::pin(documents::read(context)),
    },
];

impl Attack {
    pub async fn run(&self, context: &Arc<Context>, until: Instant) {
        let mut attackers = JoinSet::new();
        for number in 0..self.at_once {
            let (context, begin) = (context.clone(), self.begin);
            attackers.spawn(async move {
                // One that fails begins anew.
                while let Err(error) = begin(context.clone(), number).await {
                    context.ledger.attack_came_to(cause(&error));
                    tokio::time::sleep(std::time::Duration::from_millis(5)).await;
                }
            });
        }
        tokio::time::sleep_until(until.into()).await;
        attackers.shutdown().await;
    }
}

/// A caller at the attacker's address.
fn attacker(context: &Context) -> Caller {
    Caller::new(context.server.address, ATTACKER.to_owned())
}

/// Sends the same request over and over, on `streams` concurrent streams of one HTTP/2 connection.
async fn flood<B>(
    context: &Arc<Context>,
    streams: usize,
    request: impl Fn() -> hyper::http::Result<Request<B>>,
) -> anyhow::Result<()>
where
    B: Body<Data = Bytes, Error = Infallible> + Unpin + Send + 'static,
{
    let stream = TcpStream::connect(context.server.address).await?;
    let (sender, connection) = http2::handshake(TokioExecutor::new(), TokioIo::new(stream)).await?;
    tokio::spawn(connection);
    let mut running = JoinSet::new();
    loop {
        while running.len() < streams {
            let (mut sender, request, context) = (sender.clone(), request()?, context.clone());
            running.spawn(async move {
                sender.ready().await?;
                let response = sender.send_request(request).await?;
                context.ledger.attack_came_to(response.status().as_str());
                response.into_body().collect().await?;
                anyhow::Ok(())
            });
        }
        running.join_next().await.context("a stream")???;
    }
}

/// In a word, for the counts.
fn cause(error: &anyhow::Error) -> &'static str {
    let text = format!("{error:#}");
    let causes = ["refused", "reset", "closed", "too many", "in time"];
    causes.into_iter().find(|cause| text.contains(cause)).unwrap_or("cut off")
}
