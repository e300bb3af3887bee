//! The events of products and of applied bundles.

use stoa_events::{
    dispatch_due, hold_catalog_change, post, product_changed, release_catalog_change,
};
use stoa_site_bundle::Existing;

use super::*;
use crate::api::fifty;
use crate::api::staff::stock::{adjust, adjustment};
use crate::api::storefront::purchases::fill;

const BUNDLE: &str = "/api/staff/sites/1/bundle";

/// The products of the events so far.
async fn products(server: &Server) -> Vec<i64> {
    let events = server.posted().await;
    assert!(events.iter().all(|event| event["type"] == "product.changed"), "{events:?}");
    events.iter().map(|event| event["data"]["productId"].as_i64().unwrap()).collect()
}

/// Each change of a product is an event, if the event of the previous change was dispatched.
#[tokio::test]
async fn changes_of_products() {
    let (server, owner) = served_to_owner().await;
    let call = |method: &'static str, path: &str, body: &Value| {
        let request = server.request(method, &format!("{STAFF}/{path}")).bearer(&owner);
        let request = request.header("if-match", "*");
        match method {
            "PATCH" => request.merge_patch(body),
            _ => request.json(body),
        }
    };
    let picture = json!({"url": "https://pictures.example/sea.jpg", "alt": "The sea"});
    let new = json!({"name": "A bell", "slug": "a-bell", "price": 900});
    let copied = json!({"name": "A copy", "slug": "a-copy"});
    let variant = json!({"name": "Plain", "price": 100, "stockQuantity": 9});
    let mut expected = Vec::new();
    for (method, path, body, status, product_id) in [
        ("PATCH", "products/1", json!({"price": 3100}), 200, 1),
        ("PATCH", "products/1", json!({"featured": true}), 200, 1),
        ("PATCH", "products/1", json!({"bulkPricing": []}), 200, 1),
        ("PATCH", "products/4", json!({"styles": []}), 200, 4),
        ("POST", "products/6/images", picture, 201, 6),
        ("POST", "products/6/archive", json!({}), 200, 6),
        ("POST", "products/6/restore", json!({}), 200, 6),
        ("POST", "products/6/variants", variant, 201, 6),
        ("PATCH", "products/1/variants/1", json!({"price": 3300}), 200, 1),
        ("DELETE", "products/1/variants/2", json!({}), 200, 1),
        ("POST", "stock/adjustments", adjustment(1, Some(1), 3), 201, 1),
        ("POST", "stock/adjustments", adjustment(4, None, 3), 201, 4),
    ] {
        call(method, path, &body).await.expect(status);
        expected.push(product_id);
        assert_eq!(products(&server).await, expected, "{method} {path}");
        assert_eq!(dispatch(&server, Duration::from_secs(59)).await, 0, "{method} {path}");
        assert_eq!(dispatch(&server, SECOND).await, 1, "{method} {path}");
    }
    for (path, body) in [("products", &new), ("products/6/duplicate", &copied)] {
        let created = call("POST", path, body).await.expect(201);
        expected.push(created.json["data"]["id"].as_i64().unwrap());
    }
    assert_eq!(products(&server).await, expected);

    // Applies that change nothing, and refused ones.
    for (method, path, body, status) in [
        ("PATCH", "products/2", json!({}), 200),
        ("POST", "products/2/restore", json!({}), 200),
        ("PATCH", "products/2", json!({"slug": "a-bell"}), 409),
        ("POST", "stock/adjustments", adjustment(1, Some(1), -900), 409),
    ] {
        call(method, path, &body).await.expect(status);
    }
    // Categories are no products.
    let category = json!({"name": "Bells", "slug": "bells"});
    call("POST", "product-categories", &category).await.expect(201);
    assert_eq!(products(&server).await, expected);
}

/// Pieces that an order takes and gives back do not change the product.
#[tokio::test]
async fn stock_of_orders() {
    let server = served_without_limits().await;
    let order = Purchase::new(&server, "a session").await;
    crate::api::storefront::sweep::expire(&server, &order).await;
    assert_eq!(server.posted_types().await, ["order.placed"]);
}

/// Adjustments that make a stock low are two events.
#[tokio::test]
async fn low_stock() {
    let (server, owner) = served_to_owner().await;
    for (delta, status) in [(-5, 201), (-2, 201), (-1, 201), (9, 201), (-9, 201)] {
        let body = adjustment(1, Some(1), delta);
        adjust(&server, &owner, &body).await.expect(status);
    }
    // 12 pieces, then 7, 5, 4, 13 and 4.
    let events = server.posted().await;
    let low = events.iter().filter(|event| event["type"] == "stock.low");
    let quantities: Vec<&Value> = low.map(|event| &event["data"]["quantity"]).collect();
    assert_eq!(quantities, [5, 4]);
    fill(&server, "a session", &[(1, 1, 1)]).await;
    let body = checkout_body("a session", json!({}));
    server.post("/api/storefront/1/checkout", &body).await.expect(200);
    assert_eq!(server.posted().await.len(), events.len() + 1, "the order");
}

#[tokio::test]
async fn fifty_changes_within_a_minute() {
    let (server, owner) = served_to_owner().await;
    let adjusted = fifty(&server, async |server, _| {
        adjust(server, &owner, &adjustment(4, None, 1)).await.status()
    })
    .await;
    assert_eq!(adjusted, [201; 50]);
    server.pass(Duration::from_secs(59));
    adjust(&server, &owner, &adjustment(4, None, 1)).await.expect(201);
    assert_eq!(products(&server).await, [4]);
    assert_eq!(dispatch(&server, SECOND).await, 1);
    adjust(&server, &owner, &adjustment(4, None, 1)).await.expect(201);
    assert_eq!(products(&server).await, [4, 4]);
    assert_eq!(dispatch(&server, SECOND).await, 0);
    assert_eq!(dispatch(&server, MINUTE).await, 1);
}

/// Concurrent changes of two products and of their variants wait for each other only to post, so none fails.
#[tokio::test]
async fn fifty_changes_of_two_products() {
    let (server, owner) = served_to_owner().await;
    let patch = async |server: &Server, path: &str, body: Value| {
        let request = server.request("PATCH", &format!("{STAFF}/products/{path}"));
        request.bearer(&owner).header("if-match", "*").merge_patch(&body).await.status()
    };
    let statuses = fifty(&server, async |server, number| match number % 5 {
        0 => patch(server, "1", json!({"featured": number % 2 == 0})).await,
        1 => patch(server, "1/variants/1", json!({"price": 3000 + number})).await,
        2 => patch(server, "1/variants/2", json!({"price": 3000 + number})).await,
        3 => adjust(server, &owner, &adjustment(1, Some(1), 1)).await.status() - 1,
        _ => patch(server, "4", json!({"price": 1500 + number})).await,
    })
    .await;
    assert_eq!(statuses, [200; 50]);
    let mut changed = products(&server).await;
    changed.sort();
    assert_eq!(changed, [1, 4]);
}

/// An event is dispatched after the commit of the last change that it stands for.
#[tokio::test]
async fn a_change_during_the_dispatch() {
    let (server, owner) = served_to_owner().await;
    adjust(&server, &owner, &adjustment(4, None, 1)).await.expect(201);
    server.pass(2 * MINUTE);
    let (db, now) = (server.db(), server.now());
    let mut connection = db.connection().await.unwrap();
    let transaction = connection.transaction();
    post(&transaction, 1, &product_changed(1, 4, now), now).await.unwrap();
    assert_eq!(dispatch_due(&db, now).await.unwrap(), 0);
    transaction.commit().await.unwrap();
    assert_eq!(products(&server).await, [4]);
    assert_eq!(dispatch_due(&db, now).await.unwrap(), 1);
}

/// A change that waits for the dispatch of an earlier one is an event of its own.
#[tokio::test]
async fn a_change_after_the_dispatch() {
    let (server, owner) = served_to_owner().await;
    adjust(&server, &owner, &adjustment(4, None, 1)).await.expect(201);
    let dispatching = server.client().await;
    let dispatch = "begin; update events set dispatched_at = now()";
    dispatching.batch_execute(dispatch).await.unwrap();
    let body = adjustment(4, None, 1);
    let changed = adjust(&server, &owner, &body).into_future();
    let (changed, ()) = tokio::join!(changed, async {
        until_waiting(&server, 1).await;
        dispatching.batch_execute("commit").await.unwrap();
    });
    changed.expect(201);
    assert_eq!(products(&server).await, [4, 4]);
    assert_eq!(server.count("events where dispatched_at is null").await, 1);
}

/// The products of a bundle: changed prices, a removed product.
#[tokio::test]
async fn an_applied_bundle() {
    let (server, owner) = served_to_owner().await;
    let exported = server.get(BUNDLE).bearer(&owner).await.expect(200);
    let mut bundle = exported.json.clone();
    let apply = async |bundle: &Value, query: &str| {
        let request = server.request("POST", &format!("{BUNDLE}{query}")).bearer(&owner);
        let applied = request.json(bundle).await.expect(200);
        applied.json["data"]["applied"].as_bool().unwrap()
    };
    assert!(apply(&bundle, "").await);
    for product in bundle["products"].as_array_mut().unwrap() {
        product["name"] = json!(format!("{} (new)", product["name"].as_str().unwrap()));
    }
    bundle["posts"][0]["title"] = json!("A new title");
    assert!(apply(&bundle, "?dryRun=true").await);
    assert!(server.posted().await.is_empty());
    assert!(apply(&bundle, "").await);
    assert_eq!(server.posted_types().await, ["catalog.changed"]);
    assert!(apply(&bundle, "").await);
    assert_eq!(server.posted_types().await, ["catalog.changed"]);
    bundle["products"].as_array_mut().unwrap().pop();
    let pruned = apply(&bundle, "?prune=true&prefer=file").await;
    assert!(pruned);
    let events = server.posted().await;
    let data = json!({"siteId": 1, "path": "/api/staff/sites/1/products"});
    assert!(events.iter().all(|event| event["type"] == "catalog.changed" && event["data"] == data));
    assert_eq!(events.len(), 2);
    // An apply uses the time of the machine.
    let due = server.count("events where dispatched_at is null and due_at <= now()").await;
    assert_eq!(due, 2);
}

/// An event that an apply holds is dispatched at its end, or some time after it was interrupted. The changes that
/// follow a dispatch are another event.
#[tokio::test]
async fn a_held_event() {
    let server = served().await;
    server.sql(ENDPOINT).await;
    let (client, db, now) = (server.client().await, server.db(), server.now());
    let held = hold_catalog_change(&client, 1, None, now).await.unwrap();
    assert_eq!(hold_catalog_change(&client, 1, Some(held), now + MINUTE).await.unwrap(), held);
    assert_eq!(dispatch_due(&db, now + 10 * MINUTE).await.unwrap(), 0);
    release_catalog_change(&client, 1, held, now + MINUTE).await.unwrap();
    assert_eq!(dispatch_due(&db, now + MINUTE).await.unwrap(), 1);
    let next = hold_catalog_change(&client, 1, Some(held), now + MINUTE).await.unwrap();
    assert_ne!(next, held);
    assert_eq!(dispatch_due(&db, now + 11 * MINUTE).await.unwrap(), 1);
    assert_eq!(server.posted_types().await, ["catalog.changed"; 2]);
}

#[tokio::test]
async fn a_replaced_site() {
    let server = served().await;
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), stoa::demo::BUNDLE).unwrap();
    let mut client = server.client().await;
    let import = stoa_site_bundle::import(&mut client, file.path(), Existing::Refuse).await;
    assert!(import.is_err() && server.posted().await.is_empty());
    let replaces = Existing::ReplaceDiscardingLiveState;
    stoa_site_bundle::import(&mut client, file.path(), replaces).await.unwrap();
    assert_eq!(server.posted_types().await, ["catalog.changed"]);
}
