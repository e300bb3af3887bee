//! All metrics by name. A test compares this list with a running server's metrics and with the dashboard.

use metrics::{Unit, counter, describe_counter, describe_gauge, describe_histogram, gauge};
use stoa_runtime::UnavailableReason;

/// A metric's name, and its description.
pub type Metric = (&'static str, &'static str);

pub const COUNTERS: &[Metric] = &[
    ("process_cpu_seconds_total", "User and system CPU time"),
    ("stoa_cache_hits_total", "Values served fresh from a cache, by cache"),
    ("stoa_cache_misses_total", "Values not in a cache, by cache"),
    ("stoa_cache_stale_total", "Stale values served because the database did not answer, by cache"),
    ("stoa_job_failures_total", "Failed runs on this server, by job"),
    ("stoa_queue_refusals_total", "Requests whose turn came too late, by queue"),
    ("stoa_rate_limit_refusals_total", "Calls refused by a rate limit, by API and limit"),
    (
        "stoa_replica_reads_total",
        "Statements of cached reads, by the replica that answered; none: the primary took it",
    ),
    (
        "stoa_requests_total",
        "Requests by API, operation and status; status 499: the client disconnected before its response; operation -: no operation matched",
    ),
    (
        "stoa_responses_checked_total",
        "Responses checked against their document (--check-responses)",
    ),
    ("stoa_responses_disagreed_total", "Responses that did not match their document"),
    (
        "stoa_responses_skipped_total",
        "Responses due for a check but not checked: too large, or too many at once",
    ),
    ("stoa_spans_failed_total", "Spans that could not be exported"),
    ("stoa_unavailable_total", "Responses with status 503, by reason"),
    (
        "stoa_valkey_fallbacks_total",
        "Counts that this server made by itself because Valkey did not answer",
    ),
];

pub const GAUGES: &[Metric] = &[
    ("process_max_fds", "Maximum number of open files"),
    ("process_open_fds", "Open files, including connections"),
    ("process_resident_memory_bytes", "Resident memory"),
    ("process_start_time_seconds", "Start time of the process, in seconds since 1970"),
    ("stoa_build_info", "1, with the running version"),
    ("stoa_cache_bytes", "Memory of cached values, by cache"),
    (
        "stoa_certificate_expiry_timestamp_seconds",
        "Time at which the certificate of --tls-certificate expires, in seconds since 1970",
    ),
    ("stoa_connections", "Open connections, including those that read metrics"),
    ("stoa_database_read_only", "1 while the database is read-only, else 0"),
    (
        "stoa_database_up",
        "1, or 0 while Postgres does not answer and requests that need it are refused at once",
    ),
    (
        "stoa_disk_free_bytes",
        "Free space on the disk of a folder: data of the embedded Postgres, or files",
    ),
    (
        "stoa_disk_size_bytes",
        "Size of the disk of a folder: data of the embedded Postgres, or files",
    ),
    ("stoa_event_streams", "Open event streams"),
    (
        "stoa_job_age_seconds",
        "Time since a job's last successful run on any server, or since this server's start",
    ),
    ("stoa_job_stale", "1 for a job that has not run for three of its periods, else 0"),
    (
        "stoa_mails_oldest_seconds",
        "Time since the oldest waiting mail was queued, without mails whose store has no address",
    ),
    ("stoa_mails_waiting", "Waiting mails of all sites, 10,000 at most"),
    (
        "stoa_pool_connections",
        "Connections to Postgres, by state: busy, idle, and limit for their maximum",
    ),
    ("stoa_pool_waiting", "Statements that wait for a connection"),
    (
        "stoa_replica_age_seconds",
        "Maximum age of a replica's data, by replica; a replica older than half of an operation's x-cache-seconds is left out",
    ),
    ("stoa_requests_in_flight", "Requests in progress"),
    (
        "stoa_retention_backlog",
        "Rows of all sites that are due to be deleted but still exist, by kind, 10,000 at most",
    ),
    (
        "stoa_sweep_backlog",
        "Overdue orders, payments to ask about, and unpaid refunds of all sites, 100,000 of each kind at most",
    ),
    (
        "stoa_sweep_oldest_seconds",
        "Time for which the oldest overdue order, payment to ask about, or unpaid refund has waited, by kind",
    ),
    ("stoa_takes_writes", "1, or 0 while the disk is nearly full or the database is read-only"),
    ("stoa_valkey_up", "1, or 0 while Valkey does not answer and this server counts on its own"),
    (
        "stoa_webhook_deliveries_oldest_seconds",
        "Time since the oldest waiting delivery to an active webhook endpoint was queued",
    ),
    (
        "stoa_webhook_deliveries_waiting",
        "Waiting deliveries to active webhook endpoints of all sites, 10,000 at most",
    ),
];

pub const HISTOGRAMS: &[Metric] = &[
    ("stoa_pool_wait_seconds", "Time that a statement waited for its connection"),
    ("stoa_queue_wait_seconds", "Time that requests waited for a turn, by queue"),
    (
        "stoa_request_duration_seconds",
        "Time from a request's head to the head of its response, by API and operation",
    ),
    (
        "stoa_statement_duration_seconds",
        "Time from sending a statement to its answer, by .sql file",
    ),
];

/// The names of all metrics.
pub fn names() -> impl Iterator<Item = &'static str> {
    [COUNTERS, GAUGES, HISTOGRAMS].into_iter().flatten().map(|(name, _)| *name)
}

/// Gauges that are set to 0 at the start. Otherwise they would be missing until their first change.
const GAUGES_SET_AT_START: [&str; 3] =
    ["stoa_connections", "stoa_event_streams", "stoa_requests_in_flight"];

/// Registers the descriptions, which appear in scrapes.
pub(super) fn describe() {
    COUNTERS.iter().for_each(|(name, text)| describe_counter!(*name, *text));
    for (name, text) in GAUGES {
        match name.ends_with("_seconds") {
            true => describe_gauge!(*name, Unit::Seconds, *text),
            false => describe_gauge!(*name, *text),
        }
    }
    HISTOGRAMS.iter().for_each(|(name, text)| describe_histogram!(*name, Unit::Seconds, *text));
    GAUGES_SET_AT_START.into_iter().for_each(|name| gauge!(name).set(0));
    counter!("stoa_spans_failed_total").absolute(0);
    for reason in UnavailableReason::ALL {
        counter!("stoa_unavailable_total", "reason" => reason.name()).absolute(0);
    }
}
