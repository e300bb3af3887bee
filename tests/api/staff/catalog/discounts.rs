//! Discount codes.

use super::*;
use crate::api::storefront::purchases::served_with_order;

const CODES: &str = "/api/staff/sites/1/discount-codes";
const WELCOME: &str = "/api/staff/sites/1/discount-codes/1";

/// The code of the order of `served_with_order`.
const ONCE: &str = "/api/staff/sites/1/discount-codes/4";

/// The outcome of a customer's check of a code, in a minute without other calls.
async fn checked(server: &Server, code: &str) -> Exchange {
    server.pass(MINUTE);
    server.post("/api/storefront/1/discount/validate", &json!({"code": code})).await
}

#[tokio::test]
async fn list_discount_codes() {
    let server = served().await;
    let token = catalog(&server).await;
    let list = || server.get(CODES).bearer(&token);
    let listed = list().await.snapshot("list_discount_codes__200");
    assert_eq!(listed.each("code"), ["FIVEOFF", "FREESHIP", "ONCE", "OVER", "WELCOME10"]);
    assert_eq!(
        all_pages(|| list().query("limit", "2")).await,
        *listed.json["data"].as_array().unwrap()
    );
    let insert = "insert into discount_codes (site_id, code, discount_type) values
        (1, 'f%', 'percent'), (1, 'Straße', 'percent'), (1, '🦀', 'percent'), (2, 'FAR', 'percent')";
    server.sql(insert).await;
    for (q, codes) in [
        ("f", &["f%", "FIVEOFF", "FREESHIP"][..]),
        ("F%", &["f%"]),
        ("STRA", &["Straße"]),
        ("🦀", &["🦀"]),
        ("welcome10", &["WELCOME10"]),
        ("welcome100", &[]),
        ("", &["f%", "FIVEOFF", "FREESHIP", "ONCE", "OVER", "Straße", "WELCOME10", "🦀"]),
        ("'", &[]),
    ] {
        assert_eq!(list().query("q", q).await.each("code"), codes, "{q}");
    }
    let ids = all_ids(|| list().query("limit", "1").query("q", "f")).await;
    assert_eq!(ids.len(), 3, "{ids:?}");
    assert_eq!(list().query("q", &"x".repeat(256)).await.status(), 400);
    assert_eq!(list().query("cursor", "zzz").await.each("code"), ["🦀"]);
    assert_eq!(list().query("cursor", "a\0").await.status(), 400);
}

#[tokio::test]
async fn a_discount_code_comes_and_goes() {
    let server = served().await;
    let token = catalog(&server).await;
    let body = json!({"code": " Summer ", "discountType": "percent", "amount": 2000, "used": 7,
        "startsAt": "2026-01-01T02:00:00+02:00", "expiresAt": "2026-07-01T00:00:00Z", "maxUses": 2});
    let created = create(&server, &token, CODES, &body).await.snapshot("create_discount_code__201");
    let path = path_of(CODES, &created);
    assert_eq!(checked(&server, "SUMMER").await.json["data"]["amount"], 2000);
    let taken = json!({"code": "SUMMER", "discountType": "free_shipping"});
    create(&server, &token, CODES, &taken).await.snapshot("create_discount_code__409");
    let read = server.get(&path).bearer(&token).await.snapshot("get_discount_code__200");
    assert_eq!(read.json, created.json);
    assert_eq!(read.header("etag"), created.header("etag"));

    let seen = created.header("etag");
    let patch = |seen: &str, body: Value| change(&server, &token, &path, seen, &body);
    let body =
        json!({"code": "SUMMER26", "amount": 1500, "expiresAt": null, "description": "15% off"});
    let changed = patch(seen, body).await.snapshot("update_discount_code__200");
    assert_eq!(checked(&server, "summer").await.status(), 400);
    assert_eq!(checked(&server, "summer26").await.json["data"]["amount"], 1500);
    let late = patch(seen, json!({"amount": 1})).await.snapshot("update_discount_code__412");
    assert_eq!(late.header("etag"), changed.header("etag"));
    let unseen = server.request("PATCH", &path).bearer(&token).merge_patch(&json!({}));
    unseen.await.snapshot("update_discount_code__428");
    let taken = patch("*", json!({"code": "fiveoff"})).await.snapshot("update_discount_code__409");
    assert_eq!(taken.message(), "Another discount code has this code");
    patch("*", json!({"active": false})).await.expect(200);
    assert_eq!(checked(&server, "summer26").await.status(), 400, "inactive");
    // A code keeps the number of its uses.
    server.sql("update discount_codes set used = 5 where code = 'SUMMER26'").await;
    let ignored = json!({"used": 0, "id": 1, "siteId": 2, "version": 1, "maxUses": 9});
    let same = patch("*", ignored).await;
    assert_eq!((&same.json["data"]["used"], &same.json["data"]["maxUses"]), (&json!(5), &json!(9)));

    let other = hired(&server, Some(2), "lin@odds.example", &["owner"]).await;
    for path in [path.as_str(), &path.replace("sites/1", "sites/2")] {
        assert_eq!(change(&server, &other, path, "*", &json!({"amount": 0})).await.status(), 404);
        assert_eq!(remove(&server, &other, path).await.status(), 404);
    }
    remove(&server, &token, &path).await.snapshot("remove_discount_code__200");
    assert_eq!(remove(&server, &token, &path).await.message(), "Discount code not found");
    let rows = audited_with(&server, "DiscountCode").await;
    assert_eq!(rows.len(), 5, "{rows:?}");
    assert!(
        rows[1].contains(" updateDiscountCode discount_code code,description,amount,expiresAt "),
        "{rows:?}"
    );
}

#[tokio::test]
async fn refused_discount_codes() {
    let server = served_without_limits().await;
    let token = catalog(&server).await;
    for member in [
        json!({"code": ""}),
        json!({"code": " \u{feff}"}),
        json!({"code": null}),
        json!({"code": 5}),
        json!({"code": "a\u{0}"}),
        json!({"code": "a\nb"}),
        json!({"code": "x".repeat(256)}),
        json!({"description": "x".repeat(2_001)}),
        json!({"discountType": "half"}),
        json!({"discountType": null}),
        json!({"discountType": 1}),
        json!({"amount": -1}),
        json!({"amount": 1.5}),
        json!({"amount": "100"}),
        json!({"amount": 9_007_199_254_740_992_i64}),
        json!({"minOrderAmount": -1}),
        json!({"maxUses": -1}),
        json!({"maxUses": 1e300}),
        json!({"startsAt": "tomorrow"}),
        json!({"startsAt": "2026-02-30T00:00:00Z"}),
        json!({"startsAt": "0999-12-31T23:59:59Z"}),
        json!({"expiresAt": 1}),
        json!({"expiresAt": "2999-12-31T23:59:59-01:00"}),
        json!({"expiresAt": "9999-12-31T23:59:59-01:00"}),
        json!({"active": "yes"}),
        json!([]),
    ] {
        let changed = change(&server, &token, WELCOME, "*", &member).await;
        assert_eq!(changed.status(), 400, "{member}");
        let mut body = json!({"code": "NEW", "discountType": "percent"});
        match member.as_object() {
            Some(members) => body.as_object_mut().unwrap().extend(members.clone()),
            None => body = member.clone(),
        }
        let created = create(&server, &token, CODES, &body).await;
        assert_eq!(created.status(), 400, "{member}: {}", created.message());
    }
    let too_much = (400, "A discount takes off at most 100 percent (an amount of 10000)");
    let body = json!({"code": "NEW", "discountType": "percent", "amount": 10_001});
    assert_eq!(create(&server, &token, CODES, &body).await.outcome(), too_much);
    let changed = change(&server, &token, WELCOME, "*", &json!({"amount": 10_001})).await;
    assert_eq!(changed.outcome(), too_much);
    // The amount of a share is no amount of money.
    server.sql("update stores set currency = 'ISK' where site_id = 1").await;
    let refusal = (400, "The store cannot charge this amount in its currency");
    let patch = |body: Value| change(&server, &token, WELCOME, "*", &body);
    patch(json!({"amount": 1050})).await.expect(200);
    assert_eq!(patch(json!({"discountType": "fixed_amount"})).await.outcome(), refusal);
    let both = json!({"discountType": "fixed_amount", "amount": 1100});
    patch(both).await.expect(200);
    assert_eq!(patch(json!({"amount": 1150})).await.outcome(), refusal);
    let body = json!({"code": "NEW", "discountType": "fixed_amount", "amount": 50});
    assert_eq!(create(&server, &token, CODES, &body).await.outcome(), refusal);
    assert_eq!(audited_with(&server, "DiscountCode").await.len(), 2);
}

#[tokio::test]
async fn a_code_of_orders() {
    let (server, order) = served_with_order().await;
    let token = catalog(&server).await;
    let in_use = (409, "An order that is not shipped has this discount code");
    for status in ["pending", "paid", "processing"] {
        let set = format!("update orders set status = '{status}' where id = {}", order.id);
        server.sql(&set).await;
        assert_eq!(remove(&server, &token, ONCE).await.outcome(), in_use, "{status}");
        let renamed = change(&server, &token, ONCE, "*", &json!({"code": "TWICE"})).await;
        assert_eq!(renamed.outcome(), in_use, "{status}");
    }
    remove(&server, &token, ONCE).await.snapshot("remove_discount_code__409");
    let respelt = change(&server, &token, ONCE, "*", &json!({"code": "once", "maxUses": 3})).await;
    assert_eq!((respelt.status(), &respelt.json["data"]["used"]), (200, &json!(1)));
    let set = format!("update orders set status = 'shipped' where id = {}", order.id);
    server.sql(&set).await;
    remove(&server, &token, ONCE).await.expect(200);
    let orders = server.get("/api/staff/sites/1/orders").bearer(&token).await;
    let number = orders.json["data"][0]["orderNumber"].as_str().unwrap().to_owned();
    let read = server.get(&format!("/api/staff/sites/1/orders/{number}")).bearer(&token).await;
    assert_eq!(read.json["data"]["discountCode"], "ONCE", "an order retains the text");
}

/// Checkouts and a removal at once: the code is removed before they use it, or stays.
#[tokio::test]
async fn a_removal_among_checkouts() {
    let server = served_without_limits().await;
    let token = catalog(&server).await;
    for number in 0..50 {
        fill(&server, &format!("cart {number}"), &[(4, 0, 1)]).await;
    }
    let answers = fifty(&server, async |server, number| {
        if number == 25 {
            return remove(server, &token, WELCOME).await;
        }
        let body = checkout_body(&format!("cart {number}"), json!({"discountCode": "welcome10"}));
        server.post("/api/storefront/1/checkout", &body).await
    })
    .await;
    let removed = answers[25].status();
    let placed = answered(&answers, 200) - usize::from(removed == 200);
    assert_eq!(removed, if placed == 0 { 200 } else { 409 }, "{placed} orders");
    let refused = answers.iter().filter(|answer| answer.status() == 400);
    assert!(refused.into_iter().all(|answer| answer.message() == "Invalid discount code"));
    let held = server.count("orders where discount_code = 'WELCOME10'").await;
    assert_eq!(held, placed as i64);
}

#[tokio::test]
async fn concurrent_changes_of_codes() {
    let server = served_without_limits().await;
    let token = catalog(&server).await;
    let answers = fifty(&server, async |server, number| {
        change(server, &token, WELCOME, "\"1700000000000\"", &json!({"amount": number})).await
    })
    .await;
    assert_eq!((answered(&answers, 200), answered(&answers, 412)), (1, 49));
    let answers = fifty(&server, async |server, number| {
        let code = if number % 2 == 0 { "new" } else { "NEW" };
        create(server, &token, CODES, &json!({"code": code, "discountType": "percent"})).await
    })
    .await;
    assert_eq!((answered(&answers, 201), answered(&answers, 409)), (1, 49));
    assert_eq!(audited_with(&server, "DiscountCode").await.len(), 2);
}
