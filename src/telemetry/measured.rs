//! The recorder of metrics, and the functions that set gauges before each scrape.

use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

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
}

impl Measured {
    pub(super) fn begin() -> anyhow::Result<Self> {
        let seconds = Matcher::Suffix("_seconds".to_owned());
        let statements = Matcher::Full("stoa_statement_duration_seconds".to_owned());
        let handle = PrometheusBuilder::new()
            .set_buckets_for_metric(seconds, &BUCKETS)?
            .set_buckets_for_metric(statements, &STATEMENT_BUCKETS)?
            .install_recorder()?;
        metrics::describe();
        ::metrics::gauge!("stoa_build_info", "version" => env!("CARGO_PKG_VERSION")).set(1);
        let upkeep = handle.clone();
        thread::Builder::new().name("metrics".to_owned()).spawn(move || {
            loop {
                thread::sleep(HISTOGRAM_UPKEEP_INTERVAL);
                upkeep.run_upkeep();
            }
        })?;
        Ok(Self { handle, readings: Mutex::new(vec![Box::new(process::read)]) })
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
