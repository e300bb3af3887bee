//! What a run measured, and the table it is printed as.

use std::time::Duration;

/// One run.
pub struct Figures {
    /// Of every request, sorted.
    latencies: Vec<Duration>,
    elapsed: Duration,
    /// CPU time of the server's process, where there is one.
    pub cpu: Option<Duration>,
}

pub const HEADING: &str = "\
                         requests/s     p50 ms     p99 ms  CPU µs/request";

impl Figures {
    pub fn new(mut latencies: Vec<Duration>, elapsed: Duration) -> Self {
        latencies.sort_unstable();
        Self { latencies, elapsed, cpu: None }
    }

    fn per_second(&self) -> f64 {
        self.latencies.len() as f64 / self.elapsed.as_secs_f64()
    }

    fn percentile(&self, part: f64) -> f64 {
        let index = (self.latencies.len() as f64 * part) as usize;
        self.latencies.get(index).map_or(f64::NAN, |latency| latency.as_secs_f64() * 1e3)
    }

    fn cpu_per_request(&self) -> String {
        let requests = self.latencies.len().max(1) as f64;
        self.cpu.map_or("-".to_owned(), |cpu| format!("{:.1}", cpu.as_secs_f64() * 1e6 / requests))
    }
}

/// Prints one read: served, without HTTP, and the same bytes from a bare server; then the two ratios.
pub fn print(name: &str, bytes: usize, served: &Figures, sql: &Figures, bare: &Figures) {
    println!("{name} ({bytes} bytes)");
    for (label, figures) in [("served", served), ("SQL alone", sql), ("bare hyper", bare)] {
        println!(
            "  {label:20} {:12.0} {:10.2} {:10.2} {:>15}",
            figures.per_second(),
            figures.percentile(0.50),
            figures.percentile(0.99),
            figures.cpu_per_request(),
        );
    }
    println!(
        "  served / SQL alone {:.2}    served / bare hyper {:.2}",
        served.per_second() / sql.per_second(),
        served.per_second() / bare.per_second(),
    );
}
