//! A service on a socket.

use std::{convert::Infallible, io, iter, net::SocketAddr, sync::Arc, time::Duration};

use bytes::Bytes;
use http::{Request, Response};
use hyper::body::Incoming;
use stoa_telemetry::Chain;
use tokio::{
    net::{TcpListener, TcpStream},
    sync::{OwnedSemaphorePermit, Semaphore},
    time::{Instant, timeout_at},
};
use tower_service::Service;

use crate::{
    BodyRoom, Connection, Network, RequestRoom, Stop, Tls,
    connection::{self, clients::Clients, protocols::Protocols},
};

/// After an error that concerns the server, such as too many open files.
const ACCEPT_PAUSE: Duration = Duration::from_millis(200);

/// How long a peer may leave what was sent unacknowledged: a phone that lost its network, on an event stream.
#[cfg(target_os = "linux")]
const TCP_USER_TIMEOUT: Duration = Duration::from_secs(60);

/// What the server gives to clients at most.
#[derive(Debug, Clone)]
pub struct Limits {
    /// Open connections; further ones wait until one closes.
    pub connections: usize,
    /// Open connections of one client address; further ones are closed at once. Nothing where clients are behind
    /// proxies, whose address is that of everybody.
    pub connections_per_client: Option<usize>,
    /// Clients that may have as many as there are, since they speak for others.
    pub trusted_clients: Vec<Network>,
    /// Requests of one client that are worked on at once; further ones are answered 503. An event stream is one until
    /// it begins.
    pub requests_per_client: usize,
    /// From the first byte of a request, or from connecting, to the end of its headers. Hands are shaken within it.
    pub header_timeout: Duration,
    /// Length of a request's headers in all.
    pub header_bytes: usize,
    /// For reading a whole request body.
    pub body_timeout: Duration,
    /// Bytes of request bodies that are read or worked on at once; a body that finds no room within a second is
    /// refused.
    pub body_bytes_in_flight: usize,
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
            connections_per_client: Some(256),
            trusted_clients: Vec::new(),
            requests_per_client: 256,
            header_timeout: Duration::from_secs(10),
            header_bytes: 64 * 1024,
            body_timeout: Duration::from_secs(30),
            body_bytes_in_flight: 256 * 1024 * 1024,
            idle_timeout: Duration::from_secs(60),
            write_timeout: Duration::from_secs(30),
            drain: Duration::from_secs(10),
        }
    }
}

/// Where clients connect, and whether they speak TLS.
#[derive(Debug)]
pub struct Listener {
    tcp: TcpListener,
    tls: Option<Tls>,
}

impl Listener {
    /// One whose clients speak TLS.
    pub fn with_tls(tcp: TcpListener, tls: Tls) -> Self {
        Self { tcp, tls: Some(tls) }
    }
}

impl From<TcpListener> for Listener {
    fn from(tcp: TcpListener) -> Self {
        Self { tcp, tls: None }
    }
}

/// Serves HTTP/1.1 and HTTP/2 (by ALPN, else by prior knowledge) until it is told to stop.
///
/// Then who has connected is still answered and nobody more, event streams end, and after [`Limits::drain`] what is
/// left is cut.
pub async fn serve<S, B>(listener: impl Into<Listener>, service: S, limits: Limits, stop: Stop)
where
    S: Service<Request<Incoming>, Response = Response<B>, Error = Infallible>
        + Clone
        + Send
        + 'static,
    S::Future: Send + 'static,
    B: http_body::Body<Data = Bytes> + Send + 'static,
    B::Error: Into<Box<dyn std::error::Error + Send + Sync>>,
{
    let Listener { tcp, tls } = listener.into();
    let places = Arc::new(Semaphore::new(limits.connections));
    let door = Door {
        protocols: Arc::new(Protocols::new(&limits)),
        tls,
        clients: Clients::default(),
        body_room: BodyRoom::new(limits.body_bytes_in_flight),
        requests: RequestRoom::new(limits.requests_per_client),
        limits: Arc::new(limits),
        stop: stop.clone(),
        service,
    };
    loop {
        let accepted = tokio::select! {
            biased;
            () = stop.stopping() => break,
            accepted = accept(&tcp, &places) => accepted,
        };
        if let Some((stream, peer, place)) = accepted {
            door.admit(stream, peer, place);
        }
    }
    let drained_by = Instant::now() + door.limits.drain;
    for (stream, peer) in connected(tcp) {
        let place = timeout_at(drained_by, places.clone().acquire_owned()).await;
        let Ok(Ok(place)) = place else { break };
        door.admit(stream, peer, place);
    }
    // Each connection cuts itself when the drain is over; the second more is for the last of them to be dropped.
    let all = u32::try_from(door.limits.connections).unwrap_or(u32::MAX);
    let _ = timeout_at(drained_by + Duration::from_secs(1), places.acquire_many(all)).await;
}

/// What connections are served with.
struct Door<S> {
    protocols: Arc<Protocols>,
    tls: Option<Tls>,
    clients: Clients,
    body_room: BodyRoom,
    requests: RequestRoom,
    limits: Arc<Limits>,
    stop: Stop,
    service: S,
}

impl<S, B> Door<S>
where
    S: Service<Request<Incoming>, Response = Response<B>, Error = Infallible>
        + Clone
        + Send
        + 'static,
    S::Future: Send + 'static,
    B: http_body::Body<Data = Bytes> + Send + 'static,
    B::Error: Into<Box<dyn std::error::Error + Send + Sync>>,
{
    /// Serves a connection, unless its client has too many.
    fn admit(&self, stream: TcpStream, peer: SocketAddr, place: OwnedSemaphorePermit) {
        let limits = &self.limits;
        let speaks_for_others =
            limits.trusted_clients.iter().any(|network| network.contains(peer.ip()));
        let most = limits.connections_per_client.filter(|_| !speaks_for_others);
        let most = most.unwrap_or(usize::MAX);
        let Some(of_client) = self.clients.place(peer.ip(), most) else {
            tracing::debug!(%peer, "a client has too many connections");
            return;
        };
        set_options(&stream);
        let connection = Connection {
            peer,
            body_timeout: limits.body_timeout,
            body_room: self.body_room.clone(),
            requests: self.requests.clone(),
            stop: self.stop.clone(),
        };
        let (protocols, service) = (self.protocols.clone(), self.service.clone());
        let (tls, limits) = (self.tls.clone(), self.limits.clone());
        tokio::spawn(async move {
            let tls = tls.as_ref();
            connection::drive(&protocols, stream, tls, connection, service, &limits).await;
            drop((place, of_client));
        });
    }
}

/// The next connection with its place among those that may be open, or nothing when accepting failed.
async fn accept(
    listener: &TcpListener,
    places: &Arc<Semaphore>,
) -> Option<(TcpStream, SocketAddr, OwnedSemaphorePermit)> {
    let place = places.clone().acquire_owned().await.ok()?;
    match listener.accept().await {
        Ok((stream, peer)) => Some((stream, peer, place)),
        // The client was gone before it was accepted.
        Err(error) if error.kind() == io::ErrorKind::ConnectionAborted => None,
        Err(error) => {
            tracing::error!(error = %Chain(&error), "cannot accept connections, trying again");
            tokio::time::sleep(ACCEPT_PAUSE).await;
            None
        }
    }
}

/// Who has connected and was not yet accepted, with whom the listener closes: they would be reset with it.
fn connected(listener: TcpListener) -> Vec<(TcpStream, SocketAddr)> {
    // The runtime's listener need not have heard of the last ones.
    let Ok(listener) = listener.into_std() else { return Vec::new() };
    let accept = || {
        let (stream, peer) = listener.accept().ok()?;
        stream.set_nonblocking(true).ok()?;
        Some((TcpStream::from_std(stream).ok()?, peer))
    };
    iter::from_fn(accept).collect()
}

fn set_options(stream: &TcpStream) {
    // Both are improvements, not conditions: a connection without them works too.
    let _ = stream.set_nodelay(true);
    #[cfg(target_os = "linux")]
    let _ = socket2::SockRef::from(stream).set_tcp_user_timeout(Some(TCP_USER_TIMEOUT));
}
