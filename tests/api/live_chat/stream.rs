//! `GET /stream`: the format on the wire.

use super::*;

#[tokio::test]
async fn stream_events() {
    let (server, visitor) = served_with_visitor().await;
    let db = server.db();
    let request = visitor
        .stream(&server)
        .query("lastEventId", "earliest")
        .header("accept-encoding", "gzip, br");
    let mut reader = Reader::open_silently(request).await.unwrap();
    visitor.message(&server, "Does the tote come in green?").await;
    staff::reply(&db, visitor.of_demo(), "Ines", "Not yet.\nShall I set one aside?", server.now())
        .await
        .unwrap();
    staff::release(&db, visitor.of_demo(), server.now()).await.unwrap();
    staff::close(&db, visitor.of_demo(), server.now()).await.unwrap();
    let events = reader.take(6).await;
    assert_eq!(events.iter().map(|event| event.number).collect::<Vec<_>>(), [0, 1, 2, 3, 4, 5]);
    assert_eq!(events[1].data["eventId"], "1");
    assert_eq!(reader.header("x-accel-buffering"), "no");
    assert_eq!(reader.header("connection"), "keep-alive");
    assert_eq!(reader.header("access-control-allow-origin"), "*");
    assert_eq!(reader.header("content-encoding"), "", "never compressed");
    reader.exchange().snapshot("stream_events__200");
}

#[tokio::test]
async fn stream_events__invalid() {
    let (server, visitor) = served_with_visitor().await;
    visitor.stream(&server).header("last-event-id", "x").await.snapshot("stream_events__400");
    for conversation in ["", "one", "1.5", "9223372036854775808"] {
        let refused = server.get(STREAM).query("conversationId", conversation);
        let refused = refused.bearer(&visitor.token).await;
        assert_eq!(refused.outcome(), (401, "Unauthorized"), "{conversation}");
    }
    for text in ["-1", "+1", "1.0", "x", "Earliest", "1 2"] {
        let header = visitor.stream(&server).header("last-event-id", text).await;
        assert_eq!(
            header.outcome(),
            (400, "Last-Event-ID must be the number of an event or earliest")
        );
        let query = visitor.stream(&server).query("lastEventId", text).await;
        assert_eq!(
            query.outcome(),
            (400, "lastEventId must be the number of an event or earliest")
        );
    }
    server.get(&format!("{STREAM}?conversationId=1")).await.snapshot("stream_events__401");
    assert_eq!(
        server.get(STREAM).await.status(),
        401,
        "the credential stands before the parameters"
    );
    server.sql("delete from chat_conversations where site_id = 1").await;
    visitor.stream(&server).await.snapshot("stream_events__404");
}

#[tokio::test]
async fn stream_events__head_opens_no_stream() {
    let (server, visitor) = served_with_visitor().await;
    for _ in 0..10 {
        let mut head = visitor.stream(&server);
        head.method = "HEAD";
        // hyper adds `close` to its `Connection` header, because the request asks for it.
        assert_eq!(head.unchecked().await.status, 200);
    }
}

#[tokio::test]
async fn stream_events__start_positions() {
    let (server, visitor) = served_with_visitor().await;
    replies(&server, &visitor, 0..3).await;
    // The conversation has a status and three messages.
    for (begin, hello, next) in [
        (None, 4, 5),
        (Some("earliest"), 0, 1),
        (Some("0"), 0, 1),
        (Some("2"), 2, 3),
        (Some("4"), 4, 5),
        (Some("5"), 0, 1),
        (Some("99999999999999999999999"), 0, 1),
    ] {
        let request = visitor.stream(&server);
        let request = match begin {
            Some(number) => request.header("last-event-id", number).query("lastEventId", "1"),
            None => request,
        };
        let mut reader = Reader::open_silently(request).await.unwrap();
        let first = reader.next().await.unwrap();
        assert_eq!((first.name.as_str(), first.number), ("hello", hello), "{begin:?}");
        if next < 5 {
            assert_eq!(reader.next().await.unwrap().number, next, "{begin:?}");
        } else {
            assert!(reader.is_silent().await, "{begin:?}");
        }
    }
    let query = visitor.stream(&server).query("lastEventId", "3");
    assert_eq!(Reader::open(query).await.next().await.unwrap().number, 4);
}

#[tokio::test]
async fn stream_events__of_one_conversation_only() {
    let server = served().await;
    let (mara, ben) = (Visitor::new(&server, "mara").await, Visitor::new(&server, "ben").await);
    let mut of_ben = ben.reads_after(&server, 0).await;
    let mut of_mara = mara.reads_after(&server, 0).await;
    for number in 0..10 {
        mara.message(&server, &number.to_string()).await;
    }
    replies(&server, &mara, 10..20).await;
    of_mara.take(21).await;
    assert!(of_ben.is_silent().await);
    ben.message(&server, "Hi").await;
    assert_eq!(shown(&of_ben.next().await.unwrap()), (1, "Hi".into()));
}
