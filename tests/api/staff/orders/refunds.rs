//! Refunds of orders, one after another.

use super::*;

#[tokio::test]
async fn refund_order() {
    let (server, token) = served_to("shop").await;
    let order = refundable(&server).await;
    let path = format!("{ORDER}/refund");
    let refund = |body: &Value| server.post(&path, body).bearer(&token);
    let keyed = |key: &str, body: &Value| refund(body).header("idempotency-key", key);
    assert_eq!(refund(&json!({})).await.message(), "Nothing was paid for the order");
    order.pay(&server).await;
    let some = json!({"amount": 500});
    let first = keyed("a key", &some).await.snapshot("refund_order__201");
    let replayed = keyed("a key", &some).await.snapshot("refund_order__201_replayed");
    assert_eq!(replayed.json, first.json);
    keyed("a key", &json!({"amount": 501})).await.snapshot("refund_order__422");
    for amount in [json!(0), json!(-1), json!("5"), json!(0.5), json!(1e30)] {
        let refused = refund(&json!({"amount": amount})).await;
        assert_eq!(refused.message(), "amount must be an integer of at least 1");
    }
    keyed("", &some).await.snapshot("refund_order__400");
    let too_much = json!({"amount": order.total + 5000 - 499});
    assert_eq!(refund(&too_much).await.message(), "The amount is more than what is left to refund");
    assert_eq!(refund(&json!({"amount": i64::MAX})).await.status(), 409);
    // Another person's keys are others.
    let tomas = hired(&server, Some(1), "tomas@harborgoods.example", &["shop"]).await;
    let rest = server.post(&path, &json!({"amount": null})).bearer(&tomas);
    let rest = rest.header("idempotency-key", "a key").await;
    let data = &rest.json["data"];
    assert_eq!(
        json!([data["status"], data["refundedTotal"]]),
        json!(["refunded", order.total + 5000])
    );
    refund(&json!({})).await.snapshot("refund_order__409");
    let unknown = server.post(&format!("{ORDERS}/HG-0/refund"), &some);
    unknown.bearer(&token).await.snapshot("refund_order__404");
    assert_eq!(audited_with(&server, "refundOrder order refunds").await.len(), 2);
}

#[tokio::test]
async fn refund_order__in_a_currency_with_steps() {
    let server = served().await;
    let (token, order) = (shop(&server).await, paid(&server).await);
    server.sql("update orders set currency = 'KWD' where site_id = 1").await;
    let refund = server.request("POST", &format!("{ORDER}/refund"));
    refund.json(&json!({"amount": 1235})).bearer(&token).await.snapshot("refund_order__400_step");
    let at = orders::find(&server.db(), None, &order.number).await.unwrap();
    let refused = orders::refund(&server.orders, &at, Some(1235)).await.unwrap_err();
    assert_eq!(refused.to_string(), "a refund of order HG-7K2M9XQ4TB must be a multiple of 10");
    assert_eq!(order.state(&server).await["refunds"], 0);
}

/// The provider does not know the intent, so it pays nothing. The refund remains due, and a replay requests no other.
#[tokio::test]
async fn refund_order__that_the_provider_refuses() {
    let server = served().await;
    let (token, order) = (shop(&server).await, paid(&server).await);
    let refund = || {
        let request = server.post(&format!("{ORDER}/refund"), &json!({"amount": 5}));
        request.bearer(&token).header("idempotency-key", "a key")
    };
    for _ in 0..2 {
        let refunded = refund().await.expect(201);
        let refunds = &refunded.json["data"]["refunds"];
        assert_eq!((refunds.as_array().unwrap().len(), &refunds[0]["paidAt"]), (1, &Value::Null));
    }
    assert_eq!(order.state(&server).await["open_refunds"], 1);
    server.pass(24 * 60 * MINUTE);
    let token = hired(&server, Some(1), "lin@harborgoods.example", &["support"]).await;
    let listed = server.get(ORDERS).query("needsAttention", "true").bearer(&token).await;
    assert_eq!(listed.json["data"][0]["attention"], json!(["refund_failed"]));
}

/// The provider accepts a refund, and reports days later that it failed.
#[tokio::test]
async fn refund_order__that_fails_later() {
    let (server, token) = served_to("shop").await;
    let order = refundable(&server).await;
    order.pay(&server).await;
    let refund = || {
        let request = server.request("POST", &format!("{ORDER}/refund"));
        request.json(&json!({"amount": 500})).bearer(&token)
    };
    assert_eq!(refund().await.json["data"]["refundedTotal"], 500);
    server.pass(3 * 24 * 60 * MINUTE);
    let token = hired(&server, Some(1), "lin@harborgoods.example", &["shop", "support"]).await;
    for name in ["refund.failed", "refund.updated", "charge.refund.updated"] {
        let event = order.refund_failed(name, name, 500, server.now().timestamp());
        assert_eq!(tell(&server, &event).await.status(), 200);
    }
    let found = server.get(ORDER).bearer(&token).await;
    let data = &found.json["data"];
    assert_eq!(json!([data["paymentStatus"], data["refundedTotal"]]), json!(["paid", 0]));
    assert_eq!(data["attention"], json!(["refund_failed"]));
    let listed = server.get(ORDERS).query("needsAttention", "true").bearer(&token).await;
    assert_eq!(listed.json["data"][0]["attention"], json!(["refund_failed"]));
    let request = server.request("POST", &format!("{ORDER}/refund"));
    let again = request.json(&json!({"amount": 500})).bearer(&token).await;
    let data = &again.json["data"];
    assert_eq!(again.status(), 201, "{}", again.message());
    assert_eq!(
        json!([data["paymentStatus"], data["refundedTotal"]]),
        json!(["partially_refunded", 500])
    );
    assert_eq!(data["attention"], json!([]));
    let listed = server.get(ORDERS).query("needsAttention", "true").bearer(&token).await;
    assert_eq!(listed.json["data"], json!([]));
}
