//! The trace that a request belongs to: taken from who asks, and told to who is asked, in W3C's headers `traceparent`
//! and `tracestate`.

use http::{HeaderMap, HeaderName, HeaderValue};
use opentelemetry::propagation::{Extractor, Injector};
use opentelemetry::trace::TraceContextExt;
use opentelemetry::{Context, global};
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
        propagator.extract_with_context(&Context::new(), &Told(headers))
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
                propagator.inject_context(context, &mut Telling(&mut headers));
            });
        }
    });
    headers
}

struct Told<'a>(&'a HeaderMap);

impl Extractor for Told<'_> {
    fn get(&self, key: &str) -> Option<&str> {
        self.0.get(key)?.to_str().ok()
    }

    fn keys(&self) -> Vec<&str> {
        self.0.keys().map(HeaderName::as_str).collect()
    }
}

struct Telling<'a>(&'a mut HeaderMap);

impl Injector for Telling<'_> {
    fn set(&mut self, key: &str, value: String) {
        let pair = (HeaderName::try_from(key), HeaderValue::try_from(value));
        // An empty `tracestate` says nothing.
        if let (Ok(name), Ok(value)) = pair
            && !value.is_empty()
        {
            self.0.insert(name, value);
        }
    }
}
