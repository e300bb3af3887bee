//! The number of requests per minute, by caller, and the headers about it.

use std::time::Duration;

use stoa_runtime::Trusted;

use super::{operations, path};
use crate::harness::*;

const TAGS_OF_SITE_2: &str = "/api/v1/sites/2/tags";

fn left(exchange: &Exchange) -> (&str, &str) {
    (exchange.header("x-ratelimit-limit"), exchange.header("x-ratelimit-remaining"))
}

#[tokio::test]
async fn every_operation_beyond_the_limit() {
    let server = served_read_only().await;
    for _ in 0..3 {
        assert_eq!(server.get(TAGS_OF_SITE_2).key(SLOW_KEY).await.status(), 200);
    }
    let mut refusals = SharedResponses::default();
    for operation in operations() {
        refusals.add(&server.get(&path(operation, "2")).key(SLOW_KEY).await);
    }
    refusals.snapshot("rest_v1__rate_limit");
}

#[tokio::test]
async fn the_window_is_a_clock_minute() {
    let server = served_read_only().await;
    // The harness' clock starts ten seconds into a minute.
    for remaining in ["2", "1", "0"] {
        assert_eq!(left(&server.get(TAGS_OF_SITE_2).key(SLOW_KEY).await), ("3", remaining));
    }
    let refused = server.get(TAGS_OF_SITE_2).key(SLOW_KEY).await;
    assert_eq!(
        (refused.status(), refused.header("retry-after"), left(&refused)),
        (429, "50", ("3", "0"))
    );
    server.pass(Duration::from_secs(49));
    let refused = server.get(TAGS_OF_SITE_2).key(SLOW_KEY).await;
    assert_eq!((refused.status(), refused.header("retry-after")), (429, "1"));
    server.pass(Duration::from_secs(1));
    let accepted = server.get(TAGS_OF_SITE_2).key(SLOW_KEY).await;
    assert_eq!((accepted.status(), left(&accepted)), (200, ("3", "2")));
}

#[tokio::test]
async fn requests_that_count() {
    let server = served_read_only().await;
    let etag = server.get(TAGS_OF_SITE_2).key(ODDS_KEY).await.header("etag").to_owned();
    let posts = "/api/v1/sites/2/posts";
    // A key has one budget for all operations, including errors, HEAD requests and 304 responses, whichever header
    // holds the key.
    for (remaining, request) in [
        ("298", server.get(posts).key(ODDS_KEY)),
        ("297", server.get("/api/v1/sites/2/posts?limit=0").key(ODDS_KEY)),
        ("296", server.get("/api/v1/sites/2/posts/none").bearer(ODDS_KEY)),
        ("295", server.request("HEAD", posts).key(ODDS_KEY)),
        ("294", server.get(TAGS_OF_SITE_2).key(ODDS_KEY).header("if-none-match", &etag)),
        ("293", server.get("/api/v1/sites/2/blocks").key(ODDS_KEY)),
    ] {
        let answer = request.await;
        assert_eq!(left(&answer), ("300", remaining), "{}", answer.status());
    }
    // Requests that are answered before the rate limit do not count.
    for request in [
        server.get(TAGS_OF_SITE_2).key(UNKNOWN_KEY),
        server.get("/api/v1/sites/1/tags").key(ODDS_KEY),
        server.get("/api/v1/sites/x/tags").key(ODDS_KEY),
        server.get("/api/v1/sites/2/nothing").key(ODDS_KEY),
        server.request("PUT", TAGS_OF_SITE_2).key(ODDS_KEY),
        server.request("OPTIONS", TAGS_OF_SITE_2).key(ODDS_KEY),
    ] {
        let answer = request.await;
        assert_eq!(left(&answer), ("", ""), "{}", answer.status());
    }
    assert_eq!(left(&server.get(TAGS_OF_SITE_2).key(ODDS_KEY).await), ("300", "292"));
    // Each key has its own budget.
    assert_eq!(left(&server.get(TAGS_OF_SITE_2).key(SLOW_KEY).await), ("3", "2"));
    assert_eq!(left(&server.get("/api/v1/sites/1/tags").key(DEMO_KEY).await), ("6000", "5999"));
}

#[tokio::test]
async fn without_a_key() {
    let server = served_behind_proxies(1).await;
    let ask = async |site: &str, address: &str| {
        server
            .get(&format!("/api/v1/sites/{site}/navigation"))
            .header("x-forwarded-for", address)
            .await
    };
    // Requests without a key count by site and address. The client's own `X-Forwarded-For` entry, which precedes the
    // proxy's, is ignored.
    assert_eq!(left(&ask("1", "192.0.2.1").await), ("300", "299"));
    assert_eq!(left(&ask("1", "192.0.2.1").await), ("300", "298"));
    assert_eq!(left(&ask("1", "198.51.100.7, 192.0.2.1").await), ("300", "297"));
    assert_eq!(left(&ask("2", "192.0.2.1").await), ("300", "299"));
    assert_eq!(left(&ask("1", "192.0.2.2").await), ("300", "299"));
    assert_eq!(left(&ask("1", "2001:db8::1").await), ("300", "299"));
    assert_eq!(left(&ask("1", "2001:db8::2").await), ("300", "298"));
    // A request with a key does not use the address's budget.
    let with_key = server
        .get("/api/v1/sites/1/navigation")
        .key(DEMO_KEY)
        .header("x-forwarded-for", "192.0.2.1");
    assert_eq!(left(&with_key.await), ("6000", "5999"));

    for _ in 3..300 {
        assert_eq!(ask("1", "192.0.2.1").await.status(), 200);
    }
    ask("1", "192.0.2.1").await.snapshot("get_navigation__429_without_key");
    assert_eq!(ask("1", "192.0.2.2").await.status(), 200);
    server.pass(Duration::from_secs(50));
    assert_eq!(ask("1", "192.0.2.1").await.status(), 200);
}

#[tokio::test]
async fn a_forwarded_address_is_ignored_without_a_proxy() {
    let server = served_read_only().await;
    for (address, remaining) in [("192.0.2.1", "299"), ("192.0.2.2", "298"), ("", "297")] {
        let answer =
            server.get("/api/v1/sites/1/branding").header("x-forwarded-for", address).await;
        assert_eq!(left(&answer), ("300", remaining));
    }
}

/// The backend of a store's website calls the API for its visitors, always from the same address.
#[tokio::test]
async fn a_trusted_client_forwards_addresses() {
    let clients = vec!["127.0.0.0/8".parse().unwrap()];
    let server = served_trusting(Trusted { clients, ..Trusted::default() }).await;
    let ask = async |lines: &[&str]| {
        let mut request = server.get("/api/v1/sites/1/branding");
        for line in lines {
            request = request.header("x-forwarded-for", line);
        }
        left(&request.await).1.to_owned()
    };
    for (lines, remaining) in [
        (&["192.0.2.1"][..], "299"),
        (&["198.51.100.7, 192.0.2.1"], "298"),
        (&["198.51.100.7", "192.0.2.1"], "297"),
        (&["192.0.2.2"], "299"),
        (&["2001:db8::1"], "299"),
        (&["2001:db8::2"], "298"),
        // A request of the trusted client counts by the client's own address if it names no other.
        (&[], "299"),
        (&["nobody"], "298"),
        (&["192.0.2.1, nobody"], "297"),
    ] {
        assert_eq!(ask(lines).await, remaining, "{lines:?}");
    }
}

#[tokio::test]
async fn a_key_is_revoked_or_expires_while_cached() {
    let server = served().await;
    let ask = async || server.get(TAGS_OF_SITE_2).key(ODDS_KEY).await.status();
    assert_eq!(ask().await, 200);
    server.sql("update api_keys set revoked_at = now() where site_id = 2").await;
    server.pass(stoa_rest_v1::API_KEY_TTL);
    assert_eq!(ask().await, 401);
    server.sql("update api_keys set revoked_at = null, expires_at = '2026-06-01T12:01:00Z' where site_id = 2").await;
    server.pass(stoa_rest_v1::API_KEY_TTL);
    assert_eq!(ask().await, 200);
    // A key expires on time, even while it is cached.
    server.pass(Duration::from_secs(40));
    assert_eq!(ask().await, 401);
}
