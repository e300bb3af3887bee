//! A request as a test says it: `server.get("/api/v1/sites/1/tags").key(DEMO_KEY).await`.

use std::pin::Pin;

use super::wire::{self, Response};
use super::{Exchange, Server};

/// Sent when it is awaited; what comes back has passed the contract check.
pub struct Request<'a> {
    server: &'a Server,
    pub method: &'static str,
    /// Path and query, exactly as they are sent.
    pub target: String,
    pub headers: Vec<(&'static str, String)>,
    pub body: String,
}

impl<'a> Request<'a> {
    pub fn new(server: &'a Server, method: &'static str, target: &str) -> Self {
        Self { server, method, target: target.into(), headers: Vec::new(), body: String::new() }
    }

    pub fn key(self, secret: &str) -> Self {
        self.header("x-api-key", secret)
    }

    pub fn bearer(self, secret: &str) -> Self {
        self.header("authorization", &format!("Bearer {secret}"))
    }

    pub fn header(mut self, name: &'static str, value: &str) -> Self {
        self.headers.push((name, value.into()));
        self
    }

    /// Sends this as JSON.
    pub fn json(mut self, body: &serde_json::Value) -> Self {
        self.body = body.to_string();
        self.header("content-type", "application/json")
    }

    /// Adds a query parameter, percent-encoded.
    pub fn query(mut self, name: &str, value: &str) -> Self {
        self.target.push(if self.target.contains('?') { '&' } else { '?' });
        self.target.push_str(&format!("{name}={}", encoded(value.as_bytes())));
        self
    }

    /// Sends it without the contract check: for what no contract can speak of.
    pub async fn unchecked(self) -> Response {
        let response =
            wire::exchange(self.server.address, &self.bytes(), self.method == "HEAD").await;
        self.server.secrets.note_body(&response.body);
        response
    }

    pub fn address(&self) -> std::net::SocketAddr {
        self.server.address
    }

    pub fn bytes(&self) -> Vec<u8> {
        self.server.secrets.note_request(self);
        let mut text = format!(
            "{} {} HTTP/1.1\r\nhost: {}\r\n",
            self.method, self.target, self.server.address
        );
        for (name, value) in &self.headers {
            text.push_str(&format!("{name}: {value}\r\n"));
        }
        if !self.body.is_empty() {
            text.push_str(&format!("content-length: {}\r\n", self.body.len()));
        }
        text.push_str(&format!("connection: close\r\n\r\n{}", self.body));
        text.into_bytes()
    }
}

impl<'a> IntoFuture for Request<'a> {
    type Output = Exchange;
    type IntoFuture = Pin<Box<dyn Future<Output = Exchange> + Send + 'a>>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(async move {
            let response =
                wire::exchange(self.server.address, &self.bytes(), self.method == "HEAD").await;
            self.server.secrets.note_body(&response.body);
            Exchange::checked(self.method, self.target, self.headers, &self.body, response)
        })
    }
}

/// Percent-encodes everything that means something in a URL, or could.
pub fn encoded(bytes: &[u8]) -> String {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~".contains(&byte);
    let encode =
        |&byte| if is_plain(byte) { char::from(byte).into() } else { format!("%{byte:02X}") };
    bytes.iter().map(encode).collect()
}
