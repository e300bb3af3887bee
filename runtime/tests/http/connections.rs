//! Connections: reuse after errors, refused bodies, limits, shutdown.

use std::time::{Duration, Instant};

use stoa_runtime::Limits;
use tokio::{io::AsyncWriteExt, time::timeout};

use crate::client::{CLIENT_TIMEOUT, connected, start};

const ORDER: &str = r#"{"widgetId":1,"visitorId":"v"}"#;

fn post(path: &str, headers: &str, body: &str) -> String {
    let length = body.len();
    format!(
        "POST {path} HTTP/1.1\r\nHost: test\r\nContent-Type: application/json\r\n{headers}Content-Length: {length}\r\n\r\n{body}"
    )
}

#[tokio::test]
async fn a_connection_outlives_errors() {
    let (_server, mut client) = connected(Limits::default()).await;
    for (path, status) in [
        ("/nothing", 404),
        ("/orders", 405),
        ("/sites/x/posts", 400),
        ("/fail/error", 500),
        ("/fail/panic", 500),
    ] {
        assert_eq!(client.get(path).await.status, status, "{path}");
    }
    client.send(post("/orders", "", "nonsense")).await;
    assert_eq!(client.answer().await.status, 400);
    client.send(post("/orders", "", ORDER)).await;
    assert_eq!(client.answer().await.status, 200);
}

#[tokio::test]
async fn a_small_unread_body_does_no_harm() {
    let (_server, mut client) = connected(Limits::default()).await;
    client.send(post("/orders", "X-Api-Key: wrong\r\n", ORDER)).await;
    assert_eq!(client.answer().await.status, 401);
    client.send(post("/nothing", "", ORDER)).await;
    assert_eq!(client.answer().await.status, 404);
    assert_eq!(client.get("/sites/1/posts").await.status, 200);
}

#[tokio::test]
async fn a_refused_upload_can_read_why() {
    let (_server, mut client) = connected(Limits::default()).await;
    let huge = "x".repeat(8 * 1024 * 1024);
    // The server stops reading long before the end, so writing may fail. Only the response matters.
    let request = post("/orders", "", &huge);
    let _ = timeout(CLIENT_TIMEOUT, client.stream.write_all(request.as_bytes())).await.unwrap();
    let answer = client.answer().await;
    assert_eq!((answer.status, answer.body.contains("Request body too large")), (413, true));
    assert!(client.is_closed().await);
}

/// A client that is refused before its body is read gets the reason, even if it sends the whole body before it reads.
#[tokio::test]
async fn an_early_refusal_arrives_while_the_body_is_sent() {
    let server = start(Limits::default()).await;
    for (path, headers, status) in [
        ("/orders", "X-Api-Key: wrong\r\nContent-Length: 400000\r\n", 401),
        ("/orders", "X-Api-Key: wrong\r\nTransfer-Encoding: chunked\r\n", 401),
        ("/nothing", "Content-Length: 400000\r\n", 404),
        ("/webhooks", "Content-Length: 400000\r\n", 413),
    ] {
        let mut client = server.connect().await;
        let head = format!(
            "POST {path} HTTP/1.1\r\nHost: test\r\nContent-Type: application/json\r\n{headers}\r\n"
        );
        client.send(head).await;
        for _ in 0..20 {
            tokio::time::sleep(Duration::from_millis(20)).await;
            client.send("4e1a\r\n".to_owned() + &"x".repeat(19_994)).await;
        }
        assert_eq!(client.answer().await.status, status, "{path} {headers}");
    }
}

#[tokio::test]
async fn a_chunked_body_is_accepted_up_to_the_limit() {
    let (_server, mut client) = connected(Limits::default()).await;
    let head = "POST /webhooks HTTP/1.1\r\nHost: test\r\nTransfer-Encoding: chunked\r\n\r\n";
    client.send(head).await;
    client.send("3\r\nabc\r\n").await;
    client.send("2\r\nde\r\n0\r\n\r\n").await;
    assert_eq!(client.answer().await.body, "abcde");
    client.send(head).await;
    client.send(format!("65\r\n{}\r\n", "x".repeat(0x65))).await;
    assert_eq!(client.answer().await.status, 413);
}

#[tokio::test]
async fn expect_100_continue_is_answered_before_the_body() {
    let (_server, mut client) = connected(Limits::default()).await;
    client.send("POST /webhooks HTTP/1.1\r\nHost: test\r\nExpect: 100-continue\r\nContent-Length: 3\r\n\r\n").await;
    assert_eq!(client.answer().await.status, 100);
    client.send("abc").await;
    assert_eq!(client.answer().await.body, "abc");
    assert_eq!(client.get("/sites/1/posts").await.status, 200);
}

#[tokio::test]
async fn expect_100_continue_is_refused_without_the_body() {
    let (_server, mut client) = connected(Limits::default()).await;
    client.send("POST /webhooks HTTP/1.1\r\nHost: test\r\nExpect: 100-continue\r\nContent-Length: 101\r\n\r\n").await;
    assert_eq!(client.answer().await.status, 413);
    assert!(client.is_closed().await, "the body will not come, so the connection cannot go on");
}

#[tokio::test]
async fn pipelined_requests_are_answered_in_order() {
    let (_server, mut client) = connected(Limits::default()).await;
    client.send("GET /sites/1/posts/a HTTP/1.1\r\nHost: t\r\n\r\nHEAD /sites/1/posts/b HTTP/1.1\r\nHost: t\r\n\r\n").await;
    assert!(client.answer().await.body.contains("\"a\""));
    let head = client.read_to("\r\n\r\n").await;
    assert!(head.contains("content-length: "), "{head}");
    assert!(client.get("/sites/1/posts/c").await.body.contains("\"c\""));
}

#[tokio::test]
async fn large_bodies_leave_whole() {
    let (_server, mut client) = connected(Limits::default()).await;
    let answer = client.get("/downloads/3000000").await;
    assert_eq!((answer.status, answer.body.len()), (200, 3_000_000));
    assert!(client.get("/downloads/0").await.body.is_empty());
}

/// A head that is too long or names two hosts is refused in the JSON envelope, and the connection continues. A head
/// that hyper itself refuses is answered without a body.
#[tokio::test]
async fn refused_heads() {
    let (server, mut client) = connected(Limits::default()).await;
    let many = |count: usize| "X-A: 1\r\n".repeat(count);
    let long = |bytes: usize| format!("X-Long: {}\r\n", "x".repeat(bytes));
    for (target, headers, status, message) in [
        (60 * 1024, String::new(), 404, "Not found"),
        (60 * 1024 + 1, String::new(), 414, "Request target too long"),
        (1, long(32 * 1024 - 100), 404, "Not found"),
        (1, long(32 * 1024), 431, "Request headers too large"),
        (1, long(60_000), 431, "Request headers too large"),
        (1, many(95), 404, "Not found"),
        (1, many(96), 431, "Request headers too large"),
        (1, "Host: other\r\n".to_owned(), 400, "Host is given twice"),
    ] {
        let target = format!("/{}", "x".repeat(target - 1));
        client.send(format!("GET {target} HTTP/1.1\r\nHost: test\r\n{headers}\r\n")).await;
        let answer = client.answer().await;
        let case = format!("{} bytes of target, {} of headers", target.len(), headers.len());
        assert_eq!(answer.status, status, "{case}");
        let envelope = format!(r#"{{"success":false,"message":"{message}"}}"#);
        assert_eq!(answer.body, envelope, "{case}");
        assert!(answer.head.contains("x-request-id: "), "{case}: {}", answer.head);
    }
    let bare = [(1, long(100_000), 431), (70_000, String::new(), 431), (1, many(200), 431)];
    for (target, headers, status) in bare {
        let mut client = server.connect().await;
        let target = format!("/{}", "x".repeat(target - 1));
        let request = format!("GET {target} HTTP/1.1\r\nHost: test\r\n{headers}\r\n");
        let _ = client.stream.write_all(request.as_bytes()).await;
        let answer = client.answer().await;
        assert_eq!((answer.status, answer.body.as_str()), (status, ""));
    }
}

#[tokio::test]
async fn shutdown_finishes_requests_and_ends_idle_connections() {
    let server = start(Limits::default()).await;
    let mut idle = server.connect().await;
    assert_eq!(idle.get("/sites/1/posts").await.status, 200);
    let mut busy = server.connect().await;
    busy.send("GET /fail/slow HTTP/1.1\r\nHost: test\r\n\r\n").await;
    tokio::time::sleep(Duration::from_millis(50)).await;

    let address = server.address;
    let stopping = server.stop();
    assert_eq!(busy.answer().await.status, 200);
    assert!(idle.is_closed().await);
    drop((idle, busy));
    timeout(CLIENT_TIMEOUT, stopping).await.expect("nothing is left to wait for").unwrap();
    assert!(tokio::net::TcpStream::connect(address).await.is_err());
}

#[tokio::test]
async fn shutdown_does_not_wait_for_silent_clients() {
    let server = start(Limits::default()).await;
    let (mut silent, mut slow) = (server.connect().await, server.connect().await);
    slow.send("PRI * HTTP/2").await;
    tokio::time::sleep(Duration::from_millis(50)).await;
    let stopping = server.stop();
    assert!(silent.is_closed().await && slow.is_closed().await);
    timeout(CLIENT_TIMEOUT, stopping).await.expect("nothing is left to wait for").unwrap();
}

#[tokio::test]
async fn shutdown_cuts_requests_that_outlive_the_drain() {
    let (server, mut client) =
        connected(Limits { drain: Duration::from_millis(100), ..Limits::default() }).await;
    client.send("GET /fail/forever HTTP/1.1\r\nHost: test\r\n\r\n").await;
    tokio::time::sleep(Duration::from_millis(50)).await;
    timeout(CLIENT_TIMEOUT, server.stop()).await.expect("the drain ends").unwrap();
    assert!(client.is_closed().await);
}

#[tokio::test]
async fn connections_over_the_limit_wait_for_a_place() {
    let server = start(Limits { connections: 1, ..Limits::default() }).await;
    let mut first = server.connect().await;
    assert_eq!(first.get("/sites/1/posts").await.status, 200);
    let mut second = server.connect().await;
    second.send("GET /sites/1/posts HTTP/1.1\r\nHost: test\r\n\r\n").await;
    assert!(second.is_silent_for(Duration::from_millis(100)).await);
    drop(first);
    assert_eq!(second.answer().await.status, 200);
}

#[tokio::test]
async fn one_client_does_not_take_all_connections() {
    let server = start(Limits { connections_per_client: Some(1), ..Limits::default() }).await;
    let mut first = server.connect().await;
    assert_eq!(first.get("/sites/1/posts").await.status, 200);
    assert!(server.connect().await.is_closed().await, "at once, without a word");
    assert_eq!(first.get("/sites/1/posts").await.status, 200);
    drop(first);
    // The server may not have noticed yet that the first client has disconnected, so connect until it has.
    let mut next = server.connect().await;
    while !next.is_silent_for(Duration::from_millis(20)).await {
        next = server.connect().await;
    }
    assert_eq!(next.get("/sites/1/posts").await.status, 200);
}

/// A trusted client acts for other clients, so the limit of connections per client does not apply to it.
#[tokio::test]
async fn a_trusted_client_takes_as_many_connections_as_there_are() {
    let server = start(Limits {
        connections_per_client: Some(1),
        trusted_clients: vec!["127.0.0.0/8".parse().unwrap()],
        ..Limits::default()
    })
    .await;
    let (mut first, mut second) = (server.connect().await, server.connect().await);
    assert_eq!(first.get("/sites/1/posts").await.status, 200);
    assert_eq!(second.get("/sites/1/posts").await.status, 200);
}

/// A client's requests beyond its limit of concurrent requests are refused.
#[tokio::test]
async fn a_client_has_so_many_requests_at_work() {
    let server = start(Limits { requests_per_client: 2, ..Limits::default() }).await;
    let waiting = "POST /orders HTTP/1.1\r\nHost: test\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n";
    let (mut first, mut second) = (server.connect().await, server.connect().await);
    first.send(waiting.to_owned()).await;
    second.send(waiting.to_owned()).await;
    // Wait until both requests are running.
    let refused = loop {
        let answer = server.connect().await.get("/sites/1/posts").await;
        if answer.status == 503 {
            break answer;
        }
        assert_eq!(answer.status, 200);
    };
    assert!(refused.body.contains("Service unavailable, try again later"), "{}", refused.body);
    assert!(refused.head.contains("retry-after: 5"), "{}", refused.head);
    first.send("nonsense!".to_owned()).await;
    assert_eq!(first.answer().await.status, 400);
    assert_eq!(server.connect().await.get("/sites/1/posts").await.status, 200);
}

/// Most of a client's many failed requests in a second are answered after a delay. Each is answered.
#[tokio::test]
async fn a_client_with_many_failures() {
    let server = start(Limits::default()).await;
    let began = Instant::now();
    let mut connections = Vec::new();
    for _ in 0..100 {
        connections.push(server.connect().await);
    }
    // The requests may fall into two seconds of the clock, each with 200 responses without a delay.
    for _ in 0..5 {
        for connection in &mut connections {
            connection.send("GET /nowhere HTTP/1.1\r\nHost: test\r\n\r\n".to_owned()).await;
        }
        for connection in &mut connections {
            assert_eq!(connection.answer().await.status, 404);
        }
    }
    assert!(began.elapsed() >= Duration::from_secs(1));
}
