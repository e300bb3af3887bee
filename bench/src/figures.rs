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

pub const HEADING: &str =
    "                         requests/s     p50 ms     p99 ms  CPU µs/request";

impl Figures {
    pub fn new(mut latencies: Vec<Duration>, elapsed: Duration) -> Self {
        latencies.sort_unstable();
        Self { latencies, elapsed, cpu: None }
    }

    /// The one with more requests a second.
    pub fn better(one: Self, other: Self) -> Self {
        if other.per_second() > one.per_second() { other } else { one }
    }

    pub fn per_second(&self) -> f64 {
        self.latencies.len() as f64 / self.elapsed.as_secs_f64()
    }

    /// In milliseconds.
    pub fn p50(&self) -> f64 {
        self.percentile(0.50)
    }

    /// In milliseconds.
    pub fn p99(&self) -> f64 {
        self.percentile(0.99)
    }

    fn percentile(&self, part: f64) -> f64 {
        let index = (self.latencies.len() as f64 * part) as usize;
        self.latencies.get(index).map_or(f64::NAN, |latency| latency.as_secs_f64() * 1e3)
    }

    /// What each request has of this time, in microseconds.
    pub fn micros_per_request(&self, time: Duration) -> f64 {
        time.as_secs_f64() * 1e6 / self.latencies.len().max(1) as f64
    }

    fn cpu_per_request(&self) -> String {
        self.cpu.map_or("-".to_owned(), |cpu| format!("{:.1}", self.micros_per_request(cpu)))
    }
}

/// Prints what was measured in several ways, then how the first of them stands to each of the others.
pub fn print(name: &str, ways: &[(&str, &Figures)]) {
    println!("{name}");
    for (label, figures) in ways {
        print_line(label, figures);
    }
    let Some(((first, measured), others)) = ways.split_first() else { return };
    for (label, other) in others {
        print!("  {first} / {label} {:.2}  ", measured.per_second() / other.per_second());
    }
    println!();
}

/// A line of the table.
pub fn print_line(label: &str, figures: &Figures) {
    println!(
        "  {label:20} {:12.0} {:10.2} {:10.2} {:>15}",
        figures.per_second(),
        figures.p50(),
        figures.p99(),
        figures.cpu_per_request(),
    );
}
