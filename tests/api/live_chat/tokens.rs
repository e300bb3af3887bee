//! Visitors' tokens, including forged ones.

use std::time::{Duration, SystemTime};

use stoa_live_chat::Tokens;

use super::*;

/// Calls both operations with this token, and returns the status and message of each.
async fn answers(server: &Server, visitor: &Visitor, token: &str) -> [(u16, String); 2] {
    let visitor = Visitor { token: token.into(), ..visitor.clone() };
    let sent = visitor.message(server, "Hi").await;
    let conversation = visitor.conversation.to_string();
    let stream =
        server.get(STREAM).query("conversationId", &conversation).query("token", token).await;
    [(sent.status(), sent.message().to_owned()), (stream.status(), stream.message().to_owned())]
}

#[tokio::test]
async fn invalid_tokens() {
    let (server, visitor) = served_with_visitor().await;
    let other = Visitor::new(&server, "ben").await;
    let unauthorized = (401, "Unauthorized".to_owned());
    let invalid = [(401, "Invalid token".to_owned()), unauthorized.clone()];
    let mismatch = [(401, "Token / conversation mismatch".to_owned()), unauthorized];
    let now = SystemTime::from(server.now());
    let in_a_minute = now + Duration::from_secs(60);
    let of = |secret: &[u8], conversation, expires_at| {
        Tokens::new(secret).issue(conversation, expires_at)
    };

    for position in [0, 10, 31, 32, 33, 50, 75] {
        let mut altered = visitor.token.clone();
        let old = altered.remove(position);
        altered.insert(position, if old == 'A' { 'B' } else { 'A' });
        assert_eq!(answers(&server, &visitor, &altered).await, invalid, "{position}");
    }
    let expired = of(SECRET, visitor.of_demo(), now);
    assert_eq!(answers(&server, &visitor, &expired).await, invalid);
    let other_secret = of(b"the secret of a server elsewhere!", visitor.of_demo(), in_a_minute);
    assert_eq!(answers(&server, &visitor, &other_secret).await, invalid);
    for malformed in ["x", ".", "a.b", "é", &visitor.token[1..], &format!("{}=", visitor.token)] {
        assert_eq!(answers(&server, &visitor, malformed).await, invalid, "{malformed}");
    }
    assert_eq!(answers(&server, &visitor, &other.token).await, mismatch);

    // The token is valid, but its conversation does not exist.
    let nowhere = Visitor { conversation: 999, token: String::new() };
    let token = of(SECRET, nowhere.of_demo(), in_a_minute);
    let gone = [(404, "Conversation not found".to_owned()), (404, "Not found".to_owned())];
    assert_eq!(answers(&server, &nowhere, &token).await, gone);
    let elsewhere = Conversation { site_id: 2, ..visitor.of_demo() };
    assert_eq!(answers(&server, &visitor, &of(SECRET, elsewhere, in_a_minute)).await, gone);
}

#[tokio::test]
async fn two_tokens_are_refused() {
    let (server, visitor) = served_with_visitor().await;
    let stream = || server.get(STREAM).query("conversationId", &visitor.conversation.to_string());
    let token = &visitor.token;
    let in_query = stream().query("token", token).query("token", token).await;
    assert_eq!(in_query.outcome(), (401, "Unauthorized"));
    assert_eq!(stream().bearer(token).bearer(token).await.outcome(), (401, "Unauthorized"));
    // The credential is checked before the query.
    let wrong = stream().query("conversationId", "1").query("token", "wrong").await;
    assert_eq!(wrong.status(), 401);
    let twice = stream().query("conversationId", "1").query("token", token).await;
    assert_eq!(twice.outcome(), (401, "conversationId is given twice"));
}

#[tokio::test]
async fn valid_tokens() {
    let (server, visitor) = served_with_visitor().await;
    server.pass(Duration::from_secs(1));
    let again = Visitor::new(&server, "mara").await;
    assert_ne!(again.token, visitor.token);
    assert_eq!(visitor.message(&server, "Hi").await.status(), 200, "an older one stays valid");
    assert_eq!(again.message(&server, "Hi").await.status(), 200);
    let conversation = visitor.conversation.to_string();
    let request =
        server.get(STREAM).query("conversationId", &conversation).query("token", &visitor.token);
    Reader::open(request).await;
    // `Authorization` takes precedence over the token in the query.
    let request =
        server.get(STREAM).query("conversationId", &conversation).query("token", &visitor.token);
    assert_eq!(request.header("authorization", "Bearer x").await.status(), 401);
    let request = server.get(STREAM).query("conversationId", &conversation).query("token", "x");
    Reader::open(request.header("authorization", &format!("bearer {}", visitor.token))).await;
}

#[tokio::test]
async fn tokens_are_valid_on_another_server() {
    let (server, visitor) = served_with_visitor().await;
    assert_eq!(visitor.message(&server.another().await, "Hi").await.status(), 200);
}

#[tokio::test]
async fn a_stream_ends_with_its_token() {
    let (server, visitor) = served_with_visitor().await;
    let in_a_second = server.now() + Duration::from_secs(1);
    let token = Tokens::new(SECRET).issue(visitor.of_demo(), in_a_second.into());
    let mut reader = Visitor { token, ..visitor }.reads(&server).await;
    assert!(reader.next().await.is_none());
}
