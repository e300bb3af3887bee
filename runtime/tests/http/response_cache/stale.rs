//! Stale responses while the database is down.

use std::time::Duration;

use super::{
    SECOND,
    shelf::{STALE_IF_ERROR, Shelf, Trouble},
};
use crate::fixture::read;

const HAT: &str = "/sites/1/items/hat";

#[tokio::test]
async fn a_stale_response_has_its_age() {
    let shelf = Shelf::new();
    shelf.get(HAT).await;
    shelf.is_in(Trouble::Gone);
    shelf.pass(Duration::from_millis(5_900));
    let stale = shelf.get(HAT).await;
    assert_eq!(stale.headers()["age"], "5");
    assert_eq!(stale.headers()["x-ratelimit-remaining"], "8");
    let etag = stale.headers()["etag"].to_str().unwrap().to_owned();
    assert_eq!(read(stale).await, (200, "hat of 1, read 1".to_owned()));

    shelf.pass(Duration::from_secs(54));
    let head = shelf.ask("HEAD", HAT, &[]).await;
    assert_eq!((head.status().as_u16(), &head.headers()["age"]), (200, &"59".parse().unwrap()));
    assert_eq!(head.headers()["content-length"], "16");
    let known = shelf.get_with(HAT, &[("if-none-match", &etag)]).await;
    assert_eq!((known.status().as_u16(), &known.headers()["age"]), (304, &"59".parse().unwrap()));

    shelf.pass(Duration::from_millis(100));
    assert_eq!(shelf.get(HAT).await.status(), 503, "after {STALE_IF_ERROR:?}");
    assert_eq!(shelf.get("/sites/1/items/coat").await.status(), 503, "never cached");
}

#[tokio::test(start_paused = true)]
async fn waiting_requests_get_the_stale_response_too() {
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
async fn a_bug_is_not_an_outage() {
    let shelf = Shelf::new();
    shelf.get(HAT).await;
    shelf.pass(SECOND);
    shelf.is_in(Trouble::Broken);
    assert_eq!(shelf.get(HAT).await.status(), 500);
}
