//! A disaster drill: a shop is backed up while customers buy, chat and design, and continues elsewhere.

use std::fs;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::task::JoinSet;

use super::archive::Archive;
use super::{is_done, restore, stoa};
use crate::api::storefront::customers::registered;
use crate::harness::*;
use crate::harness::{database, designs};
use crate::operations::files::pictures;

/// Concurrent writers of each kind.
const WRITERS: usize = 3;

#[tokio::test(flavor = "multi_thread")]
async fn a_backup_under_load() {
    let server = Arc::new(served_without_limits().await);
    let token = registered(&server, "mara@example.com").await;
    designs::fill(&server).await;
    let folder = TempDir::new().unwrap();

    // Orders, messages and pictures are written throughout the backup.
    let written = Arc::new(AtomicUsize::new(0));
    let mut writers = JoinSet::new();
    for number in 0..WRITERS {
        let (server, written) = (server.clone(), written.clone());
        writers.spawn(async move {
            for round in 0.. {
                buy(&server, &format!("session {number} {round}")).await;
                chat(&server, &format!("visitor {number} {round}")).await;
                upload(&server, round).await;
                written.fetch_add(1, Ordering::Relaxed);
                tokio::task::yield_now().await;
            }
        });
    }
    while written.load(Ordering::Relaxed) < 2 * WRITERS {
        tokio::task::yield_now().await;
    }
    let begun = written.load(Ordering::Relaxed);
    let under_writes = folder.path().join("under-writes");
    back_up(&server, &under_writes).await;
    while written.load(Ordering::Relaxed) < begun + 2 * WRITERS {
        tokio::task::yield_now().await;
    }
    writers.shutdown().await;

    // The archive is consistent: no order without its items, no message without its conversation, no row without its
    // file.
    let files = folder.path().join("files");
    let copy = database::bare().await;
    restore(&copy, &under_writes, &files).await.unwrap();
    let archive = Archive::read(&under_writes);
    let client = copy.client().await;
    for table in &archive.end.tables {
        let count = format!("select count(*) from {}", table.name);
        let count: i64 = client.query_one(&count, &[]).await.unwrap().get(0);
        assert_eq!(u64::try_from(count).unwrap(), table.rows, "{}", table.name);
    }
    assert!(archive.rows("orders") >= begun as u64 && archive.rows("chat_events") >= begun as u64);
    let torn = "select
        (select count(*) from orders placed where not exists (
            select from order_items item where item.site_id = placed.site_id and item.order_id = placed.id))
        + (select count(*) from chat_conversations conversation where last_event <> (
            select count(*) from chat_events event
            where event.site_id = conversation.site_id and event.conversation_id = conversation.id))";
    assert_eq!(client.query_one(torn, &[]).await.unwrap().get::<_, i64>(0), 0);
    let rows = client.query("select site_id, key from files where size > 67", &[]).await.unwrap();
    assert!(rows.len() >= begun);
    for row in rows {
        let (site_id, key): (i64, String) = (row.get(0), row.get(1));
        let path = format!("{site_id}/{key}");
        assert_eq!(
            fs::read(files.join(&path)).unwrap(),
            fs::read(server.folder().join(&path)).unwrap()
        );
    }

    // With no writers, the restored shop answers every request identically.
    let quiet = folder.path().join("quiet");
    back_up(&server, &quiet).await;
    let copy = database::bare().await;
    let files = folder.path().join("files-of-the-quiet");
    restore(&copy, &quiet, &files).await.unwrap();
    let elsewhere = server.another_on(copy, &files).await;
    let targets = targets(&server).await;
    for target in &targets {
        let [here, there] = [&*server, &elsewhere].map(|server| {
            let request = server.get(target);
            let is_of_v1 = target.starts_with("/api/v1/");
            if is_of_v1 { request.key(DEMO_KEY) } else { request.bearer(&token) }.unchecked()
        });
        let (here, there) = (here.await, there.await);
        assert_eq!(here.status, 200, "{target}");
        assert_eq!((here.status, here.body), (there.status, there.body), "{target}");
    }

    // The restored shop continues, and new rows get unused ids.
    let last = order_ids(&elsewhere).await.into_iter().max().unwrap();
    let id = buy(&elsewhere, "a session of the new shop").await;
    assert!(id > last, "{id} {last}");
    chat(&elsewhere, "a visitor of the new shop").await;
    upload(&elsewhere, 0).await;
    // Customers keep their accounts.
    let orders = elsewhere.get("/api/storefront/1/account").bearer(&token).await;
    assert_eq!(orders.status(), 200, "{}", orders.message());
}

async fn back_up(server: &Server, archive: &std::path::Path) {
    let files = server.folder();
    let backup = ["backup", archive.to_str().unwrap(), "--files-dir", files.to_str().unwrap()];
    is_done(tokio::task::block_in_place(|| stoa(server.database(), &backup)));
}

async fn post(server: &Server, path: &str, body: &Value) -> Value {
    let answer = server.request("POST", path).json(body).await;
    assert!(answer.status() < 300, "{path}: {} {}", answer.status(), answer.message());
    answer.json["data"].clone()
}

/// Places an order from a new cart, and returns its id.
async fn buy(server: &Server, session: &str) -> i64 {
    let line = json!({"sessionId": session, "productId": 4, "quantity": 1});
    post(server, "/api/storefront/1/cart", &line).await;
    let address =
        json!({"line1": "4 Quay Street", "city": "Rockport", "state": "ME", "country": "US"});
    let more = json!({"shippingAddress": address, "shippingRateId": 1});
    let checkout = checkout_body(session, more);
    post(server, "/api/storefront/1/checkout", &checkout).await["orderId"].as_i64().unwrap()
}

async fn chat(server: &Server, visitor: &str) {
    let start = json!({"widgetId": 1, "visitorId": visitor, "visitorName": "Mara"});
    let begun = post(server, "/api/public/chat/start", &start).await;
    let message = json!({
        "conversationId": begun["conversationId"],
        "ephemeralToken": begun["ephemeralToken"],
        "body": "Tabs\tand\\lines\nand ünïcode",
    });
    post(server, "/api/public/chat/messages", &message).await;
}

async fn upload(server: &Server, round: u32) {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("picture.png");
    fs::write(&path, pictures::png(30 + round % 50, 20)).unwrap();
    ::stoa::commands::files::add(&server.files, 1, &path).await.unwrap();
}

async fn order_ids(server: &Server) -> Vec<i64> {
    let orders = "select id from orders where site_id = 1 order by id";
    server.client().await.query(orders, &[]).await.unwrap().iter().map(|row| row.get(0)).collect()
}

/// Paths that read the shop's sites, customers and files.
async fn targets(server: &Server) -> Vec<String> {
    let mut targets: Vec<String> = [
        "config",
        "posts",
        "pages",
        "media",
        "products",
        "products?search=mug",
        "categories",
        "tags",
        "navigation",
    ]
    .map(|path| format!("/api/v1/sites/1/{path}"))
    .into();
    targets.extend(
        ["products", "account", "account/orders"].map(|path| format!("/api/storefront/1/{path}")),
    );
    let mut rows = server.client().await;
    let read = rows.transaction().await.unwrap();
    let carts = "select format('/api/storefront/1/cart?sessionId=%s', replace(session_id, ' ', '%20')) from carts
        where site_id = 1 order by id limit 5";
    let files = "select format('/files/1/%s', key) from files where site_id = 1 and size > 67 order by key limit 20";
    for query in [carts, files] {
        targets.extend(
            read.query(query, &[]).await.unwrap().iter().map(|row| row.get::<_, String>(0)),
        );
    }
    assert!(targets.len() > 20, "{targets:?}");
    targets
}
