//! The recorder of metrics, and the functions that set gauges before each scrape.

use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use anyhow::Context;
use metrics_exporter_prometheus::{Matcher, PrometheusBuilder, PrometheusHandle};

use super::{metrics, process};

/// How often recorded values are added to their buckets. Until then, each value takes memory.
const HISTOGRAM_UPKEEP_INTERVAL: Duration = Duration::from_secs(5);

/// Buckets of every histogram, in seconds.
const BUCKETS: [f64; 13] =
    [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0];

/// Buckets of the durations of statements. There are fewer of them, because there are hundreds of statements.
const STATEMENT_BUCKETS: [f64; 7] = [0.001, 0.005, 0.025, 0.1, 0.5, 2.5, 10.0];

type Reading = Box<dyn Fn() + Send + Sync>;

/// The process's recorder, which lives as long as the process.
pub(super) struct Measured {
    handle: PrometheusHandle,
    readings: Mutex<Vec<Reading>>,
    /// Dropping the sender ends the thread that runs the upkeep.
    _adding: Sender<()>,
}

impl Measured {
    pub(super) fn begin() -> anyhow::Result<Self> {
        let builder = PrometheusBuilder::new();
        let seconds = Matcher::Suffix("_seconds".to_owned());
        let statements = Matcher::Full("stoa_statement_duration_seconds".to_owned());
        let builder = builder.set_buckets_for_metric(seconds, &BUCKETS)?;
        let recorder =
            builder.set_buckets_for_metric(statements, &STATEMENT_BUCKETS)?.build_recorder();
        let handle = recorder.handle();
        ::metrics::set_global_recorder(recorder)
            .context("a metrics recorder is installed already")?;
        metrics::describe();
        ::metrics::gauge!("stoa_build_info", "version" => env!("CARGO_PKG_VERSION")).set(1);
        let (adding, dropped) = channel::<()>();
        let adds = handle.clone();
        thread::Builder::new().name("metrics".to_owned()).spawn(move || {
            while dropped.recv_timeout(HISTOGRAM_UPKEEP_INTERVAL) == Err(RecvTimeoutError::Timeout)
            {
                adds.run_upkeep();
            }
        })?;
        let readings = Mutex::new(vec![Box::new(process::read) as Reading]);
        Ok(Self { handle, readings, _adding: adding })
    }

    pub(super) fn read_by(&self, read: impl Fn() + Send + Sync + 'static) {
        self.readings.lock().unwrap_or_else(PoisonError::into_inner).push(Box::new(read));
    }

    pub(super) fn render(&self) -> String {
        for read in self.readings.lock().unwrap_or_else(PoisonError::into_inner).iter() {
            read();
        }
        self.handle.render()
    }
}
