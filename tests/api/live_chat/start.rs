//! `POST /start`.

use super::*;
use crate::api::fifty;

#[tokio::test]
async fn start_conversation() {
    let server = served().await;
    let body = json!({"widgetId": 1, "visitorId": "mara", "name": " Mara Lindqvist ", "email": "mara@example.com"});
    let first = server.post(START, &body).await.snapshot("start_conversation__200");
    let body = json!({"widgetId": "1", "visitorId": "mara", "name": "Another", "email": null});
    let again = server.post(START, &body).await;
    assert_eq!(again.json["data"]["conversationId"], first.json["data"]["conversationId"]);
    let other = start(&server, "ben").await;
    assert_ne!(other.json["data"]["conversationId"], first.json["data"]["conversationId"]);
}

/// JSON has several ways to write a number, some of which are out of range. A text may hold the number, too.
#[tokio::test]
async fn start_conversation__any_notation_of_the_widget() {
    let server = served().await;
    let unknown = (404, "Widget not available");
    for (widget, expected) in [
        ("1.0", (200, "")),
        ("1e0", (200, "")),
        ("10e-1", (200, "")),
        ("\"1.0\"", (200, "")),
        ("\" 01 \"", (200, "")),
        ("1.5", unknown),
        ("\"1.5\"", unknown),
        ("1e17", unknown),
        ("9223372036854775807", unknown),
        ("9223372036854775808", unknown),
        ("\"12345678901234567890\"", unknown),
        ("1e400", unknown),
        ("\"1e300\"", unknown),
        ("\"1e400\"", unknown),
        ("-0", (400, "widgetId is required")),
    ] {
        let mut request = server.post(START, &json!({}));
        request.body =
            format!(r#"{{"unknown":[1e400,1e30],"widgetId":{widget},"visitorId":"mara"}}"#);
        assert_eq!(request.await.outcome(), expected, "{widget}");
    }
}

#[tokio::test]
async fn start_conversation__name_and_address_are_stored_once() {
    let (server, visitor) = served_with_visitor().await;
    let stored = async || {
        let row = "select visitor_name, visitor_email from chat_conversations where site_id = 1";
        let row = server.client().await.query_one(row, &[]).await.unwrap();
        (row.get::<_, Option<String>>(0), row.get::<_, Option<String>>(1))
    };
    assert_eq!(stored().await, (None, None));
    assert_eq!(visitor.message(&server, "Hi").await.json["data"]["authorName"], "Visitor");
    for (name, email, expected) in [
        ("", "mara@example.com", (None, Some("mara@example.com"))),
        ("Mara", "other@example.com", (Some("Mara"), Some("mara@example.com"))),
        ("Other", "", (Some("Mara"), Some("mara@example.com"))),
    ] {
        let body = json!({"widgetId": 1, "visitorId": "mara", "name": name, "email": email});
        assert_eq!(server.post(START, &body).await.status(), 200);
        let (stored_name, stored_email) = stored().await;
        assert_eq!((stored_name.as_deref(), stored_email.as_deref()), expected);
    }
    assert_eq!(visitor.message(&server, "Hi").await.json["data"]["authorName"], "Mara");
}

#[tokio::test]
async fn start_conversation__invalid() {
    let server = served().await;
    let long = |count: usize| "ü".repeat(count);
    for (body, message) in [
        (json!({}), "widgetId is required"),
        (json!({"visitorId": "mara"}), "widgetId is required"),
        (json!({"widgetId": 0, "visitorId": "mara"}), "widgetId is required"),
        (json!({"widgetId": -1, "visitorId": "mara"}), "widgetId is required"),
        (json!({"widgetId": "one", "visitorId": "mara"}), "widgetId is required"),
        (json!({"widgetId": "", "visitorId": "mara"}), "widgetId is required"),
        (json!({"widgetId": null, "visitorId": "mara"}), "widgetId is required"),
        (json!({"widgetId": -1.5, "visitorId": "mara"}), "widgetId is required"),
        (json!({"widgetId": "-1", "visitorId": "mara"}), "widgetId is required"),
        (json!({"widgetId": "0.0", "visitorId": "mara"}), "widgetId is required"),
        (json!({"widgetId": "inf", "visitorId": "mara"}), "widgetId is required"),
        (json!({"widgetId": "1\u{0}", "visitorId": "mara"}), "widgetId is required"),
        (json!({"widgetId": true, "visitorId": "mara"}), "widgetId is required"),
        (json!({"widgetId": 1}), "visitorId is required"),
        (json!({"widgetId": 1, "visitorId": ""}), "visitorId is required"),
        (json!({"widgetId": 1, "visitorId": 7}), "visitorId is required"),
        (json!({"widgetId": 1, "visitorId": long(65)}), "visitorId is required"),
        (
            json!({"widgetId": 1, "visitorId": "mara", "name": long(256)}),
            "name must be at most 255 characters",
        ),
        (
            json!({"widgetId": 1, "visitorId": "mara", "email": long(256)}),
            "email must be at most 255 characters",
        ),
    ] {
        assert_eq!(server.post(START, &body).await.outcome(), (400, message), "{body}");
    }
    let body = json!({"widgetId": 1, "visitorId": long(64), "name": long(255), "email": long(255)});
    assert_eq!(server.post(START, &body).await.status(), 200);
    let body = json!({"visitorId": "mara"});
    server.post(START, &body).await.snapshot("start_conversation__400");
    let mut request = server.post(START, &json!({}));
    request.body = "{".into();
    assert_eq!(request.await.message(), "Invalid JSON body");
    let mut request = server.post(START, &json!({}));
    request.body = format!("\"{}\"", "x".repeat(1 << 20));
    request.await.snapshot("start_conversation__413");
    let mut request =
        server.request("POST", START).header("content-type", "application/x-www-form-urlencoded");
    request.body = "{}".into();
    request.await.snapshot("start_conversation__415");
}

#[tokio::test]
async fn start_conversation__widget_not_available() {
    let server = served().await;
    let widget = |id: Value| json!({"widgetId": id, "visitorId": "mara"});
    server.post(START, &widget(999.into())).await.snapshot("start_conversation__404");
    for id in [json!(2), json!("2"), json!(9_007_199_254_740_993_i64), json!("999999999999999999")]
    {
        assert_eq!(server.post(START, &widget(id)).await.message(), "Widget not available");
    }
    server.sql("update sites set active = false where id = 1").await;
    assert_eq!(start(&server, "mara").await.status(), 404);
}

#[tokio::test]
async fn start_conversation__fifty_at_once() {
    let server = served().await;
    let conversation = async |server: &Server, _| Visitor::new(server, "mara").await.conversation;
    let mut conversations = fifty(&server, conversation).await;
    conversations.dedup();
    assert_eq!(conversations.len(), 1);
}

#[tokio::test]
async fn start_conversation__after_the_last_was_closed() {
    let (server, first) = served_with_visitor().await;
    staff::close(&server.db(), first.of_demo(), server.now()).await.unwrap();
    let second = Visitor::new(&server, "mara").await;
    assert_ne!(first.conversation, second.conversation);
    assert_eq!(first.message(&server, "Hi").await.status(), 409);
    assert_eq!(second.message(&server, "Hi").await.status(), 200);
}

#[tokio::test]
async fn start_conversation__survives_a_replaced_widget() {
    let (server, visitor) = served_with_visitor().await;
    visitor.message(&server, "Hi").await;
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/demo/harbor-goods.json");
    replace_site(&server, file.as_ref()).await;
    assert_eq!(Visitor::new(&server, "mara").await.conversation, visitor.conversation);
    assert_eq!(visitor.message(&server, "Still there?").await.status(), 200);
}
