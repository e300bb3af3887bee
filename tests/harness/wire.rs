//! HTTP/1.1 on a raw socket: the bytes of a test are sent verbatim, and the response is not normalized.

use std::io::Read;
use std::net::SocketAddr;

use http::{HeaderMap, HeaderName, HeaderValue};
use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

pub struct Response {
    pub status: u16,
    pub headers: HeaderMap,
    /// The body, dechunked and decompressed.
    pub body: Vec<u8>,
    /// Length of the body as it was sent, possibly compressed.
    pub length_sent: usize,
}

/// Sends a request on a new connection and reads its response.
pub async fn exchange(address: SocketAddr, request: &[u8], is_head: bool) -> Response {
    parse(&send(address, request).await, is_head)
}

/// Sends a request on a new connection. The head is the request line, and then a line for each header.
pub async fn ask(address: &str, head: &str, body: Option<&Value>) -> Response {
    let mut lines = head.lines();
    let mut request = format!("{} HTTP/1.1\r\nhost: stoa\r\n", lines.next().unwrap());
    for line in lines.chain(["connection: close"]) {
        request += &format!("{line}\r\n");
    }
    let body = body.map(Value::to_string).unwrap_or_default();
    if !body.is_empty() {
        let length = body.len();
        request += &format!("content-type: application/json\r\ncontent-length: {length}\r\n");
    }
    request += &format!("\r\n{body}");
    exchange(address.parse().unwrap(), request.as_bytes(), head.starts_with("HEAD")).await
}

/// Sends these bytes, and returns the bytes received until the server closes the connection.
pub async fn send(address: SocketAddr, request: &[u8]) -> Vec<u8> {
    let mut stream = TcpStream::connect(address).await.unwrap();
    // A server that refuses a request may stop reading it.
    let _ = stream.write_all(request).await;
    let mut received = Vec::new();
    let _ = stream.read_to_end(&mut received).await;
    received
}

fn parse(received: &[u8], is_head: bool) -> Response {
    let mut lines = [httparse::EMPTY_HEADER; 64];
    let mut head = httparse::Response::new(&mut lines);
    let length = match head.parse(received) {
        Ok(httparse::Status::Complete(length)) => length,
        other => panic!("no response: {other:?} {}", String::from_utf8_lossy(received)),
    };
    let headers: HeaderMap = head
        .headers
        .iter()
        .map(|line| {
            (line.name.parse::<HeaderName>().unwrap(), HeaderValue::from_bytes(line.value).unwrap())
        })
        .collect();
    let sent = &received[length..];
    let text = |name: &str| headers.get(name).map(|value| value.to_str().unwrap());
    if let (Some(length), false) = (text("content-length"), is_head) {
        assert_eq!(length, sent.len().to_string(), "the body is as long as Content-Length says");
    }
    let sent = match text("transfer-encoding") {
        Some("chunked") if !is_head => unchunk(sent),
        _ => sent.to_vec(),
    };
    let body = match text("content-encoding") {
        None => sent.clone(),
        Some(_) if is_head => Vec::new(),
        Some("gzip") => decompress(flate2::read::GzDecoder::new(&*sent)),
        Some("br") => decompress(brotli_decompressor::Decompressor::new(&*sent, 4096)),
        Some(other) => panic!("nobody asked for {other}"),
    };
    Response { status: head.code.unwrap(), headers, body, length_sent: sent.len() }
}

fn unchunk(mut sent: &[u8]) -> Vec<u8> {
    let mut body = Vec::new();
    loop {
        let Ok(httparse::Status::Complete((start, length))) = httparse::parse_chunk_size(sent)
        else {
            panic!("the body is cut off")
        };
        let length = usize::try_from(length).unwrap();
        if length == 0 {
            return body;
        }
        body.extend_from_slice(&sent[start..start + length]);
        sent = &sent[start + length + 2..];
    }
}

fn decompress(mut reader: impl Read) -> Vec<u8> {
    let mut body = Vec::new();
    reader.read_to_end(&mut body).unwrap();
    body
}
