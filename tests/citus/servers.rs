//! Two servers on one coordinator, with and without a pooler.

use serde_json::json;

use super::{SHOPS, import_shops, is_citus, widget_id};
use crate::api::live_chat::reader::Reader;
use crate::harness::database::{self, Database};
use crate::harness::{Server, checkout_body, served_from};
use crate::operations::poolers::pgbouncer::{self, PgBouncer};

async fn shops() -> Database {
    let database = database::empty().await;
    import_shops(&mut stoa::database::connect(&database.config).await.unwrap()).await;
    database
}

#[tokio::test]
async fn two_servers_on_one_coordinator() {
    if !is_citus() {
        return;
    }
    serve(shops().await).await;
}

/// The pooler has fewer connections than the servers.
#[tokio::test]
async fn two_servers_behind_a_pooler() {
    let Some(binary) = pgbouncer::newer().filter(|_| is_citus()) else { return };
    let mut database = shops().await;
    let lines = "pool_mode = transaction\ndefault_pool_size = 3\nmax_prepared_statements = 200";
    let pooler = PgBouncer::start(&binary, &database, lines, "").await;
    database.pooler = Some(pooler.config());
    serve(database).await;
}

/// Customers of both shops chat and buy. Messages to one server arrive at the streams of the other.
async fn serve(database: Database) {
    let one = served_from(database, &["all=off"]).await;
    let other = one.another().await;
    for round in 0..3 {
        let chats = SHOPS.map(|site_id| chat(&one, &other, site_id, round));
        let purchases = SHOPS.map(|site_id| buy(&one, &other, site_id, round));
        futures_util::join!(
            futures_util::future::join_all(chats),
            futures_util::future::join_all(purchases)
        );
    }
}

async fn chat(one: &Server, other: &Server, site_id: i64, round: i32) {
    let body = json!({"widgetId": widget_id(site_id), "visitorId": format!("visitor {round}")});
    let started = one.request("POST", "/api/public/chat/start").json(&body).await;
    assert_eq!(started.status(), 200, "{}", started.message());
    let id = started.json["data"]["conversationId"].as_i64().unwrap();
    let token = started.json["data"]["ephemeralToken"].as_str().unwrap();
    let stream = other.get("/api/public/chat/stream");
    let stream = stream.query("conversationId", &id.to_string()).bearer(token);
    let mut reader = Reader::open(stream).await;
    for text in ["first", "second"] {
        let message = json!({"conversationId": id, "ephemeralToken": token, "body": text});
        let sent = one.request("POST", "/api/public/chat/messages").json(&message).await;
        assert_eq!(sent.status(), 200, "{}", sent.message());
        assert_eq!(reader.next().await.unwrap().data["data"]["body"], text);
    }
}

async fn buy(one: &Server, other: &Server, site_id: i64, round: i32) {
    let session = format!("shopper {round}");
    let line = json!({"sessionId": session, "productId": 4, "quantity": 1});
    for server in [one, other] {
        let added = server.request("POST", &format!("/api/storefront/{site_id}/cart")).json(&line);
        let added = added.await;
        assert_eq!(added.status(), 200, "{}", added.message());
    }
    let address =
        json!({"line1": "4 Quay Street", "city": "Rockport", "state": "ME", "country": "US"});
    let checkout =
        checkout_body(&session, json!({"shippingAddress": address, "shippingRateId": 1}));
    let placed =
        other.request("POST", &format!("/api/storefront/{site_id}/checkout")).json(&checkout);
    let placed = placed.await;
    assert_eq!(placed.status(), 200, "{}", placed.message());
}
