//! All metrics by name. A test compares this list with a running server's metrics and with the dashboard.

use metrics::{Unit, counter, describe_counter, describe_gauge, describe_histogram, gauge};
use stoa_runtime::UnavailableReason;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Counter,
    Gauge,
    Histogram,
}

use Kind::{Counter, Gauge, Histogram};

/// Name, kind and description.
pub const METRICS: [(&str, Kind, &str); 45] = [
    ("process_cpu_seconds_total", Counter, "User and system CPU time"),
    ("process_max_fds", Gauge, "Maximum number of open files"),
    ("process_open_fds", Gauge, "Open files, including connections"),
    ("process_resident_memory_bytes", Gauge, "Resident memory"),
    ("process_start_time_seconds", Gauge, "Start time of the process, in seconds since 1970"),
    ("stoa_build_info", Gauge, "1, with the running version"),
    ("stoa_cache_bytes", Gauge, "Memory of cached values, by cache"),
    ("stoa_cache_hits_total", Counter, "Values served fresh from a cache, by cache"),
    ("stoa_cache_misses_total", Counter, "Values not in a cache, by cache"),
    (
        "stoa_cache_stale_total",
        Counter,
        "Stale values served because the database did not answer, by cache",
    ),
    (
        "stoa_certificate_expiry_timestamp_seconds",
        Gauge,
        "Time at which the certificate of --tls-certificate expires, in seconds since 1970",
    ),
    ("stoa_connections", Gauge, "Open connections, including those that read metrics"),
    ("stoa_database_read_only", Gauge, "1 while the database is read-only, else 0"),
    (
        "stoa_database_up",
        Gauge,
        "1, or 0 while Postgres does not answer and requests that need it are refused at once",
    ),
    (
        "stoa_disk_free_bytes",
        Gauge,
        "Free space on the disk of a folder: data of the embedded Postgres, or files",
    ),
    (
        "stoa_disk_size_bytes",
        Gauge,
        "Size of the disk of a folder: data of the embedded Postgres, or files",
    ),
    ("stoa_event_streams", Gauge, "Open event streams"),
    (
        "stoa_job_age_seconds",
        Gauge,
        "Time since a job's last successful run on any server, or since this server's start",
    ),
    ("stoa_job_failures_total", Counter, "Failed runs on this server, by job"),
    ("stoa_job_stale", Gauge, "1 for a job that has not run for three of its periods, else 0"),
    (
        "stoa_mails_oldest_seconds",
        Gauge,
        "Time since the oldest waiting mail was queued, without mails whose store has no address",
    ),
    ("stoa_mails_waiting", Gauge, "Waiting mails of all sites, 10,000 at most"),
    (
        "stoa_pool_connections",
        Gauge,
        "Connections to Postgres, by state: busy, idle, and limit for their maximum",
    ),
    ("stoa_pool_wait_seconds", Histogram, "Time that a statement waited for its connection"),
    ("stoa_pool_waiting", Gauge, "Statements that wait for a connection"),
    ("stoa_queue_refusals_total", Counter, "Requests whose turn came too late, by queue"),
    ("stoa_queue_wait_seconds", Histogram, "Time that requests waited for a turn, by queue"),
    ("stoa_rate_limit_refusals_total", Counter, "Calls refused by a rate limit, by API and limit"),
    (
        "stoa_replica_age_seconds",
        Gauge,
        "Maximum age of a replica's data, by replica; a replica older than half of an operation's x-cache-seconds is left out",
    ),
    (
        "stoa_replica_reads_total",
        Counter,
        "Statements of cached reads, by the replica that answered; none: the primary took it",
    ),
    (
        "stoa_request_duration_seconds",
        Histogram,
        "Time from a request's head to the head of its response, by API and operation",
    ),
    ("stoa_requests_in_flight", Gauge, "Requests in progress"),
    (
        "stoa_requests_total",
        Counter,
        "Requests by API, operation and status; status 499: the client disconnected before its response; operation -: no operation matched",
    ),
    (
        "stoa_responses_checked_total",
        Counter,
        "Responses checked against their document (--check-responses)",
    ),
    ("stoa_responses_disagreed_total", Counter, "Responses that did not match their document"),
    (
        "stoa_responses_skipped_total",
        Counter,
        "Responses due for a check but not checked: too large, or too many at once",
    ),
    (
        "stoa_retention_backlog",
        Gauge,
        "Rows of all sites that are due to be deleted but still exist, by kind, 10,000 at most",
    ),
    ("stoa_spans_failed_total", Counter, "Spans that could not be exported"),
    (
        "stoa_statement_duration_seconds",
        Histogram,
        "Time from sending a statement to its answer, by .sql file",
    ),
    (
        "stoa_sweep_backlog",
        Gauge,
        "Overdue orders, payments to ask about, and unpaid refunds of all sites, 100,000 of each kind at most",
    ),
    (
        "stoa_sweep_oldest_seconds",
        Gauge,
        "Time for which the oldest overdue order, payment to ask about, or unpaid refund has waited, by kind",
    ),
    (
        "stoa_takes_writes",
        Gauge,
        "1, or 0 while the disk is nearly full or the database is read-only",
    ),
    ("stoa_unavailable_total", Counter, "Responses with status 503, by reason"),
    (
        "stoa_valkey_fallbacks_total",
        Counter,
        "Counts that this server made by itself because Valkey did not answer",
    ),
    (
        "stoa_valkey_up",
        Gauge,
        "1, or 0 while Valkey does not answer and this server counts on its own",
    ),
];

/// Gauges that are set to 0 at the start. Otherwise they would be missing until their first change.
const GAUGES_SET_AT_START: [&str; 3] =
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
    GAUGES_SET_AT_START.into_iter().for_each(|name| gauge!(name).set(0));
    counter!("stoa_spans_failed_total").absolute(0);
    for reason in UnavailableReason::ALL {
        counter!("stoa_unavailable_total", "reason" => reason.name()).absolute(0);
    }
}
