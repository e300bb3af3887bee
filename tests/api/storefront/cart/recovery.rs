//! The recovery links of an abandoned cart, from the command to the redirect.

use ::stoa::commands::carts::recovery_link;
use chrono::Utc;

use super::*;
use crate::api::storefront::commands::stoa;
use crate::api::storefront::purchases::Purchase;

const RECOVER: &str = "/api/storefront/1/cart/recover";

/// Path and query of a recovery link to a cart with three Salt Pouches.
pub async fn link(server: &Server) -> String {
    let added = add_pouches(server, 3).await;
    link_to(server, added.json["data"]["cartId"].as_i64().unwrap()).await
}

pub async fn link_to(server: &Server, cart: i64) -> String {
    let link =
        recovery_link(&server.db(), "https://api.example", 1, cart, server.now()).await.unwrap();
    let target = link.strip_prefix("https://api.example").unwrap();
    assert!(target.starts_with("/api/storefront/1/cart/recover?token="), "{target}");
    assert_eq!(target.split_once('=').unwrap().1.len(), 43, "256 bits");
    target.to_owned()
}

#[tokio::test]
async fn recover_cart() {
    let server = served().await;
    add_pouches(&server, 3).await;
    let token = "2wq3mZ8n0oJc1rP5vX7yB9dF4hK6lT8uA0sE2gI4jQk";
    let sql = format!(
        "insert into cart_recovery_tokens (site_id, token_sha256, cart_id, expires_at)
        select cart.site_id, sha256('{token}'), cart.id, '2026-06-04T12:00:10Z' from carts cart"
    );
    server.sql(&sql).await;
    let recover = || server.get(RECOVER).query("token", token);
    recover().await.snapshot("recover_cart__302");
    recover().await.snapshot("recover_cart__404");
    server.get(RECOVER).await.snapshot("recover_cart__400");
}

#[tokio::test]
async fn recover_cart__a_prefetch_does_not_use_the_token() {
    let server = served().await;
    let target = link(&server).await;
    let ahead = [
        server.request("HEAD", &target),
        server.get(&target).header("sec-purpose", "prefetch;prerender"),
        server.get(&target).header("purpose", "prefetch"),
    ];
    for request in ahead {
        assert_eq!(request.await.header("location"), PAGE);
    }
    assert_eq!(server.get(&target).await.header("location"), PAGE);
    let used = server.request("HEAD", &target).await;
    assert_eq!(used.status(), 404);
}

const PAGE: &str = "https://harborgoods.example/store/cart?recovered=1";

#[tokio::test]
async fn recover_cart__revives_an_expired_cart() {
    let server = served().await;
    let added = add_pouches(&server, 3).await;
    server.pass(DAY * 30);
    let target = link_to(&server, added.json["data"]["cartId"].as_i64().unwrap()).await;
    server.pass(DAY * 3 - MINUTE);
    assert_eq!(lines(&server).await, []);
    assert_eq!(server.get(&target).await.status(), 302);
    server.pass(DAY * 7 - MINUTE);
    assert_eq!(lines(&server).await, [(2, 3, 4_200)]);
}

#[tokio::test]
async fn recover_cart__each_link_is_valid_for_72_hours() {
    let server = served().await;
    let first = link(&server).await;
    server.pass(DAY * 3);
    assert_eq!(server.get(&first).await.status(), 404);
    let second = link(&server).await;
    let third = link(&server).await;
    let elsewhere = third.replace("/storefront/1/", "/storefront/2/");
    assert_eq!(server.get(&elsewhere).await.message(), "Invalid or expired recovery token");
    for link in [third, second] {
        assert_eq!(server.get(&link).await.status(), 302);
        assert_eq!(server.get(&link).await.status(), 404);
    }
}

/// A token that the previous release has made is valid after the migration.
#[tokio::test]
async fn recover_cart__a_token_from_before_the_migration() {
    let server = served().await;
    add_pouches(&server, 3).await;
    let sql = "update carts set recovery_sha256 = sha256('a token'),
        recovery_expires_at = '2026-06-04T12:00:10Z'";
    server.sql(sql).await;
    let migration = include_str!("../../../../migrations/V041__abandoned_carts.sql");
    let (_, copy) = migration.split_once("insert into").unwrap();
    server.sql(&format!("insert into {}", copy.split_once(';').unwrap().0)).await;
    let recover = || server.get(RECOVER).query("token", "a token");
    assert_eq!(recover().await.status(), 302);
    assert_eq!(recover().await.status(), 404);
}

#[tokio::test]
async fn recover_cart__the_redirect_ignores_the_host() {
    let server = served().await;
    let target = link(&server).await;
    let head = format!("GET {target} HTTP/1.1\r\nhost: evil.example\r\nconnection: close\r\n\r\n");
    let answer = wire::exchange(server.address, head.as_bytes(), false).await;
    assert_eq!(answer.headers["location"], PAGE);
}

#[tokio::test]
async fn recover_cart__a_store_without_a_url_does_not_use_the_token() {
    let server = served().await;
    let target = link(&server).await;
    server.sql("update stores set base_url = null where site_id = 1").await;
    server.pass(stoa_stores::STORE_TTL);
    assert_eq!(server.get(&target).await.status(), 500);
    server.sql("update stores set base_url = 'https://shop.example/' where site_id = 1").await;
    server.pass(stoa_stores::STORE_TTL);
    let page = server.get(&target).await;
    assert_eq!(page.header("location"), "https://shop.example/store/cart?recovered=1");
}

#[tokio::test]
async fn recovery_link__refused() {
    let server = served().await;
    add_pouches(&server, 1).await;
    let db = server.db();
    let refusal = async |site: i64, cart: i64| {
        let link = recovery_link(&db, "https://a.example", site, cart, Utc::now()).await;
        link.unwrap_err().to_string()
    };
    assert_eq!(refusal(1, 99).await, "site 1 has no cart 99");
    assert_eq!(refusal(9, 1).await, "site 9 has no cart 1");
    assert!(refusal(2, 1).await.contains("has no baseUrl"));
    clear(&server).await;
    let empty = "cart 1 of site 1 is empty: its lines were ordered or removed";
    assert_eq!(refusal(1, 1).await, empty);
    add_pouches(&server, 1).await;
    let body = checkout_body(SESSION, json!({}));
    let placed = server.post("/api/storefront/1/checkout", &body).await;
    Purchase::placed(&server, &placed).await.pay(&server).await;
    assert_eq!(refusal(1, 1).await, empty);
    assert_eq!(server.count("cart_recovery_tokens").await, 0);
}

/// A link begins with the command's `--public-url`, or else with the URL that a server has stored.
#[tokio::test]
async fn recovery_link__by_the_public_url() {
    let server = served().await;
    let added = add_pouches(&server, 1).await;
    let cart = added.json["data"]["cartId"].to_string();
    let command = ["cart", "recovery-link", "--site", "1", "--cart", &cart];
    let (link, complaint) = stoa(&server, &command, "").await;
    assert!(link.starts_with("http://127.0.0.1:8080/api/"), "{link}");
    let guess =
        "warning: no server has stored its public URL, so links begin with http://127.0.0.1:8080:";
    assert!(complaint.starts_with(guess), "{complaint}");
    for url in ["https://a.stoa.test", "https://b.stoa.test"] {
        stoa_stores::store_public_url(&server.db(), url).await.unwrap();
        let (link, complaint) = stoa(&server, &command, "").await;
        assert!(link.starts_with(url), "{link}");
        assert_eq!(complaint, "");
    }
    let named = [&command[..], &["--public-url", "https://c.stoa.test"]].concat();
    assert!(stoa(&server, &named, "").await.0.starts_with("https://c.stoa.test/api/"));
}
