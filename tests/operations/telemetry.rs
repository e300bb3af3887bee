//! Observability: metrics, traces, and the log.

mod alerts;
mod collector;
mod dashboard;
mod logs;
mod metrics;
mod promtool;
pub mod scrape;
mod statements;
mod traces;
