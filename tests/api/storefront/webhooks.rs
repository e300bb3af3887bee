//! Webhooks of the payment provider: signatures, consistency checks, repeats, and events in any order.

mod convergence;

use std::time::Duration;

use futures_util::future::join_all;
use serde_json::json;

use super::purchases::*;
use crate::harness::*;

#[tokio::test]
async fn receive_payment_webhook__an_order_is_paid() {
    let server = served().await;
    let order = Purchase::with_fixed_names(&server).await;
    assert_eq!(left(&server).await, TAKEN);
    let event = order.event("evt_1Qk1d0", "succeeded", server.now().timestamp());
    tell(&server, &event).await.snapshot("receive_payment_webhook__200");
    assert_eq!(order.history(&server).await, ["pending", "paid"]);
    let state = order.state(&server).await;
    assert_eq!(json!([state["payment_status"], state["was_paid"]]), json!(["paid", true]));
    assert_eq!(left(&server).await, TAKEN);
    assert_eq!(in_cart(&server, "a session").await, 0);
}

#[tokio::test]
async fn receive_payment_webhook__later_items_stay_in_the_cart() {
    let (server, order) = served_with_order().await;
    for product_id in [4, 6] {
        fill(&server, "a session", &[(product_id, 0, 3)]).await;
    }
    order.pay(&server).await;
    assert_eq!(in_cart(&server, "a session").await, 6);
}

#[tokio::test]
async fn receive_payment_webhook__processing_payment() {
    let (server, order) = served_with_order().await;
    let now = server.now().timestamp();
    assert_eq!(tell(&server, &order.event("evt_1", "processing", now)).await.status(), 200);
    assert_eq!(in_cart(&server, "a session").await, 0);
    // The cart's next checkout creates another order.
    fill(&server, "a session", &[(4, 0, 1)]).await;
    let body = checkout_body("a session", json!({}));
    let next = server.post("/api/storefront/1/checkout", &body).await.expect(200);
    assert_ne!(next.json["data"]["orderId"], order.id);
    assert_eq!(order.state(&server).await["payment_status"], "processing");
    assert_eq!(left(&server).await, [10, 93, 0, 0]);
    // Neither a repeat nor the payment removes more from the cart.
    assert_eq!(tell(&server, &order.event("evt_2", "processing", now + 1)).await.status(), 200);
    order.pay(&server).await;
    assert_eq!(in_cart(&server, "a session").await, 1);
    let again = server.post("/api/storefront/1/checkout", &body).await;
    assert_eq!(again.json["data"], next.json["data"]);
}

#[tokio::test]
async fn receive_payment_webhook__signatures() {
    let server = served().await;
    let order = Purchase::with_fixed_names(&server).await;
    let body = order.event("evt_1", "succeeded", server.now().timestamp()).to_string();
    let good = signature(&server, &body);
    let (time, mac) = good.split_once(',').unwrap();
    let none = server.request("POST", PAYMENTS).header("content-type", "application/json");
    none.await.snapshot("receive_payment_webhook__400_no_signature");
    let altered = body.replace("\"usd\"", "\"eur\"");
    told(&server, &altered, &good).await.snapshot("receive_payment_webhook__400_altered");
    for bad in [
        "",
        "v1=00",
        time,
        mac,
        &format!("{time},v0={}", &mac[3..]),
        &format!("{time},v1={}", "0".repeat(64)),
        &format!("{time},{mac}0"),
        &format!("t=1,{mac}"),
    ] {
        assert_eq!(told(&server, &body, bad).await.outcome(), (400, "Invalid signature"), "{bad}");
    }
    let other_site = payments(&server).test_provider(2);
    let theirs = stoa_payments::webhook::sign(
        other_site.webhook_secret(),
        body.as_bytes(),
        server.now().into(),
    );
    assert_eq!(told(&server, &body, &theirs).await.status(), 400);
    server.pass(Duration::from_secs(301));
    assert_eq!(told(&server, &body, &good).await.message(), "Invalid signature");
    assert_eq!(order.status(&server).await, "pending");
    // During the rotation of a secret there are two signatures, and it is enough that one matches.
    let good = signature(&server, &body);
    let two = good.replace(",v1=", &format!(",v1={},v1=", "0".repeat(64)));
    assert_eq!(told(&server, &body, &two).await.status(), 200);
    assert_eq!(order.status(&server).await, "paid");
}

#[tokio::test]
async fn receive_payment_webhook__other_refusals() {
    let server = served_read_only().await;
    let body = "{\"id\":";
    let signed = signature(&server, body);
    told(&server, body, &signed).await.snapshot("receive_payment_webhook__400_json");
    for body in [
        "",
        "[]",
        "null",
        "{}",
        "{\"id\":\"evt_1\",\"type\":\"payment_intent.succeeded\",\"created\":1,\"data\":{\"object\":{}}}",
    ] {
        let refused = told(&server, body, &signature(&server, body)).await;
        assert_eq!(refused.outcome(), (400, "Invalid JSON body"), "{body}");
    }
    let post = |path: &'static str| {
        server
            .request("POST", path)
            .header("content-type", "application/json")
            .header("stripe-signature", "t=1")
    };
    post("/api/storefront/77/webhooks/payments").await.snapshot("receive_payment_webhook__404");
    let mut large = post(PAYMENTS);
    large.body = " ".repeat((1 << 20) + 1);
    large.await.snapshot("receive_payment_webhook__413");
}

#[tokio::test]
async fn receive_payment_webhook__irrelevant_events() {
    let (server, order) = served_with_order().await;
    let now = server.now().timestamp();
    let other_type =
        json!({"id": "evt_1", "type": "customer.created", "created": now, "data": {"object": {}}});
    assert_eq!(tell(&server, &other_type).await.status(), 200);
    // Thin events have no `data`, and their time is a text.
    let thin = json!({"id": "evt_2", "object": "v2.core.event", "type": "v2.core.account.updated",
        "created": "2026-09-17T06:20:52.246Z", "related_object": {"id": "acct_1"}});
    tell(&server, &thin).await.expect(200);
    assert_eq!(told(&server, &thin.to_string(), "t=1,v1=00").await.status(), 400);
    let wrong = [
        ("/data/object/amount", json!(order.total + 1)),
        ("/data/object/amount_received", json!(order.total - 1)),
        ("/data/object/currency", json!("eur")),
        ("/data/object/id", json!("pi_of_another_order")),
    ];
    for (number, (member, value)) in wrong.into_iter().enumerate() {
        let mut event = order.event(&format!("evt_wrong_{number}"), "succeeded", now);
        *event.pointer_mut(member).unwrap() = value;
        assert_eq!(tell(&server, &event).await.status(), 200, "{member}");
        assert_eq!(order.status(&server).await, "pending", "{member}");
    }
    // This webhook is sent to site 2 with a valid signature of site 2, but reports an intent of site 1.
    let body = order.event("evt_2", "succeeded", now).to_string();
    let secret = payments(&server).test_provider(2);
    let signed =
        stoa_payments::webhook::sign(secret.webhook_secret(), body.as_bytes(), server.now().into());
    let mut theirs = server
        .request("POST", "/api/storefront/2/webhooks/payments")
        .header("content-type", "application/json")
        .header("stripe-signature", &signed);
    theirs.body = body;
    assert_eq!(theirs.await.status(), 200);
    assert_eq!(order.status(&server).await, "pending");
    assert_eq!(left(&server).await, TAKEN);
}

#[tokio::test]
async fn receive_payment_webhook__fifty_at_once() {
    let (server, order) = served_with_order().await;
    let now = server.now().timestamp();
    let events =
        (0..50).map(|number| order.event(&format!("evt_{}", number % 3), "succeeded", now));
    let answers = join_all(events.map(|event| tell(&server, &event).into_future())).await;
    assert!(answers.iter().all(|answer| answer.status() == 200));
    assert_eq!(order.history(&server).await, ["pending", "paid"]);
    assert_eq!(left(&server).await, TAKEN);
    // The provider reports the full refund in seven events, each of them several times and concurrently.
    let refunds =
        (0..50).map(|number| order.refunded(&format!("evt_r{}", number % 7), order.total, now));
    let answers = join_all(refunds.map(|event| tell(&server, &event).into_future())).await;
    assert!(answers.iter().all(|answer| answer.status() == 200));
    assert_eq!(order.history(&server).await, ["pending", "paid", "refunded"]);
    assert_eq!(left(&server).await, ALL);
}

#[tokio::test]
async fn receive_payment_webhook__without_a_database() {
    let (server, order) = served_with_order().await;
    let event = order.event("evt_1", "succeeded", server.now().timestamp());
    server.lose_database().await;
    assert_eq!(tell(&server, &event).await.status(), 503);
    server.regain_database().await;
    assert_eq!(order.status(&server).await, "pending");
    // A failure after the event was stored rolls back the stored event too.
    server.sql("alter table order_status_changes rename to order_status_changes_away").await;
    assert_eq!(tell(&server, &event).await.status(), 500);
    server.sql("alter table order_status_changes_away rename to order_status_changes").await;
    assert_eq!(order.status(&server).await, "pending");
    assert_eq!(tell(&server, &event).await.status(), 200);
    assert_eq!(order.history(&server).await, ["pending", "paid"]);
}

#[tokio::test]
async fn receive_payment_webhook__deleted_products_and_codes() {
    let (server, order) = served_with_order().await;
    let sql =
        "delete from products where site_id = 1; delete from discount_codes where site_id = 1;
        delete from gift_certificates where site_id = 1";
    server.sql(sql).await;
    let event = order.event("evt_1", "canceled", server.now().timestamp());
    assert_eq!(tell(&server, &event).await.status(), 200);
    assert_eq!(order.status(&server).await, "expired");
    let late = order.event("evt_2", "succeeded", server.now().timestamp());
    assert_eq!(tell(&server, &late).await.status(), 200);
    let state = order.state(&server).await;
    assert_eq!(json!([state["status"], state["open_refunds"]]), json!(["expired", 1]));
}

#[tokio::test]
async fn receive_payment_webhook__concurrent_with_everything_else() {
    let server = served().await;
    for round in 0..3 {
        let session = format!("session {round}");
        let order = Purchase::new(&server, &session).await;
        let now = server.now().timestamp();
        test_provider(&server).confirm(&order.intent, server.now().into()).await.unwrap();
        server.pass(Duration::from_secs(31 * 60));
        let events = (0..24).map(|number| {
            let id = format!("evt_{round}_{number}");
            match number % 3 {
                0 => order.event(&id, "succeeded", now),
                1 => order.event(&id, "canceled", now),
                _ => order.refunded(&id, order.total, now),
            }
        });
        let told = join_all(events.map(|event| tell(&server, &event).into_future()));
        // Concurrently, the customer adds to the cart and checks out again, staff cancels the order, and the sweep
        // finds the order overdue.
        let more = json!({"sessionId": session, "productId": 6, "quantity": 1});
        let again = async {
            server.post("/api/storefront/1/cart", &more).await.expect(200);
            let body = checkout_body(&session, json!({}));
            let placed = server.post("/api/storefront/1/checkout", &body).await.expect(200);
            placed.json["data"]["orderId"].as_i64().unwrap()
        };
        let db = server.db();
        let (told, _, _, next) = tokio::join!(
            told,
            stoa_commerce::orders::sweep::sweep(&server.orders),
            async {
                let at = stoa::commands::orders::find(&db, None, &order.number).await.unwrap();
                // The order may have ended already.
                stoa::commands::orders::cancel(&server.orders, &at).await.ok()
            },
            again
        );
        assert!(told.iter().all(|answer| answer.status() == 200));
        stoa_commerce::orders::sweep::sweep(&server.orders).await.unwrap();
        let state = order.state(&server).await;
        assert_eq!(json!([state["payment_status"], state["holds"]]), json!(["refunded", false]));
        assert!(["refunded", "cancelled"].contains(&state["status"].as_str().unwrap()), "{state}");
        // Cancel the next order too, so that everything is released.
        let at = stoa_commerce::orders::staff::FoundOrder {
            site_id: 1,
            id: next,
            number: String::new(),
        };
        stoa::commands::orders::cancel(&server.orders, &at).await.unwrap();
        assert_eq!(left(&server).await, ALL);
    }
}
