//! The variants of a product.

use super::*;

const VARIANTS: &str = "/api/staff/sites/1/products/1/variants";

fn add<'a>(server: &'a Server, token: &str, body: &Value) -> Request<'a> {
    server.request("POST", VARIANTS).bearer(token).json(body)
}

#[tokio::test]
async fn add_variant() {
    let server = served().await;
    let token = catalog(&server).await;
    let before = server.get(TOTE).bearer(&token).await;
    let body = json!({
        "name": " Rust, large ",
        "price": 3300,
        "costPrice": 1100,
        "sku": "HG-001-5",
        "stockQuantity": 7,
        "weight": "0.45",
        "lengthIn": 15.5,
        "optionValues": [{"optionId": 2, "valueId": 5}, {"optionId": 1, "valueId": 3}],
    });
    let added = add(&server, &token, &body).await.snapshot("add_variant__201");
    let id = &added.json["data"]["id"];
    let shown = server.get("/api/storefront/1/products/harbor-tote").await;
    let shown = shown.json["data"]["variants"].as_array().unwrap().clone();
    let last = shown.last().unwrap();
    assert_eq!((&last["id"], &last["price"], &last["quantity"]), (id, &json!(3300), &json!(7)));
    assert_eq!(
        last["optionValues"],
        json!([{"optionId": 1, "valueId": 3}, {"optionId": 2, "valueId": 5}])
    );
    // Customers can buy it, up to its opening stock.
    let line = |quantity: i64| json!({"sessionId": "a-cart-of-totes", "productId": 1, "variantId": id, "quantity": quantity});
    server.post("/api/storefront/1/cart", &line(7)).await.expect(200);
    server.post("/api/storefront/1/cart", &line(1)).await.expect(409);
    // The product's own version is not the variant's.
    assert_eq!(server.get(TOTE).bearer(&token).await.header("etag"), before.header("etag"));
    let changed = change(
        &server,
        &token,
        &format!("{VARIANTS}/{id}"),
        added.header("etag"),
        &json!({"active": false}),
    );
    assert_eq!(changed.await.status(), 200);

    // A variant without a stock has that of the product.
    let plain = add(&server, &token, &json!({"name": "Plain", "price": 0, "stockQuantity": null}))
        .await
        .expect(201);
    assert_eq!(plain.json["data"]["quantity"], Value::Null);
    assert_eq!(
        (&plain.json["data"]["active"], &plain.json["data"]["optionValues"]),
        (&json!(true), &json!([]))
    );
    let rows = audited_with(&server, "addVariant").await;
    assert_eq!(rows.len(), 2, "{rows:?}");
    assert!(
        rows[0].contains(" addVariant variant name,price,costPrice,sku,stockQuantity,"),
        "{rows:?}"
    );
}

#[tokio::test]
async fn refused_variants() {
    let server = served().await;
    let token = catalog(&server).await;
    let before = server.get(TOTE).bearer(&token).await.json;
    let named = |more: Value| {
        let mut body = json!({"name": "Rust", "price": 3300});
        body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        body
    };
    let chosen = |pairs: &[(i64, i64)]| {
        let pairs =
            pairs.iter().map(|(option, value)| json!({"optionId": option, "valueId": value}));
        named(json!({"optionValues": pairs.collect::<Vec<_>>()}))
    };
    let many: Vec<_> = (0..101).map(|id| (id, id)).collect();
    for (body, outcome) in [
        // An option of another product, a value of another option, and unknown ones.
        (chosen(&[(3, 6)]), (404, "Option value not found")),
        (chosen(&[(1, 4)]), (404, "Option value not found")),
        (chosen(&[(1, 1), (99, 99)]), (404, "Option value not found")),
        (chosen(&[(-1, 0)]), (404, "Option value not found")),
        (chosen(&[(i64::MAX, i64::MIN)]), (404, "Option value not found")),
        (chosen(&[(1, 1), (1, 2)]), (400, "A variant has one value of each option")),
        (chosen(&[(1, 1), (1, 1)]), (400, "A variant has one value of each option")),
        (chosen(&many), (400, "optionValues must be at most 100 pairs of optionId and valueId")),
        (
            named(json!({"optionValues": [{"optionId": 1}]})),
            (400, "optionValues must be at most 100 pairs of optionId and valueId"),
        ),
        (
            named(json!({"optionValues": {}})),
            (400, "optionValues must be at most 100 pairs of optionId and valueId"),
        ),
        (
            named(json!({"stockQuantity": -1})),
            (400, "stockQuantity must be an integer from 0 to 9007199254740991, or null"),
        ),
        (
            named(json!({"price": null})),
            (400, "price must be an integer from 0 to 9007199254740991"),
        ),
        (
            named(json!({"name": "\u{200b}"})),
            (400, "name must have 1 to 255 characters, and no control characters"),
        ),
        (
            named(json!({"image": "a\nb"})),
            (400, "image must have at most 2000 characters, and no control characters"),
        ),
        (json!({"name": "Rust"}), (400, "price must be an integer from 0 to 9007199254740991")),
        (json!({}), (400, "name must have 1 to 255 characters, and no control characters")),
    ] {
        assert_eq!(add(&server, &token, &body).await.outcome(), outcome, "{body}");
    }
    for (path, body) in [
        ("/api/staff/sites/1/products/99/variants", named(json!({}))),
        ("/api/staff/sites/1/products/-1/variants", named(json!({}))),
    ] {
        let refused = server.request("POST", path).bearer(&token).json(&body).await;
        assert_eq!(refused.outcome(), (404, "Product not found"));
    }
    server.sql("update stores set currency = 'ISK' where site_id = 1").await;
    let refused = add(&server, &token, &named(json!({"price": 150}))).await;
    assert_eq!(refused.outcome(), (400, "The store cannot charge this price in its currency"));
    assert_eq!(server.get(TOTE).bearer(&token).await.json, before);
    let sql = "insert into product_variants (site_id, product_id) select 1, 1 from generate_series(5, 999)";
    server.sql(sql).await;
    add(&server, &token, &named(json!({"price": 100}))).await.expect(201);
    add(&server, &token, &named(json!({"price": 100}))).await.snapshot("add_variant__409");
    assert_eq!(audited_with(&server, "addVariant").await.len(), 1);
}

#[tokio::test]
async fn remove_variant() {
    let server = served().await;
    let token = catalog(&server).await;
    let remove = |product: i64, variant: i64| {
        let path = format!("{PRODUCTS}/{product}/variants/{variant}");
        server.request("DELETE", &path).bearer(&token)
    };
    let line =
        json!({"sessionId": "a-cart-of-totes", "productId": 1, "variantId": 1, "quantity": 1});
    server.post("/api/storefront/1/cart", &line).await.expect(200);
    remove(1, 1).await.snapshot("remove_variant__200");
    remove(1, 1).await.snapshot("remove_variant__404");
    // A bulk price is for variant 2.
    remove(1, 2).await.snapshot("remove_variant__409");
    for (product, variant) in [(2, 2), (99, 3), (1, 5), (1, -1), (1, i64::MAX)] {
        assert_eq!(remove(product, variant).await.outcome(), (404, "Variant not found"));
    }
    let shown = server.get("/api/storefront/1/products/harbor-tote").await;
    let variants = shown.json["data"]["variants"].as_array().unwrap();
    assert!(
        variants.iter().all(|variant| variant["id"] != 1) && !variants.is_empty(),
        "{variants:?}"
    );
    // The cart retains the line, and cannot be checked out.
    let cart = server.get("/api/storefront/1/cart?sessionId=a-cart-of-totes").await;
    assert_eq!(cart.json["data"]["items"][0]["variantId"], 1);
    let body = checkout_body("a-cart-of-totes", json!({}));
    let refused = server.post("/api/storefront/1/checkout", &body).await;
    assert!((400..500).contains(&refused.status()), "{}", refused.status());
    let rows = audited_with(&server, "removeVariant").await;
    assert_eq!(rows.len(), 1, "{rows:?}");
}

#[tokio::test]
async fn update_variant() {
    let server = served().await;
    let token = catalog(&server).await;
    let path = format!("{TOTE}/variants/1");
    let product = server.get(TOTE).bearer(&token).await;
    let version = &product.json["data"]["variants"][0]["version"];
    let seen = format!("\"{version}\"");
    let patch = json!({"price": 2700, "sku": null, "image": "https://harborgoods.example/a.jpg"});
    let changed = change(&server, &token, &path, &seen, &patch).await;
    let changed = changed.snapshot("update_variant__200");
    assert_eq!(changed.json["data"]["quantity"], product.json["data"]["variants"][0]["quantity"]);
    let shown = server.get("/api/storefront/1/products/harbor-tote").await;
    assert_eq!(shown.json["data"]["variants"][0]["price"], 2700);
    // The product's own version is not the variant's.
    assert_eq!(server.get(TOTE).bearer(&token).await.header("etag"), product.header("etag"));
    change(&server, &token, &path, &seen, &patch).await.snapshot("update_variant__412");
    let unseen = server.request("PATCH", &path).bearer(&token).merge_patch(&patch);
    unseen.await.snapshot("update_variant__428");
    let none = format!("{PRODUCTS}/4/variants/1");
    change(&server, &token, &none, "*", &patch).await.snapshot("update_variant__404");
}

#[tokio::test]
async fn a_variant_gets_other_option_values() {
    let server = served().await;
    let token = catalog(&server).await;
    let path = format!("{VARIANTS}/1");
    let choose = |pairs: Value| {
        let pairs: Vec<Value> = pairs
            .as_array()
            .unwrap()
            .iter()
            .map(|pair| json!({"optionId": pair[0], "valueId": pair[1]}))
            .collect();
        change(&server, &token, &path, "*", &json!({"optionValues": pairs}))
    };
    let changed = choose(json!([[2, 5], [1, 3]])).await.expect(200);
    let shown = server.get("/api/storefront/1/products/harbor-tote").await;
    let values = &shown.json["data"]["variants"][0]["optionValues"];
    assert_eq!(*values, json!([{"optionId": 1, "valueId": 3}, {"optionId": 2, "valueId": 5}]));
    for (pairs, outcome) in [
        (json!([[3, 6]]), (404, "Option value not found")),
        (json!([[1, 4]]), (404, "Option value not found")),
        (json!([[1, 1], [1, 2]]), (400, "A variant has one value of each option")),
    ] {
        assert_eq!(choose(pairs.clone()).await.outcome(), outcome, "{pairs}");
    }
    let null = change(&server, &token, &path, "*", &json!({"optionValues": null})).await;
    assert_eq!(
        null.outcome(),
        (400, "optionValues must be at most 100 pairs of optionId and valueId")
    );
    let same = change(&server, &token, &path, "*", &json!({})).await;
    assert_eq!(same.json, changed.json);
    let none = choose(json!([])).await.expect(200);
    assert_eq!(none.json["data"]["optionValues"], json!([]));
    let lost = format!("{PRODUCTS}/99/variants/1");
    let body = json!({"optionValues": []});
    assert_eq!(
        change(&server, &token, &lost, "*", &body).await.outcome(),
        (404, "Variant not found")
    );
}
