//! Spans of requests and of their statements, exported by OTLP. Nothing waits for an export: spans stand in a bounded
//! queue, and those that find no room there, or nobody to take them, are lost.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::Context as _;
use opentelemetry::trace::TracerProvider;
use opentelemetry::{KeyValue, global};
use opentelemetry_otlp::{Protocol, WithExportConfig, WithHttpConfig};
use opentelemetry_sdk::Resource;
use opentelemetry_sdk::error::OTelSdkResult;
use opentelemetry_sdk::propagation::TraceContextPropagator;
use opentelemetry_sdk::trace::{Sampler, SdkTracerProvider, SpanData, SpanExporter};
use stoa_telemetry::Chain;
use tracing::level_filters::LevelFilter;
use tracing::subscriber::Interest;
use tracing::{Metadata, Subscriber};
use tracing_subscriber::Layer;
use tracing_subscriber::layer::{Context, Filter};
use tracing_subscriber::registry::LookupSpan;
use url::Url;

/// The spans of requests, and of the statements that they wait for.
const OPERATIONS: &str = "stoa_operation";
const STATEMENTS: &str = "stoa_db";

/// For one export, and for the last of them when the server stops.
const TRACE_EXPORT_TIMEOUT: Duration = Duration::from_secs(5);

/// A collector that is away is told of so often.
const EXPORT_WARNING_INTERVAL: Duration = Duration::from_secs(60);

pub(super) struct Traces {
    provider: SdkTracerProvider,
}

impl Traces {
    /// Traces this share of requests, and all whose caller says so. A blocking call, outside of any runtime.
    pub(super) fn begin(url: &Url, share: f64) -> anyhow::Result<Self> {
        // A process that has chosen its own provider keeps it.
        rustls::crypto::ring::default_provider().install_default().ok();
        let authorities = stoa_tls_roots::private().iter();
        let authorities = authorities.filter_map(|der| reqwest::Certificate::from_der(der).ok());
        let http = reqwest::blocking::Client::builder()
            .timeout(TRACE_EXPORT_TIMEOUT)
            .redirect(reqwest::redirect::Policy::none())
            .tls_certs_merge(authorities)
            .user_agent(concat!("stoa/", env!("CARGO_PKG_VERSION")))
            .build()
            .context("STOA_OTLP_URL: there is no HTTP client to send traces by")?;
        let exporter = opentelemetry_otlp::SpanExporter::builder()
            .with_http()
            .with_http_client(http)
            .with_protocol(Protocol::HttpBinary)
            .with_endpoint(url.as_str())
            .with_timeout(TRACE_EXPORT_TIMEOUT)
            .build()
            .context("STOA_OTLP_URL: traces cannot be sent there")?;
        let provider = SdkTracerProvider::builder()
            .with_batch_exporter(Watched { exporter, told_at: Mutex::default() })
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
        // What could not be exported is counted and told by its export.
        let _ = self.provider.shutdown_with_timeout(TRACE_EXPORT_TIMEOUT);
    }
}

/// Who is traced. `OTEL_SERVICE_NAME` and `OTEL_RESOURCE_ATTRIBUTES` have the last word.
fn resource() -> Resource {
    let ours = Resource::builder_empty()
        .with_service_name("stoa")
        .with_attributes([
            KeyValue::new("service.version", env!("CARGO_PKG_VERSION")),
            KeyValue::new("service.instance.id", format!("{:032x}", rand::random::<u128>())),
        ])
        .build();
    let detected = Resource::builder().build();
    let is_named = std::env::var_os("OTEL_SERVICE_NAME").is_some_and(|name| !name.is_empty());
    let detected = detected.iter().filter(|(name, value)| {
        is_named
            || name.as_str() != "service.name"
            || !value.as_str().starts_with("unknown_service")
    });
    let detected = detected.map(|(name, value)| KeyValue::new(name.clone(), value.clone()));
    let ours = ours.iter().map(|(name, value)| KeyValue::new(name.clone(), value.clone()));
    Resource::builder_empty().with_attributes(ours.chain(detected)).build()
}

/// Spans of requests, and of statements where their request is one that is told. No event of the log: it may say more.
struct Spans;

impl<S: Subscriber> Filter<S> for Spans {
    fn enabled(&self, metadata: &Metadata<'_>, _: &Context<'_, S>) -> bool {
        metadata.is_span()
            && match metadata.target() {
                OPERATIONS => true,
                STATEMENTS => stoa_telemetry::is_sampled(),
                _ => false,
            }
    }

    fn callsite_enabled(&self, metadata: &'static Metadata<'static>) -> Interest {
        match (metadata.is_span(), metadata.target()) {
            (true, OPERATIONS) => Interest::always(),
            (true, STATEMENTS) => Interest::sometimes(),
            _ => Interest::never(),
        }
    }

    fn max_level_hint(&self) -> Option<LevelFilter> {
        Some(LevelFilter::DEBUG)
    }
}

/// Counts what cannot be exported, and says so now and then.
#[derive(Debug)]
struct Watched<E> {
    exporter: E,
    told_at: Mutex<Option<Instant>>,
}

impl<E: SpanExporter> SpanExporter for Watched<E> {
    async fn export(&self, batch: Vec<SpanData>) -> OTelSdkResult {
        let spans = batch.len();
        let exported = self.exporter.export(batch).await;
        if let Err(error) = &exported {
            metrics::counter!("stoa_spans_failed_total").increment(spans as u64);
            if self.is_to_be_told() {
                tracing::warn!(spans, error = %Chain(error), "traces cannot be exported: look at STOA_OTLP_URL");
            }
        }
        exported
    }

    fn shutdown_with_timeout(&self, timeout: Duration) -> OTelSdkResult {
        self.exporter.shutdown_with_timeout(timeout)
    }

    fn force_flush(&self) -> OTelSdkResult {
        self.exporter.force_flush()
    }

    fn set_resource(&mut self, resource: &Resource) {
        self.exporter.set_resource(resource);
    }
}

impl<E> Watched<E> {
    fn is_to_be_told(&self) -> bool {
        let mut told_at = self.told_at.lock().unwrap_or_else(PoisonError::into_inner);
        let is_due = told_at.is_none_or(|at| at.elapsed() >= EXPORT_WARNING_INTERVAL);
        if is_due {
            *told_at = Some(Instant::now());
        }
        is_due
    }
}
