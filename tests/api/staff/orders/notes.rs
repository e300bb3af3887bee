//! The notes of orders.

use stoa::commands::customers;

use super::*;
use crate::api::storefront::customers::registered;

#[tokio::test]
async fn add_order_note__refusals() {
    let server = served_without_limits().await;
    let (token, order) = (shop(&server).await, paid(&server).await);
    let add = |path: &str, text: Value| server.post(path, &json!({"body": text})).bearer(&token);
    let path = format!("{ORDER}/notes");
    add(&path, json!(" ")).await.snapshot("add_order_note__400");
    add(&format!("{ORDERS}/HG-0/notes"), json!("x")).await.snapshot("add_order_note__404");
    for text in [json!("a".repeat(4001)), json!("\0"), json!(5), Value::Null] {
        assert_eq!(add(&path, text).await.status(), 400);
    }
    assert_eq!(add(&path, json!("é".repeat(4000))).await.status(), 201);
    let more = "insert into order_notes (site_id, order_id, body, author_name, created_at)
        select 1, id, 'n', 'Ines', now() from orders, generate_series(1, 150)";
    server.sql(more).await;
    let adds = (0..60).map(|_| async { add(&path, json!("one more")).await.status() });
    let mut statuses = futures_util::future::join_all(adds).await;
    statuses.sort_unstable();
    assert_eq!(statuses, [[201; 49].as_slice(), &[400; 11]].concat());
    assert_eq!(add(&path, json!("x")).await.message(), "An order has at most 200 notes");
    assert_eq!(order.status(&server).await, "paid");
    assert_eq!(audited_with(&server, "addOrderNote").await.len(), 50);
}

#[tokio::test]
async fn the_erasure_of_the_purchaser_deletes_the_notes() {
    let server = served().await;
    let (token, order) = (shop(&server).await, paid(&server).await);
    registered(&server, "mara@example.com").await;
    let note = json!({"body": "Mara asked for gift wrapping."});
    let added = server.post(&format!("{ORDER}/notes"), &note).bearer(&token).await;
    assert_eq!(added.json["data"]["notes"].as_array().unwrap().len(), 1);
    let owned = "update orders set customer_id =
        (select id from customers where site_id = 1 and email = 'mara@example.com') where site_id = 1";
    server.sql(owned).await;
    set_status(&server, "delivered").await;
    let mara = customers::find(&server.db(), Some(1), "mara@example.com").await.unwrap();
    customers::erase(&server.db(), &mara).await.unwrap();
    let shown = server.get(ORDER).bearer(&token).await;
    let data = &shown.json["data"];
    assert_eq!(json!([data["notes"], data["customerName"]]), json!([[], ""]));
    assert_eq!(data["total"], order.total);
}
