//! Requests that are not as usual, but that the contract permits: invalid credentials where none is needed, bodies without
//! a content type, absent bodies, and null or blank texts for optional members.

use serde_json::{Value, json};

use super::cart::CART;
use super::customers::{EMAIL, registered};
use super::designers::{DESIGNS, Designer, MUG, begun, with_design};
use crate::harness::{checkout_body, served, served_without_limits};

const SESSION: &str = "a cart";

/// `Authorization` of a session that has ended, of a script's mistake, and of a proxy.
const INVALID: [&str; 3] = ["Bearer old", "Bearer null", "Basic bWFyYTpsaWdodGhvdXNl"];

#[tokio::test]
async fn anyone_may_buy_with_an_invalid_token() {
    let server = served().await;
    for authorization in INVALID {
        let line = json!({"sessionId": authorization, "productId": 2});
        let body = checkout_body(authorization, json!({}));
        for (path, body) in [(CART, line), ("/api/storefront/1/checkout", body)] {
            let call = server.request("POST", path).header("authorization", authorization);
            assert_eq!(call.json(&body).await.status(), 200, "{authorization}: {path}");
        }
    }
}

#[tokio::test]
async fn json_has_any_content_type_except_a_form() {
    let server = served().await;
    let line = json!({"sessionId": SESSION, "productId": 2}).to_string();
    for (content_type, status) in [
        (None, 200),
        (Some("text/plain;charset=UTF-8"), 200),
        (Some("application/vnd.api+json"), 200),
        (Some("application/x-www-form-urlencoded"), 415),
        (Some("multipart/form-data; boundary=x"), 415),
    ] {
        let mut request = server.request("POST", CART);
        request.headers.extend(content_type.map(|name| ("content-type", name.to_owned())));
        request.body = line.clone();
        assert_eq!(request.await.status(), status, "{content_type:?}");
    }
}

/// A page of another origin cannot send `application/json` with the cookie, because CORS refuses that. So it must not be
/// able to send the same body as text.
#[tokio::test]
async fn with_the_cookie_alone_a_strangers_page_must_name_json() {
    let server = served_without_limits().await;
    server.sql("update stores set base_url = 'https://store.example/shop'").await;
    let design = begun(&server).await;
    for (origin, content_type, status) in [
        (None, "text/plain", 200),
        (Some("https://store.example"), "text/plain", 200),
        (Some("https://stranger.example"), "text/plain", 415),
        (Some("https://stranger.example"), "application/json", 200),
        (Some("null"), "", 415),
    ] {
        let mut request = design.designer.of(&server, "PUT", design.id);
        request = request.header("content-type", content_type);
        request.headers.extend(origin.map(|origin| ("origin", origin.to_owned())));
        request.body = json!({"name": "Anchor"}).to_string();
        assert_eq!(request.await.status(), status, "{origin:?} {content_type}");
    }
    // A stranger's page cannot know a token, so with one it may send any type.
    let token = registered(&server, EMAIL).await;
    let design = Designer::with_token(&token).begins(&server).await;
    let mut request = design.designer.of(&server, "PUT", design.id);
    request = request.header("origin", "https://stranger.example");
    request.body = json!({"name": "Anchor"}).to_string();
    assert_eq!(request.await.status(), 200);
}

#[tokio::test]
async fn a_body_is_absent_where_nothing_in_it_is_required() {
    let (server, design) = with_design(served_without_limits().await).await;
    let of = |method, path: &str| {
        design.designer.call(&server, method, &format!("{DESIGNS}/{}{path}", design.id))
    };
    assert_eq!(of("POST", "/clone").await.status(), 200);
    let empty = of("POST", "/clone").header("content-type", "application/json");
    assert_eq!(empty.await.status(), 200);
    assert_eq!(of("PUT", "").await.status(), 200);
    assert_eq!(of("POST", "/share").await.outcome(), (400, "Invalid JSON body"));
}

#[tokio::test]
async fn null_counts_as_absent() {
    let server = served_without_limits().await;
    let line = json!({"sessionId": SESSION, "productId": 2, "variantId": null, "quantity": null, "designId": null});
    let added = server.post(CART, &line).await;
    assert_eq!(added.json["data"]["quantity"], 1);
    let new = json!({"productId": MUG, "name": null, "layers": null});
    let created = server.post(DESIGNS, &new).await;
    assert_eq!((created.status(), &created.json["data"]["name"]), (201, &json!("Untitled Design")));

    let design = begun(&server).await;
    let put = async |body: Value| design.designer.of(&server, "PUT", design.id).json(&body).await;
    let layers = json!([{"type": "text", "text": "Ahoy"}]);
    let saved = put(json!({"name": "Anchor", "description": "For Ida", "layers": layers})).await;
    assert_eq!(saved.status(), 200);
    let nulls = json!({
        "name": null, "description": null, "layers": null, "styleOverrides": null, "layersBySurface": null,
        "canvasSize": null, "status": null, "sessionId": null,
    });
    let kept = put(nulls).await;
    let data = &kept.json["data"];
    assert_eq!((&data["name"], &data["layers"]), (&json!("Anchor"), &layers));
    assert_eq!(data["description"], Value::Null, "null clears it");
}

#[tokio::test]
async fn a_blank_text_counts_as_the_default() {
    let server = served_without_limits().await;
    server.sql("update stores set ai_provider = 'test'").await;
    for blank in ["", " \u{feff}\u{200b}\u{3164}"] {
        let new = json!({"productId": MUG, "name": blank, "layers": blank});
        let created = server.post(DESIGNS, &new).await;
        assert_eq!(created.status(), 400, "layers have no default: {}", created.message());
        let line = json!({
            "sessionId": SESSION, "productId": 2, "quantity": blank, "variantId": blank, "designId": blank,
        });
        assert_eq!(server.post(CART, &line).await.status(), 200);
        let blanks = json!({
            "shippingAddress": blank, "billingAddress": blank, "shippingRateId": blank, "expectedTotal": blank,
            "customerPhone": blank, "discountCode": blank, "giftCertificateCode": blank, "customerNote": blank,
        });
        let order = server.request("POST", "/api/storefront/1/checkout");
        assert_eq!(order.json(&checkout_body(SESSION, blanks)).await.status(), 200);
        let code = json!({"code": "WELCOME10", "subtotal": blank});
        let code = server.post("/api/storefront/1/discount/validate", &code);
        assert_eq!(code.await.status(), 200);

        let design = begun(&server).await;
        let call = async |method, path: &str, body: Value| {
            let path = format!("{DESIGNS}/{}{path}", design.id);
            let answer = design.designer.call(&server, method, &path).json(&body).await;
            assert!(answer.status() < 300, "{path} {blank:?}: {}", answer.message());
            answer.json["data"].clone()
        };
        let named = call("PUT", "", json!({"name": "Anchor", "status": blank})).await;
        assert_eq!(named["name"], "Anchor");
        assert_eq!(call("PUT", "", json!({"name": blank})).await["name"], "Anchor");
        assert_eq!(call("POST", "/clone", json!({"name": blank})).await["name"], "Anchor");
        let image = json!({
            "prompt": "An anchor", "style": blank, "transparent": blank, "size": blank, "quality": blank, "n": blank,
        });
        call("POST", "/ai-image", image).await;
        call("POST", "/ai-text", json!({"prompt": "An anchor", "count": blank})).await;
    }
    let token = registered(&server, EMAIL).await;
    let message =
        json!({"subject": "Seam", "body": "It came loose", "category": " ", "orderId": ""});
    let path = "/api/storefront/1/account/support";
    let written = server.post(path, &message).bearer(&token).await;
    assert_eq!(written.json["data"]["category"], "general");
    let wish = json!({"productId": 2, "variantId": ""});
    let wished = server.post("/api/storefront/1/account/wishlist", &wish);
    assert_eq!(wished.bearer(&token).await.status(), 200);
}
