//! A stopping server answers the requests that clients send at that moment.

use std::time::Duration;

use http::Request;
use http_body_util::{BodyExt, Full};
use hyper::client::conn::http2;
use stoa_runtime::{Bytes, Limits};
use tokio::{net::TcpStream, time::timeout};

use crate::client::{CLIENT_TIMEOUT, Server, start};

const GET: &str = "GET /sites/1/posts HTTP/1.1\r\nHost: test\r\n\r\n";

#[tokio::test]
async fn clients_are_told_to_reconnect() {
    let server = start(Limits::default()).await;
    let mut old = server.connect().await;
    assert!(!old.get("/sites/1/posts").await.head.contains("connection: close"));
    server.stop.drain();
    for mut client in [old, server.connect().await, server.connect().await] {
        let answer = client.get("/sites/1/posts").await;
        assert_eq!(answer.status, 200);
        assert!(answer.head.contains("connection: close"), "{}", answer.head);
        assert!(client.is_closed().await);
    }
}

#[tokio::test]
async fn streams_go_on_while_the_server_drains() {
    let server = start(Limits::default()).await;
    let mut stream = server.connect().await;
    stream.send("GET /events/quiet HTTP/1.1\r\nHost: test\r\n\r\n").await;
    stream.read_to("\n\n\r\n").await;
    server.stop.drain();
    let mut late = server.connect().await;
    late.send("GET /events/quiet HTTP/1.1\r\nHost: test\r\n\r\n").await;
    late.read_to("\n\n\r\n").await;
    assert!(stream.is_silent_for(Duration::from_millis(100)).await);
    let stopping = server.stop();
    for mut client in [stream, late] {
        let end = client.read_to("0\r\n\r\n").await;
        let milliseconds = end.split("retry: ").nth(1).and_then(|rest| rest.lines().next());
        let milliseconds: u64 = milliseconds.unwrap_or_else(|| panic!("{end}")).parse().unwrap();
        assert!((1_000..=5_000).contains(&milliseconds), "{milliseconds}");
        assert!(client.is_closed().await);
    }
    timeout(CLIENT_TIMEOUT, stopping).await.expect("nothing is left to wait for").unwrap();
}

#[tokio::test]
async fn http2_clients_get_goaway_and_may_reconnect() {
    let server = start(Limits::default()).await;
    let (mut old, gone) = server.http2().await;
    assert_eq!(ask(&server, &mut old, "/sites/1/posts").await, 200);
    // A request that is running is still answered.
    let running = {
        let request = request(&server, "/fail/slow");
        tokio::spawn(old.send_request(request))
    };
    server.stop.drain();
    timeout(CLIENT_TIMEOUT, gone).await.expect("the connection ends").unwrap();
    assert_eq!(running.await.unwrap().unwrap().status(), 200);

    let (mut new, _gone) = server.http2().await;
    assert_eq!(ask(&server, &mut new, "/sites/1/posts").await, 200);
    assert_eq!(ask(&server, &mut new, "/sites/1/posts").await, 200, "on the same connection");
    drop(new);
    timeout(CLIENT_TIMEOUT, server.stop()).await.expect("nothing is left to wait for").unwrap();
}

/// A proxy that has just used a connection may be about to use it again.
#[tokio::test]
async fn a_request_just_after_the_stop_is_answered() {
    let server = start(Limits::default()).await;
    let (mut used, mut new) = (server.connect().await, server.connect().await);
    assert_eq!(used.get("/sites/1/posts").await.status, 200);
    // Connections are accepted in order, so the server has accepted both.
    assert_eq!(server.connect().await.get("/sites/1/posts").await.status, 200);
    let stopping = server.stop();
    tokio::task::yield_now().await;
    for client in [&mut used, &mut new] {
        let answer = client.get("/sites/1/posts").await;
        assert_eq!(answer.status, 200);
        assert!(answer.head.contains("connection: close"), "{}", answer.head);
        assert!(client.is_closed().await);
    }
    drop((used, new));
    timeout(CLIENT_TIMEOUT, stopping).await.expect("nothing is left to wait for").unwrap();
}

/// These clients have connected and sent their requests, but the server has not accepted them yet.
#[tokio::test]
async fn a_client_that_waits_to_be_accepted_is_answered() {
    let server = start(Limits { connections: 1, ..Limits::default() }).await;
    let mut first = server.connect().await;
    first.send("GET /fail/slow HTTP/1.1\r\nHost: test\r\n\r\n").await;
    let mut waiting = Vec::new();
    for _ in 0..20 {
        let mut client = server.connect().await;
        client.send(GET).await;
        waiting.push(client);
    }
    let address = server.address;
    let stopping = server.stop();
    assert_eq!(first.answer().await.status, 200);
    drop(first);
    for mut client in waiting {
        assert_eq!(client.answer().await.status, 200);
        assert!(client.is_closed().await);
    }
    timeout(CLIENT_TIMEOUT, stopping).await.expect("nothing is left to wait for").unwrap();
    assert!(TcpStream::connect(address).await.is_err());
}

type Sender = http2::SendRequest<Full<Bytes>>;

fn request(server: &Server, path: &str) -> Request<Full<Bytes>> {
    Request::get(format!("http://{}{path}", server.address)).body(Full::default()).unwrap()
}

async fn ask(server: &Server, sender: &mut Sender, path: &str) -> u16 {
    let answer = sender.send_request(request(server, path));
    let answer = timeout(CLIENT_TIMEOUT, answer).await.unwrap().unwrap();
    let status = answer.status().as_u16();
    answer.into_body().collect().await.unwrap();
    status
}
