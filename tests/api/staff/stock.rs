//! The stock of products and variants.

use futures_util::future::join_all;
use serde_json::json;

use super::orders::shop;
use super::*;
use crate::api::storefront::purchases::{fill, stored};

const STOCK: &str = "/api/staff/sites/1/stock";
pub const ADJUSTMENTS: &str = "/api/staff/sites/1/stock/adjustments";

pub fn adjustment(product_id: i64, variant_id: Option<i64>, delta: i64) -> Value {
    json!({"productId": product_id, "variantId": variant_id, "delta": delta, "reason": "Counted again"})
}

pub fn adjust<'a>(server: &'a Server, token: &str, body: &Value) -> Request<'a> {
    server.post(ADJUSTMENTS, body).bearer(token)
}

#[tokio::test]
async fn list_stock() {
    let (server, token) = served_to("shop").await;
    let list = || server.get(STOCK).bearer(&token);
    let all = list().await.snapshot("list_stock__200");
    let rows = all.json["data"].as_array().unwrap();
    let quantities: Vec<i64> = rows.iter().map(|row| row["quantity"].as_i64().unwrap()).collect();
    assert!(quantities.is_sorted() && quantities.len() > 3, "{quantities:?}");
    assert_eq!(all_pages(|| list().query("limit", "2")).await, *rows);
    list().query("cursor", "1.2").await.snapshot("list_stock__400");
    for cursor in ["x", "1.2.x", "1.2.3.4", "9223372036854775808.1.1"] {
        assert_eq!(list().query("cursor", cursor).await.status(), 400, "{cursor}");
    }
    let last = list().query("cursor", "9223372036854775807.1.1").await;
    assert_eq!(last.json["data"], json!([]));
}

#[tokio::test]
async fn adjust_stock() {
    let server = served_without_limits().await;
    let token = shop(&server).await;
    let adjust = |body: &Value| adjust(&server, &token, body);
    let keyed = |body: &Value| adjust(body).header("idempotency-key", "a key");
    let taken = adjustment(1, Some(1), -2);
    keyed(&taken).await.snapshot("adjust_stock__201");
    assert_eq!(keyed(&taken).await.header("idempotent-replayed"), "true");
    let product = adjust(&adjustment(4, None, 5)).await;
    assert_eq!((product.status(), &product.json["data"]["quantity"]), (201, &json!(105)));
    adjust(&adjustment(4, None, -106)).await.snapshot("adjust_stock__409");
    adjust(&adjustment(99, None, 1)).await.snapshot("adjust_stock__404");
    adjust(&adjustment(4, None, 0)).await.snapshot("adjust_stock__400");
    server.sql("update products set quantity = 9007199254740990 where id = 3").await;
    server.sql("update products set track_inventory = false where id = 6").await;
    for (body, status, message) in [
        (adjustment(1, Some(99), 1), 404, "Variant not found"),
        (adjustment(4, Some(1), 1), 404, "Variant not found"),
        (adjustment(i64::MAX, None, 1), 404, "Product not found"),
        (adjustment(6, None, 1), 409, "Stock is not tracked"),
        (adjustment(3, None, 2), 409, "The stock would exceed 9007199254740991"),
        (adjustment(1, Some(1), -11), 409, "Insufficient stock"),
        (
            adjustment(4, None, 1_000_001),
            400,
            "delta must be between -1000000 and 1000000, and not 0",
        ),
        (json!({"productId": "4", "delta": 1, "reason": "x"}), 400, "productId is required"),
        (json!({"productId": 4, "delta": 1, "reason": " "}), 400, "reason is required"),
        (
            json!({"productId": 4, "variantId": "x", "delta": 1, "reason": "x"}),
            400,
            "variantId must be an integer",
        ),
    ] {
        assert_eq!(adjust(&body).await.outcome(), (status, message), "{body}");
    }
    server.sql("update products set quantity = null where id = 3").await;
    let nothing = adjust(&adjustment(3, None, -1)).await;
    assert_eq!(nothing.outcome(), (409, "Insufficient stock"));
    server.sql("update product_variants set quantity = null where id = 1").await;
    server.sql("update products set quantity = 40 where id = 1").await;
    let shared = adjust(&adjustment(1, Some(1), 5)).await;
    assert_eq!(shared.outcome(), (409, "Stock is not tracked"));
    server.sql("update product_variants set quantity = 10 where id = 1").await;
    let first = adjust(&adjustment(3, None, 7)).await;
    assert_eq!((first.status(), &first.json["data"]["quantity"]), (201, &json!(7)));
    let lin = hired(&server, Some(2), "lin@odds.example", &["shop"]).await;
    let other = server.request("POST", "/api/staff/sites/2/stock/adjustments").bearer(&lin);
    let other = other.json(&adjustment(4, None, 1)).await;
    // Site 2 has another product with this id, whose stock is not tracked.
    assert_eq!(other.outcome(), (409, "Stock is not tracked"));
    let stored = stored(
        &server,
        "select (select quantity from products where site_id = 1 and id = 4) as mugs,
            (select quantity from product_variants where site_id = 1 and id = 1) as totes,
            (select json_agg(json_build_array(product_id, variant_id, delta, reason) order by id)
                from stock_adjustments) as adjustments",
    )
    .await;
    assert_eq!(
        stored,
        json!({
            "mugs": 105, "totes": 10,
            "adjustments": [
                [1, 1, -2, "Counted again"], [4, null, 5, "Counted again"], [3, null, 7, "Counted again"],
            ],
        })
    );
    let rows = audited_with(&server, "adjustStock").await;
    assert_eq!(rows.len(), 3, "{rows:?}");
    assert!(rows[0].starts_with("1 person adjustStock variant quantity "), "{rows:?}");
    let customer = server.get("/api/storefront/1/products/harbor-tote").await;
    assert_eq!(customer.status(), 200);
}

#[tokio::test]
async fn list_stock_adjustments() {
    let (server, token) = served_to("shop").await;
    let list = || server.get(ADJUSTMENTS).bearer(&token);
    for (product_id, variant_id, delta) in [(4, None, 5), (1, Some(1), -2), (4, None, -3)] {
        adjust(&server, &token, &adjustment(product_id, variant_id, delta)).await;
        server.pass(SECOND);
    }
    let all = list().await.snapshot("list_stock_adjustments__200").ids();
    assert_eq!(all, [3, 2, 1]);
    assert_eq!(all_ids(|| list().query("limit", "2")).await, all);
    list().query("cursor", "1").await.snapshot("list_stock_adjustments__400");
    let lin = hired(&server, Some(2), "lin@odds.example", &["shop"]).await;
    let other = server.get("/api/staff/sites/2/stock/adjustments").bearer(&lin).await;
    assert_eq!(other.ids(), [0; 0]);
    // A server of an earlier commit stored this row.
    let sql = "update stock_adjustments set actor_kind = null, actor_id = null, actor_name = null";
    server.sql(sql).await;
    let actor = json!({"kind": "command_line", "id": null, "name": "the command line"});
    assert_eq!(list().await.json["data"][0]["actor"], actor);
}

/// Adjustments of one stock, some of them repeated under a key, while customers check out.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn adjust_stock__fifty_beside_checkouts() {
    let server = served_without_limits().await;
    let other = server.another().await;
    let token = shop(&server).await;
    for number in 0..20 {
        fill(&server, &format!("session {number}"), &[(4, 0, 2)]).await;
    }
    let adjustments = (0..50).map(|number| {
        let server = if number % 2 == 0 { &server } else { &other };
        let delta = [3, -5, 1, -9][number % 4];
        let request = adjust(server, &token, &adjustment(4, None, delta));
        let key = format!("key {}", number / 8 * 8 + number % 4);
        let is_keyed = number < 32;
        let request = if is_keyed { request.header("idempotency-key", &key) } else { request };
        request.into_future()
    });
    let checkouts = (0..20).map(|number| {
        let order = json!({
            "sessionId": format!("session {number}"), "customerEmail": "mara@example.com",
            "customerName": "Mara Lindqvist",
        });
        server.post("/api/storefront/1/checkout", &order).into_future()
    });
    let (adjusted, placed) = tokio::join!(join_all(adjustments), join_all(checkouts));
    for answer in adjusted.iter().chain(&placed) {
        assert!(
            [200, 201, 409].contains(&answer.status()),
            "{} {}",
            answer.status(),
            answer.message()
        );
    }
    let books = stored(
        &server,
        "select (select quantity from products where site_id = 1 and id = 4) as stock,
            (select sum(delta)::bigint from stock_adjustments) as adjusted,
            (select count(*) from stock_adjustments) as adjustments,
            (select count(*) from audit_entries where operation = 'adjustStock') as entries,
            (select coalesce(sum(item.quantity), 0)::bigint from order_items item
                where item.product_id = 4) as sold",
    )
    .await;
    let number = |name: &str| books[name].as_i64().unwrap();
    assert_eq!(number("stock"), 100 + number("adjusted") - number("sold"), "{books}");
    assert_eq!(number("adjustments"), number("entries"), "{books}");
    let is_fresh = |answer: &&Exchange| {
        answer.status() == 201 && answer.header("idempotent-replayed") != "true"
    };
    assert_eq!(adjusted.iter().filter(is_fresh).count() as i64, number("adjustments"));
    assert!(number("sold") > 0 && number("adjustments") > 20, "{books}");
}
