//! The trace that a request belongs to: taken from who asks, and told to who is asked, in W3C's headers `traceparent`
//! and `tracestate`.

use http::{HeaderMap, HeaderValue};
use opentelemetry::trace::TraceContextExt;
use opentelemetry::{Context, global};
use opentelemetry_http::{HeaderExtractor, HeaderInjector};
use tracing::Span;
use tracing_opentelemetry::OpenTelemetrySpanExt;

/// What lines of the log name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Traced {
    /// 32 hexadecimal digits.
    pub trace_id: String,
    pub request_id: String,
}

struct RequestId(String);

/// Makes the span of a request, which has not begun, the next one of the trace that its headers tell of, if they do.
pub fn follow(span: &Span, headers: &HeaderMap, request_id: &str) {
    let caller = global::get_text_map_propagator(|propagator| {
        propagator.extract_with_context(&Context::new(), &HeaderExtractor(headers))
    });
    // An error says that nothing is traced.
    let _ = span.set_parent(caller.with_value(RequestId(request_id.to_owned())));
}

/// The trace that this thread works for at the moment.
pub fn current() -> Option<Traced> {
    Context::map_current(|context| {
        let request_id = context.get::<RequestId>()?.0.clone();
        let trace_id = context.span().span_context().trace_id().to_string();
        Some(Traced { trace_id, request_id })
    })
}

/// Whether what is done for it is told too.
pub fn is_sampled() -> bool {
    Context::map_current(|context| context.span().span_context().is_sampled())
}

/// What tells others which trace their work belongs to; nothing outside of one.
pub fn headers() -> HeaderMap {
    let mut headers = HeaderMap::new();
    Context::map_current(|context| {
        if context.has_active_span() {
            global::get_text_map_propagator(|propagator| {
                propagator.inject_context(context, &mut HeaderInjector(&mut headers));
            });
        }
    });
    // An empty `tracestate` says nothing.
    if headers.get("tracestate").is_some_and(HeaderValue::is_empty) {
        headers.remove("tracestate");
    }
    headers
}
