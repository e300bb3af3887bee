//! Webhook endpoints and deliveries, as staff list and change them.

use super::settings::patch;
use super::*;

const ENDPOINTS: &str = "/api/staff/sites/1/webhook-endpoints";
const ENDPOINT: &str = "/api/staff/sites/1/webhook-endpoints/1";
const DELIVERIES: &str = "/api/staff/sites/1/webhook-deliveries";
const DELIVERY: &str = "/api/staff/sites/1/webhook-deliveries/1";

fn body() -> Value {
    json!({
        "url": "https://erp.harborgoods.example/webhooks?a=1",
        "description": "Orders",
        "events": ["order.paid", "stock.low", "order.paid"],
    })
}

/// A server with an endpoint and a delivery, and the token of an owner.
async fn served_webhooks() -> (Server, String) {
    let (server, owner) = served_to("owner").await;
    server.post(ENDPOINTS, &body()).bearer(&owner).await.expect(201);
    server.sql("update webhook_endpoints set version = 1700000000000").await;
    server.request("POST", &format!("{ENDPOINT}/test")).bearer(&owner).await.expect(201);
    (server, owner)
}

#[tokio::test]
async fn webhook_endpoints() {
    let (server, owner) = served_to("owner").await;
    let create = |body: &Value| server.post(ENDPOINTS, body).bearer(&owner);
    let created = create(&body()).await.snapshot("create_webhook_endpoint__201");
    assert!(created.json["data"]["secret"].as_str().unwrap().starts_with("whsec_"));
    server.sql("update webhook_endpoints set version = 1700000000000").await;
    let bare = create(&json!({"url": "https://example.com", "events": null})).await.expect(201);
    assert_eq!(bare.json["data"]["endpoint"]["events"], json!([]));
    let list = || server.get(ENDPOINTS).bearer(&owner);
    list().query("limit", "1").await.snapshot("list_webhook_endpoints__200");
    assert_eq!(all_ids(|| list().query("limit", "1")).await, [1, 2]);
    list().query("cursor", "x").await.snapshot("list_webhook_endpoints__400");
    server.get(ENDPOINT).bearer(&owner).await.snapshot("get_webhook_endpoint__200");
    server
        .get(&format!("{ENDPOINTS}/a"))
        .bearer(&owner)
        .await
        .snapshot("get_webhook_endpoint__400");
    server
        .get(&format!("{ENDPOINTS}/9"))
        .bearer(&owner)
        .await
        .snapshot("get_webhook_endpoint__404");

    let change = json!({"description": null, "events": [], "active": false});
    let seen = "\"1700000000000\"";
    let changed = patch(&server, &owner, ENDPOINT, seen, &change).await;
    let changed = changed.snapshot("update_webhook_endpoint__200");
    let late = patch(&server, &owner, ENDPOINT, seen, &change).await;
    assert_eq!(late.header("etag"), changed.header("etag"));
    late.snapshot("update_webhook_endpoint__412");

    let rotate = format!("{ENDPOINT}/rotate-secret");
    let rotated = server.request("POST", &rotate).bearer(&owner).await;
    let rotated = rotated.snapshot("rotate_webhook_secret__200");
    assert_ne!(rotated.json["data"]["secret"], created.json["data"]["secret"]);
    let remove = || server.request("DELETE", ENDPOINT).bearer(&owner);
    remove().await.snapshot("remove_webhook_endpoint__200");
    remove().await.snapshot("remove_webhook_endpoint__404");
    let rows = audited_with(&server, " webhook_endpoint ").await;
    let rows: Vec<_> = rows.iter().map(|row| row.split(' ').nth(2).unwrap()).collect();
    let expected = [
        "createWebhookEndpoint",
        "createWebhookEndpoint",
        "updateWebhookEndpoint",
        "rotateWebhookSecret",
        "removeWebhookEndpoint",
    ];
    assert_eq!(rows, expected);
}

#[tokio::test]
async fn refused_changes_of_webhook_endpoints() {
    let (server, owner) = served_webhooks().await;
    let create = |body: &Value| server.post(ENDPOINTS, body).bearer(&owner);
    create(&json!({"url": "http://example.com"})).await.snapshot("create_webhook_endpoint__400");
    let not_public = "url must be an https URL of a public host, without a user and password";
    let no_url = "url must be an http or https URL of at most 2000 characters";
    for (url, message) in [
        ("https://localhost/a", not_public),
        ("https://127.0.0.1/a", not_public),
        ("https://[::1]/a", not_public),
        ("https://0x7f.1/a", not_public),
        ("https://169.254.169.254/latest", not_public),
        ("https://user:password@example.com/", not_public),
        ("https://", no_url),
        ("example.com", no_url),
        ("https://exa mple.com", no_url),
        (&format!("https://example.com/{}", "a".repeat(2_000)), no_url),
    ] {
        let refused = create(&json!({"url": url})).await;
        assert_eq!(refused.outcome(), (400, message), "{url}");
        let refused = patch(&server, &owner, ENDPOINT, "*", &json!({"url": url})).await;
        assert_eq!(refused.outcome(), (400, message), "{url}");
    }
    for wrong in [
        json!({"url": "https://example.com", "events": ["webhook.test"]}),
        json!({"url": "https://example.com", "events": "order.paid"}),
        json!({"url": "https://example.com", "description": "a\nb"}),
        json!({"url": null}),
    ] {
        assert_eq!(create(&wrong).await.status(), 400, "{wrong}");
    }
    let body = json!({"active": null});
    patch(&server, &owner, ENDPOINT, "*", &body).await.snapshot("update_webhook_endpoint__400");
    let none = format!("{ENDPOINTS}/9");
    patch(&server, &owner, &none, "*", &json!({})).await.snapshot("update_webhook_endpoint__404");
    let unseen = server.request("PATCH", ENDPOINT).bearer(&owner).merge_patch(&json!({}));
    unseen.await.snapshot("update_webhook_endpoint__428");
    for (method, path, name) in [
        ("DELETE", "", "remove_webhook_endpoint"),
        ("POST", "/rotate-secret", "rotate_webhook_secret"),
        ("POST", "/test", "send_test_webhook"),
    ] {
        let call =
            |id: &str| server.request(method, &format!("{ENDPOINTS}/{id}{path}")).bearer(&owner);
        call("a").await.snapshot(&format!("{name}__400"));
        if method == "POST" {
            call("9").await.snapshot(&format!("{name}__404"));
        }
    }
    // The endpoints of site 1 are unknown to site 2.
    let other = hired(&server, Some(2), "lin@odds.example", &["owner"]).await;
    let theirs = "/api/staff/sites/2/webhook-endpoints/1";
    assert_eq!(server.get(theirs).bearer(&other).await.status(), 404);
    assert_eq!(server.request("DELETE", theirs).bearer(&other).await.status(), 404);
    assert_eq!(server.get(ENDPOINT).bearer(&owner).await.header("etag"), "\"1700000000000\"");
}

/// At most 20 endpoints, also if they are created concurrently.
#[tokio::test]
async fn the_limit_of_webhook_endpoints() {
    let server = served_without_limits().await;
    let owner = hired(&server, Some(1), INES, &["owner"]).await;
    let answers = fifty(&server, async |server, number| {
        let body = json!({"url": format!("https://example.com/{number}")});
        server.post(ENDPOINTS, &body).bearer(&owner).await
    })
    .await;
    assert_eq!((answered(&answers, 201), answered(&answers, 409)), (20, 30));
    let body = json!({"url": "https://example.com"});
    server.post(ENDPOINTS, &body).bearer(&owner).await.snapshot("create_webhook_endpoint__409");
}

#[tokio::test]
async fn webhook_deliveries() {
    let (server, owner) = served_webhooks().await;
    let post = |path: &str| server.request("POST", path).bearer(&owner);
    post(&format!("{ENDPOINT}/test")).await.snapshot("send_test_webhook__201");
    let list = || server.get(DELIVERIES).bearer(&owner);
    list().query("limit", "1").await.snapshot("list_webhook_deliveries__200");
    assert_eq!(all_ids(|| list().query("limit", "1")).await, [2, 1]);
    server
        .sql(
            "update webhook_deliveries set failed_at = created_at, attempted_at = created_at, attempts = 12,
                status = 503, answer = 'Service unavailable' where id = 1",
        )
        .await;
    for (name, value, expected) in [
        ("endpointId", "1", vec![2, 1]),
        ("endpointId", "9", vec![]),
        ("status", "waiting", vec![2]),
        ("status", "failed", vec![1]),
        ("status", "delivered", vec![]),
        ("event", "webhook.test", vec![2, 1]),
        ("event", "order.paid", vec![]),
        ("event", "", vec![2, 1]),
    ] {
        assert_eq!(list().query(name, value).await.ids(), expected, "{name} {value}");
    }
    list().query("status", "sent").await.snapshot("list_webhook_deliveries__400");
    for (name, value) in [("cursor", "1"), ("endpointId", "a"), ("event", &"a".repeat(65))] {
        assert_eq!(list().query(name, value).await.status(), 400, "{name}");
    }
    server.get(DELIVERY).bearer(&owner).await.snapshot("get_webhook_delivery__200");
    post(&format!("{DELIVERY}/retry")).await.snapshot("retry_webhook_delivery__200");
    for id in ["a", "9"] {
        let status = if id == "a" { 400 } else { 404 };
        let got = server.get(&format!("{DELIVERIES}/{id}")).bearer(&owner).await;
        got.snapshot(&format!("get_webhook_delivery__{status}"));
        let retried = post(&format!("{DELIVERIES}/{id}/retry")).await;
        retried.snapshot(&format!("retry_webhook_delivery__{status}"));
    }
    // A delivery that a server is sending stays as it is.
    server
        .sql("update webhook_deliveries set is_claimed = true, due_at = '2030-01-01', attempts = 3")
        .await;
    let claimed = post(&format!("{DELIVERY}/retry")).await.expect(200);
    assert_eq!(claimed.json["data"]["attempts"], 3);

    server.sql("update webhook_deliveries set is_claimed = false, failed_at = created_at").await;
    let retry = |id: &str, body: Value| {
        server.post(&format!("{ENDPOINTS}/{id}/retry-failed"), &body).bearer(&owner)
    };
    let later = retry("1", json!({"since": "2026-06-01T12:00:11Z"})).await.expect(200);
    assert_eq!(later.json["data"]["retried"], 0);
    let since = json!({"since": "2026-06-01T12:00:10Z"});
    retry("1", since.clone()).await.snapshot("retry_failed_webhook_deliveries__200");
    retry("9", since).await.snapshot("retry_failed_webhook_deliveries__404");
    retry("1", json!({"since": "now"})).await.snapshot("retry_failed_webhook_deliveries__400");

    server.sql("update webhook_endpoints set disabled_at = now(), disabled_reason = 'gone'").await;
    post(&format!("{ENDPOINT}/test")).await.snapshot("send_test_webhook__409");
}
