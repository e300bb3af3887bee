//! Endpoints that fail, and the attempts that follow.

use super::*;

/// The orders of the received events, in their order.
fn orders(receiver: &Receiver) -> Vec<i64> {
    let order = |received: &Received| {
        let body: Value = serde_json::from_str(&received.body).unwrap();
        body["data"]["orderId"].as_i64().unwrap()
    };
    receiver.taken().iter().map(order).collect()
}

fn is_about(order: i64) -> impl Fn(&Received) -> bool {
    move |received| received.body.contains(&format!("\"HG-{order}\""))
}

/// An event waits for the earlier one of its resource. Events of other resources do not.
#[tokio::test]
async fn the_order_of_a_resource() {
    let (shop, receiver) = (Shop::new().await, Receiver::start().await);
    shop.endpoint(&receiver.url).await;
    let about_7 = is_about(7);
    receiver.answers_by(move |received| Answer::Status(if about_7(received) { 500 } else { 204 }));
    for order in [7, 7, 8, 7, 9] {
        shop.paid(order).await;
    }
    shop.send().await;
    let mut first = orders(&receiver);
    first.sort_unstable();
    assert_eq!(first, [7, 8, 9]);
    receiver.answers(Answer::Status(204));
    shop.server.pass(MINUTE);
    shop.send().await;
    let after = &receiver.taken()[3..];
    assert_eq!(after.len(), 3);
    let ids: Vec<Value> = after.iter().map(|received| Value::String(received.id.clone())).collect();
    let deliveries = shop.deliveries().await;
    let expected: Vec<Value> =
        [0, 1, 3].map(|place: usize| deliveries[place]["eventId"].clone()).to_vec();
    assert_eq!(ids, expected);
}

/// A resource whose event fails again and again blocks its later events for 7 attempts only.
#[tokio::test]
async fn later_events_pass_one_that_fails() {
    let (shop, receiver) = (Shop::new().await, Receiver::start().await);
    shop.endpoint(&receiver.url).await;
    shop.paid(7).await;
    shop.send().await;
    let poison = receiver.taken()[0].id.clone();
    shop.server.sql("update webhook_deliveries set delivered_at = null").await;
    receiver
        .answers_by(move |received| Answer::Status(if received.id == poison { 500 } else { 204 }));
    shop.paid(7).await;
    for attempt in 1..6 {
        shop.send().await;
        let [first, second] = shop.deliveries().await.try_into().unwrap();
        assert_eq!((&first["attempts"], &second["attempts"]), (&json!(attempt + 1), &json!(0)));
        shop.server.pass(4 * HOUR);
    }
    // The endpoint has failed several times in a row, so it gets one attempt at a time.
    shop.send().await;
    shop.server.pass(2 * MINUTE);
    shop.send().await;
    let [first, second] = shop.deliveries().await.try_into().unwrap();
    assert_eq!((&first["status"], &second["status"]), (&json!("waiting"), &json!("delivered")));
}

/// A delivery fails after 12 attempts in about 3 days, while the endpoint receives other events.
#[tokio::test]
async fn attempts_of_three_days() {
    let (shop, receiver) = (Shop::new().await, Receiver::start().await);
    shop.endpoint(&receiver.url).await;
    let about_7 = is_about(7);
    receiver.answers_by(move |received| match about_7(received) {
        true => Answer::Text(503, "Busy\0".to_owned() + &"x".repeat(5_000)),
        false => Answer::Status(204),
    });
    shop.paid(7).await;
    for attempt in 1..=12 {
        shop.send().await;
        let delivery = shop.deliveries().await.remove(0);
        assert_eq!(delivery["attempts"], attempt, "{delivery}");
        assert_eq!(delivery["status"], if attempt < 12 { "waiting" } else { "failed" });
        let early = shop.deliveries().await.len();
        shop.send().await;
        assert_eq!(shop.deliveries().await.len(), early, "no attempt before its time");
        shop.server.pass(30 * HOUR);
        shop.paid(100 + attempt).await;
    }
    let sent = receiver.taken().into_iter().filter(is_about(7)).collect::<Vec<_>>();
    assert_eq!(sent.len(), 12);
    assert!(sent.iter().all(|received| received.id == sent[0].id));
    let timestamps: BTreeSet<&str> =
        sent.iter().map(|received| received.timestamp.as_str()).collect();
    assert_eq!(timestamps.len(), 12);
    let id = shop.deliveries().await[0]["id"].clone();
    let delivery = shop.get(&format!("{DELIVERIES}/{id}")).await;
    assert_eq!(delivery["statusCode"], 503);
    let answer = delivery["answer"].as_str().unwrap();
    assert!(answer.starts_with("Busy\u{fffd}xxx") && answer.chars().count() == 1024, "{answer}");
}

/// A receiver that is away for an hour gets everything after. Meanwhile it gets a few attempts.
#[tokio::test]
async fn an_hour_away() {
    let (shop, receiver) = (Shop::new().await, Receiver::start().await);
    let (id, _) = shop.endpoint(&receiver.url).await;
    receiver.answers(Answer::Status(500));
    for minute in 0..60 {
        shop.paid(minute % 20).await;
        shop.paid(1_000 + minute).await;
        shop.send().await;
        shop.server.pass(MINUTE);
    }
    let attempts = receiver.taken().len();
    assert!((20..=150).contains(&attempts), "{attempts}");
    assert!(!shop.get_endpoint(id).await["failingSince"].is_null());
    receiver.answers(Answer::Status(204));
    for _ in 0..60 {
        shop.server.pass(2 * MINUTE);
        shop.send().await;
    }
    let received = receiver.taken().split_off(attempts);
    assert_eq!(received.len(), 120);
    let waiting = "webhook_deliveries where delivered_at is null";
    assert_eq!(shop.server.count(waiting).await, 0);
    assert!(shop.get_endpoint(id).await["failingSince"].is_null());
    // The events of a resource arrive in their order.
    let times = |order: i64| -> Vec<String> {
        let of_order = received.iter().filter(|received| is_about(order)(received));
        of_order
            .map(|received| {
                let body: Value = serde_json::from_str(&received.body).unwrap();
                body["timestamp"].as_str().unwrap().to_owned()
            })
            .collect()
    };
    for order in 0..20 {
        let times = times(order);
        assert!(times.len() == 3 && times.is_sorted(), "{order}: {times:?}");
    }
}

/// An endpoint that fails gets one attempt at a time, with pauses of about a minute.
#[tokio::test]
async fn the_pauses_of_an_endpoint() {
    let (shop, receiver) = (Shop::new().await, Receiver::start().await);
    shop.endpoint(&receiver.url).await;
    receiver.answers(Answer::Status(500));
    for order in 0..60 {
        shop.paid(order).await;
    }
    shop.send().await;
    let at_once = receiver.taken().len();
    assert!((5..=15).contains(&at_once), "{at_once}");
    for _ in 0..10 {
        shop.server.pass(2 * MINUTE);
        let before = receiver.taken().len();
        shop.send().await;
        assert_eq!(receiver.taken().len() - before, 1);
    }
}

#[tokio::test]
async fn an_endpoint_that_is_gone() {
    let (shop, receiver) = (Shop::new().await, Receiver::start().await);
    let (id, _) = shop.endpoint(&receiver.url).await;
    receiver.answers(Answer::Status(410));
    shop.paid(7).await;
    shop.send().await;
    let endpoint = shop.get_endpoint(id).await;
    assert_eq!((&endpoint["active"], &endpoint["disabledReason"]), (&json!(false), &json!("gone")));
    shop.server.pass(DAY);
    shop.send().await;
    assert_eq!(receiver.taken().len(), 1);
}

/// The endpoint is disabled, also if other attempts of the turn succeed.
#[tokio::test]
async fn an_endpoint_that_is_gone_for_one_attempt() {
    let (shop, receiver) = (Shop::new().await, Receiver::start().await);
    let (id, _) = shop.endpoint(&receiver.url).await;
    let about_7 = is_about(7);
    receiver.answers_by(move |received| Answer::Status(if about_7(received) { 410 } else { 204 }));
    for order in 7..10 {
        shop.paid(order).await;
    }
    shop.send().await;
    assert_eq!(shop.get_endpoint(id).await["disabledReason"], "gone");
}

/// More deliveries than a claim considers wait for one that fails. They do not stop those of other resources.
#[tokio::test]
async fn many_deliveries_of_a_failing_resource() {
    let (shop, receiver) = (Shop::new().await, Receiver::start().await);
    shop.endpoint(&receiver.url).await;
    let about_7 = is_about(7);
    receiver.answers_by(move |received| Answer::Status(if about_7(received) { 500 } else { 204 }));
    let now = shop.server.now();
    shop.paid(7).await;
    let more = "insert into events (site_id, kind, resource, payload, occurred_at, due_at)
        select 1, event.kind, event.resource, event.payload, event.occurred_at, event.due_at
        from events event, generate_series(1, 2500)";
    shop.server.sql(more).await;
    shop.server.pass(SECOND);
    shop.paid(8).await;
    shop.send().await;
    assert_eq!(orders(&receiver), [7, 8]);
    // The later ones wait until the next attempt of the first, also those that are queued after the failure.
    shop.paid(7).await;
    shop.paid(9).await;
    shop.send().await;
    assert_eq!(orders(&receiver), [7, 8, 9]);
    let due = format!(
        "webhook_deliveries where delivered_at is null and due_at <= '{}'",
        now.to_rfc3339()
    );
    assert_eq!(shop.server.count(&due).await, 0);
}

#[tokio::test]
async fn a_day_of_failures() {
    let (shop, receiver) = (Shop::new().await, Receiver::start().await);
    let (id, _) = shop.endpoint(&receiver.url).await;
    receiver.answers(Answer::Status(500));
    shop.paid(7).await;
    for hour in 0..24 {
        shop.send().await;
        assert_eq!(shop.get_endpoint(id).await["active"], true);
        shop.paid(100 + hour).await;
        shop.server.pass(HOUR);
    }
    shop.send().await;
    let endpoint = shop.get_endpoint(id).await;
    assert_eq!(endpoint["disabledReason"], "failing", "{endpoint}");
}
