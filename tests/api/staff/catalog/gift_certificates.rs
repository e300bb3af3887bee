//! Gift certificates.

use super::*;
use crate::api::storefront::purchases::Purchase;

const CERTIFICATES: &str = "/api/staff/sites/1/gift-certificates";
const FIRST: &str = "/api/staff/sites/1/gift-certificates/1";

/// The answer to a customer who asks for the balance, in a minute without other calls.
async fn checked(server: &Server, code: &str) -> Exchange {
    server.pass(MINUTE);
    server.post("/api/storefront/1/gift-certificates/validate", &json!({"code": code})).await
}

#[tokio::test]
async fn list_gift_certificates() {
    let server = served().await;
    let token = catalog(&server).await;
    let list = || server.get(CERTIFICATES).bearer(&token);
    let listed = list().await.snapshot("list_gift_certificates__200");
    assert_eq!(listed.each("status"), ["expired", "depleted", "active"]);
    assert_eq!(
        all_pages(|| list().query("limit", "1")).await,
        *listed.json["data"].as_array().unwrap()
    );
    for (code, ids) in [
        ("gift-7qhx-9kdm-2vwt", &[1][..]),
        ("GIFT-7QHX-9KDM-2VW", &[]),
        ("%", &[]),
        ("", &[3, 2, 1]),
    ] {
        assert_eq!(list().query("code", code).await.ids(), ids, "{code}");
    }
    for (name, value) in
        [("code", "x".repeat(256)), ("cursor", "x".into()), ("cursor", "1.x".into())]
    {
        assert_eq!(list().query(name, &value).await.status(), 400, "{name}");
    }
    server.sql("update gift_certificates set disabled = true where site_id = 1 and id = 3").await;
    assert_eq!(list().await.each("status"), ["disabled", "depleted", "active"]);
}

#[tokio::test]
async fn get_gift_certificate() {
    let server = served().await;
    let token = catalog(&server).await;
    let order = Purchase::with_fixed_names(&server).await;
    let read = || server.get(FIRST).bearer(&token);
    let held = read().await.snapshot("get_gift_certificate__200");
    let data = &held.json["data"];
    let balance = |data: &Value| {
        let movements = data["movements"].as_array().unwrap();
        movements.iter().map(|movement| movement["amount"].as_i64().unwrap()).sum::<i64>()
    };
    assert_eq!(data["remainingAmount"], balance(data));
    assert_eq!(data["movements"][0]["orderNumber"], order.number);
    let cancel = format!("/api/staff/sites/1/orders/{}/cancel", order.number);
    server.request("POST", &cancel).bearer(&token).await.expect(200);
    let released = read().await;
    let data = &released.json["data"];
    assert_eq!((&data["remainingAmount"], balance(data)), (&json!(5000), 5000));
    assert_eq!(data["movements"][0]["reason"], "release");
    assert_eq!(server.get(&format!("{CERTIFICATES}/99")).bearer(&token).await.status(), 404);
    let many = "insert into gift_certificate_movements (site_id, certificate_id, amount, reason, occurred_at)
        select 1, 1, 0, 'hold', now() from generate_series(1, 200)";
    server.sql(many).await;
    let newest = read().await;
    assert_eq!(newest.json["data"]["movements"].as_array().unwrap().len(), 100);
}

#[tokio::test]
async fn issue_gift_certificate() {
    let server = served().await;
    let token = catalog(&server).await;
    let issue = |body: Value| create(&server, &token, CERTIFICATES, &body);
    let body = json!({"amount": 2500, "code": " GIFT-Q3V7-KX2M-94TD-HR8W ", "expiresAt": "2027-03-16T00:00:00Z",
        "remainingAmount": 99_999, "initialAmount": 99_999, "disabled": true});
    let issued = issue(body).await.snapshot("issue_gift_certificate__201");
    assert_eq!(issued.json["data"]["remainingAmount"], 2500);
    let balance = checked(&server, "gift-q3v7-kx2m-94td-hr8w").await;
    assert_eq!(
        (&balance.json["data"]["remainingAmount"], &balance.json["data"]["status"]),
        (&json!(2500), &json!("active"))
    );
    let taken = issue(json!({"amount": 1, "code": "gift-7qhx-9kdm-2vwt"})).await;
    taken.snapshot("issue_gift_certificate__409");
    let made = issue(json!({"amount": 9_007_199_254_740_991_i64, "code": null})).await.expect(201);
    let code = made.json["data"]["code"].as_str().unwrap();
    assert_eq!((code.len(), &code[..5]), (24, "GIFT-"));
    assert_eq!(checked(&server, code).await.json["data"]["status"], "active");
    for body in [
        json!({}),
        json!({"amount": 0}),
        json!({"amount": -1}),
        json!({"amount": 1.5}),
        json!({"amount": null}),
        json!({"amount": "2500"}),
        json!({"amount": 9_007_199_254_740_992_i64}),
        json!({"amount": 1, "code": "1234567"}),
        json!({"amount": 1, "code": 12_345_678}),
        json!({"amount": 1, "code": "12345678\u{0}"}),
        json!({"amount": 1, "code": "1234\n5678"}),
        json!({"amount": 1, "code": "x".repeat(256)}),
        json!({"amount": 1, "expiresAt": "soon"}),
        json!({"amount": 1, "expiresAt": "2026-05-01T00:00:00Z"}),
        json!({"amount": 1, "expiresAt": "3000-01-01T00:00:00Z"}),
        json!([]),
    ] {
        let refused = issue(body.clone()).await;
        assert_eq!(refused.status(), 400, "{body}: {}", refused.message());
    }
    server.sql("update stores set currency = 'ISK' where site_id = 1").await;
    let odd = issue(json!({"amount": 150})).await;
    assert_eq!(odd.outcome(), (400, "The store cannot charge this amount in its currency"));
    let rows = audited_with(&server, "issueGiftCertificate").await;
    assert_eq!(rows.len(), 2, "{rows:?}");
    assert!(!rows.concat().contains("GIFT-"), "no code in the audit trail: {rows:?}");
    let other = hired(&server, Some(2), "lin@odds.example", &["owner"]).await;
    let elsewhere = "/api/staff/sites/2/gift-certificates";
    let same = json!({"amount": 1, "code": "gift-7qhx-9kdm-2vwt"});
    create(&server, &other, elsewhere, &same).await.expect(201);
    assert_eq!(server.get(FIRST).bearer(&other).await.status(), 404);
    assert_eq!(server.get(&format!("{elsewhere}/1")).bearer(&other).await.status(), 404);
}

#[tokio::test]
async fn disable_and_enable() {
    let server = served().await;
    let token = catalog(&server).await;
    let post = |action: &str| server.request("POST", &format!("{FIRST}/{action}")).bearer(&token);
    let disabled = post("disable").await.snapshot("disable_gift_certificate__200");
    assert_eq!(post("disable").await.json, disabled.json);
    assert_eq!(checked(&server, "GIFT-7QHX-9KDM-2VWT").await.json["data"]["status"], "disabled");
    fill(&server, "a session", &[(1, 1, 1)]).await;
    let body = checkout_body("a session", json!({"giftCertificateCode": "gift-7qhx-9kdm-2vwt"}));
    let checkout = || server.post("/api/storefront/1/checkout", &body);
    assert_eq!(checkout().await.message(), "Invalid gift certificate code");
    let enabled = post("enable").await.snapshot("enable_gift_certificate__200");
    assert_eq!(enabled.json["data"]["remainingAmount"], 5000);
    assert_eq!(post("enable").await.json, enabled.json);
    checkout().await.expect(200);
    let rows = audited_with(&server, "GiftCertificate").await;
    assert_eq!(rows.len(), 2, "{rows:?}");
    for action in ["disable", "enable"] {
        let path = format!("{CERTIFICATES}/99/{action}");
        let unknown = server.request("POST", &path).bearer(&token).await;
        assert_eq!(unknown.outcome(), (404, "Gift certificate not found"));
    }
}
