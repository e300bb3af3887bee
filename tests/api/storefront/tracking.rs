//! Webhooks of the carrier tracker.

use hmac::{Hmac, KeyInit, Mac};
use serde_json::{Value, json};
use sha2::Sha256;
use stoa_stores::{Seal, SecretName};

use super::purchases::*;
use crate::harness::*;

const TRACKING: &str = "/api/storefront/1/webhooks/tracking";
pub const TRACKER_SECRET: &str = "a secret of the tracker";
pub const TRACKING_NUMBER: &str = "9400111899223100012345";

/// A server whose site 1 has the tracker's secret and a shipped order.
async fn shipped() -> (Server, Purchase) {
    let server = served().await;
    share_secret(&server).await;
    let order = Purchase::with_fixed_names(&server).await;
    order.pay(&server).await;
    let found = stoa::commands::orders::find(&server.db(), None, &order.number).await.unwrap();
    let parcel = stoa_commerce::orders::Parcel {
        carrier: "USPS",
        tracking_number: TRACKING_NUMBER,
        tracking_url: None,
    };
    stoa::commands::orders::ship(&server.db(), &found, parcel).await.unwrap();
    (server, order)
}

/// Sets the tracker's secret of site 1.
pub async fn share_secret(server: &Server) {
    let seal = Seal::new(SECRET);
    let name = SecretName::TrackingWebhookSecret;
    stoa::commands::stores::set(&server.db(), &seal, 1, name, TRACKER_SECRET).await.unwrap();
    server.pass(stoa_stores::STORE_TTL);
}

pub fn event(id: &str, status: &str, updated_at: &str) -> Value {
    json!({
        "id": id,
        "description": "tracker.updated",
        "result": {
            "tracking_code": TRACKING_NUMBER,
            "status": status,
            "carrier": "USPS",
            "public_url": "https://tracking.example/94",
            "updated_at": updated_at,
        },
    })
}

pub fn signature(body: &str) -> String {
    let mac = Hmac::<Sha256>::new_from_slice(TRACKER_SECRET.as_bytes()).unwrap();
    hex::encode(mac.chain_update(body).finalize().into_bytes())
}

fn told<'a>(server: &'a Server, body: &str, signature: &str) -> Request<'a> {
    let mut request = server
        .request("POST", TRACKING)
        .header("content-type", "application/json")
        .header("x-hmac-signature", signature);
    request.body = body.into();
    request
}

pub fn tell<'a>(server: &'a Server, event: &Value) -> Request<'a> {
    let body = event.to_string();
    told(server, &body, &signature(&body))
}

async fn parcel(server: &Server) -> Value {
    let columns = "status, latest_tracking_status as latest, tracking_url, \
                   to_char(latest_tracking_event_at, 'MM-DD HH24:MI') as at, \
                   to_char(delivered_at, 'MM-DD HH24:MI') as delivered, \
                   (select count(*) from order_tracking_events where site_id = 1) as events";
    stored(server, &format!("select {columns} from orders where site_id = 1")).await
}

#[tokio::test]
async fn receive_tracking_webhook__a_parcel_travels() {
    let (server, order) = shipped().await;
    let moving = event("evt_5b20", "in_transit", "2026-05-30T08:30:00Z");
    tell(&server, &moving).await.snapshot("receive_tracking_webhook__200");
    let expected = json!({"status": "shipped", "latest": "in_transit", "tracking_url": "https://tracking.example/94",
        "at": "05-30 08:30", "delivered": null, "events": 1});
    assert_eq!(parcel(&server).await, expected);
    // The event is repeated, and an older event arrives late. The older event is stored, but changes nothing else.
    assert_eq!(tell(&server, &moving).await.status(), 200);
    let older = event("evt_older", "pre_transit", "2026-05-29T08:30:00+02:00");
    assert_eq!(tell(&server, &older).await.status(), 200);
    assert_eq!(parcel(&server).await["latest"], "in_transit");
    assert_eq!(parcel(&server).await["events"], 2);
    let arrived = event("evt_arrived", "delivered", "2026-06-01T09:00:00Z");
    let body = arrived.to_string();
    let prefixed = format!("hmac-sha256-hex={}", signature(&body));
    assert_eq!(told(&server, &body, &prefixed).await.status(), 200);
    let after = parcel(&server).await;
    assert_eq!([&after["status"], &after["delivered"]], ["delivered", "06-01 09:00"]);
    assert_eq!(order.history(&server).await, ["pending", "paid", "shipped", "delivered"]);
    let shown = server.get(&format!("/api/storefront/1/orders/{}", order.number));
    let shown = shown.query("email", "mara@example.com").await;
    assert_eq!(shown.json["data"]["trackingEvents"][0]["payload"]["status"], "in_transit");
}

#[tokio::test]
async fn receive_tracking_webhook__a_late_older_arrival_still_counts() {
    let (server, _) = shipped().await;
    // The server replaces a time in the future by the current time, so that later events still count.
    assert_eq!(
        tell(&server, &event("evt_1", "return_to_sender", "2099-01-01T00:00:00Z")).await.status(),
        200
    );
    assert_eq!(parcel(&server).await["at"], "06-01 12:00");
    assert_eq!(
        tell(&server, &event("evt_2", "delivered", "2026-05-31T00:00:00Z")).await.status(),
        200
    );
    let after = parcel(&server).await;
    assert_eq!([&after["status"], &after["latest"]], ["delivered", "return_to_sender"]);
}

#[tokio::test]
async fn receive_tracking_webhook__irrelevant_events() {
    let (server, _) = shipped().await;
    let before = parcel(&server).await;
    let mut unknown = event("evt_1", "delivered", "2026-06-01T09:00:00Z");
    unknown["result"]["tracking_code"] = json!("another parcel");
    let mut other = event("evt_2", "delivered", "2026-06-01T09:00:00Z");
    other["description"] = json!("batch.created");
    let mut without = event("evt_3", "delivered", "2026-06-01T09:00:00Z");
    without["result"].as_object_mut().unwrap().remove("tracking_code");
    let mut number = event("evt_4", "delivered", "2026-06-01T09:00:00Z");
    number["result"]["tracking_code"] = json!(9400);
    for ignored in [unknown, other, without, number] {
        assert_eq!(tell(&server, &ignored).await.status(), 200);
    }
    assert_eq!(parcel(&server).await, before);
}

#[tokio::test]
async fn receive_tracking_webhook__fifty_at_once() {
    let (server, order) = shipped().await;
    let events: Vec<Value> = (0..50)
        .map(|number| event(&format!("evt_{}", number % 10), "delivered", "2026-06-01T09:00:00Z"))
        .collect();
    let answers = futures_util::future::join_all(
        events.iter().map(|event| tell(&server, event).into_future()),
    );
    assert!(answers.await.iter().all(|answer| answer.status() == 200));
    assert_eq!(parcel(&server).await["events"], 10);
    assert_eq!(order.history(&server).await, ["pending", "paid", "shipped", "delivered"]);
}

#[tokio::test]
async fn receive_tracking_webhook__refusals() {
    let (server, _) = shipped().await;
    let body = event("evt_5b20", "delivered", "2026-06-01T09:00:00Z").to_string();
    let good = signature(&body);
    let altered = body.replace("delivered", "in_transit");
    told(&server, &altered, &good).await.snapshot("receive_tracking_webhook__400_altered");
    for bad in ["", "00", &good[1..], &format!("sha256={good}"), &format!("{good}00")] {
        assert_eq!(told(&server, &body, bad).await.outcome(), (400, "Invalid signature"), "{bad}");
    }
    let none = server.request("POST", TRACKING).header("content-type", "application/json");
    none.await.snapshot("receive_tracking_webhook__400_no_signature");
    told(&server, "{", &signature("{")).await.snapshot("receive_tracking_webhook__400_json");
    let mut with_nul = event("evt_nul", "delivered", "2026-06-01T09:00:00Z");
    with_nul["result"]["message"] = json!("a\0b");
    let mut nul_in_code = event("evt_nul", "delivered", "2026-06-01T09:00:00Z");
    nul_in_code["result"]["tracking_code"] = json!("a\0b");
    for body in ["", "[]", "{\"id\":1}", &with_nul.to_string(), &nul_in_code.to_string()] {
        let refused = told(&server, body, &signature(body)).await;
        assert_eq!(refused.outcome(), (400, "Invalid JSON body"), "{body}");
    }
    let post = |path: &'static str| {
        server
            .request("POST", path)
            .header("content-type", "application/json")
            .header("x-hmac-signature", "00")
    };
    // A store without the tracker's secret accepts no webhook.
    let without = post("/api/storefront/2/webhooks/tracking").await;
    assert_eq!(without.outcome(), (400, "Invalid signature"));
    post("/api/storefront/77/webhooks/tracking").await.snapshot("receive_tracking_webhook__404");
    let mut large = post(TRACKING);
    large.body = " ".repeat((1 << 20) + 1);
    large.await.snapshot("receive_tracking_webhook__413");
}

#[tokio::test]
async fn receive_tracking_webhook__without_a_database() {
    let (server, _) = shipped().await;
    let arrived = event("evt_1", "delivered", "2026-06-01T09:00:00Z");
    server.lose_database().await;
    assert_eq!(tell(&server, &arrived).await.status(), 503);
    server.regain_database().await;
    server.sql("alter table order_status_changes rename to order_status_changes_away").await;
    assert_eq!(tell(&server, &arrived).await.status(), 500);
    assert_eq!(parcel(&server).await["events"], 0);
    server.sql("alter table order_status_changes_away rename to order_status_changes").await;
    assert_eq!(tell(&server, &arrived).await.status(), 200);
    assert_eq!(parcel(&server).await["status"], "delivered");
}
