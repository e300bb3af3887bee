//! What the server tells who watches it: metrics, traces, and its log.

mod collector;
mod dashboard;
mod logs;
mod metrics;
mod promtool;
mod scrape;
mod traces;
