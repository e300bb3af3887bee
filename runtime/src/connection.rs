//! One connection of a client.

use std::{net::SocketAddr, time::Duration};

use tokio_util::sync::CancellationToken;

/// What a request knows of its connection; it travels as an extension of the request, in an `Arc`.
#[derive(Debug, Clone)]
pub struct Connection {
    /// Who connected: a proxy, where one stands in front.
    pub peer: SocketAddr,
    /// How long reading a whole body may take.
    pub body_timeout: Duration,
    /// The server stops: event streams end.
    pub shutdown: CancellationToken,
}
