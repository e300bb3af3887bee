//! `POST /messages`.

use super::*;

#[tokio::test]
async fn send_message() {
    let (server, visitor) = served_with_visitor().await;
    let sent = visitor.message(&server, " Does the tote come in green?\n").await;
    let sent = sent.snapshot("send_message__200");
    assert_eq!(sent.json["data"]["body"], "Does the tote come in green?");
}

#[tokio::test]
async fn send_message__invalid() {
    let (server, Visitor { conversation, token }) = served_with_visitor().await;
    let valid = json!({"conversationId": conversation, "ephemeralToken": token, "body": "Hi"});
    // Null stands for an absent member.
    for (member, value, status, message) in [
        ("conversationId", Value::Null, 400, "conversationId is required"),
        ("conversationId", json!("1"), 400, "conversationId is required"),
        ("ephemeralToken", Value::Null, 401, "Invalid token"),
        ("ephemeralToken", json!(""), 401, "Invalid token"),
        ("ephemeralToken", json!(7), 401, "Invalid token"),
        ("body", Value::Null, 400, "Message body is required"),
        ("body", json!(""), 400, "Message body is required"),
        ("body", json!(" \n\t\u{2003}"), 400, "Message body is required"),
        ("body", json!("\u{feff}\u{200b}\u{2800}\u{3164}"), 400, "Message body is required"),
    ] {
        let mut body = valid.clone();
        body[member] = value;
        body.as_object_mut().unwrap().retain(|_, value| !value.is_null());
        assert_eq!(server.post(MESSAGES, &body).await.outcome(), (status, message), "{body}");
    }
    // The fields are checked before the token.
    assert_eq!(server.post(MESSAGES, &json!({})).await.message(), "conversationId is required");
    let long =
        json!({"conversationId": conversation, "ephemeralToken": "x", "body": "x".repeat(4001)});
    assert_eq!(server.post(MESSAGES, &long).await.outcome(), (413, "Message too long"));
    let body = json!({"conversationId": conversation, "ephemeralToken": token});
    server.post(MESSAGES, &body).await.snapshot("send_message__400");
    let send = |content_type: &str, body: String| {
        let mut request = server.request("POST", MESSAGES).header("content-type", content_type);
        request.body = body;
        request
    };
    let broken = send("application/json", "[".into()).await;
    assert_eq!(broken.message(), "Invalid JSON body");
    let form = send("application/x-www-form-urlencoded", "{}".into()).await;
    form.snapshot("send_message__415");
    let huge = send("application/json", format!("\"{}\"", "x".repeat(1 << 20))).await;
    huge.snapshot("send_message__413");
}

#[tokio::test]
async fn send_message__four_thousand_characters() {
    let (server, visitor) = served_with_visitor().await;
    let most = "🦀".repeat(4000);
    let sent = visitor.message(&server, &format!("  {most}  ")).await;
    assert_eq!((sent.status(), sent.json["data"]["body"].as_str()), (200, Some(most.as_str())));
    let refused = visitor.message(&server, &format!("{most}🦀")).await;
    assert_eq!(refused.outcome(), (413, "Message too long"));
    let mut reader = visitor.reads_after(&server, 0).await;
    assert_eq!(shown(&reader.next().await.unwrap()), (1, most));
}

#[tokio::test]
async fn send_message__order_of_checks() {
    let server = served().await;
    let (visitor, other) =
        (Visitor::new(&server, "mara").await, Visitor::new(&server, "ben").await);
    let crossed = Visitor { token: other.token.clone(), ..visitor.clone() };
    crossed.message(&server, "Hi").await.snapshot("send_message__401_mismatch");
    let nonsense = Visitor { token: "nonsense".into(), ..visitor.clone() };
    nonsense.message(&server, "Hi").await.snapshot("send_message__401");

    // The server checks whether the conversation is closed before it checks the rate limit.
    for _ in 0..10 {
        assert_eq!(visitor.message(&server, "Hi").await.status(), 200);
    }
    assert_eq!(visitor.message(&server, "Hi").await.status(), 429);
    staff::close(&server.db(), visitor.of_demo(), server.now()).await.unwrap();
    visitor.message(&server, "Hi").await.snapshot("send_message__409");
    server.sql("delete from chat_conversations where site_id = 1").await;
    visitor.message(&server, "Hi").await.snapshot("send_message__404");
}

#[tokio::test]
async fn send_message__cannot_inject_an_event() {
    let (server, visitor) = served_with_visitor().await;
    let mut live = visitor.reads(&server).await;
    let hostile = [
        "one\ntwo\r\nthree\rfour",
        "data: {}\n\nevent: status\ndata: {\"status\":\"closed\"}\n\n.",
        "\n\nid: 99\nretry: 1\n\n.",
        "line\u{2028}paragraph\u{2029}next\u{85}end",
        "<script>alert(1)</script> \" \\ \u{7f}\u{1b}[2J",
    ];
    for text in hostile {
        assert_eq!(visitor.message(&server, text).await.status(), 200, "{text:?}");
    }
    let mut replayed = visitor.reads_after(&server, 0).await;
    for (number, text) in (1..).zip(hostile) {
        let expected = (number, text.trim().to_owned());
        assert_eq!(shown(&live.next().await.unwrap()), expected);
        assert_eq!(shown(&replayed.next().await.unwrap()), expected);
    }
    assert!(live.is_silent().await && replayed.is_silent().await);
    visitor.message(&server, "a\0b").await.expect(400);
}

#[tokio::test]
async fn send_message__fifty_at_once() {
    let server = served().await;
    let another = server.another().await;
    let visitor = Visitor::new(&server, "mara").await;
    let mut reader = visitor.reads(&server).await;
    let barrier = tokio::sync::Barrier::new(50);
    // The visitor sends ten messages, the maximum of the rate limit. Agents send the others.
    let posts = (0..50).map(async |number| {
        let db = server.db();
        barrier.wait().await;
        let text = number.to_string();
        if number < 10 {
            let server = if number % 2 == 0 { &server } else { &another };
            assert_eq!(visitor.message(server, &text).await.status(), 200);
        } else {
            staff::reply(&db, visitor.of_demo(), "Ines", &text, server.now()).await.unwrap();
        }
    });
    futures_util::future::join_all(posts).await;
    let stored = table(&server, &visitor).await;
    let numbers: Vec<i64> = stored.iter().map(|(number, _)| *number).collect();
    // The first reply also assigns the conversation to its agent, which adds an event.
    assert_eq!(numbers, (1..=51).collect::<Vec<_>>());
    let received: Vec<_> = reader.take(51).await.iter().map(shown).collect();
    assert_eq!(received, stored);
    assert!(reader.is_silent().await);
}

#[tokio::test]
async fn send_message__client_disconnects() {
    use tokio::io::AsyncWriteExt;
    let (server, visitor) = served_with_visitor().await;
    let mut reader = visitor.reads(&server).await;
    for number in 0..10 {
        let mut socket = tokio::net::TcpStream::connect(server.address).await.unwrap();
        socket.write_all(&visitor.message(&server, &number.to_string()).bytes()).await.unwrap();
        tokio::time::sleep(std::time::Duration::from_micros(300 * number)).await;
    }
    // A message that the server had not read completely does not count, so one more may be allowed.
    let last = visitor.message(&server, "last").await.status();
    assert!([200, 429].contains(&last), "{last}");
    // Every stored message arrives without waiting for the next poll of the database.
    let stored = table(&server, &visitor).await;
    let received: Vec<_> = reader.take(stored.len()).await.iter().map(shown).collect();
    assert_eq!(received, stored);
}
