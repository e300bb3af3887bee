//! A server with scripted answers, which records its requests.

use serde_json::Value;
use stoa_client_core::{Builder, Call, Method, Transport};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};

/// Starts a server that answers each request with `answer`, on a separate connection. Returns a builder for clients of
/// the server, and the requests that the server receives.
pub async fn answering(
    mut answer: impl FnMut(&str) -> String + Send + 'static,
) -> (Builder, UnboundedReceiver<String>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/", listener.local_addr().unwrap());
    let (requested, requests) = unbounded_channel();
    tokio::spawn(async move {
        loop {
            let (mut socket, _) = listener.accept().await.unwrap();
            let request = request(&mut socket).await;
            let answer = answer(&request);
            // The test may have dropped the receiver.
            _ = requested.send(request);
            _ = socket.write_all(answer.as_bytes()).await;
        }
    });
    (Builder::new(&url, "/api", "test/1"), requests)
}

/// Reads a request with its body. If the server closed the connection before the end of the body, the client could lose
/// the answer.
pub async fn request(socket: &mut TcpStream) -> String {
    let mut request = Vec::new();
    loop {
        let ended = socket.read_buf(&mut request).await.unwrap() == 0;
        let text = String::from_utf8_lossy(&request);
        let body = text.split_once("\r\n\r\n").map(|(_, body)| body.len());
        let length = header(&text, "content-length").map_or(0, |length| length.parse().unwrap());
        if ended || body.is_some_and(|body| body >= length) {
            return text.into_owned();
        }
    }
}

/// Starts a server that gives these answers in order, and then repeats the last one.
pub async fn scripted(answers: &[impl ToString]) -> (Builder, UnboundedReceiver<String>) {
    let mut answers: Vec<String> = answers.iter().map(ToString::to_string).collect();
    answers.reverse();
    answering(move |_| match answers.len() {
        1 => answers[0].clone(),
        _ => answers.pop().unwrap(),
    })
    .await
}

pub fn answer(status: &str, headers: &str, body: &str) -> String {
    let length = body.len();
    format!(
        "HTTP/1.1 {status}\r\n{headers}content-length: {length}\r\nconnection: close\r\n\r\n{body}"
    )
}

/// Returns the requests that the server has received so far.
pub fn sent(mut requests: UnboundedReceiver<String>) -> Vec<String> {
    std::iter::from_fn(|| requests.try_recv().ok()).collect()
}

pub fn header<'a>(request: &'a str, name: &str) -> Option<&'a str> {
    request.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(": "))
}

pub fn get(transport: &Transport) -> Call {
    transport.call("getThing", Method::GET, "/things/{id}").path("id", 7)
}

pub fn post(transport: &Transport) -> Call {
    transport.call("makeThing", Method::POST, "/things").json(&Value::Null)
}

pub fn delete(transport: &Transport) -> Call {
    transport.call("deleteThing", Method::DELETE, "/things/{id}").path("id", 7)
}

pub fn with_key(call: Call) -> Call {
    call.idempotent()
}
