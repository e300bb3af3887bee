//! Fifty at once, on two servers of one database.

use std::collections::BTreeSet;

use futures_util::future::join_all;
use tokio::sync::Barrier;

use super::*;

/// Calls by number, all at the same moment, each on one of two servers.
pub async fn fifty<'a, F, R>(servers: [&'a Server; 2], call: F) -> Vec<R>
where
    F: AsyncFn(&'a Server, usize) -> R,
{
    let barrier = Barrier::new(50);
    let calls = (0..50).map(async |number: usize| {
        barrier.wait().await;
        call(servers[number % 2], number).await
    });
    join_all(calls).await
}

pub fn count(answers: &[Exchange], status: u16) -> usize {
    answers.iter().filter(|answer| answer.status() == status).count()
}

#[tokio::test]
async fn add_cart_item__fifty_first_adds_make_one_line() {
    let server = served().await;
    let another = server.another().await;
    let added = fifty([&server, &another], async |server, number| {
        add_pouches(server, number as i64 % 3 + 1).await
    })
    .await;
    assert_eq!(count(&added, 200), 50);
    let ids: BTreeSet<_> = added.iter().map(|line| line.json["data"]["id"].as_i64()).collect();
    assert_eq!(ids.len(), 1);
    assert_eq!(lines(&server).await, [(2, 99, 138_600)]);
    // Each has seen another quantity of the line that grew.
    let seen: BTreeSet<_> = added.iter().map(|it| it.json["data"]["quantity"].as_i64()).collect();
    assert_eq!(seen.len(), 50);
    let carts = "select count(*) from carts where site_id = 1";
    assert_eq!(server.client().await.query_one(carts, &[]).await.unwrap().get::<_, i64>(0), 1);
}

/// Each product fits into the cart alone, and no two of them together.
#[tokio::test]
async fn add_cart_item__fifty_keep_to_the_largest_total() {
    let server = served().await;
    let another = server.another().await;
    server.sql("update products set price = 5000000000000000 where site_id = 1").await;
    let added = fifty([&server, &another], async |server, number| {
        let product_id = [2, 4, 6][number % 3];
        add(server, CART, SESSION, json!({"productId": product_id})).await
    })
    .await;
    assert_eq!((count(&added, 200), count(&added, 400)), (1, 49));
    let cart = get(&server, CART, SESSION).await;
    assert_eq!(cart.json["data"]["subtotal"], 5_000_000_000_000_000_i64);
}

#[tokio::test]
async fn add_cart_item__fifty_keep_to_the_stock() {
    let server = served().await;
    let another = server.another().await;
    let added = fifty([&server, &another], async |server, _| {
        add(server, CART, SESSION, json!({"productId": 1, "variantId": 1})).await
    })
    .await;
    assert_eq!((count(&added, 200), count(&added, 409)), (12, 38));
    assert_eq!(lines(&server).await, [(1, 12, 34_560)]);
}

#[tokio::test]
async fn add_cart_item__fifty_keep_to_999_pieces() {
    let server = served().await;
    let another = server.another().await;
    let added = fifty([&server, &another], async |server, _| add_pouches(server, 99).await).await;
    assert_eq!((count(&added, 200), count(&added, 400)), (10, 40));
    assert_eq!(lines(&server).await, [(2, 990, 1_386_000)]);
}

#[tokio::test]
async fn add_cart_item__fifty_keep_to_200_lines() {
    let server = served().await;
    Design::finalized(&server, DESIGN_ID, 2).await;
    let another = server.another().await;
    let cart = add_pouches(&server, 1).await.json["data"]["cartId"].clone();
    server
        .sql(&format!(
            "insert into cart_items (site_id, id, cart_id, product_id, design_id, quantity, created_at, updated_at)
             select 1, n, {cart}, 2, '{DESIGN}', 1, now(), now() from generate_series(1, 189) n"
        ))
        .await;
    let added = fifty([&server, &another], async |server, _| {
        add(server, CART, SESSION, json!({"productId": 2, "designId": DESIGN})).await
    })
    .await;
    assert_eq!((count(&added, 200), count(&added, 400)), (10, 40));
    assert_eq!(lines(&server).await.len(), 200);
}

#[tokio::test]
async fn add_cart_item__fifty_after_the_cart_has_expired() {
    let server = served().await;
    let another = server.another().await;
    add_pouches(&server, 500).await;
    server.pass(DAY * 7);
    another.pass(DAY * 7);
    let added = fifty([&server, &another], async |server, _| add_pouches(server, 1).await).await;
    assert_eq!(count(&added, 200), 50);
    assert_eq!(lines(&server).await, [(2, 50, 70_000)]);
}

#[tokio::test]
async fn changes_among_adds_leave_a_cart_that_could_be() {
    let server = served().await;
    let another = server.another().await;
    let item = add_pouches(&server, 1).await.json["data"]["id"].clone();
    let changed = fifty([&server, &another], async |server, number| match number % 10 {
        8 => put(server, &item, 100).await,
        9 => clear(server).await,
        _ => add_pouches(server, 1).await,
    })
    .await;
    let unknown = count(&changed, 404);
    assert_eq!(count(&changed, 200) + unknown, 50);
    assert!(unknown <= 5, "only a change finds its line gone");
    let lines = lines(&server).await;
    assert!(lines.len() <= 1, "{lines:?}");
    assert!(lines.iter().all(|(_, quantity, _)| (1..=140).contains(quantity)), "{lines:?}");
}

#[tokio::test]
async fn update_cart_item__fifty_set_one_line() {
    let server = served().await;
    let another = server.another().await;
    let item = add_pouches(&server, 1).await.json["data"]["id"].clone();
    let changed = fifty([&server, &another], async |server, number| {
        put(server, &item, number as i64 + 1).await
    })
    .await;
    assert_eq!(count(&changed, 200), 50);
    let removed = fifty([&server, &another], async |server, _| put(server, &item, 0).await).await;
    assert_eq!((count(&removed, 200), count(&removed, 404)), (1, 49));
}

#[tokio::test]
async fn recover_cart__fifty_at_once() {
    let server = served().await;
    let another = server.another().await;
    let target = recovery::link(&server).await;
    let recovered = fifty([&server, &another], async |server, _| server.get(&target).await).await;
    assert_eq!((count(&recovered, 302), count(&recovered, 404)), (1, 49));
}
