//! A fake OpenTelemetry collector that receives spans by OTLP over HTTP, in the protocol's own messages.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::sync::{Arc, Mutex};

use http::{Method, Request, Response};
use http_body_util::{BodyExt, Full};
use hyper::body::Incoming;
use opentelemetry_proto::tonic::collector::trace::v1::ExportTraceServiceRequest;
use opentelemetry_proto::tonic::common::v1::any_value::Value;
use opentelemetry_proto::tonic::common::v1::{AnyValue, KeyValue};
use prost::Message;
use stoa_runtime::{Bytes, Limits, Stop};
use tokio::net::TcpListener;

/// The collector. It ends with the test's runtime.
pub struct Collector {
    pub url: String,
    spans: Arc<Mutex<Vec<Span>>>,
}

/// A span, with its ids in hexadecimal digits.
#[derive(Debug, Clone)]
pub struct Span {
    pub trace_id: String,
    pub id: String,
    pub parent_id: String,
    pub name: String,
    /// 2 is a server's span, 3 a client's.
    pub kind: i32,
    /// 2 is an error.
    pub status: i32,
    pub attributes: BTreeMap<String, String>,
    pub events: usize,
    /// Attributes of the service that emitted the span.
    pub resource: BTreeMap<String, String>,
}

impl Collector {
    pub async fn new() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let spans = Arc::<Mutex<Vec<Span>>>::default();
        let taken = spans.clone();
        let service = tower::service_fn(move |request| take(request, taken.clone()));
        tokio::spawn(stoa_runtime::serve(listener, service, Limits::default(), Stop::new()));
        Self { url, spans }
    }

    pub fn spans(&self) -> Vec<Span> {
        self.spans.lock().unwrap().clone()
    }
}

async fn take(
    request: Request<Incoming>,
    spans: Arc<Mutex<Vec<Span>>>,
) -> Result<Response<Full<Bytes>>, Infallible> {
    assert_eq!((request.method(), request.uri().path()), (&Method::POST, "/v1/traces"));
    assert_eq!(request.headers()["content-type"], "application/x-protobuf");
    let body = request.into_body().collect().await.unwrap().to_bytes();
    spans.lock().unwrap().extend(read_spans(ExportTraceServiceRequest::decode(body).unwrap()));
    // An empty message means that all spans were accepted.
    Ok(Response::default())
}

fn read_spans(request: ExportTraceServiceRequest) -> Vec<Span> {
    let mut spans = Vec::new();
    for of_resource in request.resource_spans {
        let resource = attributes(of_resource.resource.unwrap().attributes);
        for span in of_resource.scope_spans.into_iter().flat_map(|scope| scope.spans) {
            spans.push(Span {
                trace_id: hex::encode(span.trace_id),
                id: hex::encode(span.span_id),
                parent_id: hex::encode(span.parent_span_id),
                name: span.name,
                kind: span.kind,
                status: span.status.map_or(0, |status| status.code),
                attributes: attributes(span.attributes),
                events: span.events.len(),
                resource: resource.clone(),
            });
        }
    }
    spans
}

fn attributes(pairs: Vec<KeyValue>) -> BTreeMap<String, String> {
    let text = |value: Option<AnyValue>| match value.and_then(|value| value.value) {
        Some(Value::StringValue(text)) => text,
        Some(Value::IntValue(number)) => number.to_string(),
        Some(Value::BoolValue(is)) => is.to_string(),
        other => format!("{other:?}"),
    };
    pairs.into_iter().map(|pair| (pair.key, text(pair.value))).collect()
}
