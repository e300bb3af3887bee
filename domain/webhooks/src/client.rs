//! The HTTP client that calls endpoints. It speaks HTTP/1.1, follows no redirects, uses no proxy, and reads little.

use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use http::Uri;
use http_body_util::Full;
use hyper::body::Bytes;
use hyper_rustls::{HttpsConnector, HttpsConnectorBuilder};
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::dns::Name;
use hyper_util::client::legacy::connect::{Connected, Connection, HttpConnector};
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpStream, lookup_host};
use tower::{Service, service_fn};

use crate::Targets;

/// Maximum number of bytes that are read from a connection after each request, for its TLS, interim answers, headers and
/// the beginning of the body. An endpoint that sends more fails.
const MAX_BYTES_OF_ATTEMPT: usize = 128 * 1024;

/// Maximum number of idle connections to one host, and the time after which they are closed.
const MAX_IDLE_CONNECTIONS: usize = 10;
const IDLE_CONNECTION_TIMEOUT: Duration = Duration::from_secs(10);

pub(crate) type EndpointClient = Client<HttpsConnector<Limited>, Full<Bytes>>;

/// Returns a client that connects to these targets. The caller checks each URL by [`Targets::allowed`], because names alone
/// are looked up here.
pub(crate) fn of(targets: Targets) -> Result<EndpointClient, rustls::Error> {
    let resolver = service_fn(move |name: Name| look_up(targets, name).boxed());
    let mut tcp = HttpConnector::new_with_resolver(resolver);
    tcp.enforce_http(false);
    tcp.set_nodelay(true);
    let connect = move |url| {
        let mut tcp = tcp.clone();
        async move { tcp.call(url).await.map_err(io::Error::other) }.boxed()
    };
    let https = HttpsConnectorBuilder::new()
        .with_tls_config(stoa_tls_roots::client_config()?)
        .https_or_http()
        .enable_http1()
        .wrap_connector(Limited(std::sync::Arc::new(connect)));
    Ok(Client::builder(TokioExecutor::new())
        .pool_timer(TokioTimer::new())
        .pool_idle_timeout(IDLE_CONNECTION_TIMEOUT)
        .pool_max_idle_per_host(MAX_IDLE_CONNECTIONS)
        .http1_max_buf_size(MAX_BYTES_OF_ATTEMPT)
        .build(https))
}

/// The client connects to an address of this result, so a second lookup cannot return another address.
async fn look_up(targets: Targets, name: Name) -> io::Result<std::vec::IntoIter<SocketAddr>> {
    let found = match targets {
        Targets::Public => stoa_public_addresses::look_up(name.as_str()).await?,
        Targets::Any => lookup_host((name.as_str(), 0)).await?.collect(),
    };
    Ok(found.into_iter())
}

type Connect = dyn Fn(Uri) -> BoxFuture<'static, io::Result<TokioIo<TcpStream>>> + Send + Sync;

/// Opens connections whose reads are limited.
#[derive(Clone)]
pub(crate) struct Limited(std::sync::Arc<Connect>);

impl Service<Uri> for Limited {
    type Response = TokioIo<LimitedStream>;
    type Error = io::Error;
    type Future = BoxFuture<'static, io::Result<Self::Response>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, url: Uri) -> Self::Future {
        let connected = (self.0)(url);
        async move {
            let stream = connected.await?.into_inner();
            Ok(TokioIo::new(LimitedStream { stream, read: 0 }))
        }
        .boxed()
    }
}

/// A connection that fails if more than [`MAX_BYTES_OF_ATTEMPT`] arrive without a request in between.
pub(crate) struct LimitedStream {
    stream: TcpStream,
    /// Bytes that were read since the last write.
    read: usize,
}

impl Connection for LimitedStream {
    fn connected(&self) -> Connected {
        self.stream.connected()
    }
}

impl AsyncRead for LimitedStream {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        if self.read > MAX_BYTES_OF_ATTEMPT {
            return Poll::Ready(Err(io::Error::other("the endpoint sends too much")));
        }
        let before = buffer.filled().len();
        let polled = Pin::new(&mut self.stream).poll_read(context, buffer);
        self.read += buffer.filled().len() - before;
        polled
    }
}

impl AsyncWrite for LimitedStream {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        self.read = 0;
        Pin::new(&mut self.stream).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
