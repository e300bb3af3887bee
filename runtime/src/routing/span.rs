//! The span of a request to an operation, named by OpenTelemetry's conventions for HTTP servers. The span contains only
//! three values from the client: the method, the host and the request's id.

use http::{header, request::Parts, uri::Authority};
use tracing::{Span, field::Empty};

use super::routes::Route;

/// The first status that reports a failure of the server.
const FIRST_SERVER_ERROR: u16 = 500;

/// Begins the span, as a child of the client's trace if the headers name one.
pub(crate) fn begin(parts: &Parts, route: &Route, request_id: &str) -> Span {
    let method = parts.method.as_str();
    let host = host(parts);
    let span = tracing::info_span!(
        target: "stoa_operation",
        "operation",
        otel.name = format_args!("{method} {}", route.template),
        otel.kind = "server",
        otel.status_code = Empty,
        http.request.method = method,
        http.route = route.template,
        http.response.status_code = Empty,
        error.r#type = Empty,
        server.address = host.as_ref().map(Authority::host),
        server.port = host.as_ref().and_then(Authority::port_u16),
        stoa.operation = route.operation_id,
        stoa.request_id = request_id,
    );
    stoa_telemetry::follow(&span, &parts.headers, request_id);
    span
}

pub(crate) fn answered(span: &Span, status: u16) {
    span.record("http.response.status_code", status);
    if status >= FIRST_SERVER_ERROR {
        span.record("otel.status_code", "ERROR");
        span.record("error.type", status);
    }
}

fn host(parts: &Parts) -> Option<Authority> {
    let named = parts.headers.get(header::HOST);
    let named = || named.and_then(|host| Authority::try_from(host.as_bytes()).ok());
    parts.uri.authority().cloned().or_else(named)
}
