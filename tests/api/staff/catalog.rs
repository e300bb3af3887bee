//! The rows around products: categories, discount codes, shipping zones, gift certificates and taxes, as staff list and
//! change them.

mod categories;
mod discounts;
mod gift_certificates;
mod shipping;

use serde_json::json;

use super::orders::shop;
use super::*;
use crate::api::storefront::purchases::{fill, stored};

const TAX: &str = "/api/staff/sites/1/tax";

/// The tables whose rows have versions.
const VERSIONED: [&str; 4] = ["product_categories", "discount_codes", "shipping_zones", "stores"];

/// Logs a person of the shop in, and gives all rows one version.
async fn catalog(server: &Server) -> String {
    for table in VERSIONED {
        server.sql(&format!("update {table} set version = 1700000000000")).await;
    }
    shop(server).await
}

/// A change of the row at `path` by a caller who has seen this tag.
fn change<'a>(
    server: &'a Server,
    token: &str,
    path: &str,
    seen: &str,
    body: &Value,
) -> Request<'a> {
    let request = server.request("PATCH", path).bearer(token).header("if-match", seen);
    request.merge_patch(body)
}

fn create<'a>(server: &'a Server, token: &str, path: &str, body: &Value) -> Request<'a> {
    server.post(path, body).bearer(token)
}

fn remove<'a>(server: &'a Server, token: &str, path: &str) -> Request<'a> {
    server.request("DELETE", path).bearer(token)
}

/// The path of a row that was created.
fn path_of(list: &str, created: &Exchange) -> String {
    assert_eq!(created.status(), 201, "{}", created.message());
    format!("{list}/{}", created.json["data"]["id"])
}

#[tokio::test]
async fn taxes() {
    let server = served_without_limits().await;
    let token = catalog(&server).await;
    let taxed = async |session: &str| {
        fill(&server, session, &[(1, 1, 1)]).await;
        let placed = server.post("/api/storefront/1/checkout", &checkout_body(session, json!({})));
        let id = placed.await.expect(200).json["data"]["orderId"].clone();
        let sql = format!("select tax_total from orders where site_id = 1 and id = {id}");
        stored(&server, &sql).await["tax_total"].as_i64().unwrap()
    };
    let tax = server.get(TAX).bearer(&token).await.snapshot("get_tax__200");
    let seen = tax.header("etag");
    assert_eq!(seen, "\"1700000000000\"");
    assert_eq!(taxed("first").await, 232, "7.25% of 32.00");
    let patch = |seen: &str, body: Value| change(&server, &token, TAX, seen, &body);
    let changed = patch(seen, json!({"taxRate": 1000})).await.snapshot("update_tax__200");
    assert_eq!(taxed("second").await, 320, "at once");
    let late = patch(seen, json!({"taxRate": 0})).await.snapshot("update_tax__412");
    assert_eq!(late.header("etag"), changed.header("etag"));
    let unseen = server.request("PATCH", TAX).bearer(&token).merge_patch(&json!({}));
    unseen.await.snapshot("update_tax__428");
    for body in [
        json!({"taxRate": -1}),
        json!({"taxRate": 100_001}),
        json!({"taxRate": 7.25}),
        json!({"taxRate": "725"}),
        json!({"taxShipping": null}),
        json!({"taxShipping": 1}),
        json!([]),
    ] {
        assert_eq!(patch("*", body.clone()).await.status(), 400, "{body}");
    }
    let none = patch("*", json!({"taxRate": null, "taxShipping": true, "currency": "ISK"})).await;
    let none = &none.json["data"];
    assert_eq!((&none["taxRate"], &none["taxShipping"]), (&json!(0), &json!(true)));
    assert_eq!(
        stored(&server, "select currency from stores where site_id = 1").await["currency"],
        "USD"
    );
    assert_eq!(patch("*", json!({})).await.status(), 200);
    let rows = audited_with(&server, "updateTax").await;
    assert_eq!(rows.len(), 2, "{rows:?}");
    assert!(rows[0].contains(" updateTax store taxRate "), "{rows:?}");

    let bare = hired(&server, Some(5), "lin@bare.example", &["shop"]).await;
    let path = "/api/staff/sites/5/tax";
    server.get(path).bearer(&bare).await.snapshot("get_tax__404");
    assert_eq!(change(&server, &bare, path, "*", &json!({"taxRate": 1})).await.status(), 404);
}
