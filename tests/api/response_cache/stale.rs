//! Stale responses while the database is down.

use std::time::Duration;

use super::{call, operations, told};
use crate::api::rest_v1::TAGS;
use crate::harness::*;

#[tokio::test]
async fn stale_responses_are_served_for_a_minute_and_fresh_ones_after_the_outage() {
    let server = served_with_cache(&["all=off"]).await;
    let mut before = Vec::new();
    for operation in operations() {
        before.push(told(&call(&server, operation, "1").key(DEMO_KEY).await));
    }
    server.lose_database().await;
    let mut passed = 0;
    for age in [1, 5, 30, 59] {
        server.pass(Duration::from_secs(age - passed));
        passed = age;
        for (operation, before) in operations().into_iter().zip(&before) {
            let served = call(&server, operation, "1").key(DEMO_KEY).await;
            assert_eq!(&told(&served), before, "{} after {age}", operation.id);
            // Fonts are not in the database, so their response is always fresh.
            let age = if operation.id == "list_design_fonts" { "" } else { &age.to_string() };
            assert_eq!(served.header("age"), age, "{}", operation.id);
        }
    }
    server.pass(SECOND);
    for operation in operations() {
        let refused = call(&server, operation, "1").key(DEMO_KEY).await;
        assert_eq!((refused.status(), refused.header("age")), (503, ""), "{}", operation.id);
    }
    server.regain_database().await;
    for (operation, before) in operations().into_iter().zip(&before) {
        let served = call(&server, operation, "1").key(DEMO_KEY).await;
        assert_eq!((&told(&served), served.header("age")), (before, ""), "{}", operation.id);
    }
}

#[tokio::test]
async fn a_stale_response_is_conditional() {
    let server = served_with_cache(&[]).await;
    let etag = server.get(TAGS).key(DEMO_KEY).await.header("etag").to_owned();
    server.lose_database().await;
    server.pass(10 * SECOND);
    let known = server.get(TAGS).key(DEMO_KEY).header("if-none-match", &etag).await;
    assert_eq!((known.status(), known.header("age"), known.header("etag")), (304, "10", &*etag));
    let head = server.request("HEAD", TAGS).key(DEMO_KEY).await;
    assert_eq!((head.status(), head.header("age")), (200, "10"));
}

#[tokio::test]
async fn stale_keys_admit_only_cached_callers() {
    let server = served_with_cache(&[]).await;
    let in_a_while = "update api_keys set expires_at = $1 where secret_sha256 = \
                      sha256(convert_to($2, 'UTF8'))";
    let expires_at = server.now() + 20 * SECOND;
    let client = server.client().await;
    client.execute(in_a_while, &[&expires_at, &OWN_KEY]).await.unwrap();
    for (key, status) in [(DEMO_KEY, 200), (OWN_KEY, 200), (EXPIRED_KEY, 401), (REVOKED_KEY, 401)] {
        assert_eq!(server.get(TAGS).key(key).await.status(), status, "{key}");
    }
    server.lose_database().await;
    for (seconds, key, status) in [
        (10, DEMO_KEY, 200),
        (0, OWN_KEY, 200),
        // The refusal of this key is cached.
        (0, EXPIRED_KEY, 401),
        // These keys are not cached, and the database cannot be read.
        (0, REVOKED_KEY, 503),
        (0, UNKNOWN_KEY, 503),
        (0, ODDS_KEY, 503),
        (10, OWN_KEY, 401),
        (0, DEMO_KEY, 200),
    ] {
        server.pass(seconds * SECOND);
        assert_eq!(server.get(TAGS).key(key).await.status(), status, "{key}");
    }
    assert_eq!(server.get(TAGS).await.status(), 401, "without a key");
    // These responses are not cached, although the key and the store are.
    for path in ["/api/v1/sites/1/categories", "/api/storefront/1/products"] {
        assert_eq!(server.get(path).key(DEMO_KEY).await.status(), 503, "{path}");
    }
}

#[tokio::test]
async fn without_a_cache_an_outage_is_503() {
    let server = served().await;
    assert_eq!(server.get(TAGS).key(DEMO_KEY).await.status(), 200);
    server.lose_database().await;
    assert_eq!(server.get(TAGS).key(DEMO_KEY).await.status(), 503);
}
