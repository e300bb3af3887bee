//! Which violation of a body is reported to the client, and its wording.

use serde_json::{Value, json};

use crate::fixture::{call, failure, post_json};

/// Sends a valid order with these changes.
async fn order(changes: Value) -> (u16, String) {
    let mut order = json!({ "widgetId": 1, "visitorId": "v" });
    for (key, value) in changes.as_object().unwrap() {
        order[key] = value.clone();
    }
    failure(call(post_json("/orders", order.to_string())).await).await
}

async fn action(action: Value) -> (u16, String) {
    failure(call(post_json("/actions", action.to_string())).await).await
}

#[tokio::test]
async fn the_documents_message_and_status() {
    for (changes, status, message) in [
        (json!({ "visitorId": "" }), 400, "visitorId is required"),
        (json!({ "visitorId": "123456789" }), 400, "visitorId is required"),
        (json!({ "visitorId": 5 }), 400, "visitorId is required"),
        (json!({ "visitorId": null }), 400, "visitorId is required"),
        (json!({ "widgetId": 0 }), 400, "widgetId is required"),
        (json!({ "widgetId": "000" }), 400, "widgetId is required"),
        (json!({ "widgetId": true }), 400, "widgetId is required"),
        (json!({ "widgetId": 1.5 }), 400, "widgetId is required"),
        (json!({ "note": " \t\n" }), 400, "A note is never blank"),
        (json!({ "note": "123456" }), 413, "Note too long"),
        (json!({ "address": 1 }), 400, "Address is invalid"),
        (json!({ "address": { "city": 1 } }), 400, "Address is invalid"),
        (json!({ "address": {} }), 400, "Address is invalid"),
    ] {
        assert_eq!(order(changes.clone()).await, (status, message.to_owned()), "{changes}");
    }
}

#[tokio::test]
async fn the_default_words() {
    for (changes, message) in [
        (json!({ "note": 5 }), "note must be a string"),
        (json!({ "items": {} }), "items must be an array"),
        (json!({ "items": [1] }), "items/0 must be an object"),
        (
            json!({ "items": [{ "productId": 1, "quantity": 1 }, { "quantity": 1 }] }),
            "items/1/productId is required",
        ),
        (
            json!({ "items": [{ "productId": "1", "quantity": 1 }] }),
            "items/0/productId must be an integer",
        ),
        (
            json!({ "items": [{ "productId": 1, "quantity": 0 }] }),
            "items/0/quantity must be at least 1",
        ),
        (
            json!({ "items": [{ "productId": 1, "quantity": 1000 }] }),
            "items/0/quantity must be at most 999",
        ),
        (
            json!({ "items": [{ "productId": 1, "quantity": 1.5 }] }),
            "items/0/quantity must be an integer",
        ),
        (json!({ "items": [1, 2, 3] }), "items must have at most 2 items"),
        (json!({ "email": "nobody" }), "email must be a valid email"),
        (json!({ "colour": "green" }), "colour must be one of red, blue"),
        (json!({ "weight": 0 }), "weight must be more than 0"),
        (json!({ "labels": { "a/b": 1 } }), "labels/a/b must be a string"),
    ] {
        assert_eq!(order(changes.clone()).await, (400, message.to_owned()), "{changes}");
    }
}

#[tokio::test]
async fn the_first_property_of_the_document_is_reported() {
    for (body, message) in [
        (json!({}), "widgetId is required"),
        (json!({ "widgetId": 1 }), "visitorId is required"),
        (json!({ "colour": 1, "email": 1, "visitorId": "v" }), "widgetId is required"),
        (
            json!({ "colour": 1, "email": 1, "visitorId": "v", "widgetId": 1 }),
            "email must be a string",
        ),
        (
            json!({ "weight": -1, "items": 1, "visitorId": "", "widgetId": 1 }),
            "visitorId is required",
        ),
    ] {
        let response = call(post_json("/orders", body.to_string())).await;
        assert_eq!(failure(response).await, (400, message.to_owned()), "{body}");
    }
}

#[tokio::test]
async fn a_union_is_told_apart_by_its_discriminator() {
    for (body, message) in [
        (json!({}), "action is required"),
        (json!({ "action": "dance" }), "action must be one of register, login, logout"),
        (json!({ "action": 1 }), "action must be one of register, login, logout"),
        (json!({ "action": "login" }), "email is required"),
        (json!({ "action": "login", "email": 1 }), "email must be a string"),
        (json!({ "action": "register", "password": "12345678" }), "email is required"),
        (
            json!({ "action": "register", "email": "a@b.example" }),
            "Password must be at least 8 characters",
        ),
        (
            json!({ "action": "register", "email": "a@b.example", "password": "x" }),
            "Password must be at least 8 characters",
        ),
        (json!([]), "Send an action"),
        (json!("login"), "Send an action"),
    ] {
        assert_eq!(action(body.clone()).await, (400, message.to_owned()), "{body}");
    }
}

#[tokio::test]
async fn a_union_without_a_discriminator_reports_the_intended_variant() {
    for (changes, message) in [
        (
            json!({ "lookup": { "orderNumber": "1" } }),
            "lookup/orderNumber must be at least 3 characters",
        ),
        (json!({ "lookup": { "orderNumber": 1 } }), "lookup/orderNumber must be a string"),
        (json!({ "lookup": { "token": 1 } }), "lookup/token must be a string"),
        (json!({ "lookup": {} }), "lookup/orderNumber or token is required"),
        (json!({ "lookup": 1 }), "lookup must be an object"),
        (json!({ "size": 0 }), "size must be at least 1"),
        (json!({ "size": "abc" }), "size must be at most 2 characters"),
        (json!({ "size": true }), "size must be an integer or a string"),
    ] {
        let mut body =
            json!({ "action": "register", "email": "a@b.example", "password": "12345678" });
        for (key, value) in changes.as_object().unwrap() {
            body[key] = value.clone();
        }
        assert_eq!(action(body).await, (400, message.to_owned()), "{changes}");
    }
}
