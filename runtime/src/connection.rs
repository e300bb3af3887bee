//! One connection of a client: what its requests know about it, and when the server closes it.

mod activity;
pub(crate) mod clients;
pub(crate) mod failures;
mod handover;
pub(crate) mod protocols;
mod socket;
mod tracked;
mod transport;

use std::{
    convert::Infallible,
    future::poll_fn,
    net::{IpAddr, SocketAddr},
    pin::pin,
    sync::Arc,
    task::Poll,
    time::Duration,
};

use bytes::Bytes;
use http::{Request, Response};
use hyper::body::Incoming;
use tokio::{
    net::TcpStream,
    time::{Instant, sleep_until},
};
use tower_service::Service;

use activity::Activity;
use clients::{ClientPlace, Clients};
use failures::{Delay, Failures};
use protocols::Protocols;
use stoa_telemetry::Chain;
use tracked::TrackedService;

use crate::{
    BodyRoom, Limits, Stop, Tls,
    access_log::refusals::Refusals,
    counts::{CONNECTIONS, Counted},
    request::unread::BoxError,
};

/// The connection of a request. Each request carries it as an extension, in an `Arc`.
#[derive(Clone)]
pub struct Connection {
    /// The address of the TCP peer. Behind a proxy, this is the proxy's address.
    pub peer: SocketAddr,
    /// Timeout for reading a whole request body.
    pub body_timeout: Duration,
    /// The memory budget that all request bodies share.
    pub body_room: BodyRoom,
    /// The memory budget that all large responses share.
    pub response_room: BodyRoom,
    /// Counts each client's concurrent requests and error responses on all connections.
    pub requests: RequestRoom,
    /// The server's stop signal. It ends event streams.
    pub stop: Stop,
}

/// Limits the concurrent requests of each client, delays error responses to a client that has caused many, and leaves
/// them out of the access log. A request is concurrent until the head of its response is ready. Clones share the counts.
#[derive(Clone)]
pub struct RequestRoom {
    of_clients: Clients,
    of_a_client: usize,
    failures: Failures,
    pub(crate) refusals: Refusals,
}

impl RequestRoom {
    /// Allows each client this many concurrent requests.
    pub fn new(of_a_client: usize) -> Self {
        let (failures, refusals) = (Failures::default(), Refusals::default());
        Self { of_clients: Clients::default(), of_a_client, failures, refusals }
    }

    /// Counts a request of the client. Returns `None` if the client is at its limit.
    pub(crate) fn place(&self, client: IpAddr) -> Option<ClientPlace> {
        self.of_clients.place(client, self.of_a_client)
    }

    /// Counts an error response to the client. Returns a delay if the client has caused too many.
    pub(crate) fn count_failure(&self, client: IpAddr) -> Option<Delay> {
        self.failures.count(client)
    }
}

/// A service that answers HTTP requests and may run on many connections.
pub trait HttpService:
    Service<
        Request<Incoming>,
        Response = Response<<Self as HttpService>::Body>,
        Error = Infallible,
        Future: Send + 'static,
    > + Clone
    + Send
    + 'static
{
    type Body: http_body::Body<Data = Bytes, Error: Into<BoxError>> + Send + 'static;
}

impl<S, B> HttpService for S
where
    S: Service<
            Request<Incoming>,
            Response = Response<B>,
            Error = Infallible,
            Future: Send + 'static,
        > + Clone
        + Send
        + 'static,
    B: http_body::Body<Data = Bytes, Error: Into<BoxError>> + Send + 'static,
{
    type Body = B;
}

/// Serves a connection until the client closes it, a timeout cuts it, or the server's drain is over.
pub(crate) async fn drive(
    protocols: &Protocols,
    stream: TcpStream,
    tls: Option<&Tls>,
    connection: Connection,
    service: impl HttpService,
    limits: &Limits,
) {
    let _counted = Counted::among(&CONNECTIONS);
    let activity = Arc::new(Activity::new());
    let stop = connection.stop.clone();
    let peer = connection.peer;
    let service = TrackedService::new(service, activity.clone(), connection);

    let mut requests = pin!(protocols.serve(stream, tls, activity.clone(), service, &stop));
    let mut stopping = pin!(stop.stopping());
    let mut timer = pin!(sleep_until(Instant::now() + limits.header_timeout));
    let mut drained_by = None;
    let mut is_listening = false;
    poll_fn(|context| {
        // Polling `stopping` once makes the server's stop wake this task. After that, checking the flag is enough.
        if drained_by.is_none() && (stop.is_stopping() || !is_listening) {
            is_listening = true;
            if stopping.as_mut().poll(context).is_ready() {
                drained_by = Some(Instant::now() + limits.drain);
            }
        }
        loop {
            if let Poll::Ready(result) = requests.as_mut().poll(context) {
                if let Err(error) = result {
                    tracing::debug!(%peer, error = %Chain(&*error), "a connection ended with an error");
                }
                return Poll::Ready(());
            }
            let cut_at = [activity.deadline(limits), drained_by].into_iter().flatten().min();
            let closes_at = drained_by.and_then(|_| activity.closes_at());
            let Some(deadline) = [cut_at, closes_at].into_iter().flatten().min() else {
                return Poll::Pending;
            };
            // The timer is reset only when it fires or would fire too late, not for every request.
            if timer.is_elapsed() || timer.deadline() > deadline {
                timer.as_mut().reset(deadline);
            }
            while timer.as_mut().poll(context).is_ready() {
                let now = Instant::now();
                if cut_at.is_some_and(|at| at <= now) {
                    tracing::debug!(%peer, "a connection was cut");
                    return Poll::Ready(());
                }
                if closes_at.is_some_and(|at| at <= now) {
                    break;
                }
                timer.as_mut().reset(deadline);
            }
            if !timer.is_elapsed() {
                return Poll::Pending;
            }
            // The server is stopping and this connection is idle, so the server closes the connection now.
            activity.close();
        }
    })
    .await;
}
