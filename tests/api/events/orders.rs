//! The events of orders.

use super::*;
use crate::api::staff::orders::parcel;
use crate::api::storefront::purchases::{fill, tell};
use crate::api::storefront::sweep::{expire, sweep};
use crate::api::storefront::tracking;

const CHECKOUT: &str = "/api/storefront/1/checkout";

/// The type, the status, the payment status and the refunded total of each event.
async fn states(server: &Server) -> Vec<Value> {
    let events = server.posted().await;
    let states = events.iter().map(|event| {
        let data = &event["data"];
        json!([event["type"], data["status"], data["paymentStatus"], data["refundedTotal"]])
    });
    states.collect()
}

/// An order that the test provider can refund.
async fn paid(server: &Server) -> Purchase {
    let order = Purchase::new(server, "a session").await;
    order.pay(server).await;
    order
}

#[tokio::test]
async fn from_the_cart_to_the_return() {
    let (server, owner) = served_to_owner().await;
    tracking::share_secret(&server).await;
    let order = Purchase::new(&server, "a session").await;
    let placed = server.posted().await;
    let path = format!("/api/staff/sites/1/orders/{}", order.number);
    assert_eq!(
        placed.iter().map(|event| &event["data"]).collect::<Vec<_>>(),
        [&json!({
            "siteId": 1, "orderId": order.id, "orderNumber": order.number, "status": "pending",
            "paymentStatus": "unpaid", "total": order.total, "refundedTotal": 0, "currency": "USD",
            "path": path,
        })]
    );
    // The same cart is the same order.
    Purchase::check_out(&server, "a session").await;
    order.pay(&server).await;
    let now = server.now().timestamp();
    for id in ["evt_1", "evt_1", "evt_2"] {
        tell(&server, &order.event(id, "succeeded", now)).await.expect(200);
    }
    act(&server, &owner, &format!("orders/{}/process", order.number)).await.expect(200);
    let mut body = parcel();
    body["trackingNumber"] = json!(tracking::TRACKING_NUMBER);
    let ship = || act(&server, &owner, &format!("orders/{}/ship", order.number)).json(&body);
    ship().await.expect(200);
    ship().await.expect(409);
    for (id, status) in [("a", "in_transit"), ("b", "delivered"), ("b", "delivered")] {
        let event = tracking::event(id, status, "2026-06-03T08:31:00Z");
        tracking::tell(&server, &event).await.expect(200);
    }
    act(&server, &owner, &format!("orders/{}/return", order.number)).await.expect(200);
    let expected = [
        json!(["order.placed", "pending", "unpaid", 0]),
        json!(["order.paid", "paid", "paid", 0]),
        json!(["order.shipped", "shipped", "paid", 0]),
        json!(["order.delivered", "delivered", "paid", 0]),
        json!(["order.returned", "returned", "paid", 0]),
    ];
    assert_eq!(states(&server).await, expected);
}

#[tokio::test]
async fn by_commands() {
    let server = served_without_limits().await;
    let order = paid(&server).await;
    let db = server.db();
    let found = stoa::commands::orders::find(&db, None, &order.number).await.unwrap();
    let parcel = stoa_commerce::orders::Parcel {
        carrier: "USPS",
        tracking_number: "94001118",
        tracking_url: None,
    };
    stoa::commands::orders::ship(&db, &found, parcel).await.unwrap();
    stoa::commands::orders::deliver(&db, &found).await.unwrap();
    stoa::commands::orders::mark_returned(&db, &found).await.unwrap();
    let expected =
        ["order.placed", "order.paid", "order.shipped", "order.delivered", "order.returned"];
    assert_eq!(server.posted_types().await, expected);
}

/// The checkout stores the events of an order without anything to pay together with it.
#[tokio::test]
async fn nothing_to_pay() {
    let server = served_without_limits().await;
    fill(&server, "a session", &[(4, 0, 1)]).await;
    let gift = json!({"giftCertificateCode": "GIFT-7QHX-9KDM-2VWT"});
    let placed = server.post(CHECKOUT, &checkout_body("a session", gift)).await.expect(200);
    assert_eq!(placed.json["data"]["total"], 0);
    let expected =
        [json!(["order.placed", "paid", "paid", 0]), json!(["order.paid", "paid", "paid", 0])];
    assert_eq!(states(&server).await, expected);
}

#[tokio::test]
async fn refused_checkouts() {
    let server = served_without_limits().await;
    fill(&server, "a session", &[(3, 0, 1), (4, 0, 1)]).await;
    let place =
        |more: Value| server.post(CHECKOUT, &checkout_body("a session", more)).into_future();
    place(json!({"expectedTotal": 1})).await.expect(409);
    server.sql("update products set quantity = 0 where site_id = 1 and id = 3").await;
    place(json!({})).await.expect(409);
    assert!(server.posted().await.is_empty());
}

#[tokio::test]
async fn cancelled_and_expired() {
    let (server, owner) = served_to_owner().await;
    let cancel = |order: &Purchase| {
        act(&server, &owner, &format!("orders/{}/cancel", order.number)).into_future()
    };
    let first = Purchase::new(&server, "a session").await;
    // A changed cart replaces the order.
    fill(&server, "a session", &[(6, 0, 1)]).await;
    let second = Purchase::check_out(&server, "a session").await;
    assert_ne!(first.id, second.id);
    cancel(&second).await.expect(200);
    cancel(&second).await.expect(409);
    let third = Purchase::check_out(&server, "a session").await;
    expire(&server, &third).await;
    let expected = [
        json!(["order.placed", "pending", "unpaid", 0]),
        json!(["order.cancelled", "cancelled", "unpaid", 0]),
        json!(["order.placed", "pending", "unpaid", 0]),
        json!(["order.cancelled", "cancelled", "unpaid", 0]),
        json!(["order.placed", "pending", "unpaid", 0]),
    ];
    assert_eq!(states(&server).await, expected);
    // The payment comes too late for a cancelled order, but not for the expired one.
    third.pay(&server).await;
    assert_eq!(server.posted_types().await[5..], ["order.paid"]);
}

/// The certificate gets its amount back at once, and the provider pays the rest.
#[tokio::test]
async fn a_paid_order_is_cancelled() {
    let (server, owner) = served_to_owner().await;
    let order = paid(&server).await;
    act(&server, &owner, &format!("orders/{}/cancel", order.number)).await.expect(200);
    server.pass(10 * MINUTE);
    sweep(&server).await;
    let states = states(&server).await;
    let expected = [
        json!(["order.refunded", "cancelled", "partially_refunded", 5000]),
        json!(["order.cancelled", "cancelled", "partially_refunded", 5000]),
        json!(["order.refunded", "cancelled", "refunded", order.total + 5000]),
    ];
    assert_eq!(states[2..], expected);
}

#[tokio::test]
async fn refunds_by_staff() {
    let (server, owner) = served_to_owner().await;
    let order = paid(&server).await;
    let refund =
        |body: Value| act(&server, &owner, &format!("orders/{}/refund", order.number)).json(&body);
    let some = json!({"amount": 500});
    for _ in 0..2 {
        refund(some.clone()).header("idempotency-key", "a key").await.expect(201);
    }
    refund(json!({"amount": order.total + 5000})).await.expect(409);
    refund(json!({})).await.expect(201);
    server.pass(10 * MINUTE);
    sweep(&server).await;
    let expected = [
        json!(["order.refunded", "paid", "partially_refunded", 500]),
        json!(["order.refunded", "refunded", "refunded", order.total + 5000]),
    ];
    assert_eq!(states(&server).await[2..], expected);
}

/// The provider may repeat its reports, send them in any order, and take a refund back.
#[tokio::test]
async fn refunds_by_the_provider() {
    let server = served_without_limits().await;
    let order = Purchase::with_fixed_names(&server).await;
    let now = server.now().timestamp();
    let refunded =
        |id: &str, amount, at| tell(&server, &order.refunded(id, amount, at)).into_future();
    // The report comes before that of the payment.
    refunded("evt_1", 500, now).await.expect(200);
    tell(&server, &order.event("evt_2", "succeeded", now)).await.expect(200);
    refunded("evt_1", 500, now).await.expect(200);
    refunded("evt_3", 500, now + 1).await.expect(200);
    refunded("evt_4", 400, now - 1).await.expect(200);
    refunded("evt_5", 700, now + 2).await.expect(200);
    let failed = order.refund_failed("evt_6", "refund.failed", 200, now + 3);
    tell(&server, &failed).await.expect(200);
    tell(&server, &failed).await.expect(200);
    refunded("evt_7", 700, now + 4).await.expect(200);
    let states = states(&server).await;
    let expected = [
        json!(["order.placed", "pending", "unpaid", 0]),
        json!(["order.paid", "paid", "paid", 0]),
        json!(["order.refunded", "paid", "partially_refunded", 500]),
        json!(["order.refunded", "paid", "partially_refunded", 700]),
        json!(["order.refunded", "paid", "partially_refunded", 700]),
    ];
    assert_eq!(states, expected);
}

#[tokio::test]
async fn disputes() {
    let server = served_without_limits().await;
    let order = Purchase::with_fixed_names(&server).await;
    let now = server.now().timestamp();
    for event in [
        order.disputed("evt_1", "created", "needs_response", now),
        order.disputed("evt_1", "created", "needs_response", now),
        order.disputed("evt_2", "created", "needs_response", now),
        order.disputed("evt_3", "closed", "won", now + 1),
        order.disputed_again("evt_4", "created", "needs_response", now + 2),
        order.disputed("evt_5", "created", "needs_response", now + 3),
        order.disputed_again("evt_6", "closed", "lost", now + 4),
    ] {
        tell(&server, &event).await.expect(200);
    }
    let expected = [
        json!(["order.placed", "pending", "unpaid", 0]),
        json!(["order.paid", "paid", "paid", 0]),
        json!(["order.disputed", "paid", "disputed", 0]),
        json!(["order.disputed", "paid", "disputed", 0]),
        json!(["order.disputed", "paid", "disputed", 0]),
    ];
    assert_eq!(states(&server).await, expected);
}
