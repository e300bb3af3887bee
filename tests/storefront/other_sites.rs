//! What another site has is as if it did not exist: the answer is that to an id or a name that nobody has. That its
//! carts, orders, recovery links, quotes and webhooks are its own is told where they are tested.

use serde_json::{Value, json};

use super::auth::WEAK_HASH;
use super::customers::PASSWORD;
use crate::harness::{Exchange, Server, served};

const SESSION: &str = "a session of both";

/// Site 2 has all of this, and site 1 none of it but product 50.
const THEIRS: &str = "
    insert into product_categories (site_id, id, slug) values (2, 901, 'theirs');
    insert into products (site_id, id, slug, name, category_id, price) values
        (1, 50, 'of-both', '', null, 500), (2, 50, 'of-both', '', null, 500),
        (2, 901, 'theirs', 'Theirs', 901, 500);
    insert into product_variants (site_id, id, product_id, price) values (1, 51, 50, 500), (2, 901, 50, 500);
    insert into discount_codes (site_id, code, discount_type, amount) values (2, 'theirs', 'percent', 1000);
    insert into gift_certificates (site_id, code, initial_amount, remaining_amount) values (2, 'theirs', 100, 100);
    insert into shipping_zones (site_id, id, countries) values (2, 901, '{*}');
    insert into shipping_rates (site_id, id, zone_id, price) values (2, 901, 901, 300)";

/// Everything that a storefront is asked for by an id or a name.
async fn all_answers(server: &Server, site: i64, id: i64, name: &str) -> Vec<Exchange> {
    let line = |line: Value| ("POST", "cart".to_owned(), with_session(line));
    let checkout = |wish: Value| {
        let mut body = with_session(wish);
        body["customerEmail"] = "mara@example.com".into();
        body["customerName"] = "Mara Lindqvist".into();
        ("POST", "checkout".to_owned(), body)
    };
    let get = |path: String| ("GET", path, Value::Null);
    let mut answers = Vec::new();
    let login =
        json!({"action": "login", "email": format!("{name}@example.com"), "password": PASSWORD});
    for (method, path, body) in [
        get(format!("products/{id}")),
        get(format!("products/{name}")),
        get(format!("products/{name}/styles")),
        get(format!("products?category={name}")),
        get(format!("products?search={name}")),
        line(json!({"productId": id})),
        line(json!({"productId": 50, "variantId": id})),
        ("POST", "discount/validate".to_owned(), json!({"code": name})),
        ("POST", "gift-certificates/validate".to_owned(), json!({"code": name})),
        ("POST", "auth".to_owned(), login),
        checkout(json!({"discountCode": name})),
        checkout(json!({"giftCertificateCode": name})),
        checkout(json!({"shippingRateId": id})),
    ] {
        let request = server.request(method, &format!("/api/storefront/{site}/{path}"));
        let request = if body.is_null() { request } else { request.json(&body) };
        answers.push(request.await);
    }
    answers
}

fn with_session(mut body: Value) -> Value {
    body["sessionId"] = SESSION.into();
    body
}

#[tokio::test]
async fn what_another_site_has_does_not_exist() {
    let server = served().await;
    server.sql(THEIRS).await;
    server
        .sql(&format!(
            "insert into customers (site_id, email, password_hash, created_at, updated_at)
             values (2, 'theirs@example.com', '{WEAK_HASH}', now(), now())"
        ))
        .await;
    let ours = with_session(json!({"productId": 50, "variantId": 51}));
    assert_eq!(server.request("POST", "/api/storefront/1/cart").json(&ours).await.status(), 200);
    let theirs = all_answers(&server, 1, 901, "theirs").await;
    let nobodys = all_answers(&server, 1, 902, "nobodys").await;
    let at_home = all_answers(&server, 2, 901, "theirs").await;
    for (number, theirs) in theirs.iter().enumerate() {
        let told = (theirs.status(), &theirs.json);
        assert_eq!(told, (nobodys[number].status(), &nobodys[number].json), "{number}");
        assert_eq!(at_home[number].status(), 200, "{number}: {}", at_home[number].json);
        assert_ne!(told.1, &at_home[number].json, "{number}");
    }
    let orders = "select count(*) from orders where site_id = 1";
    let ordered: i64 = server.client().await.query_one(orders, &[]).await.unwrap().get(0);
    assert_eq!(ordered, 0);
}
