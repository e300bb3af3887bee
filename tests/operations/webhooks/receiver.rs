//! A receiver of webhooks.

use std::sync::{Arc, Mutex};

use http::HeaderMap;
use tokio::io::{AsyncRead, AsyncWrite, AsyncWriteExt, BufReader};
use tokio::net::TcpListener;

use crate::api::storefront::fake;

/// A received request.
#[derive(Debug, Clone)]
pub struct Received {
    pub id: String,
    pub timestamp: String,
    pub signature: String,
    pub content_type: String,
    pub user_agent: String,
    pub body: String,
}

impl Received {
    /// The headers that receivers verify.
    pub fn headers(&self) -> HeaderMap {
        let mut headers = HeaderMap::new();
        headers.insert("webhook-id", self.id.parse().unwrap());
        headers.insert("webhook-timestamp", self.timestamp.parse().unwrap());
        headers.insert("webhook-signature", self.signature.parse().unwrap());
        headers
    }
}

/// The answers of a receiver.
#[derive(Debug, Clone)]
pub enum Answer {
    Status(u16),
    Text(u16, String),
    Redirect(String),
    /// No answer.
    Hang,
    /// An answer of 1 GiB.
    Long,
}

/// Decides what a request is answered.
type Rule = Box<dyn Fn(&Received) -> Answer + Send>;

/// A receiver that answers 204 until it is told otherwise. It ends with the test.
#[derive(Clone)]
pub struct Receiver {
    pub url: String,
    received: Arc<Mutex<Vec<Received>>>,
    rule: Arc<Mutex<Rule>>,
}

impl Receiver {
    pub async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let receiver = Self::at(&format!("http://{}", listener.local_addr().unwrap()));
        let serving = receiver.clone();
        tokio::spawn(async move {
            while let Ok((socket, _)) = listener.accept().await {
                let serving = serving.clone();
                tokio::spawn(async move { serving.serve(socket).await });
            }
        });
        receiver
    }

    /// A receiver at a URL that its caller serves.
    pub fn at(url: &str) -> Self {
        let rule: Rule = Box::new(|_| Answer::Status(204));
        let (received, rule) = (Arc::default(), Arc::new(Mutex::new(rule)));
        Self { url: url.to_owned(), received, rule }
    }

    /// The requests so far, in their order.
    pub fn taken(&self) -> Vec<Received> {
        self.received.lock().unwrap().clone()
    }

    pub fn answers(&self, answer: Answer) {
        self.answers_by(move |_| answer.clone());
    }

    pub fn answers_by(&self, rule: impl Fn(&Received) -> Answer + Send + 'static) {
        *self.rule.lock().unwrap() = Box::new(rule);
    }

    /// Answers one request of a connection.
    pub async fn serve(&self, socket: impl AsyncRead + AsyncWrite + Unpin) {
        let mut socket = BufReader::new(socket);
        let Some(asked) = fake::read_from(&mut socket).await else { return };
        let header = |name: &str| asked.header(name).to_owned();
        let received = Received {
            id: header("webhook-id"),
            timestamp: header("webhook-timestamp"),
            signature: header("webhook-signature"),
            content_type: header("content-type"),
            user_agent: header("user-agent"),
            body: asked.body.clone(),
        };
        let answer = (self.rule.lock().unwrap())(&received);
        self.received.lock().unwrap().push(received);
        let (status, headers, text) = match answer {
            Answer::Status(status) => (status, String::new(), String::new()),
            Answer::Text(status, text) => (status, String::new(), text),
            Answer::Redirect(url) => (307, format!("location: {url}\r\n"), String::new()),
            Answer::Hang => return std::future::pending().await,
            Answer::Long => return long(&mut socket).await,
        };
        let length = match status {
            204 => String::new(),
            _ => format!("content-length: {}\r\n", text.len()),
        };
        let head =
            format!("HTTP/1.1 {status} -\r\n{headers}{length}connection: close\r\n\r\n{text}");
        let _ = socket.write_all(head.as_bytes()).await;
    }
}

async fn long(socket: &mut (impl AsyncWrite + Unpin)) {
    let head = format!("HTTP/1.1 200 -\r\ncontent-length: {}\r\n\r\n", 1 << 30);
    if socket.write_all(head.as_bytes()).await.is_err() {
        return;
    }
    // The sender closes the connection long before the end.
    while socket.write_all(&[b'x'; 64 * 1024]).await.is_ok() {}
}
