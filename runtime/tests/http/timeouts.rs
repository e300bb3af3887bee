//! Slow and silent clients on real sockets, with short limits.

use std::time::{Duration, Instant};

use stoa_runtime::Limits;

use crate::client::{connected, start};

const SHORT: Duration = Duration::from_millis(250);
const LONG: Duration = Duration::from_secs(60);

/// Limits that never end a connection. A test shortens the limit that it is about.
fn patient() -> Limits {
    Limits {
        header_timeout: LONG,
        body_timeout: LONG,
        idle_timeout: LONG,
        write_timeout: LONG,
        ..Limits::default()
    }
}

#[tokio::test]
async fn silence_and_endless_headers_are_cut() {
    let server = start(Limits { header_timeout: SHORT, ..patient() }).await;
    for pieces in [&[][..], &["GET / HT", "TP/1.1\r\n", "Host: te"]] {
        let mut client = server.connect().await;
        let connected = Instant::now();
        for piece in pieces {
            client.send(piece).await;
            tokio::time::sleep(SHORT / 5).await;
        }
        assert!(client.is_closed().await);
        assert!(connected.elapsed() >= SHORT);
    }
}

#[tokio::test]
async fn endless_headers_of_a_later_request_are_cut() {
    let (_server, mut client) = connected(Limits { header_timeout: SHORT, ..patient() }).await;
    assert_eq!(client.get("/sites/1/posts").await.status, 200);
    assert!(
        client.is_silent_for(SHORT * 2).await,
        "between requests the limit for headers does not count"
    );
    assert_eq!(client.get("/sites/1/posts").await.status, 200);
    client.send("GET / HT").await;
    assert!(client.is_closed().await);
}

#[tokio::test]
async fn an_idle_connection_is_closed() {
    let (_server, mut client) = connected(Limits { idle_timeout: SHORT, ..patient() }).await;
    assert_eq!(client.get("/sites/1/posts").await.status, 200);
    assert!(client.is_silent_for(SHORT / 2).await);
    assert_eq!(client.get("/sites/1/posts").await.status, 200);
    let idle = Instant::now();
    assert!(client.is_closed().await);
    assert!(idle.elapsed() >= SHORT - Duration::from_millis(20));
}

#[tokio::test]
async fn a_slow_handler_and_an_open_event_stream_are_not_idle() {
    let limits =
        Limits { idle_timeout: SHORT, header_timeout: SHORT, write_timeout: SHORT, ..patient() };
    let (_server, mut client) = connected(limits).await;
    assert_eq!(client.get("/fail/slow").await.status, 200);
    client.send("GET /events/quiet HTTP/1.1\r\nHost: test\r\n\r\n").await;
    client.read_to("data: {\"room\":\"quiet\"}\n\n\r\n").await;
    assert!(client.is_silent_for(SHORT * 3).await);
}

#[tokio::test]
async fn an_incomplete_body_is_408() {
    let (_server, mut client) = connected(Limits { body_timeout: SHORT, ..patient() }).await;
    client.send("POST /webhooks HTTP/1.1\r\nHost: test\r\nContent-Length: 3\r\n\r\na").await;
    let answer = client.answer().await;
    assert_eq!((answer.status, answer.body.contains("Request body took too long")), (408, true));
    assert!(client.is_closed().await);
}

#[tokio::test]
async fn an_incomplete_form_is_408() {
    let (_server, mut client) = connected(Limits { body_timeout: SHORT, ..patient() }).await;
    let head = "POST /files HTTP/1.1\r\nHost: test\r\nContent-Length: 300\r\nContent-Type: multipart/form-data; boundary=cut";
    client.send(format!("{head}\r\n\r\n--cut")).await;
    assert_eq!(client.answer().await.status, 408);
}

/// The server accepts one connection at a time, so it answers the second client after it has cut the first one.
#[tokio::test]
async fn a_client_that_does_not_read_is_cut() {
    for path in ["/downloads/50000000", "/events/flood"] {
        let server = start(Limits { write_timeout: SHORT, connections: 1, ..patient() }).await;
        let mut client = server.connect().await;
        client.send(format!("GET {path} HTTP/1.1\r\nHost: test\r\n\r\n")).await;
        let mut other = server.connect().await;
        assert_eq!(other.get("/sites/1/posts").await.status, 200);
        drop(client);
    }
}

#[tokio::test]
async fn a_slow_reader_that_reads_on_is_served() {
    let (_server, mut client) = connected(Limits { write_timeout: SHORT, ..patient() }).await;
    client.send("GET /downloads/4000000 HTTP/1.1\r\nHost: test\r\n\r\n").await;
    let mut read = 0;
    let mut piece = vec![0; 200_000];
    while read < 4_000_000 {
        tokio::time::sleep(SHORT / 5).await;
        let length = tokio::io::AsyncReadExt::read(&mut client.stream, &mut piece).await.unwrap();
        assert!(length > 0, "the connection was cut after {read} bytes");
        read += length;
    }
}

#[tokio::test]
async fn a_reader_that_stalls_does_not_hold_up_others() {
    let server = start(patient()).await;
    let mut stalled = server.connect().await;
    stalled.send("GET /events/flood HTTP/1.1\r\nHost: test\r\n\r\n").await;
    tokio::time::sleep(SHORT).await;
    let mut other = server.connect().await;
    assert_eq!(other.get("/sites/1/posts").await.status, 200);
}
