//! Input that a cart refuses, from mistakes to malice.

use super::*;

#[tokio::test]
async fn add_cart_item__invalid() {
    let server = served().await;
    let long = "ü".repeat(256);
    let range = "quantity must be between 1 and 999";
    let pouches = |quantity: Value| json!({"sessionId": "a", "productId": 2, "quantity": quantity});
    let pouch = |name: &str, id: &str| json!({"sessionId": "a", "productId": 2, name: id});
    for (body, status, message) in [
        (json!({}), 400, "sessionId is required"),
        (json!({"sessionId": "", "productId": 2}), 400, "sessionId is required"),
        (json!({"sessionId": null, "productId": 2}), 400, "sessionId is required"),
        (json!({"sessionId": 7, "productId": 2}), 400, "sessionId is required"),
        (json!({"sessionId": long, "productId": 2}), 400, "sessionId is required"),
        (json!({"sessionId": "a"}), 400, "productId is required"),
        (json!({"sessionId": "a", "productId": "2"}), 400, "productId is required"),
        (json!({"sessionId": "a", "productId": 2.5}), 400, "productId is required"),
        (pouch("variantId", "1"), 400, "variantId must be an integer"),
        (json!({"sessionId": "a", "productId": 1}), 400, "variantId is required"),
        (pouches(json!(0)), 400, range),
        (pouches(json!(-1)), 400, range),
        (pouches(json!(1000)), 400, range),
        (pouches(json!("1")), 400, range),
        (pouch("designId", "5"), 400, "designId must be the UUID of a design"),
        (json!({"sessionId": "a", "productId": 2, "variantId": 1}), 404, "Variant not found"),
        (json!({"sessionId": "a", "productId": 1, "variantId": 0}), 404, "Variant not found"),
        (json!({"sessionId": "a", "productId": 1, "variantId": 4}), 404, "Variant not found"),
        (json!({"sessionId": "a", "productId": 1, "variantId": 5}), 404, "Variant not found"),
        (json!({"sessionId": "a", "productId": 0}), 404, "Product not found"),
        (json!({"sessionId": "a", "productId": -1, "variantId": 1}), 404, "Product not found"),
        (json!({"sessionId": "a", "productId": i64::MAX}), 404, "Product not found"),
    ] {
        assert_eq!(server.post(CART, &body).await.outcome(), (status, message), "{body}");
    }
    for product in [6, 7] {
        let hidden = add(&server, ODD_CART, SESSION, json!({"productId": product})).await;
        assert_eq!(hidden.message(), "Product not found", "a draft, or not active");
    }
    assert_eq!(server.count("carts").await, 0, "a refused line begins no cart");
}

#[tokio::test]
async fn update_cart_item__invalid() {
    let server = served().await;
    let item = add_pouches(&server, 2).await.json["data"]["id"].clone();
    let of = |quantity, session: &str| json!({"cartItemId": item, "quantity": quantity, "sessionId": session});
    let most = "A cart line may have a quantity of at most 999";
    for (body, status, message) in [
        (json!({}), 400, "cartItemId is required"),
        (json!({"cartItemId": "1", "quantity": 1}), 400, "cartItemId is required"),
        (json!({"cartItemId": item}), 400, "quantity is required"),
        (json!({"cartItemId": item, "quantity": null}), 400, "quantity is required"),
        (json!({"cartItemId": item, "quantity": -1}), 400, "quantity must be between 0 and 999"),
        (of(1000, SESSION), 400, most),
        (of(1, ""), 400, "sessionId must have 1 to 255 characters"),
        (of(1, "another"), 404, "Cart item not found"),
        (of(0, "another"), 404, "Cart item not found"),
        (json!({"cartItemId": 1, "quantity": 1}), 404, "Cart item not found"),
        (json!({"cartItemId": 0, "quantity": 0}), 404, "Cart item not found"),
        (json!({"cartItemId": i64::MIN, "quantity": 1}), 404, "Cart item not found"),
        (json!({"cartItemId": item, "quantity": 3, "sessionId": null}), 200, ""),
        (of(4, SESSION), 200, ""),
    ] {
        let answer = server.request("PUT", CART).json(&body).await;
        assert_eq!(answer.outcome(), (status, message), "{body}");
    }
    for quantity in [0, 1] {
        let body = json!({"cartItemId": item, "quantity": quantity});
        let elsewhere = server.request("PUT", ODD_CART).json(&body).await;
        assert_eq!(elsewhere.message(), "Cart item not found", "another site's");
    }
    assert_eq!(lines(&server).await, [(2, 4, 5_600)]);
}

#[tokio::test]
async fn sessions_are_any_text_of_1_to_255_characters() {
    let server = served().await;
    let sessions = [
        "🦀".repeat(255),
        "a".into(),
        " ".into(),
        "' or 1=1 --".into(),
        "%".into(),
        "\u{202e}e\u{301}\u{feff}".into(),
        "null".into(),
        "../../2/cart".into(),
        "\u{1}\u{7f}".into(),
    ];
    for session in &sessions {
        let added = add(&server, CART, session, json!({"productId": 2})).await;
        assert_eq!(added.status(), 200, "{session}");
        let cart = get(&server, CART, session).await;
        assert_eq!(cart.json["data"]["itemCount"], 1, "{session}");
    }
    for session in [String::new(), "🦀".repeat(256), "a".repeat(50_000)] {
        assert_eq!(get(&server, CART, &session).await.message(), "sessionId is required");
        let clear = server.request("DELETE", CART).query("sessionId", &session).await;
        assert_eq!(clear.message(), "sessionId is required");
    }
    for method in ["GET", "DELETE"] {
        let nul = server.request(method, CART).query("sessionId", "a\0b").await;
        assert_eq!(nul.status(), 400);
    }
    let nul = add(&server, CART, "a\0b", json!({"productId": 2})).await;
    assert_eq!(nul.status(), 400);
    let nul = server.get("/api/storefront/1/cart/recover").query("token", "\0").await;
    assert_eq!(nul.status(), 400);
}

#[tokio::test]
async fn each_documented_refusal() {
    let server = served().await;
    server.get(CART).await.snapshot("get_cart__400");
    add_pouches(&server, 1_000).await.snapshot("add_cart_item__400");
    add(&server, CART, SESSION, json!({"productId": 99})).await.snapshot("add_cart_item__404");
    let put = |body: Value| server.request("PUT", CART).json(&body);
    put(json!({"cartItemId": 1})).await.snapshot("update_cart_item__400");
    put(json!({"cartItemId": 1, "quantity": 1})).await.snapshot("update_cart_item__404");
    server.request("DELETE", CART).await.snapshot("clear_cart__400");
}
