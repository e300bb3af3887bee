//! Wishlists of customers.

mod races;

use std::fs;

use serde_json::{Value, json};
use stoa_customers::wishlists::AddRefusal;
use stoa_runtime::Failed;

use super::commands::stoa;
use super::customers::*;
use crate::harness::*;

const WISHLIST: &str = "/api/storefront/1/account/wishlist";

fn add<'a>(server: &'a Server, token: &str, body: Value) -> Request<'a> {
    server.post(WISHLIST, &body).bearer(token)
}

fn remove<'a>(server: &'a Server, token: &str, body: Value) -> Request<'a> {
    server.request("DELETE", WISHLIST).json(&body).bearer(token)
}

/// The products of the list, in its order.
async fn products_of(server: &Server, token: &str) -> Vec<i64> {
    let list = server.get(WISHLIST).bearer(token).await.expect(200);
    let items = list.json["data"]["items"].as_array().unwrap();
    items.iter().map(|item| item["productId"].as_i64().unwrap()).collect()
}

#[tokio::test]
async fn get_wishlist() {
    let (server, token) = with_customer(served().await).await;
    let first = server.get(WISHLIST).bearer(&token).await.snapshot("get_wishlist__200_new");
    assert_eq!(first.header("cache-control"), "no-store");
    for body in [json!({"productId": 7}), json!({"productId": 1, "variantId": 2})] {
        server.pass(MINUTE);
        assert_eq!(add(&server, &token, body).await.status(), 200);
    }
    let list = server.get(WISHLIST).bearer(&token).await.snapshot("get_wishlist__200");
    assert_eq!(list.json["data"]["id"], first.json["data"]["id"]);
    assert_eq!(products_of(&server, &token).await, [1, 7], "the latest first");
}

#[tokio::test]
async fn add_wishlist_item() {
    let (server, token) = with_customer(served().await).await;
    // The customer needs no list before the first item.
    let added = add(&server, &token, json!({"productId": 1, "variantId": 2})).await;
    let added = added.snapshot("add_wishlist_item__200");
    server.pass(MINUTE);
    for variant in [json!(null), json!(1), json!(4), json!(99)] {
        let again = add(&server, &token, json!({"productId": 1, "variantId": variant})).await;
        assert_eq!((again.status(), &again.json), (200, &added.json), "{variant}");
    }
    // A product that is no longer sold stays on the list, and adding it again finds it.
    server.sql("update products set status = 'inactive' where site_id = 1 and id = 1").await;
    let again = add(&server, &token, json!({"productId": 1})).await;
    assert_eq!(again.json["data"]["id"], added.json["data"]["id"]);
    assert_eq!(again.json["data"]["product"]["status"], "inactive");
    assert_eq!(products_of(&server, &token).await, [1]);
    // Once a product that is no longer sold is removed, it cannot be added again.
    remove(&server, &token, json!({"productId": 1})).await;
    let gone = add(&server, &token, json!({"productId": 1})).await;
    assert_eq!(gone.outcome(), (404, "Product not found"));
}

#[tokio::test]
async fn add_wishlist_item__refusals() {
    let (server, token) = with_customer(served().await).await;
    let largest = 9_223_372_036_854_775_807_i64;
    for (body, status, message) in [
        (json!({"productId": 99}), 404, "Product not found"),
        (json!({"productId": -1}), 404, "Product not found"),
        (json!({"productId": largest}), 404, "Product not found"),
        (json!({"productId": 8}), 404, "Product not found"),
        (json!({"productId": 10}), 404, "Product not found"),
        (json!({"productId": 99, "variantId": 1}), 404, "Product not found"),
        (json!({"productId": 1, "variantId": 99}), 404, "Variant not found"),
        (json!({"productId": 1, "variantId": 4}), 404, "Variant not found"),
        (json!({"productId": 1, "variantId": 5}), 404, "Variant not found"),
        (json!({"productId": 4, "variantId": 1}), 404, "Variant not found"),
        (json!({"productId": 1, "variantId": largest}), 404, "Variant not found"),
        (json!({}), 400, "productId is required"),
        (json!({"productId": "1"}), 400, "productId is required"),
        (json!({"productId": 1.5}), 400, "productId is required"),
        (json!({"productId": 1, "variantId": "1"}), 400, "variantId must be an integer"),
    ] {
        assert_eq!(add(&server, &token, body.clone()).await.outcome(), (status, message), "{body}");
    }
    assert_eq!(products_of(&server, &token).await, [0; 0]);

    add(&server, &token, json!({"variantId": 1})).await.snapshot("add_wishlist_item__400");
    let product = json!({"productId": 10});
    add(&server, &token, product).await.snapshot("add_wishlist_item__404_product");
    let variant = json!({"productId": 1, "variantId": 4});
    add(&server, &token, variant).await.snapshot("add_wishlist_item__404_variant");
}

#[tokio::test]
async fn add_wishlist_item__a_full_list() {
    let (server, token) = with_customer(served().await).await;
    fill(&server, &token, 499).await;
    assert_eq!(add(&server, &token, json!({"productId": 1})).await.status(), 200);
    let full = add(&server, &token, json!({"productId": 2})).await;
    let full = full.snapshot("add_wishlist_item__400_full");
    assert_eq!(full.message(), "Wishlist is full");
    // The list is full. Its items can still be added again, and an unknown product is refused as unknown.
    assert_eq!(add(&server, &token, json!({"productId": 1})).await.status(), 200);
    assert_eq!(add(&server, &token, json!({"productId": 99})).await.status(), 404);
    assert_eq!(products_of(&server, &token).await.len(), 500);
    remove(&server, &token, json!({"productId": 1})).await;
    assert_eq!(add(&server, &token, json!({"productId": 2})).await.status(), 200);
    // Products that no longer exist do not count.
    server.sql("delete from products where site_id = 1 and id > 10100").await;
    assert_eq!(add(&server, &token, json!({"productId": 1})).await.status(), 200);
}

/// Creates this number of products from id 10,001 on, and adds them to the list.
async fn fill(server: &Server, token: &str, count: i64) {
    assert_eq!(server.get(WISHLIST).bearer(token).await.status(), 200);
    let sql = format!(
        "insert into products (site_id, id, slug, name, price, status)
        select 1, 10000 + n, 'p' || n, '', 100, 'active' from generate_series(1, 600) n;
        insert into wishlist_items (site_id, wishlist_id, product_id, added_at)
        select 1, wishlist.id, 10000 + n, '2026-06-01'
        from wishlists wishlist, generate_series(1, {count}) n"
    );
    server.sql(&sql).await;
}

#[tokio::test]
async fn remove_wishlist_item() {
    let (server, token) = with_customer(served().await).await;
    add(&server, &token, json!({"productId": 1})).await;
    add(&server, &token, json!({"productId": 7})).await;
    let removed = remove(&server, &token, json!({"productId": 7})).await;
    removed.snapshot("remove_wishlist_item__200");
    let again = remove(&server, &token, json!({"productId": 7})).await;
    again.snapshot("remove_wishlist_item__200_not_there");
    assert_eq!(products_of(&server, &token).await, [1]);
    // A product that no longer exists can be removed too.
    server.sql("delete from products where site_id = 1 and id = 1").await;
    assert_eq!(products_of(&server, &token).await, [0; 0]);
    let gone = remove(&server, &token, json!({"productId": 1})).await;
    assert_eq!(gone.json["data"]["removed"], true);

    remove(&server, &token, json!({"productId": "7"})).await.snapshot("remove_wishlist_item__400");
}

/// A customer's list is private, and separate in each store.
#[tokio::test]
async fn other_customers_and_other_sites() {
    let (server, mara) = with_customer(served().await).await;
    let ida = &registered(&server, "ida@example.com").await;
    let there = json!({"action": "register", "email": EMAIL, "password": PASSWORD});
    let there = token(&server.post("/api/storefront/2/auth", &there).await);
    add(&server, &mara, json!({"productId": 1})).await;
    assert_eq!(products_of(&server, ida).await, [0; 0]);
    let removed = remove(&server, ida, json!({"productId": 1})).await;
    assert_eq!(removed.json["data"]["removed"], false);
    assert_eq!(products_of(&server, &mara).await, [1]);
    let ids =
        async |token: &str| server.get(WISHLIST).bearer(token).await.json["data"]["id"].clone();
    assert_ne!(ids(&mara).await, ids(ida).await);
    // Product 901 belongs to site 2, and site 2's customer has no account on site 1.
    let sql =
        "insert into products (site_id, id, slug, name, price) values (2, 901, 'theirs', '', 500)";
    server.sql(sql).await;
    assert_eq!(add(&server, &mara, json!({"productId": 901})).await.status(), 404);
    assert_eq!(add(&server, &there, json!({"productId": 1})).await.status(), 401);
    let at_home = server.request("POST", "/api/storefront/2/account/wishlist");
    at_home.json(&json!({"productId": 901})).bearer(&there).await.expect(200);
    let of_both = server.request("POST", "/api/storefront/2/account/wishlist");
    let of_both = of_both.json(&json!({"productId": 1})).bearer(&there).await;
    assert_eq!(of_both.json["data"]["product"]["slug"], "blue-tin");
    assert_eq!(products_of(&server, &mara).await, [1]);
}

/// An import replaces the rows of products, which retain their ids.
#[tokio::test]
async fn a_site_that_is_replaced_keeps_its_wishlists() {
    let (server, token) = with_customer(served().await).await;
    add(&server, &token, json!({"productId": 7})).await;
    add(&server, &token, json!({"productId": 9})).await;
    let (bundle, complaint) = stoa(&server, &["site", "export", "1"], "").await;
    let mut bundle: Value = serde_json::from_str(&bundle).expect(&complaint);
    let products = bundle["products"].as_array_mut().unwrap();
    products.retain(|product| product["id"] != 9);
    let file = tempfile::NamedTempFile::new().unwrap();
    fs::write(file.path(), bundle.to_string()).unwrap();
    let replace = ["site", "import", "--replace", file.path().to_str().unwrap()];
    let (_, complaint) = stoa(&server, &replace, "").await;
    assert!(!complaint.contains("stoa: "), "{complaint}");
    assert_eq!(products_of(&server, &token).await, [7]);
    assert_eq!(server.count("wishlist_items").await, 2);
}

/// A call is refused if the customer is erased during the call.
#[tokio::test]
async fn erased_customers() {
    let server = served().await;
    registered(&server, EMAIL).await;
    let (db, now) = (server.db(), server.now());
    server.sql("delete from customers").await;
    assert!(stoa_customers::wishlists::get_wishlist(&db, 1, 1, now).await.unwrap().is_none());
    let added = stoa_customers::wishlists::add_wishlist_item(&db, 1, 1, 1, None, now).await;
    assert!(matches!(added, Err(Failed::Refused(AddRefusal::Unauthorized))), "{added:?}");
}
