//! Each alert from its cause.

use stoa_commerce::orders::sweep::tell_stuck_refunds;
use stoa_conversations::tell_unanswered;

use super::*;
use crate::api::live_chat::Visitor;
use crate::api::storefront::customers::registered;
use crate::api::storefront::designers::begun;
use crate::api::storefront::purchases::{Purchase, tell as report};

async fn find_unanswered(server: &Server) -> u64 {
    tell_unanswered(&server.db(), server.now()).await.unwrap()
}

async fn find_stuck(server: &Server) -> u64 {
    tell_stuck_refunds(&server.db(), server.now()).await.unwrap()
}

#[tokio::test]
async fn orders_and_stock() {
    let (server, _) = served_to("shop").await;
    server.sql("update product_variants set quantity = 7 where site_id = 1 and id = 1").await;
    let order = Purchase::with_fixed_names(&server).await;
    let now = server.now().timestamp();
    let paid = order.event("evt_1", "succeeded", now);
    let disputed = order.disputed("evt_2", "created", "needs_response", now);
    for event in [&paid, &paid, &disputed, &order.event("evt_3", "succeeded", now)] {
        assert_eq!(report(&server, event).await.status(), 200);
    }
    let id = order.id;
    let expected = [format!("orderPaid {id}"), format!("orderDisputed {id} dp_1")];
    let stored = causes(&server).await;
    assert!(stored[0].starts_with("stockLow 1 1 "), "{stored:?}");
    assert_eq!(stored[1..], expected);
    // A second dispute after the first one is another cause.
    for event in [
        order.disputed("evt_4", "closed", "won", now + 1),
        order.disputed_again("evt_5", "created", "needs_response", now + 2),
        order.disputed_again("evt_6", "updated", "needs_response", now + 3),
    ] {
        assert_eq!(report(&server, &event).await.status(), 200);
    }
    assert_eq!(causes(&server).await[3..], [format!("orderDisputed {id} dp_2")]);

    choose_all_at_once(&server).await;
    assert_eq!(told(&server).await, 4);
    let total = format!("{}.{:02}", order.total / 100, order.total % 100);
    let expected = [
        "Stock is low, 5 pieces left: Harbor Tote (Navy / Medium)".to_owned(),
        format!("Order HG-7K2M9XQ4TB was paid: {total} USD"),
        format!("The payment of order HG-7K2M9XQ4TB is disputed: {total} USD"),
        format!("The payment of order HG-7K2M9XQ4TB is disputed: {total} USD"),
    ];
    let expected: Vec<_> = expected.iter().map(|line| format!("{INES}: {line}")).collect();
    assert_eq!(subjects(&server).await, expected);
}

/// Stores that each person wants all alerts at once.
async fn choose_all_at_once(server: &Server) {
    let sql = "insert into alert_settings (site_id, person_id, choices)
        select granted.site_id, granted.person_id, jsonb_object_agg(kind.name, 'atOnce')
        from person_roles granted
        cross join unnest(array['orderPaid', 'supportMessage', 'stockLow']) as kind (name)
        group by granted.site_id, granted.person_id";
    server.sql(sql).await;
}

#[tokio::test]
async fn refunds() {
    let (server, token) = served_to("shop").await;
    let order = Purchase::new(&server, "a session").await;
    order.pay(&server).await;
    let path = format!("/api/staff/sites/1/orders/{}/refund", order.number);
    let refund = server.post(&path, &json!({"amount": 500})).bearer(&token);
    refund.await.expect(201);
    for name in ["refund.failed", "refund.updated", "charge.refund.updated"] {
        let event = order.refund_failed(name, name, 500, server.now().timestamp());
        assert_eq!(report(&server, &event).await.status(), 200);
    }
    let (id, number) = (order.id, &order.number);
    let failed: Vec<_> =
        causes(&server).await.into_iter().filter(|cause| cause.starts_with("refund")).collect();
    assert_eq!(failed, [format!("refundFailed {id} re_1")]);
    told(&server).await;
    assert_eq!(subjects(&server).await, [format!("{INES}: A refund of order {number} failed")]);

    // A refund that cannot be paid. If the provider has reported that it failed, it has an alert already.
    server.sql("update order_refunds set done_at = null").await;
    assert_eq!(find_stuck(&server).await, 0);
    server.pass(23 * HOUR);
    assert_eq!(find_stuck(&server).await, 0);
    server.sql("update orders set refund_failed_at = null").await;
    assert_eq!((find_stuck(&server).await, find_stuck(&server).await), (1, 0));
    server.pass(30 * DAY);
    assert_eq!(find_stuck(&server).await, 0);
}

#[tokio::test]
async fn conversations() {
    let (server, token) = served_to("support").await;
    let visitor = Visitor::new(&server, "mara").await;
    let id = visitor.conversation;
    server.pass(HOUR);
    assert_eq!(find_unanswered(&server).await, 0, "the visitor has written nothing");
    visitor.message(&server, "Does the tote come in green?").await.expect(200);
    server.pass(MINUTE);
    visitor.message(&server, "Or in blue?").await.expect(200);
    assert_eq!(find_unanswered(&server).await, 0);
    server.pass(MINUTE);
    assert_eq!((find_unanswered(&server).await, find_unanswered(&server).await), (1, 0));
    visitor.message(&server, "Hello?").await.expect(200);
    server.pass(5 * MINUTE);
    assert_eq!(find_unanswered(&server).await, 0, "one alert until the answer");

    let path = format!("/api/staff/sites/1/conversations/{id}/messages");
    let answer = async || {
        server.post(&path, &json!({"body": "In both."})).bearer(&token).await.expect(201);
    };
    answer().await;
    server.pass(5 * MINUTE);
    assert_eq!(find_unanswered(&server).await, 0);
    visitor.message(&server, "Thank you!").await.expect(200);
    server.pass(MINUTE);
    answer().await;
    server.pass(5 * MINUTE);
    assert_eq!(find_unanswered(&server).await, 0, "the answer came in time");
    visitor.message(&server, "One more thing").await.expect(200);
    server.pass(2 * MINUTE);
    assert_eq!(find_unanswered(&server).await, 1);
    let stored = causes(&server).await;
    assert_eq!(stored.len(), 2, "{stored:?}");
    assert!(stored[0].starts_with(&format!("conversationUnanswered {id} ")), "{stored:?}");
    assert_eq!(told(&server).await, 2);
    let line = format!("{INES}: A visitor waits for an answer in conversation {id}");
    assert_eq!(subjects(&server).await, [line.clone(), line]);

    // A closed conversation waits for nothing.
    let other = Visitor::new(&server, "ben").await;
    other.message(&server, "Hi").await.expect(200);
    let path = format!("/api/staff/sites/1/conversations/{}/close", other.conversation);
    server.request("POST", &path).bearer(&token).await.expect(200);
    server.pass(5 * MINUTE);
    assert_eq!(find_unanswered(&server).await, 0);
}

#[tokio::test]
async fn support_messages() {
    let (server, _) = served_to("support").await;
    let customer = registered(&server, "mara@example.com").await;
    let message = json!({"subject": "A seam", "body": "It came loose."});
    let support = "/api/storefront/1/account/support";
    let write =
        |path: &str, body: &Value| server.request("POST", path).bearer(&customer).json(body);
    let written = write(support, &message).await.expect(201);
    let id = &written.json["data"]["id"];
    let replies = format!("{support}/{id}");
    for _ in 0..2 {
        write(&replies, &json!({"body": "Any news?"})).await.expect(200);
    }
    let expected = [0, 1, 2].map(|reply| format!("supportMessage {id} {reply}"));
    assert_eq!(causes(&server).await, expected);
    choose_all_at_once(&server).await;
    assert_eq!(told(&server).await, 3);
    let letters = letters(&server, 1).await;
    let letter = letters[0].as_ref().unwrap();
    assert_eq!(letter.subject, format!("A customer wrote to the store: message {id}"));
    assert!(letter.text.contains("A seam") && !letter.text.contains("It came loose"));
}

#[tokio::test]
async fn ai_credits() {
    let (server, _) = served_to("shop").await;
    server.sql("update stores set ai_provider = 'test', ai_credits_per_month = 1").await;
    server.pass(stoa_stores::STORE_TTL);
    let design = begun(&server).await;
    let call = async |what: &str| {
        let path = format!("{}/{what}", design.id);
        let call = design.designer.of(&server, "POST", path).json(&json!({"prompt": "A whale"}));
        call.await.status()
    };
    assert_eq!(call("ai-text").await, 200);
    assert!(causes(&server).await.is_empty());
    assert_eq!([call("ai-text").await, call("ai-image").await], [402, 402]);
    assert_eq!(causes(&server).await, ["aiCreditsUsedUp 2026-06"]);
    assert_eq!(told(&server).await, 1);
    let line =
        format!("{INES}: A call of the AI provider was refused for lack of credits (2026-06)");
    assert_eq!(subjects(&server).await, [line]);
    // A store without AI credits uses no AI.
    server.sql("delete from alerts; update stores set ai_credits_per_month = 0").await;
    assert_eq!(call("ai-text").await, 402);
    assert!(causes(&server).await.is_empty());
}

/// Alerts of a change that is rolled back, or refused, do not exist.
#[tokio::test]
async fn rolled_back() {
    let server = served().await;
    let db = server.db();
    let mut connection = db.connection().await.unwrap();
    let transaction = connection.transaction();
    tell(&transaction, 1, dispute(1), server.now()).await.unwrap();
    drop(transaction);
    drop(connection);
    assert!(causes(&server).await.is_empty());
}
