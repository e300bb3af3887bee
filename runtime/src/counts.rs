//! Metrics of requests and connections, recorded through the crate `metrics`. The application must install a recorder
//! before the first metric is used, or nothing is recorded. Handles are looked up once, so counting a request costs a
//! few additions.

use std::{
    array,
    sync::{LazyLock, OnceLock},
    time::Duration,
};

use metrics::{Counter, Gauge, Histogram, counter, gauge, histogram};

/// Requests whose head was read and whose response has not begun.
pub(crate) static IN_FLIGHT: LazyLock<Gauge> = LazyLock::new(|| gauge!("stoa_requests_in_flight"));

pub(crate) static CONNECTIONS: LazyLock<Gauge> = LazyLock::new(|| gauge!("stoa_connections"));

pub(crate) static EVENT_STREAMS: LazyLock<Gauge> = LazyLock::new(|| gauge!("stoa_event_streams"));

/// Metrics of requests that match no operation of an API: documents, pages, files, and unknown paths.
pub(crate) static NO_OPERATION: LazyLock<Counts> = LazyLock::new(|| Counts::new("-", "-"));

/// The statuses that have their own value of the label `status`. All others count as `other`. 499 means that the client
/// disconnected before the response.
const STATUSES: [u16; 33] = [
    200, 201, 202, 204, 206, 301, 302, 303, 304, 307, 308, 400, 401, 402, 403, 404, 405, 409, 410,
    412, 413, 415, 416, 422, 423, 428, 429, 431, 451, 499, 500, 502, 503,
];

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UnavailableReason {
    /// The request waited too long for a connection of the pool.
    Pool,
    /// The client had its whole share of the pool.
    Share,
    /// The client had too many concurrent requests.
    ClientBound,
    /// The bodies of other requests took all room.
    BodyRoom,
    /// The database was unreachable, too slow or read-only.
    Database,
    /// The disk of the database is nearly full.
    Disk,
    /// The operation itself was too busy, or lacked a provider.
    Operation,
}

impl UnavailableReason {
    pub const ALL: [Self; 7] = [
        Self::Pool,
        Self::Share,
        Self::ClientBound,
        Self::BodyRoom,
        Self::Database,
        Self::Disk,
        Self::Operation,
    ];

    /// The label in the metric.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Pool => "pool",
            Self::Share => "share",
            Self::ClientBound => "client_bound",
            Self::BodyRoom => "body_room",
            Self::Database => "database",
            Self::Disk => "disk",
            Self::Operation => "operation",
        }
    }

    pub(crate) fn count(self) {
        counter!("stoa_unavailable_total", "reason" => self.name()).increment(1);
    }
}

/// Metrics of the requests of one operation.
pub(crate) struct Counts {
    api: &'static str,
    operation: &'static str,
    /// One counter for each of [`STATUSES`], and one for all others. Each counter is created with its first response.
    by_status: [OnceLock<Counter>; STATUSES.len() + 1],
    durations: OnceLock<Histogram>,
}

impl Counts {
    pub(crate) fn new(api: &'static str, operation: &'static str) -> Self {
        let by_status = array::from_fn(|_| OnceLock::new());
        Self { api, operation, by_status, durations: OnceLock::new() }
    }

    pub(crate) fn answered(&self, status: u16, within: Duration) {
        let Self { api, operation, .. } = *self;
        let at = STATUSES.binary_search(&status).unwrap_or(STATUSES.len());
        let of_status = self.by_status[at].get_or_init(|| {
            let status = STATUSES.get(at).map_or("other".to_owned(), u16::to_string);
            counter!("stoa_requests_total", "api" => api, "operation" => operation, "status" => status)
        });
        of_status.increment(1);
        let durations = self.durations.get_or_init(
            || histogram!("stoa_request_duration_seconds", "api" => api, "operation" => operation),
        );
        durations.record(within);
    }
}

/// Increments a gauge for as long as this value lives.
pub(crate) struct Counted(&'static LazyLock<Gauge>);

impl Counted {
    pub(crate) fn among(gauge: &'static LazyLock<Gauge>) -> Self {
        gauge.increment(1);
        Self(gauge)
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        self.0.decrement(1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statuses_are_found() {
        assert!(STATUSES.is_sorted());
    }
}
