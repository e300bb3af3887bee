//! A request for data of another site is answered like a request for an unknown id or name. Carts, orders, recovery
//! links, quotes and webhooks have tests of their own for this rule.

use serde_json::{Value, json};

use super::auth::WEAK_HASH;
use super::customers::PASSWORD;
use super::designers::{Designer, begun};
use crate::harness::{Exchange, Server, served};

const SESSION: &str = "a session of both";

/// Data of site 2. Site 1 has only a product 50 with a variant.
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

/// The answers to all requests of a storefront that contain an id or a name.
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
async fn data_of_another_site_does_not_exist() {
    let server = served().await;
    server.sql(THEIRS).await;
    let sql = format!(
        "insert into customers (site_id, email, password_hash, created_at, updated_at)
        values (2, 'theirs@example.com', '{WEAK_HASH}', now(), now())"
    );
    server.sql(&sql).await;
    let ours = with_session(json!({"productId": 50, "variantId": 51}));
    assert_eq!(server.post("/api/storefront/1/cart", &ours).await.status(), 200);
    let theirs = all_answers(&server, 1, 901, "theirs").await;
    let nobodys = all_answers(&server, 1, 902, "nobodys").await;
    let at_home = all_answers(&server, 2, 901, "theirs").await;
    for (number, theirs) in theirs.iter().enumerate() {
        let told = (theirs.status(), &theirs.json);
        assert_eq!(told, (nobodys[number].status(), &nobodys[number].json), "{number}");
        assert_eq!(at_home[number].status(), 200, "{number}: {}", at_home[number].json);
        assert_ne!(told.1, &at_home[number].json, "{number}");
    }
    assert_eq!(server.count("orders where site_id = 1").await, 0);
}

/// Site 2 has a finalized and shared design, a legacy one, a template and an image.
const THEIR_DESIGNS: &str = "
    insert into products (site_id, id, slug, name, price, is_designable) values
        (1, 50, 'of-both', '', 500, true), (2, 50, 'of-both', '', 500, true);
    insert into files (site_id, key, media_type, size, width, height, created_at)
        values (2, '00000000000000000000000000000001.png', 'image/png', 1, 1, 1, now());
    insert into design_sessions (site_id, token_sha256, created_at) values (2, $session, now());
    insert into designs (
        site_id, id, uuid, legacy, product_id, session_sha256, is_template, is_public, name, layers_by_surface, revision,
        created_at, updated_at
    ) values
        (2, 901, '00000000-0000-1000-8000-000000000901', false, 50, $session, false, true, 'A', null, 1, now(), now()),
        (2, 902, '00000000-0000-1000-8000-000000000902', true, 50, $session, false, false, 'B', '{}', null, now(), now()),
        (2, 903, '00000000-0000-1000-8000-000000000903', false, 50, null, true, false, 'C', null, null, now(), now());
    insert into design_revisions (
        site_id, design_id, revision, layers, style_overrides, thumbnail_key, created_at
    ) values (2, 901, 1, '[]', '{}', '00000000000000000000000000000001.png', now());
    insert into design_assets (site_id, id, session_sha256, file_key, created_at)
        values (2, 901, $session, '00000000000000000000000000000001.png', now());";

/// The answers to all requests for a design by number or UUID, and for an image. The design and the image have the id
/// `first`; a legacy design and a template have the two ids after it.
async fn answers_of_designs(
    server: &Server,
    site: i64,
    first: i64,
    designer: &Designer,
) -> Vec<Exchange> {
    let uuid = |id: i64| format!("00000000-0000-1000-8000-000000000{id}");
    let (design, legacy, template) = (first, uuid(first + 1), first + 2);
    let mut answers = Vec::new();
    for (method, path, body) in [
        ("GET", format!("designs/{design}"), Value::Null),
        ("GET", format!("designs/{legacy}"), Value::Null),
        ("GET", format!("designs/public/{}", uuid(first)), Value::Null),
        ("PUT", format!("designs/{design}"), json!({"name": "Ours"})),
        ("PUT", format!("designs/{legacy}"), json!({"name": "Ours"})),
        ("GET", format!("designs/{}", uuid(first)), Value::Null),
        ("PUT", format!("designs/{}", uuid(first)), json!({"name": "Ours"})),
        ("POST", format!("designs/{}/clone", uuid(first)), json!({})),
        ("POST", format!("designs/{legacy}/share"), json!({"isPublic": true})),
        ("POST", format!("designs/{legacy}/clone"), json!({})),
        ("POST", format!("designs/{legacy}/finalize"), Value::Null),
        ("POST", "cart".to_owned(), with_session(json!({"productId": 50, "designId": legacy}))),
        ("POST", format!("designs/{design}/share"), json!({"isPublic": true})),
        ("POST", format!("designs/{design}/clone"), json!({})),
        ("POST", format!("designs/{template}/clone"), json!({})),
        ("POST", format!("designs/{design}/finalize"), Value::Null),
        ("POST", "designs/generate-thumbnail".to_owned(), json!({"designId": design})),
        ("POST", "designs/generate-thumbnail".to_owned(), json!({"designId": legacy})),
        ("POST", "designs/assets".to_owned(), json!({"ids": [first]})),
        (
            "POST",
            "cart".to_owned(),
            with_session(json!({"productId": 50, "designId": uuid(first)})),
        ),
        ("DELETE", format!("designs/{design}"), Value::Null),
        ("DELETE", format!("designs/{legacy}"), Value::Null),
    ] {
        let request = designer.call(server, method, &format!("/api/storefront/{site}/{path}"));
        let request = if body.is_null() { request } else { request.json(&body) };
        answers.push(request.await);
    }
    answers
}

#[tokio::test]
async fn designs_of_another_site_do_not_exist() {
    let server = served().await;
    let session = "a".repeat(43);
    let digest = format!("'\\x{}'::bytea", hex::encode(stoa_designs::digest(&session)));
    server.sql(&THEIR_DESIGNS.replace("$session", &digest)).await;
    let theirs = Designer::with_session(&session);
    let ours = begun(&server).await.designer;
    let of_theirs = answers_of_designs(&server, 1, 901, &ours).await;
    let of_nobody = answers_of_designs(&server, 1, 801, &ours).await;
    // The other site's session counts as absent.
    let count = |designer: &Designer| {
        designer.call(&server, "GET", "/api/storefront/1/designs/anonymous/count")
    };
    assert_eq!(count(&theirs).await.json["data"]["count"], 0);
    assert_eq!(theirs.of(&server, "GET", 901).await.status(), 401);
    let at_home = answers_of_designs(&server, 2, 901, &theirs).await;
    for (number, answer) in of_theirs.iter().enumerate() {
        let told = (answer.status(), &answer.json);
        assert_eq!(told, (of_nobody[number].status(), &of_nobody[number].json), "{number}");
        let home = &at_home[number];
        assert_eq!(home.status(), 200, "{number}: {}", home.json);
        assert_ne!(told.1, &home.json, "{number}");
    }
    let templates = server.get("/api/storefront/1/designs?templates=1").await;
    assert_eq!(templates.ids(), [0; 0]);
}
