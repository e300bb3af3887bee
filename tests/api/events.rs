//! The events for webhooks, each from its cause.

mod catalog;
mod orders;

use std::time::Duration;

use serde_json::{Value, json};
use stoa_content::publication::publish_due;

use crate::api::live_chat::Visitor;
use crate::api::staff::{INES, hired};
use crate::api::storefront::customers::{EMAIL, register, registered};
use crate::api::storefront::purchases::Purchase;
use crate::harness::*;

const STAFF: &str = "/api/staff/sites/1";

/// An endpoint of site 1 for all events. Events that no endpoint receives are deleted.
const ENDPOINT: &str =
    "insert into webhook_endpoints (site_id, url, events, secret, created_at, updated_at)
    values (1, 'https://hooks.example', '{}', '', now(), now())";

/// A server whose site 1 has an endpoint, and the token of an owner of the site.
async fn served_to_owner() -> (Server, String) {
    let server = served_without_limits().await;
    server.sql(ENDPOINT).await;
    let owner = hired(&server, Some(1), INES, &["owner"]).await;
    (server, owner)
}

/// A call of the staff API without a body.
fn act<'a>(server: &'a Server, owner: &str, path: &str) -> Request<'a> {
    server.request("POST", &format!("{STAFF}/{path}")).bearer(owner)
}

/// Each event shows the path of an object that its receiver can read.
#[tokio::test]
async fn objects_of_events() {
    let (server, owner) = served_to_owner().await;
    server.sql("update product_variants set quantity = 7 where site_id = 1 and id = 1").await;
    Purchase::new(&server, "a session").await.pay(&server).await;
    let customer = registered(&server, EMAIL).await;
    let message = json!({"subject": "A seam", "body": "It came loose."});
    let support = "/api/storefront/1/account/support";
    server.post(support, &message).bearer(&customer).await.expect(201);
    Visitor::new(&server, "mara").await.message(&server, "Hello").await.expect(200);
    act(&server, &owner, "posts/7/publish").await.expect(200);
    act(&server, &owner, "products/2/archive").await.expect(200);
    let events = server.posted().await;
    let expected = [
        "stock.low",
        "order.placed",
        "order.paid",
        "customer.registered",
        "support.created",
        "conversation.started",
        "conversation.message",
        "post.published",
        "product.changed",
    ];
    assert_eq!(server.posted_types().await, expected);
    for event in &events {
        let path = event["data"]["path"].as_str().unwrap();
        server.get(path).bearer(&owner).await.expect(200);
    }
    assert_eq!(
        events[0]["data"],
        json!({
            "siteId": 1, "productId": 1, "variantId": 1, "quantity": 5,
            "path": "/api/staff/sites/1/products/1",
        })
    );
}

#[tokio::test]
async fn customers() {
    let server = served_without_limits().await;
    let customer = registered(&server, EMAIL).await;
    register(&server, EMAIL).await.expect(409);
    let support = "/api/storefront/1/account/support";
    let message = json!({"subject": "A seam", "body": "It came loose."});
    let write = || server.post(support, &message).bearer(&customer);
    let id = write().header("idempotency-key", "a key").await.expect(201).json["data"]["id"].take();
    write().header("idempotency-key", "a key").await.expect(201);
    let wrong = json!({"subject": "A seam", "body": "It came loose.", "orderId": 99});
    server.post(support, &wrong).bearer(&customer).await.expect(404);
    let reply = json!({"body": "Both straps."});
    server.post(&format!("{support}/{id}"), &reply).bearer(&customer).await.expect(200);
    let events = server.posted().await;
    assert_eq!(server.posted_types().await, ["customer.registered", "support.created"]);
    let data = &events[1]["data"];
    let path = format!("/api/staff/sites/1/support-messages/{id}");
    assert_eq!(*data, json!({"siteId": 1, "supportMessageId": id, "path": path}));
}

#[tokio::test]
async fn conversations() {
    let (server, owner) = served_to_owner().await;
    let visitor = Visitor::new(&server, "mara").await;
    Visitor::new(&server, "mara").await;
    visitor.message(&server, "Hello").header("idempotency-key", "a").await.expect(200);
    visitor.message(&server, "Hello").header("idempotency-key", "a").await.expect(200);
    visitor.message(&server, "Are you there?").await.expect(200);
    let id = visitor.conversation;
    let reply = json!({"body": "I am."});
    let path = format!("{STAFF}/conversations/{id}");
    server.post(&format!("{path}/messages"), &reply).bearer(&owner).await.expect(201);
    act(&server, &owner, &format!("conversations/{id}/release")).await.expect(200);
    act(&server, &owner, &format!("conversations/{id}/close")).await.expect(200);
    visitor.message(&server, "Too late").await.expect(409);
    let events = server.posted().await;
    let messages = "select id from chat_events where site_id = 1 and body is not null order by id";
    let messages = server.client().await.query(messages, &[]).await.unwrap();
    let messages: Vec<i64> = messages.iter().map(|row| row.get(0)).collect();
    let started = json!({"siteId": 1, "conversationId": id, "path": path});
    let expected: Vec<Value> = std::iter::once(started)
        .chain(messages.iter().zip(["visitor", "visitor", "agent"]).map(|(message, author)| {
            json!({
                "siteId": 1, "conversationId": id, "messageId": message, "authorKind": author,
                "path": path,
            })
        }))
        .collect();
    let data: Vec<&Value> = events.iter().map(|event| &event["data"]).collect();
    assert_eq!(data, expected.iter().collect::<Vec<_>>());
}

/// A conversation that is refused by the rate limit is rolled back with its event.
#[tokio::test]
async fn refused_conversation() {
    let server = served_limited(&["conversations=1/3600"]).await;
    Visitor::new(&server, "mara").await;
    let start = json!({"widgetId": 1, "visitorId": "ben"});
    server.post("/api/public/chat/start", &start).await.expect(429);
    assert_eq!(server.posted_types().await, ["conversation.started"]);
}

#[tokio::test]
async fn posts() {
    let (server, owner) = served_to_owner().await;
    let posts = format!("{STAFF}/posts");
    let draft = json!({"title": "The new kiln", "slug": "the-new-kiln"});
    let created = server.post(&posts, &draft).bearer(&owner).await.expect(201);
    let id = &created.json["data"]["id"];
    assert!(server.posted().await.is_empty());
    for action in ["publish", "publish", "withdraw", "publish"] {
        act(&server, &owner, &format!("posts/{id}/{action}")).await.expect(200);
    }
    let at = server.now() + HOUR;
    let body = json!({"scheduledFor": at.to_rfc3339()});
    server.post(&format!("{posts}/7/schedule"), &body).bearer(&owner).await.expect(200);
    server.pass(2 * HOUR);
    for count in [1, 0] {
        assert_eq!(publish_due(&server.orders.db, server.now()).await.unwrap(), count);
    }
    let events = server.posted().await;
    let ids: Vec<&Value> = events.iter().map(|event| &event["data"]["postId"]).collect();
    assert_eq!(ids, [id, id, &json!(7)]);
    assert!(events.iter().all(|event| event["type"] == "post.published"));
}

/// Dispatches the events that are due after this time.
async fn dispatch(server: &Server, after: Duration) -> u64 {
    server.pass(after);
    stoa_events::dispatch_due(&server.db(), server.now()).await.unwrap()
}
