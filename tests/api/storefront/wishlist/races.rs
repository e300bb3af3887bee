//! Fifty concurrent calls, on two servers with one database.

use std::collections::BTreeSet;

use super::*;
use crate::api::{answered, fifty};

#[tokio::test]
async fn fifty_first_accesses_make_one_list_and_one_item() {
    let (server, token) = with_customer(served_without_limits().await).await;
    let answers = fifty(&server, async |server, number| match number % 3 {
        0 => server.get(WISHLIST).bearer(&token).await,
        _ => add(server, &token, json!({"productId": 1, "variantId": number % 3})).await,
    })
    .await;
    assert_eq!(answered(&answers, 200), 50);
    let id = |number: usize| answers[number].json["data"]["id"].as_i64().unwrap();
    let lists: BTreeSet<i64> = (0..50).filter(|number| number % 3 == 0).map(id).collect();
    let items: BTreeSet<i64> = (0..50).filter(|number| number % 3 > 0).map(id).collect();
    assert_eq!((lists.len(), items.len()), (1, 1));
    assert_eq!(server.count("wishlists").await, 1);
    assert_eq!(server.count("wishlist_items").await, 1);
}

#[tokio::test]
async fn fifty_stay_within_500_items() {
    let (server, token) = with_customer(served_without_limits().await).await;
    fill(&server, &token, 493).await;
    let answers = fifty(&server, async |server, number| {
        add(server, &token, json!({"productId": 10_500 + number})).await
    })
    .await;
    assert_eq!((answered(&answers, 200), answered(&answers, 400)), (7, 43));
    assert_eq!(server.count("wishlist_items").await, 500);
}

#[tokio::test]
async fn concurrent_adds_and_removals() {
    let (server, token) = with_customer(served_without_limits().await).await;
    let answers = fifty(&server, async |server, number| match number % 2 {
        0 => add(server, &token, json!({"productId": 1})).await,
        _ => remove(server, &token, json!({"productId": 1})).await,
    })
    .await;
    assert_eq!(answered(&answers, 200), 50);
    assert!(products_of(&server, &token).await.len() <= 1);
}

/// An erased customer leaves no rows, and no call waits forever.
#[tokio::test]
async fn adds_during_an_erasure() {
    let (server, token) = with_customer(served_without_limits().await).await;
    let db = server.db();
    let customer = stoa::commands::customers::find(&db, Some(1), EMAIL).await.unwrap();
    let statuses = fifty(&server, async |server, number| match number {
        20 => {
            stoa::commands::customers::erase(&db, &customer).await.unwrap();
            200
        }
        _ => add(server, &token, json!({"productId": 1 + number % 7})).await.status(),
    })
    .await;
    assert!(statuses.iter().all(|status| [200, 401].contains(status)), "{statuses:?}");
    for table in ["customers", "wishlists", "wishlist_items"] {
        assert_eq!(server.count(table).await, 0, "{table}");
    }
}
