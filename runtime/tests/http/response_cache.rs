//! Answers from memory: who is answered with what, how old it may be, and who asks.

mod encodings;
mod flights;
mod gone;
mod memory;
mod shelf;

use std::time::Duration;

use shelf::{Shelf, answered};

const SECOND: Duration = Duration::from_secs(1);

#[tokio::test]
async fn an_answer_is_given_again_for_its_seconds() {
    let shelf = Shelf::new();
    let first = shelf.get("/sites/1/items/hat").await;
    assert_eq!(answered(first).await, (200, "hat of 1, read 1".to_owned()));
    shelf.pass(SECOND - Duration::from_millis(1));
    let second = shelf.get("/sites/1/items/hat").await;
    assert!(!second.headers().contains_key("age"));
    assert_eq!(answered(second).await, (200, "hat of 1, read 1".to_owned()));
    shelf.pass(Duration::from_millis(1));
    let third = shelf.get("/sites/1/items/hat").await;
    assert_eq!(answered(third).await, (200, "hat of 1, read 2".to_owned()));
}

#[tokio::test]
async fn it_is_as_old_as_the_beginning_of_its_read() {
    let shelf = Shelf::new();
    shelf.close();
    let slow = tokio::spawn(shelf.send("/sites/1/items/hat"));
    shelf.reads_are(1).await;
    shelf.pass(SECOND);
    shelf.open();
    assert_eq!(answered(slow.await.unwrap()).await.1, "hat of 1, read 1");
    let next = shelf.get("/sites/1/items/hat").await;
    assert_eq!(answered(next).await.1, "hat of 1, read 2");
}

#[tokio::test]
async fn how_a_request_is_spelled_makes_no_difference() {
    let shelf = Shelf::new();
    for same in [
        "/sites/1/items/hat",
        "/sites/1/items/h%61t",
        "/sites/01/items/hat?limit=20",
        "/sites/1/items/hat?limit=020",
        "/sites/1/items/hat?unknown=1&limit=20",
    ] {
        assert_eq!(answered(shelf.get(same).await).await.1, "hat of 1, read 1", "{same}");
    }
    for same in ["/sites/1/items/hat?limit=5&search=a%20b", "/sites/1/items/hat?search=a+b&limit=5"]
    {
        assert_eq!(answered(shelf.get(same).await).await.1, "hat of 1, read 2", "{same}");
    }
    for (reads, other) in [
        "/sites/2/items/hat",
        "/sites/1/items/hat%20",
        "/sites/1/items/Hat",
        "/sites/1/items/hat?limit=21",
        "/sites/1/items/hat?search=20",
        "/sites/1/things/hat",
    ]
    .into_iter()
    .enumerate()
    {
        let (_, text) = answered(shelf.get(other).await).await;
        assert!(text.ends_with(&format!(", read {}", reads + 3)), "{other}: {text}");
    }
}

#[tokio::test]
async fn the_guard_is_asked_each_time() {
    let shelf = Shelf::new();
    let first = shelf.get("/sites/1/items/hat").await;
    let second = shelf.get("/sites/1/items/hat").await;
    assert_eq!(first.headers()["x-ratelimit-remaining"], "9");
    assert_eq!(second.headers()["x-ratelimit-remaining"], "8");
    assert_ne!(first.headers()["x-request-id"], second.headers()["x-request-id"]);
    let refused = shelf.get_as("nobody", "/sites/1/items/hat").await;
    assert_eq!(refused.status(), 401);
    assert_eq!(shelf.reads(), 1);
}

#[tokio::test]
async fn what_this_process_writes_is_seen_at_once() {
    let shelf = Shelf::new();
    shelf.get("/sites/1/items/hat").await;
    shelf.get("/sites/2/items/hat").await;
    shelf.changes.note(1);
    let of_changed = shelf.get("/sites/1/items/hat").await;
    assert_eq!(answered(of_changed).await.1, "hat of 1, read 3");
    let of_other = shelf.get("/sites/2/items/hat").await;
    assert_eq!(answered(of_other).await.1, "hat of 2, read 2");
}

#[tokio::test]
async fn what_was_read_before_a_write_is_given_to_nobody_who_comes_after_it() {
    let shelf = Shelf::new();
    shelf.close();
    let before = tokio::spawn(shelf.send("/sites/1/items/hat"));
    shelf.reads_are(1).await;
    shelf.changes.note(1);
    let after = tokio::spawn(shelf.send("/sites/1/items/hat"));
    shelf.reads_are(2).await;
    shelf.open();
    assert_eq!(answered(before.await.unwrap()).await.1, "hat of 1, read 1");
    assert_eq!(answered(after.await.unwrap()).await.1, "hat of 1, read 2");
    // Whichever of the two came back last.
    let next = shelf.get("/sites/1/items/hat").await;
    assert_eq!(answered(next).await.1, "hat of 1, read 2");
}

#[tokio::test]
async fn no_failure_is_remembered() {
    let shelf = Shelf::new();
    for (slug, status) in [("none", 404), ("broken", 500), ("gone", 503), ("unwritten", 500)] {
        for _ in 0..2 {
            let before = shelf.reads();
            let path = format!("/sites/1/items/{slug}");
            assert_eq!(shelf.get(&path).await.status(), status, "{slug}");
            assert_eq!(shelf.reads(), before + 1, "{slug}");
        }
    }
}

#[tokio::test]
async fn only_whole_answers_of_nobodys_own_are_remembered() {
    let shelf = Shelf::new();
    for (slug, status) in [("elsewhere", 302), ("pieces", 200), ("cookie", 200)] {
        for _ in 0..2 {
            let before = shelf.reads();
            let path = format!("/sites/1/items/{slug}");
            assert_eq!(shelf.get(&path).await.status(), status, "{slug}");
            assert_eq!(shelf.reads(), before + 1, "{slug}");
        }
    }
}

#[tokio::test]
async fn without_a_memory_each_call_reads() {
    let shelf = Shelf::without_memory();
    for read in 1..=3 {
        let answer = shelf.get("/sites/1/items/hat").await;
        assert_eq!(answered(answer).await.1, format!("hat of 1, read {read}"));
    }
}
