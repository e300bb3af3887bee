//! Of many who ask at once, one reads.

use std::{
    pin::Pin,
    task::{Context, Poll, Waker},
    time::Duration,
};

use futures_util::future::join_all;
use http::Response;
use stoa_runtime::Body;

use super::{
    SECOND,
    shelf::{Shelf, Trouble, answered},
};

const HAT: &str = "/sites/1/items/hat";

type Sent = Pin<Box<dyn Future<Output = Response<Body>> + Send>>;

/// So many calls, each of which has come as far as it can.
fn waiting(shelf: &Shelf, count: usize) -> Vec<Sent> {
    let mut calls: Vec<Sent> = (0..count).map(|_| Box::pin(shelf.send(HAT)) as Sent).collect();
    calls.iter_mut().for_each(waits);
    calls
}

fn waits(call: &mut Sent) {
    let mut context = Context::from_waker(Waker::noop());
    assert!(matches!(call.as_mut().poll(&mut context), Poll::Pending));
}

/// How often each answer was given.
async fn all(calls: Vec<Sent>) -> Vec<((u16, String), usize)> {
    let mut answers = Vec::<((u16, String), usize)>::new();
    for response in join_all(calls).await {
        let answer = answered(response).await;
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
async fn of_a_thousand_calls_one_reads() {
    let shelf = Shelf::new();
    shelf.close();
    let calls = waiting(&shelf, 1000);
    assert_eq!(shelf.reads(), 1);
    shelf.open();
    assert_eq!(all(calls).await, [(hat(1), 1000)]);
    assert_eq!(shelf.reads(), 1);
}

#[tokio::test]
async fn a_thousand_on_several_threads_are_answered_by_one_read() {
    let shelf = Shelf::new();
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(4)
        .enable_time()
        .build()
        .unwrap();
    let calls: Vec<_> = (0..1000).map(|_| runtime.spawn(shelf.send(HAT))).collect();
    for call in calls {
        assert_eq!(answered(call.await.unwrap()).await, hat(1));
    }
    runtime.shutdown_background();
}

#[tokio::test]
async fn who_leads_and_hangs_up_leaves_it_to_another() {
    let shelf = Shelf::new();
    shelf.close();
    let mut calls = waiting(&shelf, 100);
    for reads in 1..=3 {
        assert_eq!(shelf.reads(), reads);
        drop(calls.remove(0));
        // The first who is awake leads.
        calls.iter_mut().for_each(waits);
    }
    shelf.open();
    assert_eq!(all(calls).await, [(hat(4), 97)]);
    assert_eq!(shelf.reads(), 4);
}

#[tokio::test(start_paused = true)]
async fn who_has_waited_for_too_many_asks_by_itself() {
    let shelf = Shelf::new();
    shelf.close();
    let mut calls = waiting(&shelf, 10);
    tokio::time::advance(Duration::from_secs(6)).await;
    drop(calls.remove(0));
    calls.iter_mut().for_each(waits);
    assert_eq!(shelf.reads(), 1 + 9);
    shelf.open();
    assert_eq!(join_all(calls).await.len(), 9);
    assert_eq!(shelf.reads(), 1 + 9);
}

#[tokio::test]
async fn who_waits_and_hangs_up_is_not_missed() {
    let shelf = Shelf::new();
    shelf.close();
    let mut calls = waiting(&shelf, 100);
    calls.truncate(50);
    shelf.open();
    assert_eq!(all(calls).await, [(hat(1), 50)]);
}

#[tokio::test]
async fn who_leads_and_panics_leaves_it_to_another() {
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
async fn a_failure_is_for_all_who_waited() {
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
        let is_told = |response: &Response<Body>| response.headers().contains_key("retry-after");
        assert!(responses.iter().all(|response| is_told(response) == (status == 503)));
        assert_eq!(shelf.reads(), 1);
        shelf.is_well();
        assert_eq!(answered(shelf.get(HAT).await).await, hat(2), "and over with that");
    }
}

#[tokio::test]
async fn what_cannot_be_shared_is_read_by_each() {
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

#[tokio::test]
async fn a_read_that_takes_too_long_is_not_waited_for_by_who_comes_later() {
    let shelf = Shelf::new();
    shelf.close();
    let early = waiting(&shelf, 10);
    shelf.pass(SECOND);
    let late = waiting(&shelf, 10);
    assert_eq!(shelf.reads(), 2);
    shelf.open();
    assert_eq!(all(early).await, [(hat(1), 10)]);
    assert_eq!(all(late).await, [(hat(2), 10)]);
    assert_eq!(answered(shelf.get(HAT).await).await, hat(2), "the newer one is kept");
}

#[tokio::test]
async fn the_older_of_two_reads_is_not_kept_when_it_comes_last() {
    let shelf = Shelf::new();
    shelf.close();
    let early = waiting(&shelf, 1);
    shelf.pass(SECOND);
    let late = waiting(&shelf, 1);
    shelf.open();
    assert_eq!(all(late).await, [(hat(2), 1)]);
    assert_eq!(all(early).await, [(hat(1), 1)]);
    assert_eq!(answered(shelf.get(HAT).await).await, hat(2));
}

#[tokio::test]
async fn the_older_of_two_reads_takes_nothing_away_when_it_comes_last() {
    let shelf = Shelf::new();
    shelf.close();
    let early = waiting(&shelf, 1);
    shelf.pass(SECOND);
    let late = waiting(&shelf, 1);
    shelf.open();
    assert_eq!(all(late).await, [(hat(2), 1)]);
    shelf.is_in(Trouble::NotThere);
    assert_eq!(all(early).await[0].0.0, 404);
    assert_eq!(answered(shelf.get(HAT).await).await, hat(2));
}

#[tokio::test]
async fn the_older_of_two_reads_brings_nothing_back_when_it_comes_last() {
    let shelf = Shelf::new();
    shelf.close();
    let early = waiting(&shelf, 1);
    shelf.pass(SECOND);
    let late = waiting(&shelf, 1);
    shelf.open();
    shelf.is_in(Trouble::NotThere);
    assert_eq!(all(late).await[0].0.0, 404);
    shelf.is_well();
    assert_eq!(all(early).await, [(hat(1), 1)]);
    shelf.is_in(Trouble::Gone);
    assert_eq!(shelf.get(HAT).await.status(), 503);
}

#[tokio::test]
async fn other_keys_do_not_wait() {
    let shelf = Shelf::new();
    assert_eq!(answered(shelf.get("/sites/1/items/coat").await).await.0, 200);
    shelf.close();
    let hats = waiting(&shelf, 10);
    assert_eq!(answered(shelf.get("/sites/1/items/coat").await).await.1, "coat of 1, read 1");
    shelf.open();
    assert_eq!(all(hats).await, [(hat(2), 10)]);
}
