//! All metrics by name. A test compares this list with a scrape and with the dashboard.

use metrics::{Unit, counter, describe_counter, describe_gauge, describe_histogram, gauge};

/// The kind of a metric.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Counter,
    Gauge,
    Histogram,
}

use Kind::{Counter, Gauge, Histogram};

/// Name, kind and description.
pub const METRICS: [(&str, Kind, &str); 28] = [
    ("process_cpu_seconds_total", Counter, "Time on processors, of the user and of the system"),
    ("process_max_fds", Gauge, "Open files at most"),
    ("process_open_fds", Gauge, "Open files: each connection is one"),
    ("process_resident_memory_bytes", Gauge, "Memory that is in use"),
    ("process_start_time_seconds", Gauge, "When this process began, in seconds since 1970"),
    ("stoa_build_info", Gauge, "1, for the version that runs"),
    ("stoa_cache_bytes", Gauge, "Memory of cached values, by cache"),
    ("stoa_cache_hits_total", Counter, "Values served fresh from a cache, by cache"),
    ("stoa_cache_misses_total", Counter, "Values that had to be read, by cache"),
    (
        "stoa_cache_stale_total",
        Counter,
        "Answers that were given old because the database did not answer, by cache",
    ),
    ("stoa_connections", Gauge, "Open connections of clients, and of who reads this"),
    ("stoa_event_streams", Gauge, "Open streams of events"),
    (
        "stoa_job_age_seconds",
        Gauge,
        "Time since a job's last round that succeeded on any server, or since this one began",
    ),
    ("stoa_job_failures_total", Counter, "Rounds that failed on this server, by job"),
    ("stoa_job_stale", Gauge, "1 for a job that has not run for three of its periods, else 0"),
    ("stoa_mails_waiting", Gauge, "Mails of all sites that are yet to be sent, 10,000 at most"),
    (
        "stoa_pool_connections",
        Gauge,
        "Connections to Postgres, by state: busy and idle, and limit, which is how many there may be",
    ),
    ("stoa_pool_wait_seconds", Histogram, "What a statement waited for its connection"),
    ("stoa_pool_waiting", Gauge, "Statements that wait for a connection"),
    (
        "stoa_rate_limit_refusals_total",
        Counter,
        "Calls beyond a limit of a document, by API and limit",
    ),
    (
        "stoa_request_duration_seconds",
        Histogram,
        "From a request's head to the head of its answer, by API and operation",
    ),
    ("stoa_requests_in_flight", Gauge, "Requests that are worked on"),
    (
        "stoa_requests_total",
        Counter,
        "Requests by API, operation and status; 499 is a client that left before its answer, and - what is no operation",
    ),
    (
        "stoa_responses_checked_total",
        Counter,
        "Answers that were held against their document (--check-responses)",
    ),
    ("stoa_responses_disagreed_total", Counter, "Answers that were not as documented"),
    (
        "stoa_responses_skipped_total",
        Counter,
        "Answers that were to be checked and were not: too large, or too many at once",
    ),
    ("stoa_spans_failed_total", Counter, "Spans that could not be exported"),
    (
        "stoa_accepts_writes",
        Gauge,
        "1, or 0 while the disk is nearly full or the database is read-only",
    ),
];

/// Gauges that start at 0, and would otherwise be missing from a scrape until their first change.
const NONE_AT_FIRST: [&str; 3] =
    ["stoa_connections", "stoa_event_streams", "stoa_requests_in_flight"];

/// Registers the descriptions, which appear in scrapes.
pub(super) fn describe() {
    for (name, kind, text) in METRICS {
        match (kind, name.ends_with("_seconds")) {
            (Counter, _) => describe_counter!(name, text),
            (Gauge, false) => describe_gauge!(name, text),
            (Gauge, true) => describe_gauge!(name, Unit::Seconds, text),
            (Histogram, _) => describe_histogram!(name, Unit::Seconds, text),
        }
    }
    NONE_AT_FIRST.into_iter().for_each(|name| gauge!(name).set(0));
    counter!("stoa_spans_failed_total").absolute(0);
}
