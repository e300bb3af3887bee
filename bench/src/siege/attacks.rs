//! Attacks by one anonymous client. Each repeats its attack until its chapter ends.

mod deep_json;
mod finalizers;
mod held_heads;
mod logins;
mod one_cart;
mod searches;
mod streams;
mod uploads;

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

use super::chapter::{Chapter, MaxFactors, Running};
use super::context::{ATTACKER, Context};
use super::http::Caller;

const ATTACK_RETRY_PAUSE: Duration = Duration::from_millis(5);

/// The part of an attack's chapter before the attack begins.
const LEAD_IN: u32 = 3;

/// An attack on each resource that clients share.
pub static ATTACKS: [Chapter; 8] = [
    // Memory of bodies.
    chapter("deep JSON", None, |context, until| attack(context, until, 2, deep_json::send)),
    // Requests in progress.
    chapter("held heads", None, |context, until| attack(context, until, 60, held_heads::send)),
    // Places of streams.
    chapter("many streams", None, |context, until| attack(context, until, 4, streams::open)),
    // Connections to the database.
    chapter("searched shop", at_most(3.0, 3.0), |context, until| {
        attack(context, until, 200, searches::ask)
    }),
    // Cores.
    chapter("finalizers", at_most(2.0, 2.0), |context, until| {
        attack(context, until, 12, finalizers::finalize)
    }),
    // Hashes of passwords.
    chapter("logins", at_most(2.0, 2.0), |context, until| {
        attack(context, until, 64, logins::try_password)
    }),
    // Locks of rows.
    chapter("one cart", at_most(2.0, f64::INFINITY), |context, until| {
        attack(context, until, 800, one_cart::add)
    }),
    // Memory of pictures.
    chapter("large uploads", None, |context, until| attack(context, until, 40, uploads::send)),
];

const fn chapter(
    name: &'static str,
    max_factors: Option<MaxFactors>,
    begin: fn(Arc<Context>, Instant) -> Running,
) -> Chapter {
    Chapter { name, max_factors, begin }
}

const fn at_most(lists: f64, additions: f64) -> Option<MaxFactors> {
    Some(MaxFactors { lists, additions })
}

/// Runs this many attackers concurrently, all from the same address, after a third of the chapter.
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
        tokio::time::sleep(until.saturating_duration_since(Instant::now()) / LEAD_IN).await;
        context.ledger.attack_begins();
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
