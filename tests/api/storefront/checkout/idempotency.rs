//! Checkout with an `Idempotency-Key`: the first request is executed, and its repeats get the same answer.

use std::time::Duration;

use super::*;
use crate::api::storefront::stripe::Mood;

const CHECKOUT_KEY: &str = "5d1a6c1e-6f5b-4f0e-9b39-0c7f3a3f6a77";

fn keyed<'a>(server: &'a Server, more: Value) -> Request<'a> {
    check_out(server, SESSION, more).header("idempotency-key", CHECKOUT_KEY)
}

#[tokio::test]
async fn place_order__replayed() {
    let server = served().await;
    // A failed checkout leaves the key unused.
    assert_eq!(keyed(&server, json!({})).await.message(), "Cart not found");
    fill(&server, SESSION, &[(2, 0, 3)]).await;
    let first = keyed(&server, json!({})).await;
    assert_eq!(first.header("idempotent-replayed"), "");
    assert_eq!(data(&first)["orderId"], 1);
    // A repeat gets the first answer, even if the cart has changed.
    fill(&server, SESSION, &[(2, 0, 1)]).await;
    let again = keyed(&server, json!({})).await.snapshot("place_order__200_replayed");
    assert_eq!(again.header("idempotent-replayed"), "true");
    assert_eq!(data(&again), data(&first));
    let other = keyed(&server, json!({"customerName": "Lin"})).await;
    other.snapshot("place_order__422");
    let empty = check_out(&server, SESSION, json!({})).header("idempotency-key", "").await;
    assert_eq!(empty.outcome(), (400, "Idempotency-Key must have 1 to 255 characters"));
    fill(&server, "another session", &[(2, 0, 1)]).await;
    let other = check_out(&server, "another session", json!({}));
    let other = other.header("idempotency-key", CHECKOUT_KEY).await;
    assert_eq!(other.header("idempotent-replayed"), "");
    assert_eq!(data(&other)["orderId"], 2);
    server.pass(Duration::from_secs(86_400));
    assert_eq!(data(&keyed(&server, json!({})).await)["orderId"], 3);
}

#[tokio::test]
async fn place_order__in_progress() {
    let (server, stripe) = paid_by_stripe().await;
    fill(&server, SESSION, &[(3, 0, 1)]).await;
    stripe.is(Mood::Deaf);
    let first = keyed(&server, json!({})).into_future();
    let second = async {
        until("the provider is asked", || stripe.calls() > 0).await;
        keyed(&server, json!({})).await.snapshot("place_order__409_in_progress")
    };
    tokio::select! {
        first = first => panic!("{}", first.status()),
        _ = second => {}
    }
    // The first client has disconnected. The next request executes when the claim's lease ends.
    stripe.is(Mood::Well);
    server.pass(Duration::from_secs(15));
    let third = keyed(&server, json!({})).await;
    assert_eq!(third.header("idempotent-replayed"), "");
    assert_eq!(data(&third)["orderId"], 1);
    assert_eq!(stripe.payable(), ["pi_1"]);
}
