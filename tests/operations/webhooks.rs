//! Webhooks: from the event to the endpoint.

mod crashes;
mod failures;
mod hostile;
pub mod receiver;

use std::collections::BTreeSet;

use serde_json::{Value, json};
use standardwebhooks::Webhook;
use stoa_staff_types::WebhookEvent;
use stoa_stores::Seal;
use stoa_webhooks::{Sender, Targets};

use crate::api::staff::hired;
use crate::harness::*;
use receiver::{Answer, Received, Receiver};

const ENDPOINTS: &str = "/api/staff/sites/1/webhook-endpoints";
const DELIVERIES: &str = "/api/staff/sites/1/webhook-deliveries";
const OWNER: &str = "owner@harborgoods.example";

/// A server, its sender, and an owner of site 1.
struct Shop {
    server: Server,
    sender: Sender,
    owner: String,
}

impl Shop {
    async fn new() -> Self {
        let server = served_with_any_webhook_targets(&["all=off"]).await;
        let owner = hired(&server, Some(1), OWNER, &["owner"]).await;
        // The session does not end when the test's time passes.
        let far =
            "update person_sessions set created_at = '2027-01-01', last_used_at = '2027-01-01'";
        server.sql(far).await;
        let sender = sender(&server, Targets::Any);
        Self { server, sender, owner }
    }

    /// Creates an endpoint of site 1 for all events, and returns its id and secret.
    async fn endpoint(&self, url: &str) -> (i64, String) {
        let body = json!({"url": url});
        let created = self.server.post(ENDPOINTS, &body).bearer(&self.owner).await.expect(201);
        let data = &created.json["data"];
        let id = data["endpoint"]["id"].as_i64().unwrap();
        (id, data["secret"].as_str().unwrap().to_owned())
    }

    async fn post(&self, path: &str) -> Exchange {
        self.server.request("POST", path).bearer(&self.owner).await
    }

    async fn get(&self, path: &str) -> Value {
        self.server.get(path).bearer(&self.owner).await.expect(200).json["data"].clone()
    }

    async fn get_endpoint(&self, id: i64) -> Value {
        self.get(&format!("{ENDPOINTS}/{id}")).await
    }

    /// The deliveries of site 1, oldest first, at most 100.
    async fn deliveries(&self) -> Vec<Value> {
        let list = self.server.get(DELIVERIES).query("limit", "100").bearer(&self.owner);
        let mut deliveries = list.await.expect(200).json["data"].as_array().unwrap().clone();
        deliveries.reverse();
        deliveries
    }

    /// Sends everything that is due now.
    async fn send(&self) {
        let db = self.server.db();
        stoa_events::dispatch_due(&db, self.server.now()).await.unwrap();
        self.sender.start_due().await.unwrap();
        self.sender.idle().await;
    }

    /// Posts the event `order.paid` for this order of site 1.
    async fn paid(&self, order_id: i64) {
        paid(&self.server, order_id).await;
    }
}

fn sender(server: &Server, targets: Targets) -> Sender {
    let clock = server.orders.clock.clone();
    Sender::new(server.db(), clock, Seal::new(SECRET), targets).unwrap()
}

async fn paid(server: &Server, order_id: i64) {
    let now = server.now();
    let event = json!({
        "type": "order.paid",
        "timestamp": now.format("%Y-%m-%dT%H:%M:%S%.3fZ").to_string(),
        "data": {
            "siteId": 1, "orderId": order_id, "orderNumber": format!("HG-{order_id}"), "status": "paid",
            "paymentStatus": "paid", "total": 4900, "refundedTotal": 0, "currency": "USD",
            "path": format!("/api/staff/sites/1/orders/HG-{order_id}"),
        },
    });
    let event: WebhookEvent = serde_json::from_value(event).unwrap();
    let db = server.db();
    let mut connection = db.connection().await.unwrap();
    let transaction = connection.transaction();
    stoa_events::post(&transaction, 1, &event, now).await.unwrap();
    transaction.commit().await.unwrap();
}

/// Whether the request has the signature that the crate `standardwebhooks` computes with this secret. Its verifier also
/// compares the time with the system's clock, so only tests of processes use it.
fn is_verified(received: &Received, secret: &str) -> bool {
    let (webhook, timestamp) = (Webhook::new(secret).unwrap(), received.timestamp.parse().unwrap());
    let expected = webhook.sign(&received.id, timestamp, received.body.as_bytes()).unwrap();
    received.signature.split(' ').any(|signature| signature == expected)
}

#[tokio::test]
async fn a_delivery__from_the_event_to_the_receiver() {
    let (shop, receiver) = (Shop::new().await, Receiver::start().await);
    let (id, secret) = shop.endpoint(&receiver.url).await;
    shop.paid(7).await;
    shop.send().await;
    let [received] = receiver.taken().try_into().unwrap();
    assert!(is_verified(&received, &secret), "{received:?}");
    assert!(!is_verified(&Received { body: "{}".to_owned(), ..received.clone() }, &secret));
    assert_eq!(received.timestamp, shop.server.now().timestamp().to_string());
    assert_eq!(received.content_type, "application/json");
    assert_eq!(received.user_agent, concat!("stoa/", env!("CARGO_PKG_VERSION")));
    let body: Value = serde_json::from_str(&received.body).unwrap();
    assert_eq!((&body["type"], &body["data"]["orderId"]), (&json!("order.paid"), &json!(7)));
    let [delivery] = shop.deliveries().await.try_into().unwrap();
    assert_eq!(delivery["eventId"], received.id);
    assert_eq!((&delivery["status"], &delivery["attempts"]), (&json!("delivered"), &json!(1)));
    assert_eq!((&delivery["statusCode"], &delivery["endpointId"]), (&json!(204), &json!(id)));
    let delivery = shop.get(&format!("{DELIVERIES}/{}", delivery["id"])).await;
    assert_eq!(delivery["payload"], received.body);
    // It is sent once.
    shop.server.pass(DAY);
    shop.send().await;
    assert_eq!(receiver.taken().len(), 1);
}

#[tokio::test]
async fn a_rotated_secret() {
    let (shop, receiver) = (Shop::new().await, Receiver::start().await);
    let (id, old) = shop.endpoint(&receiver.url).await;
    let rotated = shop.post(&format!("{ENDPOINTS}/{id}/rotate-secret")).await.expect(200);
    let new = rotated.json["data"]["secret"].as_str().unwrap().to_owned();
    shop.paid(7).await;
    shop.send().await;
    shop.server.pass(DAY);
    shop.paid(8).await;
    shop.send().await;
    let [both, one] = receiver.taken().try_into().unwrap();
    assert!(is_verified(&both, &old) && is_verified(&both, &new), "{both:?}");
    assert!(!is_verified(&one, &old) && is_verified(&one, &new), "{one:?}");
}

#[tokio::test]
async fn an_endpoint_receives_its_events_only() {
    let (shop, receiver) = (Shop::new().await, Receiver::start().await);
    let body = json!({"url": receiver.url, "events": ["stock.low"]});
    let create = shop.server.post(ENDPOINTS, &body).bearer(&shop.owner);
    let created = create.await.expect(201);
    let id = created.json["data"]["endpoint"]["id"].as_i64().unwrap();
    shop.paid(7).await;
    shop.send().await;
    assert_eq!(receiver.taken().len(), 0);
    // It receives tests.
    let tested = shop.post(&format!("{ENDPOINTS}/{id}/test")).await.expect(201);
    shop.send().await;
    let [received] = receiver.taken().try_into().unwrap();
    let delivery = shop.get(&format!("{DELIVERIES}/{}", tested.json["data"]["id"])).await;
    assert_eq!(
        (&delivery["event"], &delivery["status"]),
        (&json!("webhook.test"), &json!("delivered"))
    );
    assert_eq!(delivery["eventId"], received.id);
}

/// A replay has the same id and body.
#[tokio::test]
async fn deliveries_that_are_retried() {
    let (shop, receiver) = (Shop::new().await, Receiver::start().await);
    let (id, secret) = shop.endpoint(&receiver.url).await;
    shop.paid(7).await;
    shop.send().await;
    let [delivery] = shop.deliveries().await.try_into().unwrap();
    shop.post(&format!("{DELIVERIES}/{}/retry", delivery["id"])).await.expect(200);
    shop.send().await;
    let [first, second] = receiver.taken().try_into().unwrap();
    assert_eq!((&first.id, &first.body), (&second.id, &second.body));
    assert!(is_verified(&second, &secret));

    // All that failed since a time.
    shop.server.pass(HOUR);
    let since = shop.server.now();
    for order in 8..11 {
        shop.paid(order).await;
    }
    shop.send().await;
    shop.server
        .sql("update webhook_deliveries set delivered_at = null, failed_at = now(), attempts = 12")
        .await;
    let failed = shop.server.get(DELIVERIES).query("status", "failed").bearer(&shop.owner);
    assert_eq!(failed.await.json["data"].as_array().unwrap().len(), 4);
    let retry = format!("{ENDPOINTS}/{id}/retry-failed");
    let body = json!({"since": since.format("%Y-%m-%dT%H:%M:%SZ").to_string()});
    let retried = shop.server.post(&retry, &body).bearer(&shop.owner).await.expect(200);
    assert_eq!(retried.json["data"]["retried"], 3);
    let before = receiver.taken().len();
    shop.send().await;
    assert_eq!(receiver.taken().len() - before, 3);
}

#[tokio::test]
async fn a_disabled_endpoint() {
    let (shop, receiver) = (Shop::new().await, Receiver::start().await);
    let (id, _) = shop.endpoint(&receiver.url).await;
    let path = format!("{ENDPOINTS}/{id}");
    let set = async |active: bool| {
        let change = shop.server.request("PATCH", &path).bearer(&shop.owner);
        let change = change.header("if-match", "*").merge_patch(&json!({"active": active}));
        change.await.expect(200).json["data"].clone()
    };
    shop.paid(7).await;
    stoa_events::dispatch_due(&shop.server.db(), shop.server.now()).await.unwrap();
    assert_eq!(set(false).await["disabledReason"], "staff");
    shop.paid(8).await;
    shop.send().await;
    assert_eq!(receiver.taken().len(), 0);
    let refused = shop.post(&format!("{path}/test")).await;
    assert_eq!(refused.outcome(), (409, "The webhook endpoint is disabled"));
    // The delivery that waited is sent. None was created while the endpoint was disabled.
    let enabled = set(true).await;
    assert_eq!((&enabled["active"], &enabled["disabledReason"]), (&json!(true), &Value::Null));
    shop.send().await;
    let [received] = receiver.taken().try_into().unwrap();
    assert!(received.body.contains("HG-7"), "{received:?}");
}

/// Two servers send each delivery once while neither dies.
#[tokio::test]
async fn two_senders() {
    let (shop, receiver) = (Shop::new().await, Receiver::start().await);
    shop.endpoint(&receiver.url).await;
    for order in 0..50 {
        shop.paid(order).await;
    }
    stoa_events::dispatch_due(&shop.server.db(), shop.server.now()).await.unwrap();
    let another = sender(&shop.server, Targets::Any);
    for sender in [&shop.sender, &another] {
        sender.start_due().await.unwrap();
    }
    shop.sender.idle().await;
    another.idle().await;
    let ids: BTreeSet<String> = receiver.taken().into_iter().map(|received| received.id).collect();
    assert_eq!((receiver.taken().len(), ids.len()), (50, 50));
}

/// An event that no endpoint receives is deleted. An error of one site does not stop the others.
#[tokio::test]
async fn dispatched_events() {
    let (shop, receiver) = (Shop::new().await, Receiver::start().await);
    shop.paid(7).await;
    shop.send().await;
    assert_eq!(shop.server.count("events").await, 0);
    shop.endpoint(&receiver.url).await;
    for statement in [
        "insert into webhook_endpoints (site_id, url, events, secret, created_at, updated_at)
         values (2, 'https://hooks.example', '{}', '', now(), now())",
        "alter table webhook_deliveries add check (site_id <> 2)",
        "insert into events (site_id, kind, resource, payload, occurred_at, due_at)
         values (2, 'order.paid', '', '{}', now(), now())",
    ] {
        shop.server.sql(statement).await;
    }
    shop.paid(8).await;
    // This event was stored by a server whose clock is ahead.
    shop.server
        .sql(
            "update events set occurred_at = '2100-01-01', due_at = '2100-01-01' where site_id = 1",
        )
        .await;
    shop.send().await;
    assert_eq!(receiver.taken().len(), 1);
    assert_eq!(shop.server.count("events where dispatched_at is null").await, 1);
}

/// Events and their deliveries are deleted after 14 days.
#[tokio::test]
async fn old_events() {
    let (shop, receiver) = (Shop::new().await, Receiver::start().await);
    shop.endpoint(&receiver.url).await;
    shop.paid(7).await;
    shop.send().await;
    shop.server.pass(13 * DAY);
    shop.paid(8).await;
    shop.send().await;
    shop.server.pass(DAY);
    let deleted = stoa_events::delete_old(&shop.server.db(), shop.server.now()).await.unwrap();
    assert_eq!((deleted, shop.deliveries().await.len()), (1, 1));
}

/// An endpoint can choose every event of the document, except the test.
#[test]
fn types_of_events() {
    let document: Value = serde_json::from_str(stoa_staff_server::DOCUMENT.json).unwrap();
    let mut described: BTreeSet<&str> =
        document["webhooks"].as_object().unwrap().keys().map(String::as_str).collect();
    assert!(described.remove("webhook.test"));
    let types = &document["components"]["schemas"]["WebhookEventType"]["enum"];
    let types: BTreeSet<&str> = types.as_array().unwrap().iter().flat_map(Value::as_str).collect();
    assert_eq!(types, described);
}
