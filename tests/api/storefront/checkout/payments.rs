//! Checkout with a payment provider that answers, fails, or answers too late.

use super::*;
use crate::api::storefront::stripe::Mood;

#[tokio::test]
async fn place_order__by_stripe() {
    let (server, stripe) = paid_by_stripe().await;
    fill(&server, SESSION, &[(2, 0, 3)]).await;
    let placed = check_out(&server, SESSION, json!({})).await;
    let expected = json!({
        "clientSecret": "pi_1_secret_harbor", "publishableKey": "pk_test_harbor", "orderId": 1,
        "orderNumber": data(&placed)["orderNumber"], "total": 4505, "currency": "USD",
    });
    assert_eq!(*data(&placed), expected);
    let intents = stripe.intents();
    assert_eq!((intents.len(), stripe.calls()), (1, 1));
    assert_eq!(json!([intents[0]["amount"], intents[0]["currency"]]), json!([4505, "usd"]));
}

#[tokio::test]
async fn place_order__provider_down() {
    let (server, stripe) = paid_by_stripe().await;
    fill(&server, SESSION, &[(3, 0, 1)]).await;
    stripe.is(Mood::Down);
    check_out(&server, SESSION, json!({}))
        .header("idempotency-key", "one-key")
        .await
        .snapshot("place_order__503");
    // The order exists and holds the apron.
    assert_eq!(left(&server).await["aprons"], 0);
    let order = "select id, status, payment_intent_id from orders where site_id = 1";
    let pending = json!({"id": 1, "status": "pending", "payment_intent_id": null});
    assert_eq!(stored(&server, order).await, pending);
    assert_eq!(check_out(&server, SESSION, json!({})).await.status(), 503);
    stripe.is(Mood::Well);
    let placed = check_out(&server, SESSION, json!({})).header("idempotency-key", "one-key").await;
    assert_eq!(placed.header("idempotent-replayed"), "");
    assert_eq!(data(&placed)["orderId"], 1);
    assert_eq!(data(&check_out(&server, SESSION, json!({})).await), data(&placed));
    assert_eq!(stripe.payable(), ["pi_1"]);
}

#[tokio::test]
async fn place_order__provider_answers_wrongly() {
    let (server, stripe) = paid_by_stripe().await;
    fill(&server, "another-session", &[(2, 0, 1)]).await;
    data(&check_out(&server, "another-session", json!({})).await);
    fill(&server, SESSION, &[(2, 0, 1)]).await;
    for mood in [Mood::Babbling, Mood::Overcharging, Mood::Repeating] {
        stripe.is(mood);
        let refused = check_out(&server, SESSION, json!({})).await;
        assert_eq!(
            refused.outcome(),
            (503, "Payments are not available, try again later"),
            "{mood:?}"
        );
        // The customer gets no intent that could be paid.
        let order = "select status, payment_intent_id, client_secret from orders where id = 2";
        let pending =
            json!({"status": "pending", "payment_intent_id": null, "client_secret": null});
        assert_eq!(stored(&server, order).await, pending, "{mood:?}");
    }
    stripe.is(Mood::Well);
    let placed = check_out(&server, SESSION, json!({})).await;
    assert_eq!(
        (&data(&placed)["orderId"], stripe.payable()),
        (&json!(2), vec!["pi_1".into(), "pi_2".into()])
    );
    assert_eq!(data(&placed)["clientSecret"], "pi_2_secret_harbor");
}

#[tokio::test]
async fn place_order__no_usable_provider() {
    let none = "update stores set payment_provider = null where site_id = 1";
    // A store with Stripe but without keys must refuse checkouts, because it cannot charge for them.
    let keyless = "update stores set payment_provider = 'stripe' where site_id = 1";
    for unusable in [none, keyless] {
        let server = served().await;
        server.sql(unusable).await;
        fill(&server, SESSION, &[(2, 0, 1)]).await;
        let refused = check_out(&server, SESSION, json!({})).await;
        assert_eq!(refused.outcome(), (503, "Payments are not available, try again later"));
        assert_eq!(server.count("orders").await, 0);
    }
    let server = served_with_test_payments().await;
    server.sql(none).await;
    fill(&server, SESSION, &[(2, 0, 1)]).await;
    data(&check_out(&server, SESSION, json!({})).await);
    let order = "select payment_provider from orders";
    assert_eq!(stored(&server, order).await, json!({"payment_provider": "test"}));
}

#[tokio::test]
async fn place_order__a_payment_is_being_processed() {
    let server = served().await;
    fill(&server, SESSION, &[(2, 0, 1)]).await;
    data(&check_out(&server, SESSION, json!({})).await);
    // The order's lines are still in the cart.
    server.sql("update orders set payment_status = 'processing'").await;
    for more in [json!({}), json!({"customerName": "Lin"})] {
        let refused = check_out(&server, SESSION, more).await;
        assert_eq!(refused.outcome(), (409, "A payment for this cart is being processed"));
    }
    let order = "select status, holds from orders";
    assert_eq!(stored(&server, order).await, json!({"status": "pending", "holds": true}));
}

#[tokio::test]
async fn place_order__total_that_the_provider_refuses() {
    let (server, stripe) = paid_by_stripe().await;
    fill(&server, SESSION, &[(3, 0, 1)]).await;
    let before = left(&server).await;
    let price = async |cents: i64| {
        server.sql(&format!("update products set price = {cents} where id = 3")).await;
        let refused = check_out(&server, SESSION, json!({})).await;
        (refused.status(), refused.message().to_owned())
    };
    assert_eq!(price(100_000_000).await, (400, "The total is too large".to_owned()));
    let too_small = (400, "The total is too small to be paid".to_owned());
    assert_eq!(price(40).await, too_small);
    // No stock is held, and the provider is not called.
    assert_eq!(server.count("orders").await, 0);
    assert_eq!((left(&server).await, stripe.calls()), (before.clone(), 0));
    // If only the provider knows its minimum, the provider's refusal releases what the order holds.
    let too_large = (400, "The total is too large".to_owned());
    let other = (400, "The total cannot be paid".to_owned());
    for (code, expected) in [
        ("amount_too_small", too_small),
        ("amount_too_large", too_large),
        ("parameter_invalid_integer", other.clone()),
        ("a_code_of_tomorrow", other),
    ] {
        stripe.is(Mood::Refusing(code));
        assert_eq!(price(60).await, expected, "{code}");
        let order = "select status, holds from orders order by id desc limit 1";
        let cancelled = json!({"status": "cancelled", "holds": false});
        assert_eq!(stored(&server, order).await, cancelled, "{code}");
        assert_eq!(left(&server).await, before, "{code}");
    }
    stripe.is(Mood::Well);
    assert_eq!(check_out(&server, SESSION, json!({})).await.status(), 200);
}

/// Totals of currencies with three digits, or with hundredths that must be 00, are what the provider can charge.
#[tokio::test]
async fn place_order__currencies_of_the_provider() {
    let (server, stripe) = paid_by_stripe().await;
    fill(&server, SESSION, &[(3, 0, 1)]).await;
    let check_out = async |currency: &str, tax: i64, price: i64| {
        let change = format!(
            "update stores set currency = '{currency}', tax_rate = {tax} where site_id = 1;
             update products set price = {price} where id = 3"
        );
        server.sql(&change).await;
        server.pass(stoa_stores::STORE_TTL);
        check_out(&server, SESSION, json!({})).await
    };
    for (currency, price, total) in [
        ("KWD", 12_350, 13_370),
        ("BHD", 12_340, 13_360),
        ("UGX", 120_000, 129_900),
        ("ISK", 121_000, 131_000),
        ("JPY", 1_201, 1_300),
    ] {
        let placed = check_out(currency, 825, price).await;
        assert_eq!(data(&placed)["total"], total, "{currency}");
        let intents = stripe.intents();
        let paid = intents.iter().find(|it| it["currency"] == currency.to_lowercase()).unwrap();
        assert_eq!(paid["amount"], total, "{currency}");
    }
    // Prices that were imported before imports refused them.
    let (calls, orders) = (stripe.calls(), "select count(*) from orders");
    let placed = stored(&server, orders).await;
    for (currency, price) in [("KWD", 12_355), ("ISK", 120_050)] {
        let refused = check_out(currency, 0, price).await;
        assert_eq!(refused.outcome(), (400, "The total cannot be paid"));
    }
    assert_eq!((stripe.calls(), stored(&server, orders).await), (calls, placed));
}

#[tokio::test]
async fn place_order__overtaken_by_another_checkout() {
    let (server, stripe) = paid_by_stripe().await;
    fill(&server, SESSION, &[(3, 0, 1)]).await;
    stripe.is(Mood::Slow);
    let first = check_out(&server, SESSION, json!({}));
    let second = async {
        until("the first is at the provider", || stripe.calls() == 1).await;
        check_out(&server, SESSION, json!({"customerName": "Lin"})).await
    };
    let both = async {
        until("both are at the provider", || stripe.calls() == 2).await;
        stripe.is(Mood::Well);
    };
    let (first, second, ()) = tokio::join!(first.into_future(), second, both);
    first.snapshot("place_order__409_another_checkout");
    assert_eq!(data(&second)["orderId"], 2);
    // Only the pending order's intent can be paid, whichever of the two intents was created first.
    let pending = "select payment_intent_id as id from orders where status = 'pending'";
    let pending = stored(&server, pending).await;
    assert_eq!(stripe.intents().len(), 2);
    assert_eq!(stripe.payable(), [pending["id"].as_str().unwrap()]);
    assert_eq!(left(&server).await["aprons"], 0);
}

#[tokio::test]
async fn place_order__client_disconnects() {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    let (server, stripe) = paid_by_stripe().await;
    fill(&server, SESSION, &[(2, 0, 1)]).await;
    let checkout = || check_out(&server, SESSION, json!({})).header("idempotency-key", "one-key");
    stripe.is(Mood::Slow);
    let mut socket = tokio::net::TcpStream::connect(server.address).await.unwrap();
    socket.write_all(&checkout().bytes()).await.unwrap();
    until("the provider is asked", || stripe.calls() == 1).await;
    socket.shutdown().await.unwrap();
    // The server closes the connection once it has noticed that the client disconnected.
    assert_eq!(socket.read_to_end(&mut Vec::new()).await.unwrap(), 0);
    stripe.is(Mood::Well);
    let answered = async {
        loop {
            let again = checkout().await;
            if again.status() != 409 {
                break again;
            }
        }
    };
    let again = tokio::time::timeout(DEADLINE, answered).await.unwrap();
    assert_eq!(data(&again)["clientSecret"], "pi_1_secret_harbor");
    assert_eq!((again.header("idempotent-replayed"), stripe.calls()), ("true", 1));
}
