//! The log. Also metrics, if an admin listener serves them, and traces, if a collector is configured.

mod measured;
pub mod metrics;
mod process;
mod traces;
mod watched;

use std::sync::Arc;

use tracing_appender::non_blocking::WorkerGuard;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

use crate::config::TelemetrySettings;
use crate::log;
use measured::Measured;
use traces::Traces;

pub use watched::{watch_cache, watch_checks, watch_database, watch_disks, watch_rows};

/// The digests and the names of the statements in `.sql` files, which the build script finds.
pub const STATEMENTS: &[(u64, &str)] = include!(concat!(env!("OUT_DIR"), "/statements.rs"));

/// The log, metrics and traces of this process.
pub struct Telemetry {
    measured: Option<Arc<Measured>>,
    traces: Option<Traces>,
    /// Writes the last lines of the log when it is dropped.
    _log: WorkerGuard,
}

/// Starts the log, and metrics and traces if they are configured. Must be called once per process, before anything is
/// counted.
pub fn start(settings: &TelemetrySettings, is_measured: bool) -> anyhow::Result<Telemetry> {
    stoa_db::name_statements(STATEMENTS);
    let filter = log::filter(&settings.log)?;
    let measured = is_measured.then(Measured::begin).transpose()?.map(Arc::new);
    let traces = match &settings.otlp_url {
        Some(url) => Some(Traces::begin(url, settings.trace_share)?),
        None => None,
    };
    let layer = traces.as_ref().map(Traces::layer);
    let (lines, guard) = log::layer(filter);
    tracing_subscriber::registry().with(layer).with(lines).init();
    Ok(Telemetry { measured, traces, _log: guard })
}

impl Telemetry {
    /// Renders the current metrics in Prometheus' text format.
    pub fn metrics(&self) -> impl Fn() -> String + Send + Sync + 'static {
        let measured = self.measured.clone();
        move || measured.as_deref().map(Measured::render).unwrap_or_default()
    }

    /// Registers a function that sets gauges before each scrape. The function must not block.
    pub fn at_each_scrape(&self, read: impl Fn() + Send + Sync + 'static) {
        if let Some(measured) = &self.measured {
            measured.read_by(read);
        }
    }

    pub fn is_measured(&self) -> bool {
        self.measured.is_some()
    }

    pub fn is_traced(&self) -> bool {
        self.traces.is_some()
    }

    /// Sends the traces that are queued. Blocks for a few seconds at most.
    pub fn stop(&self) {
        if let Some(traces) = &self.traces {
            traces.stop();
        }
    }
}
