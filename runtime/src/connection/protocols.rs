//! HTTP/1.1 and HTTP/2, both implemented by hyper. TLS negotiates the protocol (ALPN). Without ALPN, the client's first
//! bytes tell the protocol.

use std::{
    future::poll_fn,
    io,
    pin::{Pin, pin},
    sync::Arc,
    task::Poll,
};

use hyper::server::conn::{http1, http2};
use hyper_util::rt::{TokioExecutor, TokioIo};
use tokio::net::TcpStream;

use super::{activity::Activity, handover, socket::Socket, tracked::TrackedService, transport};
use crate::{HttpService, Limits, Stop, Tls, request::unread::BoxError};

/// hyper panics on a smaller buffer for HTTP/1.
const MIN_HTTP1_BUFFER_BYTES: usize = 8192;

/// Maximum number of concurrent requests on one HTTP/2 connection.
const MAX_HTTP2_STREAMS: u32 = 128;

/// Send buffer of each HTTP/2 stream. A small buffer makes the transport ask for data often, which shows that a slow
/// reader makes progress.
const HTTP2_SEND_BUFFER_BYTES: usize = 64 * 1024;

pub(crate) struct Protocols {
    http1: http1::Builder,
    http2: http2::Builder<TokioExecutor>,
}

impl Protocols {
    /// Sets none of hyper's own timeouts. hyper's header timeout would also end idle connections, and hyper has none
    /// for HTTP/2.
    pub(crate) fn new(limits: &Limits) -> Self {
        let mut http1 = http1::Builder::new();
        http1
            .header_read_timeout(None)
            .max_buf_size(limits.header_bytes.max(MIN_HTTP1_BUFFER_BYTES))
            .max_header_size(limits.header_bytes);
        let mut http2 = http2::Builder::new(TokioExecutor::new());
        http2
            .max_concurrent_streams(MAX_HTTP2_STREAMS)
            .max_header_list_size(u32::try_from(limits.header_bytes).unwrap_or(u32::MAX))
            .max_send_buf_size(HTTP2_SEND_BUFFER_BYTES);
        Self { http1, http2 }
    }

    /// Answers a connection's requests until the client or the connection's activity closes it. Tells the client when
    /// the server stops.
    pub(crate) async fn serve<S: HttpService>(
        &self,
        stream: TcpStream,
        tls: Option<&Tls>,
        activity: Arc<Activity>,
        service: TrackedService<S>,
        stop: &Stop,
    ) -> Result<(), BoxError> {
        let opened = open(stream, tls, activity.clone());
        let Some(opened) = run_until_closing(&activity, opened).await else { return Ok(()) };
        let (socket, is_http2) = opened?;
        if !is_http2 {
            return self.serve_http1(socket, activity, service).await;
        }
        // A client that connects after [`Stop::drain`] is served until the server stops.
        let is_late = stop.is_draining();
        let mut requests = Box::pin(self.http2.serve_connection(TokioIo::new(socket), service));
        tokio::select! {
            ended = &mut requests => return Ok(ended?),
            () = stop.draining(), if !is_late => {}
            () = stop.stopping() => {}
        }
        requests.as_mut().graceful_shutdown();
        Ok(requests.await?)
    }

    async fn serve_http1<S: HttpService>(
        &self,
        socket: Socket,
        activity: Arc<Activity>,
        service: TrackedService<S>,
    ) -> Result<(), BoxError> {
        let handover = service.handover();
        let mut requests = Box::new(self.http1.serve_connection(TokioIo::new(socket), service));
        let mut is_closing = false;
        let stream = poll_fn(|context| {
            if !is_closing && activity.is_closing() {
                is_closing = true;
                Pin::new(&mut *requests).graceful_shutdown();
            }
            if let Poll::Ready(ended) = Pin::new(&mut *requests).poll(context) {
                return Poll::Ready(ended.map(|()| None));
            }
            // hyper writes all its data before it returns `Pending`. The head has therefore been sent, unless the
            // socket is blocked.
            if activity.is_write_blocked() {
                return Poll::Pending;
            }
            handover.take().map_or(Poll::Pending, |stream| Poll::Ready(Ok(Some(stream))))
        });
        let Some(stream) = stream.await? else { return Ok(()) };
        let socket = requests.into_parts().io.into_inner();
        handover::write(socket, stream).await
    }
}

/// Performs the TLS handshake, if any, and detects the protocol. Also returns whether the protocol is HTTP/2.
async fn open(
    stream: TcpStream,
    tls: Option<&Tls>,
    activity: Arc<Activity>,
) -> io::Result<(Socket, bool)> {
    let transport = transport::open(stream, activity.clone(), tls).await?;
    let mut socket = Socket::new(transport, activity);
    let is_http2 = socket.is_http2().await?;
    Ok((socket, is_http2))
}

/// Returns the result of the work, or `None` if the connection closes before the work is done.
async fn run_until_closing<T>(activity: &Activity, work: impl Future<Output = T>) -> Option<T> {
    let mut work = pin!(work);
    poll_fn(|context| match activity.is_closing() {
        true => Poll::Ready(None),
        false => work.as_mut().poll(context).map(Some),
    })
    .await
}
