//! A reader of an event stream on a raw socket. The response's head and every event pass the contract check.

use std::net::SocketAddr;
use std::time::Duration;

use http::{HeaderMap, HeaderName, HeaderValue};
use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;

use crate::contract;
use crate::harness::wire::Response;
use crate::harness::{DEADLINE, Exchange, Request};

pub struct Reader {
    socket: TcpStream,
    head: HeaderMap,
    request: (&'static str, String, Vec<(&'static str, String)>),
    /// Received bytes that are not dechunked yet.
    raw: Vec<u8>,
    /// Dechunked bytes that are not parsed yet.
    text: Vec<u8>,
    /// The whole stream so far.
    all: String,
    is_over: bool,
}

/// An event of the stream, or `hello`.
#[derive(Debug, Clone)]
pub struct Event {
    pub name: String,
    pub number: i64,
    pub data: Value,
}

impl Reader {
    /// Opens a stream, asserts 200, and reads its `hello`.
    pub async fn open(request: Request<'_>) -> Self {
        let mut reader = Self::open_silently(request).await.unwrap();
        assert_eq!(reader.next().await.unwrap().name, "hello");
        reader
    }

    /// Like [`Reader::open`], without reading `hello`. Returns the errors of the connection.
    pub async fn open_silently(request: Request<'_>) -> std::io::Result<Self> {
        Self::open_at(request.address(), request).await
    }

    /// Like [`Reader::open_silently`], with the request to the server at this address.
    pub async fn open_at(address: SocketAddr, request: Request<'_>) -> std::io::Result<Self> {
        let mut socket = TcpStream::connect(address).await?;
        let bytes = String::from_utf8(request.bytes()).unwrap();
        socket.write_all(bytes.replace("connection: close\r\n", "").as_bytes()).await?;
        let mut raw = Vec::new();
        let head = loop {
            if socket.read_buf(&mut raw).await? == 0 {
                return Err(std::io::ErrorKind::UnexpectedEof.into());
            }
            if let Some(head) = head(&mut raw) {
                break head;
            }
        };
        let request = (request.method, request.target, request.headers);
        let reader = Self {
            socket,
            head,
            request,
            raw,
            text: Vec::new(),
            all: String::new(),
            is_over: false,
        };
        reader.check("");
        Ok(reader)
    }

    /// The next event, or `None` at the clean end of the stream.
    pub async fn next(&mut self) -> Option<Event> {
        timeout(DEADLINE, self.read()).await.expect("an event").expect("a whole stream")
    }

    /// The next event, `None` at the end of the stream, or an error if the connection is cut.
    pub async fn read(&mut self) -> std::io::Result<Option<Event>> {
        loop {
            self.unchunk();
            if let Some(event) = self.event() {
                return Ok(Some(event));
            }
            if self.is_over {
                return Ok(None);
            }
            if self.socket.read_buf(&mut self.raw).await? == 0 {
                return Err(std::io::ErrorKind::UnexpectedEof.into());
            }
        }
    }

    pub async fn take(&mut self, count: usize) -> Vec<Event> {
        let mut events = Vec::new();
        while events.len() < count {
            events.push(self.next().await.unwrap());
        }
        events
    }

    /// Whether no event arrives for 50 ms. A test cannot poll for the absence of an event.
    pub async fn is_silent(&mut self) -> bool {
        timeout(Duration::from_millis(50), self.read()).await.is_err()
    }

    pub fn header(&self, name: &str) -> &str {
        self.head.get(name).map_or("", |value| value.to_str().unwrap())
    }

    /// The stream so far, as an exchange.
    pub fn exchange(self) -> Exchange {
        let (method, target, headers) = self.request;
        let length_sent = self.all.len();
        let response =
            Response { status: 200, headers: self.head, body: self.all.into_bytes(), length_sent };
        Exchange::checked(method, target, headers, "", response)
    }

    /// Parses the next event of the text, skipping comments.
    fn event(&mut self) -> Option<Event> {
        loop {
            let end = self.text.windows(2).position(|two| two == b"\n\n")? + 2;
            let block = String::from_utf8(self.text.drain(..end).collect()).unwrap();
            self.check(&block);
            self.all.push_str(&block);
            let events = contract::events::parse(&block).unwrap();
            if let [event] = events.as_slice() {
                return Some(Event {
                    name: event.event.clone(),
                    number: event.id.as_ref().unwrap().parse().unwrap(),
                    data: serde_json::from_str(&event.data).unwrap(),
                });
            }
            // A server that is stopping sends `retry:`, the time after which its clients reconnect.
            let says_nothing = [": ping", "retry: "].iter().any(|begin| block.starts_with(begin));
            assert!(says_nothing, "{block}");
        }
    }

    fn check(&self, text: &str) {
        let answer = contract::Answer {
            method: "GET",
            path: self.request.1.split('?').next().unwrap(),
            status: 200,
            headers: &self.head,
            body: text.as_bytes(),
        };
        contract::check(&answer).unwrap_or_else(|error| panic!("{error:#}\n{text}"));
    }

    fn unchunk(&mut self) {
        while let Ok(httparse::Status::Complete((start, length))) =
            httparse::parse_chunk_size(&self.raw)
        {
            let end = start + length as usize;
            if self.raw.len() < end + 2 {
                return;
            }
            self.text.extend_from_slice(&self.raw[start..end]);
            self.raw.drain(..end + 2);
            self.is_over |= length == 0;
        }
    }
}

/// Parses the head of a response, asserting 200.
fn head(raw: &mut Vec<u8>) -> Option<HeaderMap> {
    let mut lines = [httparse::EMPTY_HEADER; 64];
    let mut head = httparse::Response::new(&mut lines);
    let httparse::Status::Complete(length) = head.parse(raw).unwrap() else { return None };
    assert_eq!(head.code, Some(200), "{}", String::from_utf8_lossy(raw));
    let headers = head.headers.iter();
    let headers = headers
        .map(|line| {
            (line.name.parse::<HeaderName>().unwrap(), HeaderValue::from_bytes(line.value).unwrap())
        })
        .collect();
    raw.drain(..length);
    Some(headers)
}
