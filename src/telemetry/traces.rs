//! Exports spans of requests and of rounds of jobs, and of the statements and calls that they make, by OTLP. Requests never wait for an export. The queue of spans is
//! bounded: spans are lost if it is full or the collector is unreachable.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::Context as _;
use opentelemetry::trace::TracerProvider;
use opentelemetry::{KeyValue, global};
use opentelemetry_otlp::{Protocol, WithExportConfig, WithHttpConfig};
use opentelemetry_sdk::Resource;
use opentelemetry_sdk::error::OTelSdkResult;
use opentelemetry_sdk::propagation::TraceContextPropagator;
use opentelemetry_sdk::resource::{EnvResourceDetector, TelemetryResourceDetector};
use opentelemetry_sdk::trace::{Sampler, SdkTracerProvider, SpanData, SpanExporter};
use stoa_telemetry::Chain;
use tracing::level_filters::LevelFilter;
use tracing::subscriber::Interest;
use tracing::{Metadata, Subscriber};
use tracing_subscriber::Layer;
use tracing_subscriber::layer::{Context, Filter};
use tracing_subscriber::registry::LookupSpan;
use url::Url;

/// The targets of the spans of requests and of rounds of jobs.
const ROOTS: [&str; 2] = ["stoa_operation", "stoa_jobs"];

/// The targets of the spans of statements, and of calls to other servers, that requests and rounds wait for.
const PARTS: [&str; 2] = ["stoa_db", "stoa_calls"];

/// Timeout of one export. The export at the server's stop has the same timeout.
const TRACE_EXPORT_TIMEOUT: Duration = Duration::from_secs(5);

/// Minimum time between two warnings about failed exports.
const EXPORT_WARNING_INTERVAL: Duration = Duration::from_secs(60);

pub(super) struct Traces {
    provider: SdkTracerProvider,
}

impl Traces {
    /// Starts to trace this share of requests, and all requests that their caller has sampled. Blocks, so it must be
    /// called outside of the async runtime.
    pub(super) fn begin(url: &Url, share: f64) -> anyhow::Result<Self> {
        // If the process has already installed a crypto provider, that one stays.
        rustls::crypto::ring::default_provider().install_default().ok();
        let authorities = stoa_tls_roots::private().iter();
        let authorities = authorities.filter_map(|der| reqwest::Certificate::from_der(der).ok());
        let http = reqwest::blocking::Client::builder()
            .timeout(TRACE_EXPORT_TIMEOUT)
            .redirect(reqwest::redirect::Policy::none())
            .tls_certs_merge(authorities)
            .user_agent(concat!("stoa/", env!("CARGO_PKG_VERSION")))
            .build()
            .context("STOA_OTLP_URL: the HTTP client for traces cannot be created")?;
        let exporter = opentelemetry_otlp::SpanExporter::builder()
            .with_http()
            .with_http_client(http)
            .with_protocol(Protocol::HttpBinary)
            .with_endpoint(url.as_str())
            .with_timeout(TRACE_EXPORT_TIMEOUT)
            .build()
            .context("STOA_OTLP_URL: traces cannot be sent there")?;
        let provider = SdkTracerProvider::builder()
            .with_batch_exporter(CountingExporter { exporter, warned_at: Mutex::default() })
            .with_sampler(Sampler::ParentBased(Box::new(Sampler::TraceIdRatioBased(share))))
            .with_resource(resource())
            .build();
        global::set_text_map_propagator(TraceContextPropagator::new());
        Ok(Self { provider })
    }

    pub(super) fn layer<S>(&self) -> impl Layer<S> + use<S>
    where
        S: Subscriber + for<'span> LookupSpan<'span>,
    {
        tracing_opentelemetry::layer()
            .with_tracer(self.provider.tracer("stoa"))
            .with_location(false)
            .with_threads(false)
            .with_level(false)
            .with_target(false)
            .with_tracked_inactivity(false)
            .with_filter(Spans)
    }

    pub(super) fn stop(&self) {
        // Failed exports were counted and logged by the exporter.
        let _ = self.provider.shutdown_with_timeout(TRACE_EXPORT_TIMEOUT);
    }
}

/// Returns the resource of all spans. `OTEL_SERVICE_NAME` and `OTEL_RESOURCE_ATTRIBUTES` take precedence over its own
/// values.
fn resource() -> Resource {
    let resource = Resource::builder_empty()
        .with_service_name("stoa")
        .with_attributes([
            KeyValue::new("service.version", env!("CARGO_PKG_VERSION")),
            KeyValue::new("service.instance.id", format!("{:032x}", rand::random::<u128>())),
        ])
        .with_detector(Box::new(TelemetryResourceDetector))
        .with_detector(Box::new(EnvResourceDetector::new()));
    match std::env::var("OTEL_SERVICE_NAME") {
        Ok(name) if !name.is_empty() => resource.with_service_name(name).build(),
        _ => resource.build(),
    }
}

/// Lets through the spans of requests and rounds, and those of their statements and calls if they are sampled. Events of the log are not
/// exported, because they may contain more data than spans do.
struct Spans;

impl<S: Subscriber> Filter<S> for Spans {
    fn enabled(&self, metadata: &Metadata<'_>, _: &Context<'_, S>) -> bool {
        metadata.is_span()
            && (ROOTS.contains(&metadata.target())
                || PARTS.contains(&metadata.target()) && stoa_telemetry::is_sampled())
    }

    fn callsite_enabled(&self, metadata: &'static Metadata<'static>) -> Interest {
        match metadata.target() {
            target if metadata.is_span() && ROOTS.contains(&target) => Interest::always(),
            target if metadata.is_span() && PARTS.contains(&target) => Interest::sometimes(),
            _ => Interest::never(),
        }
    }

    fn max_level_hint(&self) -> Option<LevelFilter> {
        Some(LevelFilter::DEBUG)
    }
}

/// Counts spans that could not be exported, and logs a warning at intervals.
#[derive(Debug)]
struct CountingExporter<E> {
    exporter: E,
    warned_at: Mutex<Option<Instant>>,
}

impl<E: SpanExporter> SpanExporter for CountingExporter<E> {
    async fn export(&self, batch: Vec<SpanData>) -> OTelSdkResult {
        let spans = batch.len();
        let exported = self.exporter.export(batch).await;
        if let Err(error) = &exported {
            metrics::counter!("stoa_spans_failed_total").increment(spans as u64);
            if self.is_warning_due() {
                tracing::warn!(spans, error = %Chain(error), "traces cannot be exported: check STOA_OTLP_URL");
            }
        }
        exported
    }

    fn set_resource(&mut self, resource: &Resource) {
        self.exporter.set_resource(resource);
    }
}

impl<E> CountingExporter<E> {
    fn is_warning_due(&self) -> bool {
        let mut warned_at = self.warned_at.lock().unwrap_or_else(PoisonError::into_inner);
        let is_due = warned_at.is_none_or(|at| at.elapsed() >= EXPORT_WARNING_INTERVAL);
        if is_due {
            *warned_at = Some(Instant::now());
        }
        is_due
    }
}
