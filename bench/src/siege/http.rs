//! A caller with its own address. It sends HTTP/1.1 over one connection at a time, like a trusted proxy.

use std::net::SocketAddr;
use std::time::Duration;

use anyhow::{Context, anyhow};
use bytes::Bytes;
use http_body_util::{BodyExt, Full};
use hyper::client::conn::http1::SendRequest;
use hyper::{Method, Request, header};
use hyper_util::rt::TokioIo;
use serde_json::Value;
use tokio::net::TcpStream;

/// Longest wait for a response.
const CALL_TIMEOUT: Duration = Duration::from_secs(40);

pub struct Caller {
    address: SocketAddr,
    /// The client's address, sent in `X-Forwarded-For`.
    pub client: String,
    connection: Option<SendRequest<Full<Bytes>>>,
}

pub struct Answer {
    pub status: u16,
    pub body: Bytes,
    /// Whether the server repeated the response of an earlier request.
    pub is_replay: bool,
}

impl Caller {
    pub fn new(address: SocketAddr, client: String) -> Self {
        Self { address, client, connection: None }
    }

    pub async fn get(&mut self, target: &str) -> anyhow::Result<Answer> {
        self.call(Method::GET, target, &[], Bytes::new()).await
    }

    pub async fn post(&mut self, target: &str, body: &Value) -> anyhow::Result<Answer> {
        self.send(Method::POST, target, &[], body).await
    }

    /// Sends JSON with these additional headers.
    pub async fn send(
        &mut self,
        method: Method,
        target: &str,
        headers: &[(&str, &str)],
        body: &Value,
    ) -> anyhow::Result<Answer> {
        let headers = [headers, &[("content-type", "application/json")]].concat();
        self.call(method, target, &headers, body.to_string().into()).await
    }

    pub async fn call(
        &mut self,
        method: Method,
        target: &str,
        headers: &[(&str, &str)],
        body: Bytes,
    ) -> anyhow::Result<Answer> {
        let mut request = Request::builder()
            .method(method)
            .uri(target)
            .header(header::HOST, "shop.example")
            .header("x-forwarded-for", &self.client);
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let request = request.body(Full::new(body))?;
        let answer = tokio::time::timeout(CALL_TIMEOUT, self.exchange(request)).await;
        let answer = answer.unwrap_or_else(|_| Err(anyhow!("no answer in time")));
        if answer.is_err() {
            self.connection = None;
        }
        answer
    }

    async fn exchange(&mut self, request: Request<Full<Bytes>>) -> anyhow::Result<Answer> {
        let is_usable = match &mut self.connection {
            Some(connection) => connection.ready().await.is_ok(),
            None => false,
        };
        if !is_usable {
            let stream = TcpStream::connect(self.address).await?;
            stream.set_nodelay(true)?;
            let (sender, connection) =
                hyper::client::conn::http1::handshake(TokioIo::new(stream)).await?;
            // The task ends when the sender is dropped.
            tokio::spawn(connection);
            self.connection = Some(sender);
        }
        let connection = self.connection.as_mut().context("a connection")?;
        let response = connection.send_request(request).await?;
        let status = response.status().as_u16();
        let is_replay = response.headers().contains_key("idempotent-replayed");
        let body = response.into_body().collect().await?.to_bytes();
        Ok(Answer { status, body, is_replay })
    }
}

impl Answer {
    /// Returns the `data` of the body, or null if there is none.
    pub fn data(&self) -> Value {
        let mut body: Value = serde_json::from_slice(&self.body).unwrap_or_default();
        body["data"].take()
    }

    /// Returns the `message` of the body, which says why the request was refused.
    pub fn message(&self) -> String {
        let body: Value = serde_json::from_slice(&self.body).unwrap_or_default();
        body["message"].as_str().unwrap_or_default().to_owned()
    }
}
