//! The admin listener for operators: /healthz, /readyz and /metrics, without authentication. It answers before the first
//! connection to the database, and until the process ends.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use http::{HeaderValue, Method, Request, Response, StatusCode, header};
use http_body_util::Full;
use stoa_runtime::{Bytes, Limits, Stop};
use tokio::net::TcpListener;
use tower::service_fn;

use crate::health::{Health, Requests};

/// Maximum number of open connections to the admin listener. Further ones wait until one closes.
///
/// Enough for an orchestrator's probes and a few collectors of metrics.
const MAX_ADMIN_CONNECTIONS: usize = 64;

/// Maximum number of open connections of one client to the admin listener. Further ones are closed.
///
/// Leaves connections for an orchestrator, whatever another client does. An orchestrator restarts a server that does
/// not answer its probe.
const MAX_ADMIN_CONNECTIONS_OF_A_CLIENT: usize = 16;

/// Time for a client of the admin listener to send a request's head, to read the response, and to send the next
/// request; then its connection is cut.
const ADMIN_REQUEST_TIMEOUT: Duration = Duration::from_secs(10);

const PLAIN_TEXT: HeaderValue = HeaderValue::from_static("text/plain; charset=utf-8");
const JSON: HeaderValue = HeaderValue::from_static("application/json");

/// The text format of Prometheus.
const EXPOSITION: HeaderValue =
    HeaderValue::from_static("text/plain; version=0.0.4; charset=utf-8");

/// Serves the endpoints in the background until the process ends, also while the server starts and stops.
pub fn begin(
    listener: TcpListener,
    health: &Health,
    metrics: impl Fn() -> String + Send + Sync + 'static,
) -> anyhow::Result<()> {
    tracing::info!(address = %listener.local_addr()?, "the admin listener is open");
    let (health, metrics) = (health.clone(), Arc::new(metrics));
    let service = service_fn(move |request| {
        let (health, metrics) = (health.clone(), metrics.clone());
        async move { Ok::<_, Infallible>(answer(&request, &health, &*metrics).await) }
    });
    let limits = Limits {
        connections: MAX_ADMIN_CONNECTIONS,
        connections_per_client: Some(MAX_ADMIN_CONNECTIONS_OF_A_CLIENT),
        header_timeout: ADMIN_REQUEST_TIMEOUT,
        idle_timeout: ADMIN_REQUEST_TIMEOUT,
        header_bytes: 8 * 1024,
        write_timeout: ADMIN_REQUEST_TIMEOUT,
        ..Limits::default()
    };
    tokio::spawn(stoa_runtime::serve(listener, service, limits, Stop::new()));
    Ok(())
}

async fn answer<B>(
    request: &Request<B>,
    health: &Health,
    metrics: &impl Fn() -> String,
) -> Response<Full<Bytes>> {
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        let mut refused = plain(StatusCode::METHOD_NOT_ALLOWED, "only GET is allowed\n");
        refused.headers_mut().insert(header::ALLOW, HeaderValue::from_static("GET, HEAD"));
        return refused;
    }
    match request.uri().path() {
        "/healthz" => plain(StatusCode::OK, "ok\n"),
        "/readyz" => {
            let requests = match request.uri().query() {
                None => Requests::All,
                Some("for=reads") => Requests::Reads,
                Some(_) => {
                    let known = "unknown query: try /readyz or /readyz?for=reads\n";
                    return plain(StatusCode::BAD_REQUEST, known);
                }
            };
            let report = health.report(requests).await;
            let status =
                if report.ready { StatusCode::OK } else { StatusCode::SERVICE_UNAVAILABLE };
            // A report has only strings and a boolean, which always serialize.
            let json = serde_json::to_vec(&report).unwrap_or_default();
            respond(status, JSON, json)
        }
        "/metrics" => {
            // Updates the metric `stoa_takes_writes`, which would be outdated if no probe calls /readyz.
            health.report(Requests::All).await;
            respond(StatusCode::OK, EXPOSITION, metrics())
        }
        _ => plain(StatusCode::NOT_FOUND, "not found: try /healthz, /readyz or /metrics\n"),
    }
}

fn plain(status: StatusCode, text: &'static str) -> Response<Full<Bytes>> {
    respond(status, PLAIN_TEXT, text)
}

fn respond(
    status: StatusCode,
    content_type: HeaderValue,
    body: impl Into<Bytes>,
) -> Response<Full<Bytes>> {
    let mut response = Response::new(Full::new(body.into()));
    *response.status_mut() = status;
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, content_type);
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}
