//! A fluent request builder: `server.get("/api/v1/sites/1/tags").key(DEMO_KEY).await`.

use std::pin::Pin;

use serde_json::{Value, json};

use super::wire::{self, Response};
use super::{Exchange, Server};

/// Boundary between the fields of a form.
const BOUNDARY: &str = "a-boundary-of-tests";

/// The body of a checkout of this session's cart, with these members added or replaced.
pub fn checkout_body(session: &str, more: Value) -> Value {
    let mut body = json!({
        "sessionId": session,
        "customerEmail": "mara@example.com",
        "customerName": "Mara Lindqvist",
    });
    body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    body
}

/// A request. Awaiting it sends the request and checks the response against its document.
pub struct Request<'a> {
    server: &'a Server,
    pub method: &'static str,
    /// Path and query, sent verbatim.
    pub target: String,
    pub headers: Vec<(&'static str, String)>,
    pub body: String,
    /// Binary content that is sent instead of `body`.
    upload: Vec<u8>,
}

impl<'a> Request<'a> {
    pub fn new(server: &'a Server, method: &'static str, target: &str) -> Self {
        let (target, headers) = (target.into(), Vec::new());
        Self { server, method, target, headers, body: String::new(), upload: Vec::new() }
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

    /// Sets the body to this JSON.
    pub fn json(mut self, body: &serde_json::Value) -> Self {
        self.body = body.to_string();
        self.header("content-type", "application/json")
    }

    /// Sets the body to this JSON merge patch.
    pub fn merge_patch(mut self, patch: &serde_json::Value) -> Self {
        self.body = patch.to_string();
        self.header("content-type", "application/merge-patch+json")
    }

    /// Adds files, each with a name, as the field `file` of a form.
    pub fn files(mut self, files: &[(&str, &[u8])]) -> Self {
        for (name, bytes) in files {
            let head = format!(
                "--{BOUNDARY}\r\ncontent-disposition: form-data; name=\"file\"; filename=\"{name}\"\r\n\
                 content-type: image/png\r\n\r\n"
            );
            self.upload.extend([head.as_bytes(), bytes, b"\r\n"].concat());
        }
        self.upload.extend(format!("--{BOUNDARY}--\r\n").into_bytes());
        self.header("content-type", &format!("multipart/form-data; boundary={BOUNDARY}"))
    }

    /// Adds a query parameter, percent-encoded.
    pub fn query(mut self, name: &str, value: &str) -> Self {
        self.target.push(if self.target.contains('?') { '&' } else { '?' });
        self.target.push_str(&format!("{name}={}", encoded(value.as_bytes())));
        self
    }

    /// Sends the request without the contract check, for responses that no document describes.
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
        let body = if self.upload.is_empty() { self.body.as_bytes() } else { &self.upload };
        if !body.is_empty() {
            text.push_str(&format!("content-length: {}\r\n", body.len()));
        }
        text.push_str("connection: close\r\n\r\n");
        [text.as_bytes(), body].concat()
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

/// Percent-encodes every character that has, or may have, a meaning in a URL.
pub fn encoded(bytes: &[u8]) -> String {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~".contains(&byte);
    let encode =
        |&byte| if is_plain(byte) { char::from(byte).into() } else { format!("%{byte:02X}") };
    bytes.iter().map(encode).collect()
}
