//! Concurrent refunds and changes.

use futures_util::future::join_all;

use super::*;
use crate::harness::database::waiting_statements;

const MANY: usize = 50;

/// Fifty refunds of a twentieth of the total, on two servers, with and without keys: at most everything is refunded, to
/// the card before the gift certificate, and the provider is asked once for each stored refund.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn refund_order__fifty_at_once() {
    let server = served_without_limits().await;
    let other = server.another().await;
    let token = shop(&server).await;
    let order = Purchase::new(&server, "a session").await;
    order.pay(&server).await;
    let (path, amount) = (format!("{ORDERS}/{}/refund", order.number), order.total / 20);
    let refunds = (0..MANY).map(|number| {
        let server = if number % 2 == 0 { &server } else { &other };
        let request = server.post(&path, &json!({"amount": amount})).bearer(&token);
        // Ten keys, each of three calls.
        let key = format!("key {}", number / 3);
        let request = if number < 30 { request.header("idempotency-key", &key) } else { request };
        request.into_future()
    });
    let answers = join_all(refunds).await;
    let is_replayed = |answer: &Exchange| answer.header("idempotent-replayed") == "true";
    for answer in &answers {
        assert!([201, 409].contains(&answer.status()), "{} {}", answer.status(), answer.message());
    }
    let fresh = answers.iter().filter(|it| it.status() == 201 && !is_replayed(it)).count();
    let books = stored(
        &server,
        "select (select count(*) from order_refunds) as stored,
            (select count(*) from order_refunds where done_at is null) as open,
            (select count(*) from test_refunds) as asked,
            (select sum(amount)::bigint from test_refunds) as paid,
            (select count(*) from audit_entries where operation = 'refundOrder') as entries,
            (select refunded_total from orders) as card,
            (select remaining_amount from gift_certificates where code = 'GIFT-7QHX-9KDM-2VWT') as gift",
    )
    .await;
    let fresh = fresh as i64;
    let number = |name: &str| books[name].as_i64().unwrap();
    assert_eq!((number("stored"), number("open")), (number("asked"), 0), "{books}");
    assert_eq!((number("paid"), number("entries")), (number("card"), fresh), "{books}");
    assert_eq!(number("card") + number("gift"), fresh * amount, "{books}");
    assert!(
        fresh * amount <= order.total + 5000 && fresh >= 18,
        "{fresh} refunds of {amount} of {}",
        order.total
    );
    // The rest, by fifty calls: one is stored.
    let rests = (0..MANY).map(|_| server.post(&path, &json!({})).bearer(&token).into_future());
    let answers = join_all(rests).await;
    assert!(answers.iter().filter(|it| it.status() == 201).count() <= 1);
    let books = stored(&server, "select sum(amount)::bigint as paid from test_refunds").await;
    assert_eq!(books["paid"], order.total);
}

/// Fifty changes of one order wait for each other without connections: while the order is locked, one of them waits for
/// the lock, and the server's four connections serve other calls.
#[tokio::test]
async fn add_order_note__fifty_at_once() {
    let server = served_without_limits().await;
    let token = shop(&server).await;
    let order = Purchase::new(&server, "a session").await;
    let (lock, watch) = (server.client().await, server.client().await);
    lock.batch_execute("begin; select from orders for update").await.unwrap();
    let path = format!("{ORDERS}/{}/notes", order.number);
    let notes = (0..MANY).map(|number| {
        let note = json!({"body": format!("note {number}")});
        server.post(&path, &note).bearer(&token).into_future()
    });
    let others = async {
        until_waiting(&server, 1).await;
        for _ in 0..MANY {
            assert_eq!(server.get(ORDERS).bearer(&token).await.status(), 200);
        }
        assert_eq!(waiting_statements(&watch).await, 1);
        lock.batch_execute("commit").await.unwrap();
    };
    let (answers, ()) = tokio::join!(join_all(notes), others);
    assert!(answers.iter().all(|answer| answer.status() == 201), "{:?}", answers[0].message());
    let stored = stored(&server, "select count(*) as notes from order_notes").await;
    assert_eq!(stored["notes"], MANY);
}

/// The provider reports the failure of a refund before the server has stored the provider's answer, which still
/// contains the refund.
#[tokio::test]
async fn refund_order__that_fails_at_once() {
    let (server, token) = served_to("shop").await;
    let order = Purchase::new(&server, "a session").await;
    order.pay(&server).await;
    let lock = server.client().await;
    lock.batch_execute("begin; select from carts for update").await.unwrap();
    let failure = order.refund_failed("evt_1", "refund.failed", 500, server.now().timestamp());
    let refund = async {
        until_waiting(&server, 1).await;
        let path = format!("{ORDERS}/{}/refund", order.number);
        server.post(&path, &json!({"amount": 500})).bearer(&token).await
    };
    let unlock = async {
        until_waiting(&server, 2).await;
        lock.batch_execute("commit").await.unwrap();
    };
    let (told, refunded, ()) = tokio::join!(tell(&server, &failure).into_future(), refund, unlock);
    assert_eq!((told.status(), refunded.status()), (200, 201));
    let state = order.state(&server).await;
    assert_eq!(
        json!([state["refunded_total"], state["has_failed_refund"], state["open_refunds"]]),
        json!([0, true, 0])
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn cancel_order__fifty_at_once() {
    let server = served_without_limits().await;
    let token = shop(&server).await;
    let order = Purchase::new(&server, "a session").await;
    order.pay(&server).await;
    let path = format!("{ORDERS}/{}", order.number);
    let changes = (0..MANY).map(|number| {
        change(&server, &token, &path, if number % 2 == 0 { "cancel" } else { "ship" })
            .into_future()
    });
    let answers = join_all(changes).await;
    assert_eq!(answers.iter().filter(|it| it.status() == 200).count(), 1);
    assert!(answers.iter().all(|it| [200, 409].contains(&it.status())));
    assert_eq!(audited_with(&server, " order ").await.len(), 1);
}
