//! Events lead to the same final state, in whatever order they arrive and even if they are repeated.

use serde_json::{Value, json};

use super::*;

/// All permutations of the items.
fn permutations<T: Clone>(items: &[T]) -> Vec<Vec<T>> {
    if items.is_empty() {
        return vec![Vec::new()];
    }
    let with_first = |first: usize| {
        let mut rest = items.to_vec();
        let item = rest.remove(first);
        let led = move |mut tail: Vec<T>| {
            tail.insert(0, item.clone());
            tail
        };
        permutations(&rest).into_iter().map(led).collect::<Vec<_>>()
    };
    (0..items.len()).flat_map(with_first).collect()
}

/// Sends each event twice, in every order of the events. Each order of events gets a new purchase and must lead to the
/// same final state.
async fn converges(events: &[&str], refund: Option<i64>, expected: Value, all_left: [i64; 4]) {
    let server = served().await;
    for (number, order_of_events) in permutations(events).into_iter().enumerate() {
        let order = Purchase::new(&server, &format!("session {number}")).await;
        let now = server.now().timestamp();
        for kind in order_of_events.iter().flat_map(|kind| [kind, kind]) {
            let id = format!("evt_{number}_{kind}");
            let event = match *kind {
                "refunded" => order.refunded(&id, refund.unwrap_or(order.total), now),
                "refund.failed" | "charge.refund.updated" => {
                    order.refund_failed(&id, kind, refund.unwrap_or(order.total), now)
                }
                "disputed" => order.disputed(&id, "created", "needs_response", now),
                "won" | "lost" => order.disputed(&id, "closed", kind, now),
                "another" => order.disputed_again(&id, "created", "needs_response", now),
                "another_updated" => order.disputed_again(&id, "updated", "under_review", now),
                "another_won" => order.disputed_again(&id, "closed", "won", now),
                kind => order.event(&id, kind, now),
            };
            assert_eq!(tell(&server, &event).await.status(), 200);
        }
        let state = order.state(&server).await;
        for (name, value) in expected.as_object().unwrap() {
            assert_eq!(&state[name], value, "{name} after {order_of_events:?}");
        }
        assert_eq!(left(&server).await, all_left, "{order_of_events:?}");
        remove(&server, &order).await;
    }
}

/// Removes every trace of the order, so that the next one starts from the same state.
async fn remove(server: &Server, order: &Purchase) {
    let sql = format!(
        "delete from orders where site_id = 1 and id = {};
        delete from cart_items where site_id = 1;
        update product_variants set quantity = 12 where site_id = 1 and id = 1;
        update products set quantity = 100 where site_id = 1 and id = 4;
        update discount_codes set used = 0 where site_id = 1;
        delete from gift_certificate_movements where site_id = 1 and order_id is not null;
        update gift_certificates set remaining_amount = 5000 where code = 'GIFT-7QHX-9KDM-2VWT'",
        order.id
    );
    server.sql(&sql).await;
}

#[tokio::test]
async fn receive_payment_webhook__payments_in_every_order() {
    let events = ["succeeded", "payment_failed", "processing", "canceled", "refunded"];
    let expected = json!({"status": "refunded", "payment_status": "refunded", "holds": false, "was_paid": true,
        "open_refunds": 0});
    converges(&events, None, expected, ALL).await;
    let events = ["succeeded", "payment_failed", "processing", "canceled"];
    let expected = json!({"status": "paid", "payment_status": "paid", "holds": true, "was_paid": true, "refunds": 0});
    converges(&events, None, expected, TAKEN).await;
    let events = ["succeeded", "processing", "refunded"];
    let expected = json!({"status": "paid", "payment_status": "partially_refunded", "refunded_total": 100,
        "holds": true, "refunds": 0});
    converges(&events, Some(100), expected, TAKEN).await;
    let events = ["payment_failed", "processing", "canceled"];
    let expected =
        json!({"status": "expired", "payment_status": "failed", "holds": false, "was_paid": false});
    converges(&events, None, expected, ALL).await;
}

/// Two events report the same failure.
#[tokio::test]
async fn receive_payment_webhook__a_failed_refund_in_every_order() {
    let events = ["succeeded", "refunded", "refund.failed", "charge.refund.updated"];
    let expected = json!({"status": "paid", "payment_status": "paid", "refunded_total": 0,
        "has_failed_refund": true, "holds": true, "refunds": 0});
    converges(&events, Some(100), expected, TAKEN).await;
    // The gift certificate has its amount back.
    let expected = json!({"status": "refunded", "payment_status": "partially_refunded", "refunded_total": 0,
        "gift_refunded_total": 5000, "has_failed_refund": true, "holds": false, "refunds": 0});
    converges(&["succeeded", "refunded", "refund.failed"], None, expected, ALL).await;
}

/// Pays an order for each order of these events, sends it the events, and compares its state with what is expected.
async fn refunds_converge(
    events: &[&str],
    event_of: impl Fn(&Purchase, &str, &str, i64) -> Value,
    expected: impl Fn(&Purchase) -> Value,
) {
    let server = served().await;
    for order_of_events in permutations(events) {
        let session = order_of_events.join(" ");
        let order = Purchase::new(&server, &session).await;
        order.pay(&server).await;
        for name in &order_of_events {
            let id = format!("{session} {name}").replace(' ', "_");
            let event = event_of(&order, name, &id, server.now().timestamp());
            assert_eq!(tell(&server, &event).await.status(), 200);
        }
        let state = order.state(&server).await;
        for (name, value) in expected(&order).as_object().unwrap() {
            assert_eq!(&state[name], value, "{name} after {session}");
        }
        assert_eq!(left(&server).await, TAKEN, "{session}");
        remove(&server, &order).await;
    }
}

/// After the failure of one of two refunds, its amount is refunded again. The provider's totals do not contain failed
/// refunds.
#[tokio::test]
async fn receive_payment_webhook__a_repeated_refund_in_every_order() {
    let event = |order: &Purchase, name: &str, id: &str, now| match name {
        "first" => order.refunded(id, 300, now + 1),
        "second" => order.refunded(id, 500, now + 2),
        "failed" => order.refund_failed(id, "refund.failed", 200, now + 9),
        _ => order.refunded(id, 450, now + 20),
    };
    let expected = |_: &Purchase| json!({"refunded_total": 450, "has_failed_refund": false});
    refunds_converge(&["first", "second", "failed", "again"], event, expected).await;
}

/// A refund of a part fails and is repeated. The whole payment was never refunded, so the order stays open.
#[tokio::test]
async fn receive_payment_webhook__a_repeated_refund_of_more_than_half() {
    let amount = |order: &Purchase| order.total * 6 / 10;
    let event = |order: &Purchase, name: &str, id: &str, now| match name {
        "first" => order.refunded(id, amount(order), now + 1),
        "failed" => order.refund_failed(id, "refund.failed", amount(order), now + 9),
        _ => order.refunded(id, amount(order), now + 20),
    };
    let expected = |order: &Purchase| json!({"status": "paid", "payment_status": "partially_refunded", "refunded_total": amount(order)});
    refunds_converge(&["first", "failed", "again"], event, expected).await;
}

/// A second refund fails at its creation, so no refunded total contains it.
#[tokio::test]
async fn receive_payment_webhook__a_refund_that_fails_at_its_creation() {
    let server = served().await;
    for is_reported_first in [true, false] {
        let order = Purchase::new(&server, &format!("session {is_reported_first}")).await;
        order.pay(&server).await;
        let now = server.now().timestamp();
        let id = |name: &str| format!("evt_{name}_{is_reported_first}");
        let reported = order.refunded(&id("reported"), 300, now + 1);
        let mut failed = order.refund_failed(&id("failed"), "refund.failed", 200, now + 9);
        failed["data"]["object"]["created"] = (now + 9).into();
        let events = if is_reported_first { [&reported, &failed] } else { [&failed, &reported] };
        for event in events {
            assert_eq!(tell(&server, event).await.status(), 200);
        }
        let state = order.state(&server).await;
        assert_eq!(
            json!([state["refunded_total"], state["has_failed_refund"]]),
            json!([300, true])
        );
        remove(&server, &order).await;
    }
}

/// During an upgrade, servers of the previous release store refunded totals without reports.
#[tokio::test]
async fn receive_payment_webhook__a_total_of_the_previous_release() {
    let (server, order) = served_with_order().await;
    order.pay(&server).await;
    let now = server.now().timestamp();
    assert_eq!(tell(&server, &order.refunded("evt_1", 300, now + 1)).await.status(), 200);
    server.sql("update orders set refunded_total = 500 where site_id = 1").await;
    assert_eq!(tell(&server, &order.refunded("evt_2", 300, now + 1)).await.status(), 200);
    assert_eq!(order.state(&server).await["refunded_total"], 500);
    let failed = order.refund_failed("evt_3", "refund.failed", 200, now + 9);
    assert_eq!(tell(&server, &failed).await.status(), 200);
    assert_eq!(order.state(&server).await["refunded_total"], 300);
}

#[tokio::test]
async fn receive_payment_webhook__the_newest_of_failures_counts() {
    let (server, order) = served_with_order().await;
    let now = server.now().timestamp();
    for (id, kind, created, expected) in [
        ("evt_1", "processing", now + 5, "processing"),
        ("evt_2", "payment_failed", now + 1, "processing"),
        ("evt_3", "payment_failed", now + 9, "failed"),
        ("evt_4", "processing", now + 7, "failed"),
    ] {
        assert_eq!(tell(&server, &order.event(id, kind, created)).await.status(), 200);
        assert_eq!(order.state(&server).await["payment_status"], expected, "{id}");
    }
    assert_eq!(order.status(&server).await, "pending");
}

#[tokio::test]
async fn receive_payment_webhook__a_dispute_in_every_order() {
    let disputed = json!({"status": "paid", "payment_status": "disputed", "holds": true, "was_paid": true,
        "refunded_total": 0, "refunds": 0});
    converges(&["succeeded", "processing", "disputed"], None, disputed.clone(), TAKEN).await;
    converges(&["succeeded", "disputed", "lost"], None, disputed, TAKEN).await;
    let won = json!({"status": "paid", "payment_status": "paid", "refunded_total": 0});
    converges(&["succeeded", "disputed", "won"], None, won, TAKEN).await;
    let in_part = json!({"status": "paid", "payment_status": "disputed", "refunded_total": 100});
    converges(&["disputed", "refunded"], Some(100), in_part, TAKEN).await;
    let in_part =
        json!({"status": "paid", "payment_status": "partially_refunded", "refunded_total": 100});
    converges(&["disputed", "won", "refunded"], Some(100), in_part, TAKEN).await;
    let all = json!({"status": "refunded", "payment_status": "refunded"});
    converges(&["disputed", "refunded"], None, all, ALL).await;
    let failed = json!({"status": "refunded", "payment_status": "disputed", "refunded_total": 0});
    converges(&["disputed", "refunded", "refund.failed"], None, failed, ALL).await;
}

#[tokio::test]
async fn receive_payment_webhook__two_disputes_in_every_order() {
    let disputed = json!({"payment_status": "disputed", "refunded_total": 0});
    converges(&["disputed", "won", "another"], None, disputed.clone(), TAKEN).await;
    converges(&["disputed", "won", "another_updated"], None, disputed.clone(), TAKEN).await;
    converges(&["lost", "another", "another_won"], None, disputed, TAKEN).await;
    let paid = json!({"payment_status": "paid", "refunded_total": 0});
    converges(&["disputed", "won", "another", "another_won"], None, paid, TAKEN).await;
}
