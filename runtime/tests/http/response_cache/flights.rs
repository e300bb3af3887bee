//! Concurrent requests share one call of the handler.

use std::{
    pin::Pin,
    task::{Context, Poll, Waker},
};

use futures_util::future::join_all;
use http::Response;
use stoa_runtime::Body;

use super::shelf::{Shelf, Trouble};
use crate::fixture::read;

const HAT: &str = "/sites/1/items/hat";

type Sent = Pin<Box<dyn Future<Output = Response<Body>> + Send>>;

/// Starts this many calls, which wait for the handler.
fn waiting(shelf: &Shelf, count: usize) -> Vec<Sent> {
    let mut calls: Vec<Sent> = (0..count).map(|_| Box::pin(shelf.send(HAT)) as Sent).collect();
    calls.iter_mut().for_each(waits);
    calls
}

fn waits(call: &mut Sent) {
    let mut context = Context::from_waker(Waker::noop());
    assert!(matches!(call.as_mut().poll(&mut context), Poll::Pending));
}

/// Returns each distinct answer with the number of calls that got it.
async fn all(calls: Vec<Sent>) -> Vec<((u16, String), usize)> {
    let mut answers = Vec::<((u16, String), usize)>::new();
    for response in join_all(calls).await {
        let answer = read(response).await;
        match answers.iter_mut().find(|(other, _)| *other == answer) {
            Some((_, count)) => *count += 1,
            None => answers.push((answer, 1)),
        }
    }
    answers
}

fn hat(read: usize) -> (u16, String) {
    (200, format!("hat of 1, read {read}"))
}

#[tokio::test]
async fn concurrent_requests_on_several_threads_share_one_call() {
    let shelf = Shelf::new();
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(4)
        .enable_time()
        .build()
        .unwrap();
    let calls: Vec<_> = (0..1000).map(|_| runtime.spawn(shelf.send(HAT))).collect();
    for call in calls {
        assert_eq!(read(call.await.unwrap()).await, hat(1));
    }
    runtime.shutdown_background();
}

#[tokio::test]
async fn a_panic_fails_its_own_request_alone() {
    let shelf = Shelf::new();
    shelf.close();
    let calls = waiting(&shelf, 100);
    shelf.is_in(Trouble::PanicsOnce);
    shelf.open();
    let answers = all(calls).await;
    assert_eq!(
        answers.iter().map(|((status, _), count)| (*status, *count)).collect::<Vec<_>>(),
        [(500, 1), (200, 99)]
    );
    assert_eq!(shelf.reads(), 2);
}

#[tokio::test]
async fn every_waiting_request_gets_the_failure() {
    for (trouble, status) in
        [(Trouble::Gone, 503), (Trouble::Broken, 500), (Trouble::NotThere, 404)]
    {
        let shelf = Shelf::new();
        shelf.close();
        let calls = waiting(&shelf, 1000);
        shelf.is_in(trouble);
        shelf.open();
        let responses = join_all(calls).await;
        assert!(responses.iter().all(|response| response.status() == status));
        let says_when_to_retry =
            |response: &Response<Body>| response.headers().contains_key("retry-after");
        assert!(responses.iter().all(|response| says_when_to_retry(response) == (status == 503)));
        assert_eq!(shelf.reads(), 1);
        shelf.is_well();
        assert_eq!(read(shelf.get(HAT).await).await, hat(2), "failures are not cached");
    }
}

#[tokio::test]
async fn an_uncacheable_reply_is_not_shared() {
    let shelf = Shelf::new();
    shelf.close();
    let call = || Box::pin(shelf.send("/sites/1/items/cookie")) as Sent;
    let mut calls: Vec<Sent> = (0..10).map(|_| call()).collect();
    calls.iter_mut().for_each(waits);
    assert_eq!(shelf.reads(), 1);
    shelf.open();
    assert_eq!(all(calls).await, [((200, "yours".to_owned()), 10)]);
    assert_eq!(shelf.reads(), 10);
}
