//! The response cache as its clients see it. The guarantees of every cache are tested in `stoa-cache`.

mod encodings;
mod flights;
mod memory;
mod shelf;
mod stale;

use std::time::Duration;

use shelf::Shelf;

use crate::fixture::read;

const SECOND: Duration = Duration::from_secs(1);

#[tokio::test]
async fn a_response_is_cached_for_its_seconds() {
    let shelf = Shelf::new();
    let first = shelf.get("/sites/1/items/hat").await;
    assert_eq!(read(first).await, (200, "hat of 1, read 1".to_owned()));
    shelf.pass(SECOND - Duration::from_millis(1));
    let second = shelf.get("/sites/1/items/hat").await;
    assert!(!second.headers().contains_key("age"));
    assert_eq!(read(second).await, (200, "hat of 1, read 1".to_owned()));
    shelf.pass(Duration::from_millis(1));
    let third = shelf.get("/sites/1/items/hat").await;
    assert_eq!(read(third).await, (200, "hat of 1, read 2".to_owned()));
}

#[tokio::test]
async fn the_key_is_the_decoded_request() {
    let shelf = Shelf::new();
    for same in [
        "/sites/1/items/hat",
        "/sites/1/items/h%61t",
        "/sites/01/items/hat?limit=20",
        "/sites/1/items/hat?limit=020",
        "/sites/1/items/hat?unknown=1&limit=20",
    ] {
        assert_eq!(read(shelf.get(same).await).await.1, "hat of 1, read 1", "{same}");
    }
    for same in ["/sites/1/items/hat?limit=5&search=a%20b", "/sites/1/items/hat?search=a+b&limit=5"]
    {
        assert_eq!(read(shelf.get(same).await).await.1, "hat of 1, read 2", "{same}");
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
        let (_, text) = read(shelf.get(other).await).await;
        assert!(text.ends_with(&format!(", read {}", reads + 3)), "{other}: {text}");
    }
}

#[tokio::test]
async fn the_guard_runs_for_each_call() {
    let shelf = Shelf::new();
    let first = shelf.get("/sites/1/items/hat").await;
    let second = shelf.get("/sites/1/items/hat").await;
    assert_eq!(first.headers()["x-ratelimit-remaining"], "9");
    assert_eq!(second.headers()["x-ratelimit-remaining"], "8");
    assert_ne!(first.headers()["x-request-id"], second.headers()["x-request-id"]);
    let refused = shelf.get_with("/sites/1/items/hat", &[("x-api-key", "nobody")]).await;
    assert_eq!(refused.status(), 401);
    assert_eq!(shelf.reads(), 1);
}

#[tokio::test]
async fn a_write_invalidates_its_site() {
    let shelf = Shelf::new();
    shelf.get("/sites/1/items/hat").await;
    shelf.get("/sites/2/items/hat").await;
    shelf.generations.invalidate(1);
    let of_changed = shelf.get("/sites/1/items/hat").await;
    assert_eq!(read(of_changed).await.1, "hat of 1, read 3");
    let of_other = shelf.get("/sites/2/items/hat").await;
    assert_eq!(read(of_other).await.1, "hat of 2, read 2");
}

#[tokio::test]
async fn uncacheable_responses() {
    let shelf = Shelf::new();
    for (slug, status) in [
        ("none", 404),
        ("broken", 500),
        ("gone", 503),
        ("unwritten", 500),
        ("elsewhere", 302),
        ("pieces", 200),
        ("cookie", 200),
    ] {
        for _ in 0..2 {
            let before = shelf.reads();
            let path = format!("/sites/1/items/{slug}");
            assert_eq!(shelf.get(&path).await.status(), status, "{slug}");
            assert_eq!(shelf.reads(), before + 1, "{slug}");
        }
    }
}

#[tokio::test]
async fn a_secret_bypasses_the_cache() {
    let shelf = Shelf::new();
    shelf.get("/sites/1/items/hat").await;
    for count in 2..=3 {
        let answer = shelf.get("/sites/1/items/hat?draftToken=a").await;
        assert_eq!(answer.headers()["cache-control"], "no-store");
        assert_eq!(read(answer).await.1, format!("hat of 1, read {count}"));
    }
    let failed = shelf.get("/sites/1/items/none?draftToken=a").await;
    assert_eq!(
        (failed.status(), &failed.headers()["cache-control"]),
        (404.try_into().unwrap(), &"no-store".parse().unwrap())
    );
    // Without a token that could be valid, callers share the cached response.
    for query in [
        "",
        "?draftToken",
        "?draftToken=",
        "?draftToken=%00",
        "?draftToken=%FF",
        "?draftToken=a&draftToken=b",
    ] {
        let answer = shelf.get(&format!("/sites/1/items/hat{query}")).await;
        assert!(!answer.headers().contains_key("cache-control"), "{query}");
        assert_eq!(read(answer).await.1, "hat of 1, read 1", "{query}");
    }
}

#[tokio::test]
async fn without_a_cache_each_call_reads() {
    let shelf = Shelf::without_cache();
    for count in 1..=3 {
        let answer = shelf.get("/sites/1/items/hat").await;
        assert_eq!(read(answer).await.1, format!("hat of 1, read {count}"));
    }
}
