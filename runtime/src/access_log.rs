//! The log line of each request and of each internal error, together with the request's counts and the end of its span.

pub(crate) mod private_names;
mod redaction;

use std::{error::Error as StdError, net::IpAddr, sync::Arc, time::Instant};

use http::{Method, StatusCode, Uri, request::Parts};
use stoa_telemetry::Chain;
use tracing::Span;

use redaction::Redacted;

use crate::{
    counts::{Counted, IN_FLIGHT, NO_OPERATION},
    request::RequestId,
    routing::{routes::Route, span},
};

/// nginx's status for a request whose client disconnected before the response.
const CLIENT_LEFT: u16 = 499;

/// Data for the log lines of one request.
pub(crate) struct AccessLog {
    pub(crate) peer: IpAddr,
    pub(crate) request_id: RequestId,
    pub(crate) route: Option<Arc<Route>>,
    /// Disabled if tracing is off.
    pub(crate) span: Span,
    method: Method,
    uri: Uri,
    started: Instant,
    is_written: bool,
    _in_flight: Counted,
}

impl AccessLog {
    pub(crate) fn new(parts: &Parts, peer: IpAddr, request_id: RequestId) -> Self {
        Self {
            peer,
            request_id,
            route: None,
            span: Span::none(),
            method: parts.method.clone(),
            uri: parts.uri.clone(),
            started: Instant::now(),
            is_written: false,
            _in_flight: Counted::among(&IN_FLIGHT),
        }
    }

    /// Logs the request when the head of its response is ready. The body of a stream may take longer.
    pub(crate) fn answered(&mut self, status: StatusCode) {
        self.write(status.as_u16());
    }

    /// Logs the cause of a 500.
    pub(crate) fn internal_error(&self, cause: &(dyn StdError + 'static)) {
        tracing::error!(
            request_id = self.request_id.as_str(),
            operation = self.operation_id(),
            error = %Chain(cause),
            "internal error"
        );
    }

    /// Logs the cause of a 503 that the handler did not choose.
    pub(crate) fn unavailable(&self, cause: &(dyn StdError + 'static)) {
        tracing::error!(
            request_id = self.request_id.as_str(),
            operation = self.operation_id(),
            error = %Chain(cause),
            "unavailable"
        );
    }

    fn write(&mut self, status: u16) {
        self.is_written = true;
        let within = self.started.elapsed();
        let counts = self.route.as_ref().and_then(|route| route.counts.as_ref());
        counts.unwrap_or(&NO_OPERATION).answered(status, within);
        span::answered(&self.span, status);
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

    fn operation_id(&self) -> &'static str {
        self.route.as_ref().map_or("-", |route| route.operation_id)
    }
}

impl Drop for AccessLog {
    fn drop(&mut self) {
        if !self.is_written {
            let _in_span = self.span.clone().entered();
            self.write(CLIENT_LEFT);
        }
    }
}
