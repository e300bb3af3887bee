//! Attacks by one anonymous client. Each repeats its attack until its chapter ends.

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
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::Context as _;
use bytes::Bytes;
use http_body_util::BodyExt;
use hyper::Request;
use hyper::body::Body;
use hyper::client::conn::http2;
use hyper_util::rt::{TokioExecutor, TokioIo};
use tokio::net::TcpStream;
use tokio::task::JoinSet;

use super::chapter::{Chapter, Running};
use super::context::{ATTACKER, Context};
use super::http::Caller;

const ATTACK_RETRY_PAUSE: Duration = Duration::from_millis(5);

pub static ATTACKS: [Chapter; 8] = [
    Chapter {
        name: "deep JSON",
        begin: |context, until| attack(context, until, 2, deep_json::send),
    },
    Chapter {
        name: "replaced orders",
        begin: |context, until| attack(context, until, 4, replaced_orders::place),
    },
    Chapter {
        name: "guessed codes",
        begin: |context, until| attack(context, until, 4, codes::guess),
    },
    Chapter {
        name: "long searches",
        begin: |context, until| attack(context, until, 16, searches::ask),
    },
    Chapter { name: "hang-ups", begin: |context, until| attack(context, until, 16, hang_ups::ask) },
    Chapter {
        name: "many streams",
        begin: |context, until| attack(context, until, 4, streams::open),
    },
    Chapter {
        name: "held heads",
        begin: |context, until| attack(context, until, 60, held_heads::send),
    },
    Chapter {
        name: "documents",
        begin: |context, until| attack(context, until, 4, documents::read),
    },
];

/// Runs this many attackers concurrently, all from the same address.
fn attack<F>(
    context: Arc<Context>,
    until: Instant,
    attackers: usize,
    begin: fn(Arc<Context>) -> F,
) -> Running
where
    F: Future<Output = anyhow::Result<()>> + Send + 'static,
{
    let repeat = move |context: Arc<Context>| async move {
        // An attacker that fails starts again.
        while let Err(error) = begin(context.clone()).await {
            context.ledger.attack_came_to(cause(&error));
            tokio::time::sleep(ATTACK_RETRY_PAUSE).await;
        }
    };
    Box::pin(async move {
        let mut running: JoinSet<()> = (0..attackers).map(|_| repeat(context.clone())).collect();
        tokio::time::sleep_until(until.into()).await;
        running.shutdown().await;
        Ok(())
    })
}

/// Returns a caller with the attacker's address.
fn attacker(context: &Context) -> Caller {
    Caller::new(context.server.address, ATTACKER.to_owned())
}

/// Repeats a request on `streams` concurrent streams of one HTTP/2 connection.
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

/// Returns a short cause to count the error by.
fn cause(error: &anyhow::Error) -> &'static str {
    let text = format!("{error:#}");
    let causes = ["refused", "reset", "closed", "too many", "in time"];
    causes.into_iter().find(|cause| text.contains(cause)).unwrap_or("cut off")
}
