//! Serves a service on a socket.

use std::{io, iter, net::SocketAddr, sync::Arc, time::Duration};

use stoa_telemetry::Chain;
use tokio::{
    net::{TcpListener, TcpStream},
    sync::{OwnedSemaphorePermit, Semaphore},
    time::{Instant, timeout_at},
};

use crate::{
    BodyRoom, Connection, HttpService, Network, RequestRoom, Stop, Tls,
    connection::{self, clients::Clients, protocols::Protocols},
};

/// Pause after a connection could not be accepted, for example because too many files are open.
const ACCEPT_PAUSE: Duration = Duration::from_millis(200);

/// Time in which a client acknowledges no sent data by TCP; then its connection is cut. On Linux only.
///
/// This happens, for example, if a phone loses its network during an event stream.
#[cfg(target_os = "linux")]
const TCP_USER_TIMEOUT: Duration = Duration::from_secs(60);

/// How many bytes of a response the kernel accepts before it can send them. Responses that no client reads would
/// otherwise take megabytes of kernel memory for each connection.
#[cfg(target_os = "linux")]
const MAX_UNSENT_BYTES: u32 = 128 * 1024;

/// Limits of connections, requests, sizes and times.
#[derive(Debug, Clone)]
pub struct Limits {
    /// Maximum number of open connections. Further clients wait until a connection closes.
    pub connections: usize,
    /// Maximum number of open connections of one client address. Further connections are closed at once. `None` behind
    /// proxies, because all clients then have the proxy's address.
    pub connections_per_client: Option<usize>,
    /// Clients without a limit of connections, because they act for other clients.
    pub trusted_clients: Vec<Network>,
    /// Maximum number of concurrent requests of one client. Further requests are answered 503. An event stream counts
    /// only until it begins.
    pub requests_per_client: usize,
    /// Timeout for receiving the headers of a request, from its first byte. For the first request of a connection, the
    /// timeout starts with the connection and includes the TLS handshake.
    pub header_timeout: Duration,
    /// Maximum bytes of all headers of a request.
    pub header_bytes: usize,
    /// Timeout for reading a whole request body.
    pub body_timeout: Duration,
    /// Maximum bytes of request bodies that are being read or processed, and maximum bytes of large responses that clients
    /// have not read yet. A body that gets no room within a second is refused.
    pub body_bytes_in_flight: usize,
    /// How long a connection may be idle between requests.
    pub idle_timeout: Duration,
    /// How long a client may stop reading while a response is being sent.
    pub write_timeout: Duration,
    /// How long requests may take to finish when the server stops.
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

/// A listening socket, with or without TLS.
#[derive(Debug)]
pub struct Listener {
    tcp: TcpListener,
    tls: Option<Tls>,
}

impl Listener {
    /// A listener with TLS.
    pub fn with_tls(tcp: TcpListener, tls: Tls) -> Self {
        Self { tcp, tls: Some(tls) }
    }
}

impl From<TcpListener> for Listener {
    fn from(tcp: TcpListener) -> Self {
        Self { tcp, tls: None }
    }
}

/// Serves HTTP/1.1 and HTTP/2 until `stop`. TLS negotiates HTTP/2 by ALPN. Without ALPN, a client uses HTTP/2 by prior
/// knowledge.
///
/// After that, clients that have already connected are still answered, but no other client can connect. Event streams
/// end. After [`Limits::drain`], the remaining connections are cut.
pub async fn serve(
    listener: impl Into<Listener>,
    service: impl HttpService,
    limits: Limits,
    stop: Stop,
) {
    let Listener { tcp, tls } = listener.into();
    let places = Arc::new(Semaphore::new(limits.connections));
    let acceptor = Acceptor {
        protocols: Arc::new(Protocols::new(&limits)),
        tls,
        clients: Clients::default(),
        body_room: BodyRoom::new(limits.body_bytes_in_flight),
        response_room: BodyRoom::new(limits.body_bytes_in_flight),
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
        if let Some(accepted) = accepted {
            acceptor.admit(accepted);
        }
    }
    let drained_by = Instant::now() + acceptor.limits.drain;
    for (stream, peer) in connected(tcp) {
        let place = timeout_at(drained_by, places.clone().acquire_owned()).await;
        let Ok(Ok(place)) = place else { break };
        acceptor.admit(Accepted { stream, peer, place });
    }
    // Each connection ends itself at the end of the drain. One more second is enough for the last connection to be
    // dropped.
    let all = u32::try_from(acceptor.limits.connections).unwrap_or(u32::MAX);
    let _ = timeout_at(drained_by + Duration::from_secs(1), places.acquire_many(all)).await;
}

/// Everything that serving a connection needs.
struct Acceptor<S> {
    protocols: Arc<Protocols>,
    tls: Option<Tls>,
    clients: Clients,
    body_room: BodyRoom,
    response_room: BodyRoom,
    requests: RequestRoom,
    limits: Arc<Limits>,
    stop: Stop,
    service: S,
}

impl<S: HttpService> Acceptor<S> {
    /// Serves a connection, unless its client has too many connections.
    fn admit(&self, Accepted { stream, peer, place }: Accepted) {
        let limits = &self.limits;
        let is_trusted = limits.trusted_clients.iter().any(|network| network.contains(peer.ip()));
        let most = limits.connections_per_client.filter(|_| !is_trusted);
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
            response_room: self.response_room.clone(),
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

struct Accepted {
    stream: TcpStream,
    peer: SocketAddr,
    /// Counts the connection among the open ones.
    place: OwnedSemaphorePermit,
}

/// Accepts the next connection within the limit of open connections. Returns `None` if accepting failed.
async fn accept(listener: &TcpListener, places: &Arc<Semaphore>) -> Option<Accepted> {
    let place = places.clone().acquire_owned().await.ok()?;
    match listener.accept().await {
        Ok((stream, peer)) => Some(Accepted { stream, peer, place }),
        // The client disconnected before it was accepted.
        Err(error) if error.kind() == io::ErrorKind::ConnectionAborted => None,
        Err(error) => {
            tracing::error!(error = %Chain(&error), "cannot accept connections, trying again");
            tokio::time::sleep(ACCEPT_PAUSE).await;
            None
        }
    }
}

/// Accepts the connections that wait in the listener's queue, then closes the listener. Closing the listener first
/// would reset these connections.
fn connected(listener: TcpListener) -> Vec<(TcpStream, SocketAddr)> {
    // Use the standard library's listener, because tokio's may not have noticed the latest connections.
    let Ok(listener) = listener.into_std() else { return Vec::new() };
    let accept = || {
        let (stream, peer) = listener.accept().ok()?;
        stream.set_nonblocking(true).ok()?;
        Some((TcpStream::from_std(stream).ok()?, peer))
    };
    iter::from_fn(accept).collect()
}

fn set_options(stream: &TcpStream) {
    // Errors are ignored, because a connection works without these options.
    let _ = stream.set_nodelay(true);
    #[cfg(target_os = "linux")]
    {
        let socket = socket2::SockRef::from(stream);
        let _ = socket.set_tcp_user_timeout(Some(TCP_USER_TIMEOUT));
        let _ = socket.set_tcp_notsent_lowat(MAX_UNSENT_BYTES);
    }
}
