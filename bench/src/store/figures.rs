//! The figures of one measurement, and the table of their medians.

use std::time::Duration;

pub const HEADING: &str =
    "                      requests/s     p50 ms     p99 ms  server CPU µs  Postgres CPU µs";

/// The figures of one measurement. CPU times are in microseconds for each request.
pub struct Figures {
    per_second: f64,
    p50_ms: f64,
    p99_ms: f64,
    server_cpu: f64,
    postgres_cpu: f64,
}

impl Figures {
    pub fn new(
        mut latencies: Vec<Duration>,
        elapsed: Duration,
        server_cpu: Duration,
        postgres_cpu: Duration,
    ) -> Self {
        latencies.sort_unstable();
        let count = latencies.len() as f64;
        let percentile = |part: f64| {
            let latency = latencies.get((count * part) as usize);
            latency.map_or(f64::NAN, |latency| latency.as_secs_f64() * 1e3)
        };
        let micros = |time: Duration| time.as_secs_f64() * 1e6 / count;
        Self {
            per_second: count / elapsed.as_secs_f64(),
            p50_ms: percentile(0.50),
            p99_ms: percentile(0.99),
            server_cpu: micros(server_cpu),
            postgres_cpu: micros(postgres_cpu),
        }
    }

    pub fn print(&self, label: &str) {
        let Self { per_second, p50_ms, p99_ms, server_cpu, postgres_cpu } = self;
        println!(
            "  {label:18}{per_second:>12.0}{p50_ms:>11.2}{p99_ms:>11.2}{server_cpu:>15.0}{postgres_cpu:>17.0}"
        );
    }
}

/// Returns the median of each column.
pub fn medians(turns: &[Figures]) -> Figures {
    let of = |column: fn(&Figures) -> f64| median(turns.iter().map(column).collect());
    Figures {
        per_second: of(|turn| turn.per_second),
        p50_ms: of(|turn| turn.p50_ms),
        p99_ms: of(|turn| turn.p99_ms),
        server_cpu: of(|turn| turn.server_cpu),
        postgres_cpu: of(|turn| turn.postgres_cpu),
    }
}

/// Prints the ratio of two servers' requests per second: the median, least and greatest over the rounds.
pub fn print_ratio(label: &str, turns: &[Figures], others: &[Figures]) {
    let pairs = turns.iter().zip(others);
    let ratios: Vec<f64> = pairs.map(|(one, other)| one.per_second / other.per_second).collect();
    let least = ratios.iter().copied().fold(f64::NAN, f64::min);
    let most = ratios.iter().copied().fold(f64::NAN, f64::max);
    println!("  {label:18}{:>12.2}   ({least:.2} to {most:.2})", median(ratios));
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    let middle = values.len() / 2;
    match values.len() {
        0 => f64::NAN,
        length if length % 2 == 1 => values[middle],
        _ => (values[middle - 1] + values[middle]) / 2.0,
    }
}
