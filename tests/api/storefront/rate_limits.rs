//! Rate limits of clients. Each test sets its limit to a few calls; `RateLimits` has the documented values.

use std::sync::Arc;

use serde_json::json;
use tokio::sync::Barrier;

use super::cart::CART;
use super::customers::with_customer;
use super::{call, operations};
use crate::contract::document::{Key, Operation};
use crate::harness::*;

const SLOW_DOWN: &str = "Too many requests, slow down";

fn begin_cart<'a>(server: &'a Server, session: &str) -> Request<'a> {
    let body = json!({"sessionId": session, "productId": 2, "quantity": 1});
    server.post(CART, &body)
}

/// Every `GET` counts toward one limit, whatever its result.
#[tokio::test]
async fn reads() {
    let (server, token) = with_customer(served_limited(&["reads=1/60"]).await).await;
    let read = |operation: &'static Operation| match operation.key {
        Key::Required | Key::OrSessionId => call(&server, operation, "1").bearer(&token),
        _ => call(&server, operation, "1"),
    };
    let mut refusals = SharedResponses::default();
    let mut reads = 0;
    for operation in operations().filter(|operation| operation.method == "GET") {
        reads += 1;
        server.pass(MINUTE);
        assert!(![401, 429].contains(&read(operation).await.status()), "{}", operation.id);
        let refused = read(operation).await;
        refusals.add(&refused);
        assert_eq!(server.get("/api/storefront/1/categories").await.status(), 429);
    }
    assert!(reads >= 8, "{reads}");
    refusals.snapshot("storefront__reads");
    assert_eq!(begin_cart(&server, "a").await.status(), 200);
}

/// The limit is checked after the store and before the query.
#[tokio::test]
async fn reads__order_of_checks() {
    let server = served_limited(&["reads=1/60"]).await;
    assert_eq!(server.get("/api/storefront/999/products").await.status(), 404);
    assert_eq!(server.get("/api/storefront/1/products?page=0").await.status(), 400);
    assert_eq!(server.get("/api/storefront/1/products?page=0").await.status(), 429);
    assert_eq!(server.get("/api/storefront/999/products").await.status(), 404);
}

#[tokio::test]
async fn reads__of_a_network() {
    let server = served_behind_proxies_limited(1, &["reads=1/60"]).await;
    let from = async |address: &'static str| {
        let request = server.get("/api/storefront/1/categories");
        request.header("x-forwarded-for", address).await.status()
    };
    assert_eq!(from("2001:db8:1:2::1").await, 200);
    assert_eq!(from("2001:db8:1:2:ffff::9").await, 429, "a client has a whole /64");
    assert_eq!(from("2001:db8:1:3::1").await, 200);
    assert_eq!(from("192.0.2.1").await, 200);
    assert_eq!(from("::ffff:192.0.2.1").await, 429);
}

#[tokio::test]
async fn searches() {
    let server = served_limited(&["searches=2/60"]).await;
    let list = async |query: &str| {
        let answer = server.get(&format!("/api/storefront/1/products?{query}")).await;
        (answer.status(), answer.header("retry-after").to_owned())
    };
    assert_eq!(list("search=tote").await.0, 200);
    assert_eq!(list("search=").await.0, 200, "an empty one is none");
    assert_eq!(list("search=tote&page=0").await.0, 400);
    assert_eq!(list("search=pouch").await.0, 200);
    assert_eq!(list("search=tote").await, (429, "50".to_owned()));
    assert_eq!(list("").await.0, 200);
    server.pass(MINUTE);
    assert_eq!(list("search=tote").await.0, 200);
}

#[tokio::test]
async fn new_carts() {
    let server = served_limited(&["new-carts=2/60"]).await;
    assert_eq!(begin_cart(&server, "one").await.status(), 200);
    assert_eq!(begin_cart(&server, "one").await.status(), 200);
    let missing = json!({"sessionId": "none", "productId": 99, "quantity": 1});
    for _ in 0..3 {
        assert_eq!(server.post(CART, &missing).await.status(), 404);
    }
    assert_eq!(begin_cart(&server, "two").await.status(), 200);
    let refused = begin_cart(&server, "three").await.snapshot("add_cart_item__429");
    assert_eq!(refused.header("retry-after"), "50");
    assert_eq!(server.post(CART, &missing).await.status(), 404);
    assert_eq!(begin_cart(&server, "two").await.status(), 200);
    assert_eq!(server.get(CART).query("sessionId", "three").await.json["data"]["items"], json!([]));
    server.pass(MINUTE);
    assert_eq!(begin_cart(&server, "three").await.status(), 200);
}

/// A new idempotency key counts toward the limit like a new cart, because the server stores its answer. Repeats do not
/// count.
#[tokio::test]
async fn new_carts__keyed_lines() {
    let server = served_limited(&["new-carts=2/60"]).await;
    let add = |key: &'static str| begin_cart(&server, "one").header("idempotency-key", key);
    for (key, replayed) in [("a", ""), ("a", "true"), ("b", ""), ("a", "true"), ("b", "true")] {
        let added = add(key).await;
        assert_eq!((added.status(), added.header("idempotent-replayed")), (200, replayed));
    }
    assert_eq!(add("c").await.status(), 429);
    assert_eq!(begin_cart(&server, "one").await.status(), 200);
    assert_eq!(server.count("idempotency_keys where operation = 'addCartItem'").await, 2);
    server.pass(MINUTE);
    assert_eq!(add("c").await.header("idempotent-replayed"), "");
}

#[tokio::test]
async fn refused_cart_items() {
    let server = served_limited(&["refused-cart-items=2/60"]).await;
    let missing = json!({"sessionId": "one", "productId": 99, "quantity": 1});
    let add_missing = |key| server.post(CART, &missing).header("idempotency-key", key);
    for key in ["a", "b"] {
        assert_eq!(
            begin_cart(&server, "one").header("idempotency-key", "line").await.status(),
            200
        );
        assert_eq!(add_missing(key).await.status(), 404);
    }
    let refused = add_missing("c").await;
    assert_eq!((refused.status(), refused.header("retry-after")), (429, "50"));
    assert_eq!(begin_cart(&server, "one").await.status(), 429);
    server.pass(MINUTE);
    assert_eq!(begin_cart(&server, "one").await.status(), 200);
}

#[tokio::test]
async fn new_carts__fifty_at_once() {
    let server = Arc::new(served_limited(&["new-carts=7/60"]).await);
    let barrier = Arc::new(Barrier::new(50));
    let calls = (0..50).map(|number| {
        let (server, barrier) = (server.clone(), barrier.clone());
        tokio::spawn(async move {
            barrier.wait().await;
            begin_cart(&server, &number.to_string()).await.status()
        })
    });
    let mut begun = 0;
    for call in calls.collect::<Vec<_>>() {
        match call.await.unwrap() {
            200 => begun += 1,
            status => assert_eq!(status, 429),
        }
    }
    assert_eq!(begun, 7);
    assert_eq!(server.count("carts where site_id = 1").await, 7);
}

#[tokio::test]
async fn checkouts() {
    let server = served_limited(&["checkouts=1/60"]).await;
    let check_out = async || server.post("/api/storefront/1/checkout", &json!({})).await;
    assert_eq!(check_out().await.status(), 400);
    let refused = check_out().await;
    assert_eq!(refused.outcome(), (429, SLOW_DOWN));
    assert_eq!(refused.header("retry-after"), "50");
}

#[tokio::test]
async fn a_disabled_limit() {
    let server = served_limited(&["all=off"]).await;
    for _ in 0..35 {
        let body = json!({"code": "WRONG"});
        let answer = server.post("/api/storefront/1/discount/validate", &body).await;
        assert_eq!(answer.status(), 400);
    }
    for number in 0..130 {
        let body = json!({"widgetId": 1, "visitorId": number.to_string()});
        let answer = server.post("/api/public/chat/start", &body).await;
        assert_eq!(answer.status(), 200);
    }
    for _ in 0..3 {
        let blocks = server.get("/api/v1/sites/1/blocks").await;
        assert_eq!((blocks.status(), blocks.header("x-ratelimit-remaining")), (200, "300"));
    }
}
