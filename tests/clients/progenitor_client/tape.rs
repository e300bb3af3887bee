//! A proxy between the clients and the server. It forwards the second client's request and replays the response to our
//! client, whose request must have the same meaning.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::pin::pin;

use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use url::Url;

use super::{Told, plain};
use crate::harness::{Exchange, Server};

pub struct Tape<'a> {
    pub server: &'a Server,
    listener: TcpListener,
    succeeded: RefCell<BTreeSet<String>>,
}

/// Headers that the server reads.
const HEADERS: [&str; 8] = [
    "authorization",
    "content-type",
    "cookie",
    "idempotency-key",
    "if-match",
    "stripe-signature",
    "x-api-key",
    "x-hmac-signature",
];

const METHODS: [&str; 5] = ["GET", "POST", "PUT", "PATCH", "DELETE"];

struct Asked {
    method: &'static str,
    target: String,
    headers: BTreeMap<&'static str, String>,
    body: String,
}

impl<'a> Tape<'a> {
    pub async fn new(server: &'a Server) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        Self { server, listener, succeeded: RefCell::default() }
    }

    pub fn url(&self) -> String {
        format!("http://{}", self.listener.local_addr().unwrap())
    }

    /// Calls the operation with both clients and compares their requests and results.
    pub async fn compare(
        &self,
        operation: &str,
        theirs: impl Future<Output = Told>,
        ours: impl Future<Output = Told>,
    ) -> Result<Value, String> {
        let (theirs, (asked, exchange)) = with(theirs, self.pass_on()).await;
        let (ours, asked_by_ours) = with(ours, self.answer(&exchange)).await;
        assert_eq!(asked.meaning(), asked_by_ours.meaning(), "what is asked");
        assert_eq!(exchange.operation.unwrap().id, operation);
        let status = exchange.status();
        let told = match status {
            ..400 => Ok((status, plain(exchange.json))),
            _ => Err(format!("{status}: {}", exchange.message())),
        };
        assert_eq!(theirs, told, "{operation}, as progenitor's client reads it");
        assert_eq!(ours, told, "{operation}, as our client reads it");
        if told.is_ok() {
            self.succeeded.borrow_mut().insert(operation.to_owned());
        }
        told.map(|(_, body)| body)
    }

    pub fn succeeded(self) -> BTreeSet<String> {
        self.succeeded.into_inner()
    }

    /// Forwards the next request to the server.
    async fn pass_on(&self) -> (Asked, Exchange) {
        let (mut client, _) = self.listener.accept().await.unwrap();
        let asked = Asked::read(&mut client).await;
        let mut request = self.server.request(asked.method, &asked.target);
        for (name, value) in &asked.headers {
            request = request.header(name, value);
        }
        request.body.clone_from(&asked.body);
        let exchange = request.await;
        give(&exchange, &mut client).await;
        (asked, exchange)
    }

    /// Answers the next request with this response.
    async fn answer(&self, exchange: &Exchange) -> Asked {
        let (mut client, _) = self.listener.accept().await.unwrap();
        let asked = Asked::read(&mut client).await;
        give(exchange, &mut client).await;
        asked
    }
}

/// Runs a call together with the handling of its request; returns the results of both.
async fn with<T>(call: impl Future<Output = Told>, met: impl Future<Output = T>) -> (Told, T) {
    let mut call = pin!(call);
    tokio::select! {
        biased;
        met = met => (call.await, met),
        told = &mut call => panic!("nothing was asked: {told:?}"),
    }
}

async fn give(exchange: &Exchange, client: &mut TcpStream) {
    let response = &exchange.response;
    let mut text = format!("HTTP/1.1 {} -\r\n", response.status);
    for (name, value) in &response.headers {
        if !["connection", "content-length", "transfer-encoding"].contains(&name.as_str()) {
            text.push_str(&format!("{name}: {}\r\n", value.to_str().unwrap()));
        }
    }
    text.push_str(&format!("content-length: {}\r\nconnection: close\r\n\r\n", response.body.len()));
    client.write_all(&[text.as_bytes(), &response.body].concat()).await.unwrap();
}

impl Asked {
    async fn read(client: &mut TcpStream) -> Self {
        let mut received = Vec::new();
        loop {
            assert_ne!(client.read_buf(&mut received).await.unwrap(), 0, "a whole request");
            if let Some(asked) = Self::parse(&received) {
                return asked;
            }
        }
    }

    /// Parses a request; `None` if it is incomplete.
    fn parse(received: &[u8]) -> Option<Self> {
        let mut lines = [httparse::EMPTY_HEADER; 64];
        let mut head = httparse::Request::new(&mut lines);
        let httparse::Status::Complete(length) = head.parse(received).unwrap() else { return None };
        let named = |name: &str| {
            let line = head.headers.iter().find(|line| line.name.eq_ignore_ascii_case(name))?;
            Some(String::from_utf8(line.value.to_vec()).unwrap())
        };
        let body_length = named("content-length").map_or(0, |length| length.parse().unwrap());
        let body = received.get(length..length + body_length)?;
        let method = METHODS.into_iter().find(|method| head.method == Some(method)).unwrap();
        Some(Self {
            method,
            target: head.path.unwrap().to_owned(),
            headers: HEADERS.into_iter().filter_map(|name| Some((name, named(name)?))).collect(),
            body: String::from_utf8(body.to_vec()).unwrap(),
        })
    }

    /// The request without insignificant differences: the order of parameters and keys, percent-encoding, and whether a
    /// list is comma-separated or repeated.
    fn meaning(&self) -> impl PartialEq + std::fmt::Debug {
        let url = Url::parse(&format!("http://server{}", self.target)).unwrap();
        let segments: Vec<_> = url.path_segments().unwrap().map(decoded).collect();
        let mut query = BTreeMap::<String, Vec<String>>::new();
        for (name, value) in url.query_pairs() {
            query.entry(name.into_owned()).or_default().push(value.into_owned());
        }
        let query: Vec<_> =
            query.into_iter().map(|(name, values)| (name, values.join(","))).collect();
        let body = serde_json::from_str(&self.body).map_or(Value::Null, plain);
        let mut headers = self.headers.clone();
        // The OpenAPI 3.0 version of a document says JSON for a merge patch.
        if headers.get("content-type").is_some_and(|kind| kind == "application/merge-patch+json") {
            headers.insert("content-type", "application/json".into());
        }
        (self.method, segments, query, headers, body)
    }
}

fn decoded(segment: &str) -> String {
    let query = format!("x={}", segment.replace('+', "%2B").replace('&', "%26"));
    url::form_urlencoded::parse(query.as_bytes()).next().unwrap().1.into_owned()
}
