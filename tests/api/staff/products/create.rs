//! New products.

use super::*;

fn create<'a>(server: &'a Server, token: &str, body: &Value) -> Request<'a> {
    server.request("POST", PRODUCTS).bearer(token).json(body)
}

#[tokio::test]
async fn create_product() {
    let server = served().await;
    let token = catalog(&server).await;
    let shown = || server.get("/api/storefront/1/products/harbor-scarf");
    let body = json!({
        "name": " Harbor Scarf ",
        "slug": "harbor-scarf",
        "price": 4800,
        "categoryId": 1,
        "description": "<p>Wool.</p>",
        "sku": "HG-011",
        "trackInventory": true,
        "stockQuantity": 3,
        "weight": "0.2",
        "weightUnit": "kg",
        "lengthIn": 70.5,
        "tags": ["wool"],
        "metadata": {"care": "by hand", "supplier": "mill-2"},
    });
    let created = create(&server, &token, &body).await.snapshot("create_product__201");
    let id = created.json["data"]["id"].as_i64().unwrap();
    let path = format!("{PRODUCTS}/{id}");
    assert_eq!(server.get(&path).bearer(&token).await.json, created.json);
    // It is a draft at first.
    assert_eq!(shown().await.status(), 404);
    assert_counts(&server).await;
    let published =
        change(&server, &token, &path, created.header("etag"), &json!({"status": "active"}));
    assert_eq!(published.await.status(), 200);
    let product = shown().await.expect(200);
    assert_eq!(product.json["data"]["quantity"], 3);
    assert_eq!(product.json["data"]["metadata"], json!({"care": "by hand"}));
    assert_counts(&server).await;
    create(&server, &token, &body).await.snapshot("create_product__409");

    let active = json!({"name": "Cap", "slug": "cap", "price": 0, "status": "active", "categoryId": 1, "sku": null});
    let active = create(&server, &token, &active).await.expect(201);
    assert_eq!(active.json["data"]["quantity"], Value::Null);
    assert_eq!(server.get("/api/storefront/1/products/cap").await.status(), 200);
    assert_counts(&server).await;
    // The slug is stored in the normalization form C, in which browsers send it.
    let composed = json!({"name": "Uber", "slug": "u\u{308}ber", "price": 1, "status": "active"});
    let composed = create(&server, &token, &composed).await.expect(201);
    assert_eq!(composed.json["data"]["slug"], "\u{fc}ber");
    assert_eq!(server.get("/api/storefront/1/products/%C3%BCber").await.status(), 200);
    let rows = audited_with(&server, "createProduct").await;
    assert_eq!(rows.len(), 3, "{rows:?}");
    assert!(
        rows[0].contains(" createProduct product name,slug,description,status,categoryId,price,"),
        "{rows:?}"
    );
}

#[tokio::test]
async fn refused_products() {
    let server = served().await;
    let token = catalog(&server).await;
    let with = |more: Value| {
        let mut body = json!({"name": "Cap", "slug": "cap", "price": 900});
        body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        body
    };
    let slug = "slug must have 1 to 255 characters, no dot at its beginning, and no white space, slash, backslash, ?, # or %";
    for (body, outcome) in [
        (with(json!({"categoryId": 99})), (404, "Category not found")),
        (with(json!({"categoryId": i64::MIN})), (404, "Category not found")),
        (with(json!({"slug": "enamel-mug"})), (409, "Another product has this slug")),
        (with(json!({"slug": "a/b"})), (400, slug)),
        (with(json!({"slug": "\u{958}".repeat(128)})), (400, slug)),
        (json!({"name": "Cap", "price": 1}), (400, slug)),
        (with(json!({"price": -1})), (400, "price must be an integer from 0 to 9007199254740991")),
        (
            json!({"name": "Cap", "slug": "cap"}),
            (400, "price must be an integer from 0 to 9007199254740991"),
        ),
        (
            with(json!({"stockQuantity": 1.5})),
            (400, "stockQuantity must be an integer from 0 to 9007199254740991, or null"),
        ),
        (
            with(json!({"stockQuantity": 9_007_199_254_740_992_i64})),
            (400, "stockQuantity must be an integer from 0 to 9007199254740991, or null"),
        ),
        (
            with(json!({"status": "archived"})),
            (400, "status must be one of active, inactive, draft"),
        ),
        (
            with(json!({"weight": "heavy"})),
            (400, "weight must be a decimal number of at most 32 characters"),
        ),
        (
            with(json!({"tags": [7]})),
            (400, "tags must be at most 100 texts of at most 255 characters"),
        ),
        (
            with(json!({"metadata": {"a": "x".repeat(70_000)}})),
            (400, "metadata must be an object of at most 65536 bytes and a depth of 20"),
        ),
        (
            with(json!({"name": "a\u{0}b"})),
            (400, "name must have 1 to 255 characters, and no control characters"),
        ),
        (json!({}), (400, "name must have 1 to 255 characters, and no control characters")),
        (json!([]), (400, "Invalid JSON body")),
    ] {
        assert_eq!(create(&server, &token, &body).await.outcome(), outcome, "{body:.200}");
    }
    server.sql("update stores set currency = 'ISK' where site_id = 1").await;
    let refused = create(&server, &token, &with(json!({"price": 150}))).await;
    assert_eq!(refused.outcome(), (400, "The store cannot charge this price in its currency"));
    // The id, the version and the stock are not taken from a body.
    let ignored =
        with(json!({"id": 1, "version": 7, "quantity": 5, "siteId": 2, "createdAt": null}));
    let created = create(&server, &token, &ignored).await.expect(201);
    assert_eq!(created.json["data"]["quantity"], Value::Null);
    assert_ne!(created.json["data"]["id"], 1);
    assert_eq!(audited_with(&server, "createProduct").await.len(), 1);
    // Site 2 may have the same slug. Its categories are not those of site 1.
    let other = hired(&server, Some(2), "lin@odds.example", &["shop"]).await;
    let theirs = server.request("POST", "/api/staff/sites/2/products").bearer(&other);
    assert_eq!(theirs.json(&with(json!({}))).await.status(), 201);
}

#[tokio::test]
async fn one_of_50_products_with_a_slug_is_created() {
    let server = served_without_limits().await;
    let token = catalog(&server).await;
    let body =
        json!({"name": "Cap", "slug": "cap", "price": 900, "status": "active", "categoryId": 1});
    let statuses =
        join_all((0..50).map(|_| async { create(&server, &token, &body).await.status() })).await;
    let count = |wanted| statuses.iter().filter(|status| **status == wanted).count();
    assert_eq!((count(201), count(409)), (1, 49), "{statuses:?}");
    assert_counts(&server).await;
}
