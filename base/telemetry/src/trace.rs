//! The trace of a request. Clients send the trace, and the server sends it to upstreams, in the W3C headers
//! `traceparent` and `tracestate`.

use http::{HeaderMap, HeaderValue};
use opentelemetry::trace::TraceContextExt;
use opentelemetry::{Context, global};
use opentelemetry_http::{HeaderExtractor, HeaderInjector};
use tracing::Span;
use tracing_opentelemetry::OpenTelemetrySpanExt;

/// The ids in each log line of a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Traced {
    /// 32 hexadecimal digits.
    pub trace_id: String,
    pub request_id: String,
}

struct RequestId(String);

/// Adds the request id to the span of a request. If the request's headers name a trace, makes the span a child of that
/// trace. Call this before the span is entered.
pub fn follow(span: &Span, headers: &HeaderMap, request_id: &str) {
    let caller = global::get_text_map_propagator(|propagator| {
        propagator.extract_with_context(&Context::new(), &HeaderExtractor(headers))
    });
    // An error means that tracing is off.
    let _ = span.set_parent(with_request_id(&caller, request_id));
}

/// Returns a copy of the context with this request id.
pub fn with_request_id(context: &Context, request_id: &str) -> Context {
    context.with_value(RequestId(request_id.to_owned()))
}

/// Returns the ids of the request that this thread is working on, or `None` if there is no request.
pub fn current() -> Option<Traced> {
    Context::map_current(|context| {
        let request_id = context.get::<RequestId>()?.0.clone();
        let trace_id = context.span().span_context().trace_id().to_string();
        Some(Traced { trace_id, request_id })
    })
}

/// Whether the current trace is sampled, so that its spans are exported.
pub fn is_sampled() -> bool {
    Context::map_current(|context| context.span().span_context().is_sampled())
}

/// Returns the headers that pass the current trace on to an upstream, or no headers outside a trace.
pub fn headers() -> HeaderMap {
    let mut headers = HeaderMap::new();
    Context::map_current(|context| {
        if context.has_active_span() {
            global::get_text_map_propagator(|propagator| {
                propagator.inject_context(context, &mut HeaderInjector(&mut headers));
            });
        }
    });
    // An empty `tracestate` carries no information.
    if headers.get("tracestate").is_some_and(HeaderValue::is_empty) {
        headers.remove("tracestate");
    }
    headers
}
