//! Checkouts that are refused, create no order and hold nothing.

use serde_json::json;

use super::*;

const SHIPPING_ADDRESS: &str =
    "shippingAddress must be an object of at most 16384 bytes and a depth of 20";
const BILLING_ADDRESS: &str =
    "billingAddress must be an object of at most 16384 bytes and a depth of 20";

/// Asserts that each checkout is refused with this response, and that nothing is held.
async fn refuses(server: &Server, table: &[(Value, (u16, &str))]) {
    for (more, expected) in table {
        assert_eq!(check_out(server, SESSION, more.clone()).await.outcome(), *expected, "{more}");
    }
    let orders = stored(server, "select count(*) from orders").await;
    assert_eq!(orders, json!({"count": 0}));
}

#[tokio::test]
async fn place_order__bodies() {
    let server = served().await;
    fill(&server, SESSION, &[(2, 0, 1)]).await;
    const REQUIRED: &str = "sessionId, customerEmail, and customerName are required";
    let post = || server.request("POST", CHECKOUT);
    for lacking in ["sessionId", "customerEmail", "customerName"] {
        for empty in [json!(null), json!(""), json!(7)] {
            let body = checkout_body(SESSION, json!({ lacking: empty }));
            assert_eq!(post().json(&body).await.message(), REQUIRED, "{lacking}: {empty}");
        }
    }
    post().json(&json!({})).await.snapshot("place_order__400");
    let long = |length: usize| "x".repeat(length);
    #[rustfmt::skip]
    let table = [
        (json!({"sessionId": long(256)}), REQUIRED),
        (json!({"customerEmail": "mara"}), "customerEmail must be an e-mail address"),
        (json!({"customerName": "  "}), REQUIRED),
        (json!({"customerName": long(256)}), "customerName must be at most 255 characters"),
        (json!({"customerPhone": long(65)}), "customerPhone must be text of at most 64 characters"),
        (json!({"customerNote": long(2001)}), "customerNote must be text of at most 2000 characters"),
        (json!({"shippingAddress": []}), SHIPPING_ADDRESS),
        (json!({"billingAddress": "here"}), BILLING_ADDRESS),
        (json!({"shippingAddress": {"line1": long(16 * 1024)}}), SHIPPING_ADDRESS),
        (json!({"shippingAddress": nested(21)}), SHIPPING_ADDRESS),
        (json!({"billingAddress": {"a": vec![0; 8 * 1024]}}), BILLING_ADDRESS),
        (json!({"shippingRateId": true}), "Invalid shipping rate"),
        (json!({"discountCode": 1}), "Invalid discount code"),
        (json!({"giftCertificateCode": 1}), "Invalid gift certificate code"),
        (json!({"expectedTotal": -1}), "expectedTotal must be an integer of at least 0"),
        (json!({"expectedTotal": 1.5}), "expectedTotal must be an integer of at least 0"),
    ];
    let table = table.map(|(more, message)| (more, (400, message)));
    refuses(&server, &table).await;
    let nul = checkout_body(SESSION, json!({"shippingAddress": {"line1": "a\u{0}b"}}));
    assert_eq!(post().json(&nul).unchecked().await.status, 400);
    // This body is small in bytes, but forty times as large in memory.
    let mut many = post().header("content-type", "application/json");
    many.body = format!(r#"{{"shippingAddress":[{}0]}}"#, "[0],".repeat(250_000));
    assert_eq!(many.await.status(), 413);
}

#[tokio::test]
async fn place_order__carts() {
    let server = served().await;
    check_out(&server, SESSION, json!({})).await.snapshot("place_order__404");
    fill(&server, SESSION, &[(2, 0, 1)]).await;
    let cleared = server.request("DELETE", "/api/storefront/1/cart").query("sessionId", SESSION);
    assert_eq!(cleared.await.status(), 200);
    let empty = check_out(&server, SESSION, json!({})).await;
    empty.snapshot("place_order__400_cart_is_empty");
    fill(&server, SESSION, &[(2, 0, 1)]).await;
    // Carts of another site are separate, even with the same session.
    let elsewhere = server.request("POST", "/api/storefront/2/checkout");
    let elsewhere = elsewhere.json(&checkout_body(SESSION, json!({}))).await;
    assert_eq!(elsewhere.outcome(), (404, "Cart not found"));
    server.pass(std::time::Duration::from_secs(7 * 86_400));
    refuses(&server, &[(json!({}), (404, "Cart not found"))]).await;
}

#[tokio::test]
async fn place_order__shipping_rate_is_required() {
    let server = served().await;
    server.sql("update stores set requires_shipping_rate = true").await;
    let weightless = "update products set weight = '0' where id = 2";
    server.sql(weightless).await;
    fill(&server, "digital", &[(2, 0, 1)]).await;
    assert_eq!(check_out(&server, "digital", json!({})).await.status(), 200);
    server.sql("update products set weight = '0.4' where id = 2").await;
    fill(&server, SESSION, &[(2, 0, 1)]).await;
    let refused = check_out(&server, SESSION, json!({})).await;
    refused.snapshot("place_order__400_shipping_rate");
    let rate = json!({"shippingRateId": 1, "shippingAddress": {"country": "US", "state": "ME"}});
    assert_eq!(check_out(&server, SESSION, rate).await.status(), 200);
}

#[tokio::test]
async fn place_order__codes_and_rates() {
    let server = served().await;
    fill(&server, SESSION, &[(2, 0, 1)]).await;
    let sql = "insert into gift_certificates (site_id, code, initial_amount, remaining_amount, disabled)
        values (1, 'DISABLED', 100, 100, true);
        insert into discount_codes (site_id, code, discount_type, amount, active, starts_at, max_uses)
        values (1, 'INACTIVE', 'percent', 1000, false, null, null),
           (1, 'LATER', 'percent', 1000, true, '2026-07-01', null),
           (1, 'USED', 'percent', 1000, true, null, 0)";
    server.sql(sql).await;
    let (code, gift, rate) = (
        (400, "Invalid discount code"),
        (400, "Invalid gift certificate code"),
        (400, "Invalid shipping rate"),
    );
    #[rustfmt::skip]
    let table = [
        (json!({"discountCode": "NOPE"}), code),
        (json!({"discountCode": "OVER"}), code),
        (json!({"discountCode": "INACTIVE"}), code),
        (json!({"discountCode": "LATER"}), code),
        (json!({"discountCode": "USED"}), code),
        // This code is valid only from 30.00 on.
        (json!({"discountCode": "FIVEOFF"}), code),
        (json!({"giftCertificateCode": "NOPE"}), gift),
        (json!({"giftCertificateCode": "DISABLED"}), gift),
        (json!({"giftCertificateCode": "GIFT-3RTY-8BNE-6PLC"}), gift),
        (json!({"giftCertificateCode": "GIFT-5ZAK-1MFD-4SJH"}), gift),
        (json!({"shippingRateId": 99}), rate),
        (json!({"shippingRateId": -1}), rate),
        (json!({"shippingRateId": "1 "}), rate),
        (json!({"shippingRateId": "live:nope"}), rate),
        (json!({"shippingRateId": 1, "shippingAddress": {"country": "DE"}}), rate),
        (json!({"shippingRateId": 1, "shippingAddress": {"country_code": "Deutschland"}}), rate),
        (json!({"shippingRateId": 3, "shippingAddress": {"country": "USA", "region": "Maine"}}), rate),
    ];
    refuses(&server, &table).await;
    // Empty values count as absent.
    for blank in ["", " "] {
        let empty = json!({
            "discountCode": " ", "giftCertificateCode": "", "customerPhone": "", "shippingRateId": blank,
        });
        assert_eq!(data(&check_out(&server, SESSION, empty).await)["total"], 1502, "{blank:?}");
    }
}

/// An address of the greatest size is stored and shown as sent. What its values mean is not refused.
#[tokio::test]
async fn place_order__any_address() {
    let server = served().await;
    fill(&server, SESSION, &[(2, 0, 1)]).await;
    let key = |n: usize| (n.to_string(), json!(n));
    let empty_text = json!({"line1": ""}).to_string().len();
    for address in [
        json!({}),
        json!({"line1": "x".repeat(16 * 1024 - empty_text)}),
        nested(20),
        json!((0..1_000).map(key).collect::<serde_json::Map<_, _>>()),
        json!({"a": vec![0; 8_000]}),
        json!({"country": 7, "state": {"name": "Maine"}, "postalCode": null}),
        json!({"country": "x".repeat(16_000)}),
        json!({"country": "U.S. of A.", "province": "Ruritania"}),
    ] {
        let more = json!({
            "shippingRateId": 3, "shippingAddress": address.clone(), "billingAddress": address.clone(),
        });
        check_out(&server, SESSION, more).await.expect(200);
        let sql = "select shipping_address, billing_address from orders where status = 'pending'";
        let order = stored(&server, sql).await;
        assert_eq!(order, json!({"shipping_address": address, "billing_address": address}));
    }
}

/// JSON of this depth.
fn nested(depth: usize) -> Value {
    (1..depth).fold(json!({}), |inner, _| json!({ "a": inner }))
}

#[tokio::test]
async fn place_order__unavailable_items() {
    let server = served().await;
    fill(&server, SESSION, &[(4, 0, 6), (1, 1, 2)]).await;
    let gone = (409, "Some items are no longer available");
    let changes = [
        (
            "update products set status = 'inactive' where site_id = 1 and id = 4",
            "update products set status = 'active' where site_id = 1 and id = 4",
        ),
        (
            "update product_variants set active = false where site_id = 1 and id = 1",
            "update product_variants set active = true where site_id = 1 and id = 1",
        ),
        (
            "insert into product_variants (site_id, id, product_id) values (1, 77, 4)",
            "delete from product_variants where site_id = 1 and id = 77",
        ),
        (
            "update cart_items set product_id = 55 where product_id = 4",
            "update cart_items set product_id = 4 where product_id = 55",
        ),
    ];
    for (change, back) in changes {
        server.sql(change).await;
        refuses(&server, &[(json!({}), gone)]).await;
        server.sql(back).await;
    }
    server.sql("update product_variants set quantity = 1 where site_id = 1 and id = 1").await;
    check_out(&server, SESSION, json!({})).await.snapshot("place_order__409");
    // Untracked stock is never insufficient.
    server.sql("update products set track_inventory = false where site_id = 1 and id = 1").await;
    let stale = check_out(&server, SESSION, json!({"expectedTotal": 15401})).await;
    stale.snapshot("place_order__409_prices_have_changed");
    let placed = check_out(&server, SESSION, json!({"expectedTotal": 16517})).await;
    assert_eq!(data(&placed)["total"], 16517);
}

#[tokio::test]
async fn place_order__total_too_large() {
    let server = served().await;
    fill(&server, SESSION, &[(2, 0, 2)]).await;
    server.sql("update products set price = 9007199254740991 where site_id = 1 and id = 2").await;
    refuses(&server, &[(json!({}), (400, "The total is too large"))]).await;
}
