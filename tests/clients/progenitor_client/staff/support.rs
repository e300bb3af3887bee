//! Customers, conversations and support messages with both clients.

use serde_json::json;

use super::super::{both, read};
use super::Office;
use crate::api::storefront::customers::registered;
use crate::harness::Server;

pub async fn support(office: &Office<'_>, server: &Server) {
    let mara = registered(server, "mara@example.com").await;
    both!(office.list_customers(1, None, None, None) as (1)).unwrap();
    let q = read("mara@");
    both!(office.list_customers(1, None, None, Some(&q)) as (1).q("mara@")).unwrap();
    both!(office.get_customer(1, 1)).unwrap();
    both!(office.export_customer(1, 1)).unwrap();
    conversations(office, server).await;
    messages(office, server, &mara).await;
    both!(office.end_customer_sessions(1, 1)).unwrap();
    both!(office.erase_customer(1, 1)).unwrap();
    assert_eq!(both!(office.get_customer(1, 99)).unwrap_err(), "404: Customer not found");
}

async fn conversations(office: &Office<'_>, server: &Server) {
    let start = json!({"widgetId": 1, "visitorId": "mara"});
    server.request("POST", "/api/public/chat/start").json(&start).await;
    both!(office.assign_conversation(1, 1, &read(&json!({})))).unwrap();
    let refused =
        both!(office.assign_conversation(1, 1, &read(&json!({"personId": 1})))).unwrap_err();
    assert_eq!(refused, "409: Conversation is assigned");
    both!(office.list_conversations(1, None, None, Some(true), Some(read("assigned")))
        as (1).mine(true).status(read("assigned")))
    .unwrap();
    both!(office.release_conversation(1, 1)).unwrap();
    let reply = json!({"body": "Ahoy!"});
    both!(office.reply_to_conversation(1, 1, Some(&read("one")), &read(&reply))
        as (1, 1, &read(&reply)).idempotency_key("one"))
    .unwrap();
    both!(office.get_conversation(1, 1, None, None) as (1, 1)).unwrap();
    both!(office.close_conversation(1, 1)).unwrap();
}

async fn messages(office: &Office<'_>, server: &Server, customer: &str) {
    let seam = json!({"subject": "A seam", "body": "It came loose."});
    let written = server.request("POST", "/api/storefront/1/account/support").json(&seam);
    assert_eq!(written.bearer(customer).await.status(), 201);
    both!(office.list_support_messages(1, None, None, Some(read("open"))) as (1).status(read("open")))
        .unwrap();
    both!(office.get_support_message(1, 1)).unwrap();
    let reply = json!({"body": "We will mend it."});
    both!(office.reply_to_support_message(1, 1, Some(&read("one")), &read(&reply))
        as (1, 1, &read(&reply)).idempotency_key("one"))
    .unwrap();
    both!(office.close_support_message(1, 1)).unwrap();
}
