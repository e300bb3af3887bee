//! Ordered designs: an order prints the revision that was current at checkout, whatever happens to the design later.

use super::*;
use crate::api::{answered, fifty};
use crate::harness::designs::What;

/// Adds a mug with this design to the session's cart.
async fn put(server: &Server, session: &str, design: &Design) {
    fill_with_mugs(server, session, 1, &design.uuid).await;
}

/// The print data of an order: each item's position, the design's revision and thumbnail, its sides and their files.
async fn printed(server: &Server, order: &Value) -> Value {
    let items = format!(
        "select json_agg(json_build_array(
            item.position, item.design_revision, item.design_thumbnail_key,
            (
                select json_agg(json_build_array(side, mockup_key, print_key) order by side_position)
                from order_item_drawings printed
                where printed.site_id = item.site_id and printed.order_id = item.order_id
                and printed.position = item.position
            )
        ) order by item.position) as items
        from order_items item where item.site_id = 1 and item.order_id = {}",
        order["orderId"]
    );
    stored(server, &items).await["items"].take()
}

/// The print data of an item with this revision.
fn item(position: i64, design: &Design, revision: i64) -> Value {
    let key = |what| design.key(revision, what);
    json!([
        position,
        revision,
        key(What::Thumbnail),
        [
            ["front", key(What::Mockup(0)), key(What::Print(0))],
            ["back", key(What::Mockup(1)), key(What::Print(1))],
        ]
    ])
}

#[tokio::test]
async fn place_order__the_ordered_revision_is_printed() {
    let server = served().await;
    let (first, second) =
        (Design::finalized(&server, 1, 4).await, Design::finalized(&server, 2, 4).await);
    first.finalize(&server, 2).await;
    fill(&server, SESSION, &[(4, 0, 1)]).await;
    server.pass(MINUTE);
    put(&server, SESSION, &first).await;
    server.pass(MINUTE);
    put(&server, SESSION, &second).await;
    let placed = check_out(&server, SESSION, json!({})).await;
    let order = data(&placed);
    let expected = json!([[1, null, null, null], item(2, &first, 2), item(3, &second, 1)]);
    assert_eq!(printed(&server, order).await, expected);

    first.finalize(&server, 3).await;
    server.sql("update designs set layers = '[]', status = 'draft', name = 'Three whales'").await;
    second.delete(&server).await;
    assert_eq!(printed(&server, order).await, expected);
    // The order's print data stay the same after the designs are deleted.
    server.sql("delete from designs").await;
    assert_eq!(printed(&server, order).await, expected);
    let file = format!("delete from files where key = '{}'", second.key(1, What::Print(1)));
    let refused = server.db().execute(&file, &[]).await.unwrap_err();
    assert_eq!(refused.constraint(), Some("order_item_drawings_print_missing"));
}

/// A repeated checkout of an unchanged cart finds the same order, until the design is finalized again.
#[tokio::test]
async fn place_order__a_new_revision_is_another_order() {
    let server = served().await;
    let design = Design::finalized(&server, 1, 4).await;
    put(&server, SESSION, &design).await;
    let first = check_out(&server, SESSION, json!({})).await;
    // These changes are not printed, so the checkout finds the same order.
    server.sql("update designs set layers = '[]', status = 'draft', name = 'Three whales'").await;
    let again = check_out(&server, SESSION, json!({})).await;
    assert_eq!(data(&first), data(&again));
    design.finalize(&server, 2).await;
    let anew = check_out(&server, SESSION, json!({})).await;
    assert_ne!(data(&first)["orderId"], data(&anew)["orderId"]);
    assert_eq!(printed(&server, data(&first)).await, json!([item(1, &design, 1)]));
    assert_eq!(printed(&server, data(&anew)).await, json!([item(1, &design, 2)]));
    let statuses = "select json_agg(status order by id) as statuses from orders";
    assert_eq!(stored(&server, statuses).await["statuses"], json!(["cancelled", "pending"]));
}

#[tokio::test]
async fn place_order__deleted_design() {
    let server = served().await;
    let (deleted, gone) =
        (Design::finalized(&server, 1, 4).await, Design::finalized(&server, 2, 4).await);
    put(&server, SESSION, &deleted).await;
    put(&server, "another session", &gone).await;
    deleted.delete(&server).await;
    server.sql("delete from designs where id = 2").await;
    let refused = check_out(&server, SESSION, json!({})).await;
    refused.snapshot("place_order__409_design_deleted");
    let refused = check_out(&server, "another session", json!({})).await;
    let expected = (409, "Some items are no longer available");
    assert_eq!(refused.outcome(), expected);
    assert_eq!(server.count("orders").await, 0);
    // A cart that already has an order is refused too.
    let design = Design::finalized(&server, 3, 4).await;
    put(&server, "third session", &design).await;
    data(&check_out(&server, "third session", json!({})).await);
    design.delete(&server).await;
    assert_eq!(check_out(&server, "third session", json!({})).await.outcome(), expected);
}

/// Each checkout orders the design with all its drawings, or is refused.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn place_order__fifty_while_their_designs_are_deleted() {
    let server = served_without_limits().await;
    let db = server.db();
    for id in 1..=50 {
        let design = Design::finalized(&server, id, 4).await;
        put(&server, &format!("session-{id}"), &design).await;
    }
    let delete = "update designs set deleted_at = now() where site_id = 1 and id = $1";
    let answers = fifty(&server, async |server, number| {
        let id = number as i64 + 1;
        let session = format!("session-{id}");
        let (placed, deleted) = tokio::join!(check_out(server, &session, json!({})), async {
            db.execute(delete, &[&id]).await.unwrap()
        });
        assert_eq!(deleted, 1);
        placed
    })
    .await;
    let refused = answers.iter().filter(|answer| answer.status() == 409);
    let refused = refused.inspect(|answer| {
        assert_eq!(answer.message(), "Some items are no longer available");
    });
    let (placed, refused) = (answered(&answers, 200), refused.count());
    assert_eq!(placed + refused, 50);
    for (answer, id) in answers.iter().zip(1..) {
        if answer.status() == 200 {
            let expected = json!([[1, 1, Design::named(id).key(1, What::Thumbnail)]]);
            let mut items = printed(&server, data(answer)).await;
            let sides = items[0].as_array_mut().unwrap().pop().unwrap();
            assert_eq!((items, sides.as_array().unwrap().len()), (expected, 2));
        }
    }
    let placed = placed as i64;
    assert_eq!(server.count("orders").await, placed);
    assert_eq!(server.count("order_item_drawings").await, placed * 2);
}

/// Each order has a single, complete revision.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn place_order__fifty_while_their_design_is_finalized_again() {
    let server = served_without_limits().await;
    let design = Design::finalized(&server, 1, 4).await;
    for number in 0..50 {
        put(&server, &format!("session-{number}"), &design).await;
    }
    let answers = fifty(&server, async |server, number| match number % 10 {
        9 => {
            design.finalize(server, 2 + number as i64 / 10).await;
            None
        }
        _ => Some(check_out(server, &format!("session-{number}"), json!({})).await),
    })
    .await;
    let answers: Vec<Exchange> = answers.into_iter().flatten().collect();
    assert_eq!(answered(&answers, 200), 45);
    for answer in &answers {
        let items = printed(&server, data(answer)).await;
        let revision = items[0][1].as_i64().unwrap();
        assert_eq!(items, json!([item(1, &design, revision)]));
    }
}
