//! Bulk prices at their boundaries, and the limits of a line and a cart.

use super::*;

/// Asserts the unit price of this variant's line for each quantity.
async fn costs(server: &Server, variant: i64, table: &[(i64, i64)]) {
    let what = json!({"productId": 5, "variantId": variant});
    let added = add(server, ODD_CART, SESSION, what).await;
    for (quantity, price) in table {
        let body = json!({"cartItemId": added.json["data"]["id"], "quantity": quantity});
        let put = server.request("PUT", ODD_CART).json(&body).await;
        assert_eq!(put.json["data"]["unitPrice"], *price, "{quantity} of variant {variant}");
        assert_eq!(put.json["data"]["lineTotal"], price * quantity);
        let cart = get(server, ODD_CART, SESSION).await;
        assert_eq!(cart.json["data"]["subtotal"], price * quantity);
    }
    server.request("DELETE", ODD_CART).query("sessionId", SESSION).await;
}

#[tokio::test]
async fn bulk_prices() {
    let server = served().await;
    // The product's rules: 2.5 % off from 5 pieces on, and a unit price of 600 from 10 pieces on.
    costs(&server, 3, &[(4, 800), (5, 780), (9, 780), (10, 600), (999, 600)]).await;
    // From 10 pieces on, this variant has its own rule, 5 % off. Half a cent is rounded up.
    costs(&server, 1, &[(4, 700), (5, 683), (9, 683), (10, 665), (999, 665)]).await;
}

#[tokio::test]
async fn add_cart_item__price_of_the_grown_line() {
    let server = served().await;
    for (quantity, price) in [(4, 800), (5, 780), (10, 600), (11, 600)] {
        let grown = add(&server, ODD_CART, SESSION, json!({"productId": 5, "variantId": 3}));
        let before = get(&server, ODD_CART, SESSION).await.json["data"]["itemCount"].as_i64();
        for _ in before.unwrap_or(0) + 1..quantity {
            add(&server, ODD_CART, SESSION, json!({"productId": 5, "variantId": 3})).await;
        }
        let data = &grown.await.json["data"];
        assert_eq!(json!([data["quantity"], data["unitPrice"]]), json!([quantity, price]));
    }
}

#[tokio::test]
async fn a_line_has_at_most_999_pieces() {
    let server = served().await;
    let added = add_pouches(&server, 3).await;
    add_pouches(&server, 999).await.snapshot("add_cart_item__400_line_quantity_too_large");
    assert_eq!(add_pouches(&server, 996).await.json["data"]["quantity"], 999);
    assert_eq!(add_pouches(&server, 1).await.status(), 400);
    let more = put(&server, &added.json["data"]["id"], 1_000).await;
    more.snapshot("update_cart_item__400_line_quantity_too_large");
    assert_eq!(lines(&server).await, [(2, 999, 1_398_600)]);
}

#[tokio::test]
async fn a_line_is_limited_to_the_stock() {
    let server = served().await;
    let tote = |variant: i64, quantity: i64| {
        let what = json!({"productId": 1, "variantId": variant, "quantity": quantity});
        add(&server, CART, SESSION, what)
    };
    let added = tote(1, 12).await;
    let item = &added.json["data"]["id"];
    tote(1, 1).await.snapshot("add_cart_item__409");
    put(&server, item, 13).await.snapshot("update_cart_item__409");
    assert_eq!(tote(3, 1).await.status(), 409, "none are left");
    assert_eq!(put(&server, item, 11).await.status(), 200);
    // A variant without its own quantity uses the product's stock, which is 40.
    server.sql("update product_variants set quantity = null where site_id = 1 and id = 1").await;
    assert_eq!(put(&server, item, 40).await.status(), 200);
    assert_eq!(put(&server, item, 41).await.status(), 409);
    // Stock is unlimited if the product has no quantity or does not track its inventory.
    server.sql("update products set quantity = null where site_id = 1 and id = 1").await;
    assert_eq!(put(&server, item, 999).await.status(), 200);
    server.sql("update products set quantity = 1, track_inventory = false where site_id = 1 and id = 1").await;
    assert_eq!(put(&server, item, 998).await.status(), 200);
}

#[tokio::test]
async fn a_cart_has_at_most_200_lines() {
    let server = served().await;
    Design::finalized(&server, DESIGN_ID, 2).await;
    let cart = add_pouches(&server, 1).await.json["data"]["cartId"].clone();
    let sql = format!(
        "insert into cart_items (site_id, id, cart_id, product_id, design_id, quantity, created_at, updated_at)
        select 1, n, {cart}, 2, '{DESIGN}', 1, now(), now() from generate_series(1, 198) n"
    );
    server.sql(&sql).await;
    let mug = json!({"productId": 4});
    let design = json!({"productId": 2, "designId": DESIGN});
    assert_eq!(add(&server, CART, SESSION, mug.clone()).await.status(), 200);
    let full = add(&server, CART, SESSION, design).await;
    assert_eq!(full.outcome(), (400, "Cart is full"));
    // The cart is full, but existing lines can grow.
    assert_eq!(add(&server, CART, SESSION, mug).await.status(), 200);
    assert_eq!(lines(&server).await.len(), 200);
}

#[tokio::test]
async fn line_totals_that_are_too_large() {
    let server = served().await;
    let most = json!({"productId": 3});
    let added = add(&server, ODD_CART, SESSION, most.clone()).await;
    assert_eq!(added.json["data"]["lineTotal"], 9_007_199_254_740_991_i64);
    let more = add(&server, ODD_CART, SESSION, most).await;
    assert_eq!(more.outcome(), (400, "The total is too large"));
    let body = json!({"cartItemId": added.json["data"]["id"], "quantity": 2});
    let more = server.request("PUT", ODD_CART).json(&body).await;
    assert_eq!(more.outcome(), (400, "The total is too large"));
    let cart = get(&server, ODD_CART, SESSION).await;
    assert_eq!(cart.json["data"]["subtotal"], 9_007_199_254_740_991_i64);
    // Lines whose sum is too large cannot be added either, with or without an idempotency key.
    for request in [
        add(&server, ODD_CART, SESSION, json!({"productId": 1})),
        add(&server, ODD_CART, SESSION, json!({"productId": 1})).header("idempotency-key", "k"),
    ] {
        assert_eq!(request.await.outcome(), (400, "The total is too large"));
    }
    let cart = get(&server, ODD_CART, SESSION).await;
    assert_eq!(cart.json["data"]["subtotal"], 9_007_199_254_740_991_i64);
}

#[tokio::test]
async fn subtotals_that_are_too_large() {
    let server = served().await;
    server.sql("update products set price = 4503599627370496 where site_id = 1 and id = 4").await;
    let half = add(&server, CART, SESSION, json!({"productId": 4})).await;
    assert_eq!(half.status(), 200);
    let pouch = add_pouches(&server, 1).await.json["data"]["id"].clone();
    let twice = put(&server, &half.json["data"]["id"], 2).await;
    assert_eq!(twice.outcome(), (400, "The total is too large"));

    // The store raises a price: the customer is told, and can remove the line.
    server.sql("update products set price = 9007199254740991 where site_id = 1 and id = 2").await;
    assert_eq!(get(&server, CART, SESSION).await.outcome(), (400, "The total is too large"));
    let more = put(&server, &half.json["data"]["id"], 1).await;
    assert_eq!(more.outcome(), (400, "The total is too large"));
    assert_eq!(put(&server, &pouch, 0).await.status(), 200);
    let cart = get(&server, CART, SESSION).await;
    assert_eq!(cart.json["data"]["subtotal"], 4_503_599_627_370_496_i64);
}
