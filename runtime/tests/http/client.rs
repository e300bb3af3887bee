//! A served router, and a client that writes HTTP/1.1 by hand, so that tests see every byte.

use std::{net::SocketAddr, time::Duration};

use hyper::{body::Body, client::conn::http2};
use hyper_util::rt::{TokioExecutor, TokioIo};
use stoa_runtime::{Limits, Listener, Router, Stop, Tls, serve};
use tokio::{
    io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt},
    net::{TcpListener, TcpStream},
    task::JoinHandle,
    time::timeout,
};

use crate::fixture::router;

/// Longer than any expected wait in these tests.
pub const CLIENT_TIMEOUT: Duration = Duration::from_secs(60);

pub struct Server {
    pub address: SocketAddr,
    pub stop: Stop,
    task: JoinHandle<()>,
}

pub async fn start(limits: Limits) -> Server {
    start_router(router(), limits, None).await
}

/// A server, and a client that is connected to it.
pub async fn connected(limits: Limits) -> (Server, Client) {
    let server = start(limits).await;
    let client = server.connect().await;
    (server, client)
}

pub async fn start_tls(tls: Tls, limits: Limits) -> Server {
    start_router(router(), limits, Some(tls)).await
}

pub async fn start_with(router: Router) -> Server {
    start_router(router, Limits::default(), None).await
}

pub async fn start_router(router: Router, limits: Limits, tls: Option<Tls>) -> Server {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let listener = match tls {
        Some(tls) => Listener::with_tls(listener, tls),
        None => listener.into(),
    };
    let stop = Stop::new();
    let task = tokio::spawn(serve(listener, router, limits, stop.clone()));
    Server { address, stop, task }
}

impl Server {
    pub async fn connect(&self) -> Client {
        Client::on(TcpStream::connect(self.address).await.unwrap())
    }

    pub async fn http2<B>(&self) -> (http2::SendRequest<B>, JoinHandle<()>)
    where
        B: Body<Data: Send, Error: Into<Box<dyn std::error::Error + Send + Sync>>>
            + Send
            + Unpin
            + 'static,
    {
        http2(TcpStream::connect(self.address).await.unwrap()).await
    }

    /// Stops the server. The handle completes when the server has ended.
    pub fn stop(self) -> JoinHandle<()> {
        self.stop.stop();
        self.task
    }
}

/// Begins HTTP/2. Returns a sender of requests, and a handle that completes when the connection ends.
pub async fn http2<B>(
    stream: impl AsyncRead + AsyncWrite + Unpin + Send + 'static,
) -> (http2::SendRequest<B>, JoinHandle<()>)
where
    B: Body<Data: Send, Error: Into<Box<dyn std::error::Error + Send + Sync>>>
        + Send
        + Unpin
        + 'static,
{
    let builder = http2::Builder::new(TokioExecutor::new());
    let (sender, connection) = builder.handshake(TokioIo::new(stream)).await.unwrap();
    (sender, tokio::spawn(async { drop(connection.await) }))
}

pub struct Client<S = TcpStream> {
    pub stream: S,
    unread: Vec<u8>,
}

pub struct Answer {
    pub status: u16,
    pub head: String,
    pub body: String,
}

impl Client {
    /// Whether the server leaves the connection open and sends nothing for this long.
    pub async fn is_silent_for(&mut self, time: Duration) -> bool {
        let mut byte = [0];
        timeout(time, self.stream.peek(&mut byte)).await.is_err()
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> Client<S> {
    pub fn on(stream: S) -> Self {
        Self { stream, unread: Vec::new() }
    }

    pub async fn send(&mut self, text: impl AsRef<[u8]>) {
        self.stream.write_all(text.as_ref()).await.unwrap();
    }

    pub async fn get(&mut self, path: &str) -> Answer {
        self.send(format!("GET {path} HTTP/1.1\r\nHost: test\r\n\r\n")).await;
        self.answer().await
    }

    /// Reads one response whose body has a known length.
    pub async fn answer(&mut self) -> Answer {
        let head = self.read_to("\r\n\r\n").await;
        let length = head.lines().find_map(|line| {
            line.to_ascii_lowercase().strip_prefix("content-length: ")?.parse().ok()
        });
        let length: usize = length.unwrap_or(0);
        while self.unread.len() < length {
            assert!(self.read_more().await, "the connection ended inside a body");
        }
        let rest = self.unread.split_off(length);
        let body = String::from_utf8(std::mem::replace(&mut self.unread, rest)).unwrap();
        let status = head.split(' ').nth(1).unwrap().parse().unwrap();
        Answer { status, head: head.to_ascii_lowercase(), body }
    }

    /// Reads up to this text, inclusive.
    pub async fn read_to(&mut self, end: &str) -> String {
        loop {
            let found = self.unread.windows(end.len()).position(|window| window == end.as_bytes());
            if let Some(at) = found {
                let rest = self.unread.split_off(at + end.len());
                return String::from_utf8(std::mem::replace(&mut self.unread, rest)).unwrap();
            }
            assert!(
                self.read_more().await,
                "the connection ended after {:?}",
                String::from_utf8_lossy(&self.unread)
            );
        }
    }

    /// Whether the server has closed the connection and sent nothing more.
    pub async fn is_closed(&mut self) -> bool {
        self.unread.is_empty() && !self.read_more().await
    }

    async fn read_more(&mut self) -> bool {
        let read = timeout(CLIENT_TIMEOUT, self.stream.read_buf(&mut self.unread))
            .await
            .expect("the server answers in time");
        read.is_ok_and(|length| length > 0)
    }
}
