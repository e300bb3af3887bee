//! HTTP/2 without TLS, with hyper's client.

use std::{
    convert::Infallible,
    time::{Duration, Instant},
};

use futures_util::{StreamExt, stream};
use http::{Request, Response};
use http_body_util::{BodyExt, Full, StreamBody};
use hyper::{
    body::{Frame, Incoming},
    client::conn::http2,
};
use stoa_runtime::{Bytes, Limits};
use tokio::{io::AsyncReadExt, task::JoinHandle, time::timeout};

use crate::client::{CLIENT_TIMEOUT, Server, connected, start};

const SHORT: Duration = Duration::from_millis(250);

struct Client {
    sender: http2::SendRequest<Full<Bytes>>,
    connection: JoinHandle<()>,
    address: String,
}

async fn connect(server: &Server) -> Client {
    let (sender, connection) = server.http2().await;
    Client { sender, connection, address: server.address.to_string() }
}

impl Client {
    async fn get(&mut self, path: &str) -> Response<Incoming> {
        let request =
            Request::get(format!("http://{}{path}", self.address)).body(Full::default()).unwrap();
        timeout(CLIENT_TIMEOUT, self.sender.send_request(request)).await.unwrap().unwrap()
    }

    async fn post(&mut self, path: &str, body: impl Into<Bytes>) -> Response<Incoming> {
        let request = Request::post(format!("http://{}{path}", self.address))
            .header("content-type", "application/json");
        let request = request.body(Full::new(body.into())).unwrap();
        timeout(CLIENT_TIMEOUT, self.sender.send_request(request)).await.unwrap().unwrap()
    }
}

#[tokio::test]
async fn requests_are_answered_concurrently() {
    let server = start(Limits::default()).await;
    let mut client = connect(&server).await;
    let mut other = Client {
        sender: client.sender.clone(),
        connection: tokio::spawn(async {}),
        address: client.address.clone(),
    };
    let (slow, quick) = tokio::join!(client.get("/fail/slow"), other.get("/sites/1/posts"));
    assert_eq!((slow.status(), quick.status()), (http::StatusCode::OK, http::StatusCode::OK));
}

#[tokio::test]
async fn a_refused_body_leaves_the_connection_open() {
    let server = start(Limits::default()).await;
    let mut client = connect(&server).await;
    let refused = client.post("/orders", "x".repeat(2_000_000)).await;
    assert_eq!(refused.status(), 413);
    assert!(
        refused
            .into_body()
            .collect()
            .await
            .unwrap()
            .to_bytes()
            .ends_with(b"Request body too large\"}")
    );
    assert_eq!(client.post("/orders", "nonsense").await.status(), 400);
    assert_eq!(client.get("/sites/1/posts").await.status(), 200);
}

/// Some clients lose the response if their stream is reset while they are sending the body.
#[tokio::test]
async fn a_body_that_was_refused_early_is_still_read() {
    let server = start(Limits::default()).await;
    let (mut sender, _connection) = server.http2().await;
    let (pieces, body) = tokio::sync::mpsc::channel::<Bytes>(1);
    let body = stream::unfold(body, async |mut body| Some((body.recv().await?, body)));
    let body = StreamBody::new(Box::pin(body.map(|piece| Ok::<_, Infallible>(Frame::data(piece)))));
    let request = Request::post(format!("http://{}/orders", server.address))
        .header("x-api-key", "wrong")
        .header("content-type", "application/json");
    let answer = sender.send_request(request.body(body).unwrap());
    let answer = timeout(CLIENT_TIMEOUT, answer).await.unwrap().unwrap();
    assert_eq!(answer.status(), 401);
    answer.into_body().collect().await.unwrap();
    for piece in 0..20 {
        let sent = pieces.send(Bytes::from("x".repeat(10_000))).await;
        assert!(sent.is_ok(), "the stream was reset before piece {piece}");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

#[tokio::test]
async fn large_bodies_leave_whole() {
    let server = start(Limits::default()).await;
    let mut client = connect(&server).await;
    let body = client.get("/downloads/3000000").await.into_body().collect().await.unwrap();
    assert_eq!(body.to_bytes().len(), 3_000_000);
}

#[tokio::test]
async fn an_idle_connection_is_closed() {
    let server = start(Limits { idle_timeout: SHORT, ..Limits::default() }).await;
    let mut client = connect(&server).await;
    client.get("/sites/1/posts").await.into_body().collect().await.unwrap();
    let idle = Instant::now();
    timeout(CLIENT_TIMEOUT, client.connection).await.expect("the server closes").unwrap();
    assert!(idle.elapsed() >= SHORT - Duration::from_millis(20));
}

#[tokio::test]
async fn a_connection_without_a_request_is_closed() {
    let server = start(Limits { header_timeout: SHORT, ..Limits::default() }).await;
    let client = connect(&server).await;
    timeout(CLIENT_TIMEOUT, client.connection).await.expect("the server closes").unwrap();
}

#[tokio::test]
async fn a_reader_without_a_window_is_cut() {
    let server = start(Limits { write_timeout: SHORT, ..Limits::default() }).await;
    let mut client = connect(&server).await;
    // The client's window fills, because the test does not read the body.
    let response = client.get("/downloads/30000000").await;
    let cut = timeout(CLIENT_TIMEOUT, client.connection).await;
    assert!(cut.is_ok(), "the server closes");
    assert!(response.into_body().collect().await.is_err());
}

#[tokio::test]
async fn an_open_event_stream_is_not_idle_and_ends_with_the_server() {
    let limits = Limits {
        idle_timeout: SHORT,
        header_timeout: SHORT,
        write_timeout: SHORT,
        ..Limits::default()
    };
    let server = start(limits).await;
    let mut client = connect(&server).await;
    let mut body = client.get("/events/quiet").await.into_body();
    let hello = body.frame().await.unwrap().unwrap().into_data().unwrap();
    assert!(hello.starts_with(b"id: 0\n"));
    assert!(timeout(SHORT * 3, body.frame()).await.is_err(), "it stays open and silent");

    let stopping = server.stop();
    let rest =
        timeout(CLIENT_TIMEOUT, body.collect()).await.unwrap().expect("it ends, it is not reset");
    assert!(rest.to_bytes().starts_with(b"retry: "));
    drop(client.sender);
    timeout(CLIENT_TIMEOUT, stopping).await.expect("nothing is left to wait for").unwrap();
}

#[tokio::test]
async fn a_preface_may_arrive_in_pieces() {
    let (_server, mut client) = connected(Limits::default()).await;
    client.stream.set_nodelay(true).unwrap();
    for piece in ["P", "RI * HT", "TP/2.0\r\n\r\nSM\r\n\r", "\n", "\0\0\0\u{4}\0\0\0\0\0"] {
        client.send(piece).await;
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let mut settings = [0; 4];
    timeout(CLIENT_TIMEOUT, client.stream.read_exact(&mut settings)).await.unwrap().unwrap();
    assert_eq!(settings[3], 4, "the server answers with its own settings");
}
