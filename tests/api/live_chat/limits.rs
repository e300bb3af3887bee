//! Limits of one visitor. Each refusal says when to retry.

use std::time::Duration;

use super::*;

#[tokio::test]
async fn messages_of_a_conversation() {
    let server = served().await;
    let another = server.another().await;
    let visitor = Visitor::new(&server, "mara").await;
    for number in 0..10 {
        let server = if number % 2 == 0 { &server } else { &another };
        assert_eq!(visitor.message(server, "Hi").await.status(), 200);
    }
    let refused = visitor.message(&server, "Hi").await.snapshot("send_message__429");
    assert_eq!(refused.header("retry-after"), "1");
    assert_eq!(visitor.message(&another, "Hi").await.status(), 429);
    // Another conversation has its own limit, and agents have none.
    assert_eq!(Visitor::new(&server, "ben").await.message(&server, "Hi").await.status(), 200);
    replies(&server, &visitor, 0..20).await;

    server.pass(Duration::from_secs(1));
    assert_eq!(visitor.message(&server, "Hi").await.status(), 200);
    assert_eq!(visitor.message(&server, "Hi").await.status(), 429);
    server.pass(Duration::from_secs(60));
    for _ in 0..10 {
        assert_eq!(visitor.message(&server, "Hi").await.status(), 200);
    }
    assert_eq!(visitor.message(&server, "Hi").await.status(), 429);
}

#[tokio::test]
async fn conversations_of_a_client() {
    let server = served_behind_proxies(1).await;
    let from = |address: &'static str, visitor: String| {
        let body = json!({"widgetId": 1, "visitorId": visitor});
        server.post(START, &body).header("x-forwarded-for", address)
    };
    for number in 0..120 {
        assert_eq!(from("192.0.2.1", number.to_string()).await.status(), 200);
    }
    from("192.0.2.1", "120".into()).await.snapshot("start_conversation__429");
    assert_eq!(from("192.0.2.1", "7".into()).await.status(), 200, "to resume is free");
    assert_eq!(from("192.0.2.2", "120".into()).await.status(), 200);
    server.pass(Duration::from_secs(3600));
    assert_eq!(from("192.0.2.1", "120".into()).await.status(), 200);
}

#[tokio::test]
async fn streams_of_a_token() {
    let (server, visitor) = served_with_visitor().await;
    let mut readers = Vec::new();
    for _ in 0..10 {
        readers.push(visitor.reads(&server).await);
    }
    visitor.stream(&server).await.snapshot("stream_events__429");
    server.pass(Duration::from_secs(1));
    assert_eq!(
        Visitor::new(&server, "mara").await.reads(&server).await.header("cache-control"),
        "no-cache, no-transform"
    );
    readers.pop();
    until_a_stream_can_be_opened(&server, &visitor).await;
}

#[tokio::test]
async fn streams_of_a_conversation() {
    let server = served().await;
    let mut readers = Vec::new();
    for _ in 0..2 {
        // A later start of the conversation returns a new token.
        server.pass(Duration::from_secs(1));
        let visitor = Visitor::new(&server, "mara").await;
        for _ in 0..10 {
            readers.push(visitor.reads(&server).await);
        }
    }
    server.pass(Duration::from_secs(1));
    let visitor = Visitor::new(&server, "mara").await;
    // The limit of streams is checked before the parameters.
    let refused = visitor.stream(&server).header("last-event-id", "x").await;
    let told = (refused.status(), refused.message(), refused.header("retry-after"));
    assert_eq!(told, (429, "Too many open streams, close one", "5"));
    Visitor::new(&server, "ben").await.reads(&server).await;
    readers.pop();
    until_a_stream_can_be_opened(&server, &visitor).await;
}

/// Waits until the server has noticed that a reader disconnected, which happens at its next write to the connection.
async fn until_a_stream_can_be_opened(server: &Server, visitor: &Visitor) {
    let is_free =
        async || visitor.stream(server).header("last-event-id", "x").await.status() == 400;
    eventually("a stream can be opened", is_free).await;
}
