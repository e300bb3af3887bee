//! Logs each request and each internal error. Logging a request also counts it, and records its status in its span.

pub(crate) mod private_names;
mod redaction;
pub(crate) mod refusals;

use std::{error::Error as StdError, net::IpAddr, sync::Arc, time::Instant};

use http::{Method, Uri, request::Parts};
use stoa_telemetry::Chain;
use tracing::Span;

use redaction::Redacted;
use refusals::Refusals;

use crate::{
    counts::{Counted, IN_FLIGHT, NO_OPERATION},
    request::RequestId,
    routing::{routes::Route, span},
};

/// The status that nginx logs if the client disconnects before the response.
const CLIENT_LEFT: u16 = 499;

/// The data for the log lines of one request.
pub(crate) struct AccessLog {
    pub(crate) peer: IpAddr,
    pub(crate) request_id: RequestId,
    pub(crate) route: Option<Arc<Route>>,
    /// The span of the request. It is disabled if tracing is off.
    pub(crate) span: Span,
    method: Method,
    uri: Uri,
    started: Instant,
    is_written: bool,
    /// None for a request without a connection, as in tests.
    refusals: Option<Refusals>,
    _in_flight: Counted,
}

impl AccessLog {
    pub(crate) fn new(
        parts: &Parts,
        peer: IpAddr,
        request_id: RequestId,
        refusals: Option<Refusals>,
    ) -> Self {
        Self {
            peer,
            request_id,
            route: None,
            span: Span::none(),
            method: parts.method.clone(),
            uri: parts.uri.clone(),
            started: Instant::now(),
            is_written: false,
            refusals,
            _in_flight: Counted::among(&IN_FLIGHT),
        }
    }

    /// Logs the request as soon as the head of its response is ready. The body of an event stream may take hours.
    pub(crate) fn answered(&mut self, status: u16) {
        self.is_written = true;
        let within = self.started.elapsed();
        let counts = self.route.as_ref().and_then(|route| route.counts.as_ref());
        counts.unwrap_or(&NO_OPERATION).answered(status, within);
        span::answered(&self.span, status);
        if (400..500).contains(&status)
            && let Some(refusals) = &self.refusals
            && !refusals.count(self.peer)
        {
            return;
        }
        tracing::info!(
            target: "access",
            method = self.method.as_str(),
            path = %Redacted { uri: &self.uri, route: self.route.as_deref() },
            status,
            operation = self.operation_id(),
            ms = within.as_micros() as f64 / 1000.0,
            client = %self.peer,
            request_id = self.request_id.as_str(),
        );
    }

    /// Logs the cause of a 500, or of the 503 for a transient error.
    pub(crate) fn failed(&self, cause: &(dyn StdError + 'static), what: &'static str) {
        tracing::error!(
            request_id = self.request_id.as_str(),
            operation = self.operation_id(),
            error = %Chain(cause),
            "{what}"
        );
    }

    fn operation_id(&self) -> &'static str {
        self.route.as_ref().map_or("-", |route| route.operation_id)
    }
}

impl Drop for AccessLog {
    fn drop(&mut self) {
        if !self.is_written {
            let _in_span = self.span.clone().entered();
            self.answered(CLIENT_LEFT);
        }
    }
}
