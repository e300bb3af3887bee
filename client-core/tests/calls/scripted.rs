//! A server that answers as it is told, and the requests that it got.

use stoa_client_core::Builder;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};

pub const OK: &str = "HTTP/1.1 200 OK\r\ncontent-length: 2\r\nconnection: close\r\n\r\n{}";
pub const BUSY: &str = "HTTP/1.1 503 Service Unavailable\r\nretry-after: 0\r\nx-request-id: r-1\r\n\
     content-length: 38\r\nconnection: close\r\n\r\n{\"success\":false,\"message\":\"Too busy\"}";
pub const CUT: &str = "";

/// A server that gives these answers, one on each connection; and the requests to it.
pub async fn scripted(answers: &[&str]) -> (Builder, UnboundedReceiver<String>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let builder =
        Builder::new(&format!("http://{}/", listener.local_addr().unwrap()), "/api", "test/1");
    let answers: Vec<String> = answers.iter().map(|answer| (*answer).to_owned()).collect();
    let (requested, requests) = unbounded_channel();
    tokio::spawn(async move {
        for answer in answers {
            let (mut socket, _) = listener.accept().await.unwrap();
            let mut request = vec![0; 65_536];
            let length = socket.read(&mut request).await.unwrap();
            requested.send(String::from_utf8(request[..length].to_vec()).unwrap()).unwrap();
            socket.write_all(answer.as_bytes()).await.unwrap();
        }
    });
    (builder, requests)
}

/// The requests that were sent.
pub fn sent(mut requests: UnboundedReceiver<String>) -> Vec<String> {
    std::iter::from_fn(|| requests.try_recv().ok()).collect()
}

pub fn header<'a>(request: &'a str, name: &str) -> Option<&'a str> {
    request.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(": "))
}
