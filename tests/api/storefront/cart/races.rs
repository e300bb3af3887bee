//! Fifty concurrent calls, on two servers with one database.

use std::collections::BTreeSet;

use super::*;
use crate::api::{answered, fifty, fifty_on};

#[tokio::test]
async fn add_cart_item__fifty_first_adds_make_one_line() {
    let server = served().await;
    let added =
        fifty(&server, async |server, number| add_pouches(server, number as i64 % 3 + 1).await)
            .await;
    assert_eq!(answered(&added, 200), 50);
    let ids: BTreeSet<_> = added.iter().map(|line| line.json["data"]["id"].as_i64()).collect();
    assert_eq!(ids.len(), 1);
    assert_eq!(lines(&server).await, [(2, 99, 138_600)]);
    // Each call has seen a different quantity of the growing line.
    let seen: BTreeSet<_> = added.iter().map(|it| it.json["data"]["quantity"].as_i64()).collect();
    assert_eq!(seen.len(), 50);
    assert_eq!(server.count("carts where site_id = 1").await, 1);
}

/// Each product alone fits into the cart's limit, but no two of them together.
#[tokio::test]
async fn add_cart_item__fifty_stay_within_the_largest_total() {
    let server = served().await;
    server.sql("update products set price = 5000000000000000 where site_id = 1").await;
    let added = fifty(&server, async |server, number| {
        let product_id = [2, 4, 6][number % 3];
        add(server, CART, SESSION, json!({"productId": product_id})).await
    })
    .await;
    assert_eq!((answered(&added, 200), answered(&added, 400)), (1, 49));
    let cart = get(&server, CART, SESSION).await;
    assert_eq!(cart.json["data"]["subtotal"], 5_000_000_000_000_000_i64);
}

#[tokio::test]
async fn add_cart_item__fifty_stay_within_the_stock() {
    let server = served().await;
    let added = fifty(&server, async |server, _| {
        add(server, CART, SESSION, json!({"productId": 1, "variantId": 1})).await
    })
    .await;
    assert_eq!((answered(&added, 200), answered(&added, 409)), (12, 38));
    assert_eq!(lines(&server).await, [(1, 12, 34_560)]);
}

#[tokio::test]
async fn add_cart_item__fifty_stay_within_999_pieces() {
    let server = served().await;
    let added = fifty(&server, async |server, _| add_pouches(server, 99).await).await;
    assert_eq!((answered(&added, 200), answered(&added, 400)), (10, 40));
    assert_eq!(lines(&server).await, [(2, 990, 1_386_000)]);
}

#[tokio::test]
async fn add_cart_item__fifty_stay_within_200_lines() {
    let server = served().await;
    Design::finalized(&server, DESIGN_ID, 2).await;
    let cart = add_pouches(&server, 1).await.json["data"]["cartId"].clone();
    let sql = format!(
        "insert into cart_items (site_id, id, cart_id, product_id, design_id, quantity, created_at, updated_at)
        select 1, n, {cart}, 2, '{DESIGN}', 1, now(), now() from generate_series(1, 189) n"
    );
    server.sql(&sql).await;
    let added = fifty(&server, async |server, _| {
        add(server, CART, SESSION, json!({"productId": 2, "designId": DESIGN})).await
    })
    .await;
    assert_eq!((answered(&added, 200), answered(&added, 400)), (10, 40));
    assert_eq!(lines(&server).await.len(), 200);
}

#[tokio::test]
async fn add_cart_item__fifty_after_the_cart_has_expired() {
    let server = served().await;
    let another = server.another().await;
    add_pouches(&server, 500).await;
    server.pass(DAY * 7);
    another.pass(DAY * 7);
    let added = fifty_on([&server, &another], async |server, _| add_pouches(server, 1).await).await;
    assert_eq!(answered(&added, 200), 50);
    assert_eq!(lines(&server).await, [(2, 50, 70_000)]);
}

#[tokio::test]
async fn concurrent_adds_and_changes_leave_a_valid_cart() {
    let server = served().await;
    let item = add_pouches(&server, 1).await.json["data"]["id"].clone();
    let changed = fifty(&server, async |server, number| match number % 10 {
        8 => put(server, &item, 100).await,
        9 => clear(server).await,
        _ => add_pouches(server, 1).await,
    })
    .await;
    let unknown = answered(&changed, 404);
    assert_eq!(answered(&changed, 200) + unknown, 50);
    assert!(unknown <= 5, "only a change finds its line gone");
    let lines = lines(&server).await;
    assert!(lines.len() <= 1, "{lines:?}");
    assert!(lines.iter().all(|(_, quantity, _)| (1..=140).contains(quantity)), "{lines:?}");
}

#[tokio::test]
async fn update_cart_item__fifty_set_one_line() {
    let server = served().await;
    let item = add_pouches(&server, 1).await.json["data"]["id"].clone();
    let changed =
        fifty(&server, async |server, number| put(server, &item, number as i64 + 1).await).await;
    assert_eq!(answered(&changed, 200), 50);
    let removed = fifty(&server, async |server, _| put(server, &item, 0).await).await;
    assert_eq!((answered(&removed, 200), answered(&removed, 404)), (1, 49));
}

#[tokio::test]
async fn recover_cart__fifty_at_once() {
    let server = served().await;
    let target = recovery::link(&server).await;
    let recovered = fifty(&server, async |server, _| server.get(&target).await).await;
    assert_eq!((answered(&recovered, 302), answered(&recovered, 404)), (1, 49));
}

#[tokio::test]
async fn add_cart_item__a_locked_cart_delays_no_other() {
    let server = served().await;
    add_pouches(&server, 1).await;
    let other = server.client().await;
    other.batch_execute("begin; update carts set revision = revision + 1").await.unwrap();
    let waits = add_pouches(&server, 2);
    let other_carts = async {
        until_waiting(&server, 1).await;
        for session in ["one", "two", "three"] {
            // On a busy machine, a call may time out.
            let is_added =
                async || add(&server, CART, session, json!({"productId": 2})).await.status() == 200;
            eventually("another cart changes", is_added).await;
        }
        other.batch_execute("commit").await.unwrap();
    };
    let (waited, ()) = tokio::join!(waits, other_carts);
    match waited.status() {
        200 => assert_eq!(waited.json["data"]["quantity"], 3),
        status => assert_eq!(status, 503, "it waited for too long"),
    }
}
