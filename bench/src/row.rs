//! What one turn measured, and the table of the medians.

use std::time::Duration;

use crate::against::cases::Done;
use crate::figures::Figures;

/// Of CPU time for each request the last two, in microseconds.
pub const HEADING: &str =
    "                              requests/s     p50 ms     p99 ms  server µs  Postgres µs";

/// One turn; what it has not is no number.
pub struct Row {
    pub per_second: f64,
    p50: f64,
    pub p99: f64,
    server_cpu: f64,
    database_cpu: f64,
}

impl Row {
    pub fn served(figures: &Figures, database_cpu: Duration) -> Self {
        Self {
            per_second: figures.per_second(),
            p50: figures.p50(),
            p99: figures.p99(),
            server_cpu: figures.cpu.map_or(f64::NAN, |cpu| figures.micros_per_request(cpu)),
            database_cpu: figures.micros_per_request(database_cpu),
        }
    }

    pub fn sql_alone(done: &Done, database_cpu: Duration) -> Self {
        Self {
            per_second: done.per_second,
            p50: f64::NAN,
            p99: f64::NAN,
            server_cpu: f64::NAN,
            database_cpu: database_cpu.as_secs_f64() * 1e6 / done.transactions,
        }
    }

    pub fn print(&self, label: &str) {
        println!(
            "  {label:26}{:>12}{:>11}{:>11}{:>11}{:>13}",
            number(self.per_second, 0),
            number(self.p50, 2),
            number(self.p99, 2),
            number(self.server_cpu, 0),
            number(self.database_cpu, 0),
        );
    }
}

fn number(value: f64, places: usize) -> String {
    if value.is_nan() { "-".to_owned() } else { format!("{value:.places$}") }
}

/// Each column's median by itself.
pub fn medians(rows: &[Row]) -> Row {
    let of = |column: fn(&Row) -> f64| median(rows.iter().map(column).collect());
    Row {
        per_second: of(|row| row.per_second),
        p50: of(|row| row.p50),
        p99: of(|row| row.p99),
        server_cpu: of(|row| row.server_cpu),
        database_cpu: of(|row| row.database_cpu),
    }
}

/// How many requests a second one has for each of the other's, in the same round: the median, the least and the most.
pub fn print_ratio(label: &str, rows: &[Row], others: &[Row]) {
    let ratios: Vec<f64> =
        rows.iter().zip(others).map(|(row, other)| row.per_second / other.per_second).collect();
    let least = ratios.iter().copied().fold(f64::NAN, f64::min);
    let most = ratios.iter().copied().fold(f64::NAN, f64::max);
    if !ratios.is_empty() {
        println!("  {label:26}{:>12.2}   ({least:.2} to {most:.2})", median(ratios));
    }
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
