//! A browser's cart: its lines, its prices, and its expiry.

pub mod abandoned;
mod designs;
mod quantities;
mod races;
pub mod recovery;
mod refusals;
mod reminders;

use serde_json::{Value, json};

use crate::harness::designs::{DESIGN_ID, Design};
use crate::harness::*;

/// Site 1's cart. Salt Pouches (product 2) have neither variants nor stock, Harbor Totes (1) have both.
pub const CART: &str = "/api/storefront/1/cart";
/// Site 2's cart. Everything (product 5) has variants 1 and 3, bulk prices, and no stock.
const ODD_CART: &str = "/api/storefront/2/cart";
pub const SESSION: &str = "0d0f2a2e-7f0c-4a57-8f5e-1f6f0d6f3b11";
const DESIGN: &str = "3f0f8f5e-52c3-4a53-9d56-8a4b0f1c7d21";
/// Adds an item with the fields in `what`.
fn add<'a>(server: &'a Server, cart: &str, session: &str, what: Value) -> Request<'a> {
    let mut body = json!({"sessionId": session});
    body.as_object_mut().unwrap().extend(what.as_object().unwrap().clone());
    server.post(cart, &body)
}

/// Adds Salt Pouches on site 1.
async fn add_pouches(server: &Server, quantity: i64) -> Exchange {
    add(server, CART, SESSION, json!({"productId": 2, "quantity": quantity})).await
}

fn put<'a>(server: &'a Server, item: &Value, quantity: i64) -> Request<'a> {
    server.request("PUT", CART).json(&json!({"cartItemId": item, "quantity": quantity}))
}

fn get<'a>(server: &'a Server, cart: &str, session: &str) -> Request<'a> {
    server.get(cart).query("sessionId", session)
}

async fn clear(server: &Server) -> Exchange {
    server.request("DELETE", CART).query("sessionId", SESSION).await
}

/// Product, quantity and total of each line in site 1's cart.
async fn lines(server: &Server) -> Vec<(i64, i64, i64)> {
    let cart = get(server, CART, SESSION).await;
    let number = |item: &Value, name: &str| item[name].as_i64().unwrap();
    let items = cart.json["data"]["items"].as_array().unwrap();
    let lines: Vec<_> = items
        .iter()
        .map(|item| {
            (number(item, "productId"), number(item, "quantity"), number(item, "lineTotal"))
        })
        .collect();
    let subtotal: i64 = lines.iter().map(|(.., total)| total).sum();
    assert_eq!(cart.json["data"]["subtotal"], subtotal);
    match lines.is_empty() {
        true => assert_eq!(cart.json["data"], json!({"items": [], "subtotal": 0})),
        false => {
            let pieces: i64 = lines.iter().map(|(_, quantity, _)| quantity).sum();
            assert_eq!(cart.json["data"]["itemCount"], pieces);
        }
    }
    lines
}

#[tokio::test]
async fn a_cart_from_its_first_line_to_its_last() {
    let server = served().await;
    Design::finalized(&server, DESIGN_ID, 2).await;
    get(&server, CART, SESSION).await.snapshot("get_cart__200_unknown");
    let what = json!({"productId": 1, "variantId": 1, "quantity": 2});
    add(&server, CART, SESSION, what).await.snapshot("add_cart_item__200");
    server.pass(MINUTE);
    let what = json!({"productId": 1, "variantId": 1, "quantity": 8});
    let grown = add(&server, CART, SESSION, what).await.snapshot("add_cart_item__200_grown");
    let what = json!({"productId": 2, "designId": DESIGN});
    let design = add(&server, CART, SESSION, what).await.snapshot("add_cart_item__200_design");
    get(&server, CART, SESSION).await.snapshot("get_cart__200");
    server.pass(MINUTE);
    put(&server, &grown.json["data"]["id"], 9).await.snapshot("update_cart_item__200");
    put(&server, &design.json["data"]["id"], 0).await.snapshot("update_cart_item__200_removed");
    assert_eq!(lines(&server).await, [(1, 9, 28_800)]);
    clear(&server).await.snapshot("clear_cart__200");
    assert_eq!(lines(&server).await, []);
    assert_eq!(clear(&server).await.status(), 200, "an empty cart can be emptied");
}

#[tokio::test]
async fn add_cart_item__lines_with_designs_are_separate() {
    let server = served().await;
    Design::finalized(&server, DESIGN_ID, 2).await;
    let design = json!({"productId": 2, "designId": DESIGN.to_uppercase()});
    for what in [design.clone(), json!({"productId": 2}), design, json!({"productId": 2})] {
        assert_eq!(add(&server, CART, SESSION, what).await.status(), 200);
        server.pass(MINUTE);
    }
    assert_eq!(lines(&server).await, [(2, 1, 1_400), (2, 2, 2_800), (2, 1, 1_400)]);
    let cart = get(&server, CART, SESSION).await;
    let designs = cart.json["data"]["items"].as_array().unwrap();
    let designs: Vec<_> = designs.iter().map(|item| &item["designId"]).collect();
    assert_eq!(designs, [&json!(DESIGN), &Value::Null, &json!(DESIGN)]);
}

#[tokio::test]
async fn carts_are_scoped_by_session_and_site() {
    let server = served_read_only().await;
    add_pouches(&server, 1).await;
    for (cart, session) in [(CART, "another"), (CART, &SESSION.to_uppercase()), (ODD_CART, SESSION)]
    {
        let other = get(&server, cart, session).await;
        assert_eq!(other.json["data"], json!({"items": [], "subtotal": 0}));
    }
}

#[tokio::test]
async fn an_expired_cart_is_emptied() {
    let server = served().await;
    let first = add_pouches(&server, 2).await;
    let item = &first.json["data"]["id"];
    add(&server, CART, SESSION, json!({"productId": 1, "variantId": 1})).await;
    server.pass(DAY * 7 - MINUTE);
    assert_eq!(lines(&server).await.len(), 2);
    server.pass(MINUTE);
    assert_eq!(lines(&server).await, [], "reading has not extended it");
    assert_eq!(put(&server, item, 3).await.message(), "Cart item not found");
    assert_eq!(put(&server, item, 0).await.message(), "Cart item not found");
    let second = add_pouches(&server, 1).await;
    assert_eq!(second.json["data"]["cartId"], first.json["data"]["cartId"]);
    assert_ne!(&second.json["data"]["id"], item);
    assert_eq!(lines(&server).await, [(2, 1, 1_400)]);
}

#[tokio::test]
async fn writes_extend_a_cart_by_seven_days() {
    let server = served().await;
    let added = add_pouches(&server, 2).await;
    let item = &added.json["data"]["id"];
    for quantity in 3..6 {
        server.pass(DAY * 6);
        match quantity {
            4 => add_pouches(&server, 1).await,
            _ => put(&server, item, quantity).await,
        };
    }
    assert_eq!(lines(&server).await, [(2, 5, 7_000)]);
    // A refused write does not extend the cart.
    server.pass(DAY * 6);
    assert_eq!(add_pouches(&server, 999).await.status(), 400);
    server.pass(DAY);
    assert_eq!(lines(&server).await, []);
}

#[tokio::test]
async fn get_cart__current_prices() {
    let server = served().await;
    add_pouches(&server, 3).await;
    server.sql("update products set price = 1500 where site_id = 1 and id = 2").await;
    assert_eq!(lines(&server).await, [(2, 3, 4_500)]);
}

#[tokio::test]
async fn get_cart__unavailable_products_remain_visible() {
    let server = served().await;
    let added = add_pouches(&server, 3).await;
    let tote = json!({"productId": 1, "variantId": 1});
    server.pass(MINUTE);
    add(&server, CART, SESSION, tote.clone()).await;
    server.sql("update products set status = 'inactive' where site_id = 1 and id = 2").await;
    server.sql("update product_variants set active = false where site_id = 1 and id = 1").await;
    assert_eq!(lines(&server).await, [(2, 3, 4_200), (1, 1, 3_200)]);
    assert_eq!(add_pouches(&server, 1).await.message(), "Product not found");
    assert_eq!(add(&server, CART, SESSION, tote).await.message(), "Variant not found");
    server.sql("delete from products where site_id = 1 and id = 2").await;
    assert_eq!(lines(&server).await, [(2, 3, 0), (1, 1, 3_200)]);
    assert_eq!(put(&server, &added.json["data"]["id"], 0).await.status(), 200);
    assert_eq!(lines(&server).await, [(1, 1, 3_200)]);
}

#[tokio::test]
async fn carts_survive_a_replacement_of_the_site() {
    let server = served().await;
    add_pouches(&server, 3).await;
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/demo/harbor-goods.json");
    replace_site(&server, file.as_ref()).await;
    assert_eq!(lines(&server).await, [(2, 3, 4_200)]);
}
