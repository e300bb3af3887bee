//! Discount codes and gift certificates, validated before they are used.

use serde_json::{Value, json};

use crate::harness::*;

const DISCOUNT: &str = "/api/storefront/1/discount/validate";
const GIFT: &str = "/api/storefront/1/gift-certificates/validate";
const SLOW_DOWN: &str = "Too many attempts, slow down";

fn post<'a>(server: &'a Server, path: &str, body: &Value) -> Request<'a> {
    server.post(path, body)
}

/// Tries each body in a separate minute.
async fn try_all(server: &Server, path: &str, table: &[(Value, u16, &str)]) {
    for (body, status, message) in table {
        server.pass(MINUTE);
        assert_eq!(post(server, path, body).await.outcome(), (*status, *message), "{body}");
    }
}

#[tokio::test]
async fn validate_discount() {
    let server = served_read_only().await;
    let body = json!({"code": " welcome10 ", "subtotal": 8_205});
    post(&server, DISCOUNT, &body).await.snapshot("validate_discount__200");
    let body = json!({"code": "FiveOff"});
    post(&server, DISCOUNT, &body).await.snapshot("validate_discount__200_without_subtotal");
    post(&server, DISCOUNT, &json!({"code": "OVER"})).await.snapshot("validate_discount__400");
}

#[tokio::test]
async fn validate_discount__amounts() {
    let server = served().await;
    for (code, subtotal, amount) in [
        ("WELCOME10", 5, 1),
        ("WELCOME10", 4, 0),
        ("WELCOME10", 0, 0),
        ("FIVEOFF", 3_000, 500),
        ("FREESHIP", 10_000, 0),
        ("ONCE", 1, 1),
    ] {
        server.pass(MINUTE);
        let valid = post(&server, DISCOUNT, &json!({"code": code, "subtotal": subtotal})).await;
        assert_eq!(valid.json["data"]["discountAmount"], amount, "{code} of {subtotal}");
    }
    let sql = "update discount_codes set amount = 20000, min_order_amount = 100 where site_id = 1";
    server.sql(sql).await;
    for (code, subtotal) in [("WELCOME10", 100), ("FIVEOFF", 200)] {
        server.pass(MINUTE);
        let valid = post(&server, DISCOUNT, &json!({"code": code, "subtotal": subtotal})).await;
        assert_eq!(valid.json["data"]["discountAmount"], subtotal, "never more than the subtotal");
    }
}

#[tokio::test]
async fn validate_discount__unusable() {
    let server = served().await;
    let sql = "insert into discount_codes (site_id, code, discount_type, amount, active) values
        (1, 'STRASSE-Ü', 'percent', 100, true), (1, 'OFF', 'percent', 100, false),
        (2, 'ELSEWHERE', 'percent', 100, true);
        insert into discount_codes (site_id, code, discount_type, starts_at, expires_at) values
        (1, 'NOW', 'percent', '2026-06-01T12:00:00Z', '2026-07-01T00:00:00Z'),
        (1, 'LATER', 'percent', '2026-07-01T00:00:00Z', null);
        insert into discount_codes (site_id, code, discount_type, max_uses, used) values
        (1, 'LAST', 'percent', 2, 1), (1, 'USED', 'percent', 2, 2)";
    server.sql(sql).await;
    let unusable = |code: &str| (json!({"code": code}), 400, "Invalid discount code");
    let usable = |code: &str| (json!({"code": code}), 200, "");
    try_all(
        &server,
        DISCOUNT,
        &[
            usable("strasse-ü"),
            usable("NOW"),
            usable("LAST"),
            unusable("OFF"),
            unusable("ELSEWHERE"),
            unusable("LATER"),
            unusable("USED"),
            unusable("no-such-code"),
            unusable("WELCOME1_"),
            unusable("%"),
            unusable("' or 1=1 --"),
            unusable("🦀"),
            (json!({"code": "FIVEOFF", "subtotal": 2_999}), 400, "Invalid discount code"),
            (json!({"code": "FIVEOFF", "subtotal": 3_000}), 200, ""),
            (json!({"code": "FIVEOFF", "subtotal": null}), 200, ""),
        ],
    )
    .await;
}

#[tokio::test]
async fn validate_discount__invalid() {
    let server = served_read_only().await;
    let subtotal = "subtotal must be an integer from 0 to 9007199254740991";
    try_all(
        &server,
        DISCOUNT,
        &[
            (json!({}), 400, "code is required"),
            (json!({"code": null}), 400, "code is required"),
            (json!({"code": ""}), 400, "code is required"),
            (json!({"code": " \t"}), 400, "code is required"),
            (json!({"code": 10}), 400, "code is required"),
            (json!({"code": "ü".repeat(256)}), 400, "code is required"),
            (json!({"code": "🦀".repeat(255)}), 400, "Invalid discount code"),
            (json!({"code": "WELCOME10", "subtotal": -1}), 400, subtotal),
            (json!({"code": "WELCOME10", "subtotal": "1"}), 400, subtotal),
            (json!({"code": "WELCOME10", "subtotal": 1.5}), 400, subtotal),
            (json!({"code": "FIVEOFF", "subtotal": (1_i64 << 53) - 1}), 200, ""),
            (json!({"code": "WELCOME10", "subtotal": 1_i64 << 53}), 400, subtotal),
        ],
    )
    .await;
    let nul = post(&server, DISCOUNT, &json!({"code": "a\0"})).await;
    assert_eq!(nul.status(), 400);
}

#[tokio::test]
async fn validate_gift_certificate() {
    let server = served_read_only().await;
    let body = json!({"code": "gift-7qhx-9kdm-2vwt"});
    post(&server, GIFT, &body).await.snapshot("validate_gift_certificate__200");
    post(&server, GIFT, &json!({})).await.snapshot("validate_gift_certificate__400");
    let body = json!({"code": "GIFT-0000-0000-0000"});
    post(&server, GIFT, &body).await.snapshot("validate_gift_certificate__404");
}

#[tokio::test]
async fn validate_gift_certificate__statuses() {
    let server = served().await;
    let sql = "insert into gift_certificates (site_id, code, initial_amount, remaining_amount, expires_at, disabled) values
        (1, 'OFF', 100, 0, '2025-01-01T00:00:00Z', true), (1, 'OLD', 100, 0, '2025-01-01T00:00:00Z', false),
        (1, 'NEW', 100, 1, '2027-01-01T00:00:00Z', false), (2, 'ELSEWHERE', 100, 100, null, false)";
    server.sql(sql).await;
    for (code, status, remaining) in [
        ("GIFT-7QHX-9KDM-2VWT", "active", 5_000),
        ("GIFT-3RTY-8BNE-6PLC", "depleted", 0),
        ("GIFT-5ZAK-1MFD-4SJH", "expired", 2_500),
        ("off", "disabled", 0),
        ("old", "expired", 0),
        ("new", "active", 1),
    ] {
        server.pass(MINUTE);
        let data = &post(&server, GIFT, &json!({"code": code})).await.json["data"];
        assert_eq!(json!([data["status"], data["remainingAmount"]]), json!([status, remaining]));
    }
    let body = json!({"code": "ELSEWHERE"});
    try_all(&server, GIFT, &[(body, 404, "Gift certificate not found")]).await;
}

#[tokio::test]
async fn thirty_wrong_codes_per_minute_client_and_kind() {
    let server = served_behind_proxies(1).await;
    let from = |path: &str, address: &str| {
        post(&server, path, &json!({"code": "x"})).header("x-forwarded-for", address)
    };
    // A right code does not count.
    for _ in 0..35 {
        let right = post(&server, DISCOUNT, &json!({"code": "WELCOME10"}));
        assert_eq!(right.header("x-forwarded-for", "192.0.2.1").await.status(), 200);
        let right = post(&server, GIFT, &json!({"code": "GIFT-7QHX-9KDM-2VWT"}));
        assert_eq!(right.header("x-forwarded-for", "192.0.2.1").await.status(), 200);
    }
    for _ in 0..30 {
        assert_eq!(from(DISCOUNT, "192.0.2.1").await.status(), 400);
        assert_eq!(from(GIFT, "192.0.2.1").await.status(), 404);
    }
    from(DISCOUNT, "192.0.2.1").await.snapshot("validate_discount__429");
    from(GIFT, "192.0.2.1").await.snapshot("validate_gift_certificate__429");
    assert_eq!(from(DISCOUNT, "192.0.2.2").await.status(), 400);
    let elsewhere = from("/api/storefront/2/discount/validate", "192.0.2.1").await;
    assert_eq!(elsewhere.outcome(), (429, SLOW_DOWN));
    // A whole IPv6 network counts as one client.
    for host in 0..30 {
        from(GIFT, &format!("2001:db8::{host}")).await;
    }
    assert_eq!(from(GIFT, "2001:db8::ffff").await.status(), 429);
    server.pass(MINUTE);
    assert_eq!(from(DISCOUNT, "192.0.2.1").await.status(), 400);
}

#[tokio::test]
async fn place_order__wrong_codes_count() {
    let server = served().await;
    let line = json!({"sessionId": "a session", "productId": 2, "quantity": 5});
    assert_eq!(post(&server, "/api/storefront/1/cart", &line).await.status(), 200);
    let check_out = |more: Value| {
        post(&server, "/api/storefront/1/checkout", &checkout_body("a session", more))
    };
    // A right code does not count, however often it is sent.
    for _ in 0..35 {
        check_out(json!({"discountCode": "WELCOME10"})).await.expect(200);
    }
    // Concurrent right codes do not count either, although some of them are told to retry.
    let right = (0..50).map(|_| check_out(json!({"discountCode": "WELCOME10"})));
    for answer in futures_util::future::join_all(right.map(IntoFuture::into_future)).await {
        assert!([200, 429].contains(&answer.status()), "{}", answer.message());
    }
    assert_eq!(check_out(json!({"discountCode": "WELCOME10"})).await.status(), 200);
    server.pass(MINUTE);
    let guesses =
        (0..50).map(|number| check_out(json!({"discountCode": format!("GUESS{number}")})));
    let answers = futures_util::future::join_all(guesses.map(IntoFuture::into_future)).await;
    let tried = answers.iter().filter(|answer| answer.status() == 400).count();
    let refused = answers.iter().filter(|answer| answer.status() == 429).count();
    assert_eq!((tried, refused), (30, 20));
    // From here on, checkout and validation refuse even right codes. Gift certificates have a separate limit.
    check_out(json!({"discountCode": "WELCOME10"})).await.snapshot("place_order__429_wrong_codes");
    assert_eq!(post(&server, DISCOUNT, &json!({"code": "WELCOME10"})).await.status(), 429);
    let certificate = json!({"giftCertificateCode": "GIFT-7QHX-9KDM-2VWT"});
    assert_eq!(check_out(certificate).await.status(), 200);
    assert_eq!(check_out(json!({})).await.status(), 200);
    server.pass(MINUTE);
    assert_eq!(check_out(json!({"discountCode": "WELCOME10"})).await.status(), 200);
}
