//! Spans of calls to other servers: providers, buckets and mail servers. They are named by OpenTelemetry's conventions for
//! clients. They contain no path, no query and no header, because these may contain secrets and customers' data.

use std::future::Future;

use http::{HeaderMap, Uri};
use tracing::{Instrument, Span, field::Empty};

const FIRST_ERROR: u16 = 400;

/// Sends an HTTP request in a span. `send` gets the headers that pass the trace on, and `status` reads the status of the
/// answer. `peer` says whom the server calls, such as `stripe`.
pub async fn http_call<T, E, Sending: Future<Output = Result<T, E>>>(
    peer: &str,
    method: &str,
    url: &str,
    send: impl FnOnce(HeaderMap) -> Sending,
    status: impl FnOnce(&T) -> u16,
) -> Result<T, E> {
    let url = url.parse::<Uri>().ok();
    let span = tracing::debug_span!(
        target: "stoa_calls",
        "call",
        otel.name = format_args!("{method} {peer}"),
        otel.kind = "client",
        otel.status_code = Empty,
        http.request.method = method,
        http.response.status_code = Empty,
        server.address = url.as_ref().and_then(Uri::host),
        server.port = url.as_ref().and_then(Uri::port_u16),
    );
    let headers = span.in_scope(crate::headers);
    let result = send(headers).instrument(span.clone()).await;
    let status = result.as_ref().ok().map(status);
    span.record("http.response.status_code", status);
    record_failure(&span, status.is_none_or(|status| status >= FIRST_ERROR));
    result
}

/// Runs a call by another protocol than HTTP in a span, such as `send mail` to this host.
pub async fn call<T, E>(
    name: &str,
    host: &str,
    calling: impl Future<Output = Result<T, E>>,
) -> Result<T, E> {
    let span = tracing::debug_span!(
        target: "stoa_calls",
        "call",
        otel.name = name,
        otel.kind = "client",
        otel.status_code = Empty,
        server.address = host,
    );
    let result = calling.instrument(span.clone()).await;
    record_failure(&span, result.is_err());
    result
}

fn record_failure(span: &Span, has_failed: bool) {
    if has_failed {
        span.record("otel.status_code", "ERROR");
    }
}
