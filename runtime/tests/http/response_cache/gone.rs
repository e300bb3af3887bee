//! What is answered while the database does not answer.

use std::time::Duration;

use futures_util::future::join_all;
use tokio::time::Instant;

use super::{
    SECOND,
    shelf::{STALE_IF_ERROR, Shelf, Trouble, answered},
};

const HAT: &str = "/sites/1/items/hat";

#[tokio::test]
async fn the_last_answer_is_given_with_its_age() {
    let shelf = Shelf::new();
    shelf.get(HAT).await;
    shelf.is_in(Trouble::Gone);
    shelf.pass(Duration::from_millis(5_900));
    let stale = shelf.get(HAT).await;
    assert_eq!(stale.headers()["age"], "5");
    assert_eq!(stale.headers()["x-ratelimit-remaining"], "8");
    let etag = stale.headers()["etag"].to_str().unwrap().to_owned();
    assert_eq!(answered(stale).await, (200, "hat of 1, read 1".to_owned()));

    shelf.pass(Duration::from_secs(54));
    let head = shelf.ask("HEAD", HAT, &[]).await;
    assert_eq!((head.status().as_u16(), &head.headers()["age"]), (200, &"59".parse().unwrap()));
    assert_eq!(head.headers()["content-length"], "16");
    let known = shelf.get_with(HAT, &[("if-none-match", &etag)]).await;
    assert_eq!((known.status().as_u16(), &known.headers()["age"]), (304, &"59".parse().unwrap()));

    shelf.pass(Duration::from_millis(100));
    assert_eq!(shelf.get(HAT).await.status(), 503, "after {STALE_IF_ERROR:?}");
    assert_eq!(shelf.get("/sites/1/items/coat").await.status(), 503, "never read");
}

#[tokio::test]
async fn for_a_moment_nobody_asks_again() {
    let shelf = Shelf::new();
    shelf.get(HAT).await;
    shelf.is_in(Trouble::Gone);
    shelf.pass(SECOND);
    for _ in 0..100 {
        assert_eq!(shelf.get(HAT).await.headers()["age"], "1");
    }
    assert_eq!(shelf.reads(), 2);
    shelf.pass(SECOND);
    for _ in 0..100 {
        assert_eq!(shelf.get(HAT).await.headers()["age"], "2");
    }
    assert_eq!(shelf.reads(), 3);
}

#[tokio::test(start_paused = true)]
async fn a_read_that_failed_says_nothing_of_what_was_read_meanwhile() {
    let shelf = Shelf::new();
    shelf.get(HAT).await;
    shelf.close();
    shelf.pass(SECOND);
    let early = tokio::spawn(shelf.send(HAT));
    shelf.reads_are(2).await;
    shelf.pass(SECOND);
    let mut late = Box::pin(shelf.send(HAT));
    assert!(tokio::time::timeout(Duration::ZERO, &mut late).await.is_err());
    shelf.open();
    assert_eq!(answered(late.await).await.1, "hat of 1, read 3");
    shelf.is_in(Trouble::Gone);
    shelf.pass(SECOND / 2);
    assert_eq!(answered(early.await.unwrap()).await.1, "hat of 1, read 3");
    shelf.is_well();
    shelf.pass(SECOND / 2);
    assert_eq!(answered(shelf.get(HAT).await).await.1, "hat of 1, read 4");
}

#[tokio::test]
async fn what_this_process_writes_meanwhile_is_asked_for_at_once() {
    let shelf = Shelf::new();
    shelf.get(HAT).await;
    shelf.is_in(Trouble::Gone);
    shelf.pass(SECOND);
    shelf.get(HAT).await;
    shelf.changes.note(1);
    for _ in 0..2 {
        assert_eq!(shelf.get(HAT).await.headers()["age"], "1");
        assert_eq!(shelf.reads(), 3);
    }
    shelf.is_well();
    shelf.changes.note(1);
    assert_eq!(answered(shelf.get(HAT).await).await.1, "hat of 1, read 4");
}

#[tokio::test(start_paused = true)]
async fn one_asks_whether_it_is_back_and_nobody_waits_for_that() {
    let shelf = Shelf::new();
    shelf.get(HAT).await;
    shelf.is_in(Trouble::Gone);
    shelf.pass(SECOND);
    shelf.get(HAT).await;
    shelf.close();
    shelf.pass(SECOND);
    let asking = tokio::spawn(shelf.send(HAT));
    shelf.reads_are(3).await;
    for answer in join_all((0..100).map(|_| shelf.send(HAT))).await {
        assert_eq!(answer.headers()["age"], "2");
    }
    shelf.is_well();
    shelf.open();
    assert_eq!(answered(asking.await.unwrap()).await.1, "hat of 1, read 3");
    let fresh = shelf.get(HAT).await;
    assert!(!fresh.headers().contains_key("age"));
    assert_eq!(answered(fresh).await.1, "hat of 1, read 3");
}

#[tokio::test]
async fn who_asks_whether_it_is_back_and_hangs_up_leaves_that_to_the_next() {
    let shelf = Shelf::new();
    shelf.get(HAT).await;
    shelf.is_in(Trouble::Gone);
    shelf.pass(SECOND);
    shelf.get(HAT).await;
    shelf.is_well();
    shelf.close();
    shelf.pass(SECOND);
    let asking = tokio::spawn(shelf.send(HAT));
    shelf.reads_are(3).await;
    asking.abort();
    assert!(asking.await.is_err());
    shelf.open();
    assert_eq!(answered(shelf.get(HAT).await).await.1, "hat of 1, read 4");
}

#[tokio::test(start_paused = true)]
async fn who_is_long_in_answering_is_not_waited_for_where_there_is_a_last_answer() {
    let shelf = Shelf::new();
    shelf.get(HAT).await;
    shelf.pass(SECOND);
    shelf.close();
    let began = Instant::now();
    for answer in join_all((0..100).map(|_| shelf.send(HAT))).await {
        assert_eq!(answer.headers()["age"], "1");
    }
    assert_eq!((began.elapsed().as_secs(), shelf.reads()), (2, 2));
    assert_eq!(shelf.get(HAT).await.headers()["age"], "1");
    assert_eq!((began.elapsed().as_secs(), shelf.reads()), (2, 2), "just asked");
    shelf.open();
    shelf.pass(SECOND);
    assert_eq!(answered(shelf.get(HAT).await).await.1, "hat of 1, read 3");
}

#[tokio::test(start_paused = true)]
async fn who_waits_for_one_after_another_does_not_wait_longer() {
    let shelf = Shelf::new();
    shelf.get(HAT).await;
    shelf.pass(SECOND);
    shelf.close();
    let began = Instant::now();
    let first = tokio::spawn(shelf.send(HAT));
    shelf.reads_are(2).await;
    let calls: Vec<_> = (0..3).map(|_| tokio::spawn(shelf.send(HAT))).collect();
    tokio::time::sleep(Duration::from_millis(1_500)).await;
    first.abort();
    shelf.reads_are(3).await;
    let mut waited = join_all(calls.into_iter().map(|call| async move {
        assert_eq!(call.await.unwrap().headers()["age"], "1");
        began.elapsed().as_millis() / 100
    }))
    .await;
    waited.sort();
    assert_eq!(waited, [20, 20, 35], "one of them asks");
}

#[tokio::test(start_paused = true)]
async fn who_is_long_in_answering_is_waited_for_where_there_is_nothing_else() {
    let shelf = Shelf::new();
    shelf.close();
    let calls = (0..3).map(|_| tokio::spawn(shelf.send(HAT))).collect::<Vec<_>>();
    tokio::time::sleep(Duration::from_secs(30)).await;
    shelf.open();
    for call in calls {
        assert_eq!(answered(call.await.unwrap()).await.1, "hat of 1, read 1");
    }
}

#[tokio::test(start_paused = true)]
async fn who_waited_for_a_read_that_failed_is_given_the_last_answer_too() {
    let shelf = Shelf::new();
    shelf.get(HAT).await;
    shelf.is_in(Trouble::Gone);
    shelf.close();
    shelf.pass(SECOND);
    let first = tokio::spawn(shelf.send(HAT));
    shelf.reads_are(2).await;
    let calls: Vec<_> = (0..100).map(|_| tokio::spawn(shelf.send(HAT))).collect();
    tokio::task::yield_now().await;
    shelf.open();
    for call in calls.into_iter().chain([first]) {
        assert_eq!(call.await.unwrap().headers()["age"], "1");
    }
    assert_eq!(shelf.reads(), 2);
}

#[tokio::test]
async fn what_was_not_there_before_does_not_come_back() {
    let shelf = Shelf::new();
    shelf.get(HAT).await;
    shelf.pass(SECOND);
    shelf.is_in(Trouble::NotThere);
    assert_eq!(shelf.get(HAT).await.status(), 404);
    shelf.is_in(Trouble::Gone);
    assert_eq!(shelf.get(HAT).await.status(), 503);
}

#[tokio::test]
async fn a_bug_is_no_absence() {
    let shelf = Shelf::new();
    shelf.get(HAT).await;
    shelf.pass(SECOND);
    shelf.is_in(Trouble::Broken);
    assert_eq!(shelf.get(HAT).await.status(), 500);
}
