//! The APIs over HTTP: a module for each API, then modules for rules that they share.

mod compression;
mod cors;
mod events;
mod fonts;
mod idempotency;
mod idempotent_operations;
pub mod live_chat;
mod other_requests;
mod payments;
mod protocol;
mod response_cache;
pub mod rest_v1;
pub mod staff;
pub mod storefront;

use futures_util::future::join_all;
use tokio::sync::Barrier;

use crate::harness::{Exchange, Server};

/// Makes fifty numbered calls at the same moment, alternating between this server and another one on its database.
pub async fn fifty<R>(server: &Server, call: impl AsyncFn(&Server, usize) -> R) -> Vec<R> {
    let another = server.another().await;
    fifty_on([server, &another], call).await
}

/// Like [`fifty`], on these servers.
pub async fn fifty_on<R>(servers: [&Server; 2], call: impl AsyncFn(&Server, usize) -> R) -> Vec<R> {
    let barrier = Barrier::new(50);
    let calls = (0..50).map(async |number: usize| {
        barrier.wait().await;
        call(servers[number % 2], number).await
    });
    join_all(calls).await
}

/// Number of answers with this status.
pub fn answered(answers: &[Exchange], status: u16) -> usize {
    answers.iter().filter(|answer| answer.status() == status).count()
}
