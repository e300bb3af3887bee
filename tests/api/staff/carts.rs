//! Abandoned carts and links that recover them, for staff.

use super::orders::shop;
use super::*;
use crate::api::storefront::cart::abandoned::{
    add_pouch, check_out, let_expire, served_with_reminders,
};
use crate::api::storefront::cart::{CART, SESSION};
use crate::api::storefront::purchases::{fill, stored};

const CARTS: &str = "/api/staff/sites/1/carts";

/// Carts of guests, abandoned one after the other.
async fn served_with_carts(emails: &[&str]) -> Server {
    let server = served_with_reminders().await;
    for email in emails {
        fill(&server, email, &[(1, 1, 2)]).await;
        add_pouch(&server, email, None).await;
        check_out(&server, email, email, None).await;
        server.pass(MINUTE);
    }
    let_expire(&server).await;
    server.pass(2 * HOUR);
    server.sql("update cart_items set id = 1000 + cart_id * 10 + product_id").await;
    server
}

fn link<'a>(server: &'a Server, token: &str, cart: &Value) -> Request<'a> {
    server.request("POST", &format!("{CARTS}/{cart}/recovery-links")).bearer(token)
}

#[tokio::test]
async fn list_abandoned_carts() {
    let emails = ["mara@example.com", "ida@example.com", "lin@example.com"];
    let server = served_with_carts(&emails).await;
    let token = shop(&server).await;
    server.sql("update carts set abandoned_at = '2026-06-01T14:00:00Z' where id = 3").await;
    let list = || server.get(CARTS).bearer(&token);
    let listed = list().await.snapshot("list_abandoned_carts__200");
    assert_eq!(listed.each("email"), emails);
    let pages = all_pages(|| list().query("limit", "1")).await;
    assert_eq!(pages, *listed.json["data"].as_array().unwrap());
    list().query("cursor", "x").await.snapshot("list_abandoned_carts__400");
    for (name, value) in [("cursor", "1.x"), ("limit", "0"), ("limit", "x")] {
        assert_eq!(list().query(name, value).await.status(), 400, "{name}");
    }
    // A store without reminders has no abandoned carts, and neither has a site without a store.
    server.sql("update stores set cart_reminder_hours = null").await;
    assert_eq!(list().await.json["data"], json!([]));
    server.sql("delete from stores where site_id = 1").await;
    assert_eq!(list().await.json["data"], json!([]));
}

#[tokio::test]
async fn get_cart() {
    let server = served_with_carts(&["mara@example.com"]).await;
    let token = hired(&server, Some(1), INES, &["support"]).await;
    let path = format!("{CARTS}/1");
    let read = || server.get(&path).bearer(&token);
    read().await.snapshot("get_cart__200");
    assert_eq!(server.get(&format!("{CARTS}/99")).bearer(&token).await.status(), 404);
    server.sql("update carts set expires_at = '2026-06-01T12:00:00Z' where id = 1").await;
    assert_eq!(read().await.json["data"]["status"], "expired");
    // A browser's first line.
    add_pouch(&server, SESSION, None).await;
    let newest = stored(&server, "select max(cart.id) as id from carts cart").await["id"].clone();
    let newest = format!("{CARTS}/{newest}");
    let read = async || server.get(&newest).bearer(&token).await.json["data"].clone();
    let data = read().await;
    assert_eq!((&data["status"], &data["email"]), (&json!("active"), &Value::Null));
    // Amounts that no checkout accepts are shown as the largest one.
    server.sql("update products set price = 9007199254740991 where id = 2; update cart_items set quantity = 9").await;
    assert_eq!(read().await["subtotal"], 9_007_199_254_740_991_i64);
    // The product of a line may be deleted.
    server.sql("delete from products where site_id = 1 and id = 2").await;
    assert_eq!(read().await["lines"][0]["productName"], "");
}

#[tokio::test]
async fn create_recovery_link() {
    let server = served_with_carts(&["mara@example.com"]).await;
    let token = shop(&server).await;
    let created = link(&server, &token, &json!(1)).await.snapshot("create_recovery_link__201");
    let url = created.json["data"]["url"].as_str().unwrap();
    let target = url.strip_prefix(PUBLIC_URL).unwrap();
    assert_eq!(created.json["data"]["expiresAt"], "2026-06-04T15:01:10.000Z");
    let second = link(&server, &token, &json!(1)).await.json["data"]["url"].clone();
    assert_ne!(second, url);
    assert_eq!(server.get(target).await.status(), 302);
    assert_eq!(server.get(target).await.status(), 404);
    let rows = audited_with(&server, "createRecoveryLink").await;
    assert_eq!(rows.len(), 2);
    assert!(rows[0].contains("cart recoveryToken"), "{}", rows[0]);
}

#[tokio::test]
async fn create_recovery_link__refused() {
    let server = served_with_carts(&["mara@example.com"]).await;
    let token = shop(&server).await;
    link(&server, &token, &json!(99)).await.snapshot("create_recovery_link__404");
    assert_eq!(link(&server, &token, &json!("x")).await.status(), 400);
    server.sql("update stores set base_url = null where site_id = 1").await;
    link(&server, &token, &json!(1)).await.snapshot("create_recovery_link__409_base_url");
    server
        .sql("update stores set base_url = 'https://harborgoods.example' where site_id = 1")
        .await;
    server.request("DELETE", CART).query("sessionId", "mara@example.com").await.expect(200);
    link(&server, &token, &json!(1)).await.snapshot("create_recovery_link__409");
    assert_eq!(server.count("cart_recovery_tokens").await, 0);
    // Support staff may read carts, but not recover them.
    let support = hired(&server, Some(1), "mia@harborgoods.example", &["support"]).await;
    assert_eq!(link(&server, &support, &json!(1)).await.status(), 403);
}
