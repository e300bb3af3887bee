//! Visitors' messages: a repeat adds no event, does not count toward the rate limit, and needs only a valid token.

use super::*;
use crate::api::live_chat::staff;
use stoa_conversations::Conversation;

fn send<'a>(server: &'a Server, caller: &Caller, token: &str, key: &str) -> Request<'a> {
    let message =
        json!({"conversationId": caller.conversation, "ephemeralToken": token, "body": "Ahoy"});
    server.post(&format!("{CHAT}/messages"), &message).header(KEY_HEADER, key)
}

#[tokio::test]
async fn a_repeat_with_another_token() {
    let (server, mara, ida) = served_with_two_customers().await;
    let first = send(&server, &mara, &mara.chat_token, RETRY_KEY).await;
    server.pass(Duration::from_secs(1));
    let visitor = json!({"widgetId": 1, "visitorId": "mara"});
    let started = server.post(&format!("{CHAT}/start"), &visitor).await;
    let token = started.json["data"]["ephemeralToken"].as_str().unwrap();
    assert_ne!(token, mara.chat_token);
    let again = send(&server, &mara, token, RETRY_KEY).await;
    assert_eq!((again.header("idempotent-replayed"), &again.json), ("true", &first.json));
    // An invalid token is refused, whatever the key.
    assert_eq!(send(&server, &mara, &ida.chat_token, RETRY_KEY).await.status(), 401);
    assert_eq!(send(&server, &mara, "nonsense", RETRY_KEY).await.status(), 401);
}

#[tokio::test]
async fn a_repeat_after_the_conversation_was_closed() {
    let (server, mara) = served_with_mara().await;
    let first = send(&server, &mara, &mara.chat_token, RETRY_KEY).await;
    let conversation = Conversation { site_id: 1, id: mara.conversation };
    staff::close(&server.db(), conversation, server.now()).await.unwrap();
    let again = send(&server, &mara, &mara.chat_token, RETRY_KEY).await;
    assert_eq!((again.header("idempotent-replayed"), &again.json), ("true", &first.json));
    assert_eq!(send(&server, &mara, &mara.chat_token, "another").await.status(), 409);
}

#[tokio::test]
async fn a_repeat_does_not_count() {
    let server = served_limited(&["all=off", "messages=3/60", "client-messages=2/3600"]).await;
    let mara = Caller::new(&server, "mara").await;
    let send = |key: &'static str| send(&server, &mara, &mara.chat_token, key);
    for replayed in ["", "true", "true"] {
        assert_eq!(send("one").await.header("idempotent-replayed"), replayed);
    }
    assert_eq!(send("two").await.status(), 429, "one of three at once");
    assert_eq!(send("one").await.header("idempotent-replayed"), "true");
    server.pass(Duration::from_secs(60));
    assert_eq!(send("two").await.header("idempotent-replayed"), "");
    server.pass(Duration::from_secs(60));
    assert_eq!(send("three").await.status(), 429, "two of this client");
    assert_eq!(send("two").await.header("idempotent-replayed"), "true");
}
