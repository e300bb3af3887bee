//! The pictures of a product.

use super::*;

const IMAGES: &str = "/api/staff/sites/1/products/1/images";
const SEA: &str = "https://cdn.harborgoods.example/p/sea.jpg";

fn add<'a>(server: &'a Server, token: &str, body: &Value) -> Request<'a> {
    server.request("POST", IMAGES).bearer(token).json(body)
}

fn order<'a>(server: &'a Server, token: &str, seen: &str, ids: Value) -> Request<'a> {
    let request = server.request("PUT", IMAGES).bearer(token).header("if-match", seen);
    request.json(&json!({"imageIds": ids}))
}

/// The ids of the pictures of the tote, as the storefront shows them.
async fn shown(server: &Server) -> Vec<i64> {
    let product = server.get("/api/storefront/1/products/harbor-tote").await;
    let images = product.json["data"]["images"].as_array().unwrap();
    images.iter().map(|image| image["id"].as_i64().unwrap()).collect()
}

#[tokio::test]
async fn pictures_come_change_and_go() {
    let server = served().await;
    let token = catalog(&server).await;
    let added = add(&server, &token, &json!({"url": format!(" {SEA}"), "alt": "The sea"})).await;
    let added = added.snapshot("add_image__201");
    let last = added.json["data"]["images"].as_array().unwrap().last().unwrap().clone();
    assert_eq!((&last["url"], &last["order"]), (&json!(SEA), &json!(4)));
    let id = last["id"].as_i64().unwrap();
    assert_eq!(shown(&server).await, [1, 2, 3, id]);

    let first = order(&server, &token, added.header("etag"), json!([id, 3, 1, 2])).await;
    let first = first.snapshot("order_images__200");
    assert_eq!(shown(&server).await, [id, 3, 1, 2]);
    let list = server.get("/api/storefront/1/products?search=harbor+tote").await;
    assert_eq!(list.json["data"][0]["image"], SEA);
    let late = order(&server, &token, added.header("etag"), json!([1, 2, 3, id])).await;
    assert_eq!(late.header("etag"), first.header("etag"));
    late.snapshot("order_images__412");
    let unseen = server.request("PUT", IMAGES).bearer(&token).json(&json!({"imageIds": [1]}));
    unseen.await.snapshot("order_images__428");

    let path = format!("{IMAGES}/{id}");
    let patch = json!({"alt": null});
    let changed = change(&server, &token, &path, first.header("etag"), &patch).await;
    let changed = changed.snapshot("update_image__200");
    assert_eq!(changed.json["data"]["images"][0]["url"], SEA);
    let nothing =
        change(&server, &token, &path, changed.header("etag"), &json!({"order": 9})).await;
    assert_eq!((nothing.status(), nothing.header("etag")), (200, changed.header("etag")));
    change(&server, &token, &path, first.header("etag"), &patch)
        .await
        .snapshot("update_image__412");
    let unseen = server.request("PATCH", &path).bearer(&token).merge_patch(&patch);
    unseen.await.snapshot("update_image__428");

    let remove = || server.request("DELETE", &path).bearer(&token);
    let removed = remove().await.snapshot("remove_image__200");
    assert_ne!(removed.header("etag"), changed.header("etag"));
    remove().await.snapshot("remove_image__404");
    assert_eq!(shown(&server).await, [3, 1, 2]);
    let rows = audited(&server).await;
    let rows: Vec<_> = rows.iter().filter(|row| row.contains("Image")).collect();
    assert_eq!(rows.len(), 4, "{rows:?}");
    assert!(rows.iter().all(|row| row.contains(" product images ")), "{rows:?}");
}

#[tokio::test]
async fn refused_pictures() {
    let server = served().await;
    let token = catalog(&server).await;
    let before = server.get(TOTE).bearer(&token).await.json;
    for body in [
        json!({}),
        json!({"alt": "The sea"}),
        json!({"url": ""}),
        json!({"url": "  "}),
        json!({"url": null}),
        json!({"url": "a\u{0}b"}),
        json!({"url": "a\u{202e}b"}),
        json!({"url": "x".repeat(2001)}),
        json!({"url": SEA, "alt": "x".repeat(1001)}),
        json!({"url": SEA, "alt": 7}),
        json!([]),
    ] {
        let refused = add(&server, &token, &body).await;
        assert_eq!(refused.status(), 400, "{body}: {}", refused.message());
        if body["url"].is_null() && body != json!({"url": null}) {
            continue;
        }
        let patched = change(&server, &token, &format!("{IMAGES}/1"), "*", &body).await;
        assert_eq!(patched.status(), 400, "{body}: {}", patched.message());
    }
    let wrong = "imageIds must have the id of each image of the product once";
    for ids in [
        json!([]),
        json!([1, 2]),
        json!([1, 2, 3, 3]),
        json!([1, 2, 4]),
        json!([1, 2, 3, 4]),
        json!([1, 2, i64::MAX]),
        json!(["1", "2", "3"]),
        json!([1, 2, null]),
        json!("1,2,3"),
        json!(vec![1; 1001]),
    ] {
        let refused = order(&server, &token, "*", ids.clone()).await;
        assert_eq!(refused.outcome(), (400, wrong), "{ids}");
    }
    // Picture 4 is of product 2.
    for path in ["/1/images/4", "/1/images/99", "/2/images/1", "/1/images/-1"] {
        let path = format!("{PRODUCTS}{path}");
        let removed = server.request("DELETE", &path).bearer(&token).await;
        assert_eq!(removed.outcome(), (404, "Image not found"));
        let changed = change(&server, &token, &path, "*", &json!({"alt": "x"})).await;
        assert_eq!(changed.outcome(), (404, "Image not found"));
    }
    let none = format!("{PRODUCTS}/99/images");
    let body = json!({"url": SEA});
    let refused = server.request("POST", &none).bearer(&token).json(&body).await;
    assert_eq!(refused.outcome(), (404, "Product not found"));
    let removed = server.request("DELETE", &format!("{none}/1")).bearer(&token).await;
    assert_eq!(removed.outcome(), (404, "Product not found"));
    let ids = json!({"imageIds": []});
    let refused = server.request("PUT", &none).bearer(&token).header("if-match", "*").json(&ids);
    assert_eq!(refused.await.outcome(), (404, "Product not found"));
    assert_eq!(server.get(TOTE).bearer(&token).await.json, before);
    let sql = "insert into product_images (site_id, product_id, position) select 1, 1, 9007199254740991 from generate_series(1, 96)";
    server.sql(sql).await;
    // A bundle has no greater order.
    let added = add(&server, &token, &body).await.expect(201);
    let last = added.json["data"]["images"].as_array().unwrap().last().unwrap().clone();
    assert_eq!((&last["url"], &last["order"]), (&json!(SEA), &json!(9_007_199_254_740_991_i64)));
    add(&server, &token, &body).await.snapshot("add_image__409");
    assert_eq!(audited_with(&server, "Image").await.len(), 1);
}

#[tokio::test]
async fn concurrent_pictures_are_all_added_and_one_order_wins() {
    let server = served_without_limits().await;
    let token = catalog(&server).await;
    let body = json!({"url": SEA});
    let statuses = join_all((0..50).map(|_| async { add(&server, &token, &body).await.status() }));
    assert_eq!(statuses.await, [201; 50]);
    let product = server.get(TOTE).bearer(&token).await;
    let images = product.json["data"]["images"].as_array().unwrap();
    let orders: std::collections::BTreeSet<_> =
        images.iter().map(|image| image["order"].as_i64().unwrap()).collect();
    assert_eq!(orders.len(), 53);
    let ids: Vec<&Value> = images.iter().rev().map(|image| &image["id"]).collect();
    let seen = product.header("etag");
    let orders = (0..50).map(|_| async { order(&server, &token, seen, json!(ids)).await.status() });
    let statuses = join_all(orders).await;
    let count = |wanted| statuses.iter().filter(|status| **status == wanted).count();
    assert_eq!((count(200), count(412)), (1, 49), "{statuses:?}");
}
