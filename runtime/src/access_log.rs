//! One line for each request, and one for each internal error.

mod redaction;

use std::{error::Error as StdError, fmt, net::IpAddr, sync::Arc, time::Instant};

use http::{HeaderValue, Method, StatusCode, Uri, request::Parts};

use redaction::Redacted;

use crate::routing::routes::Route;

/// What nginx calls a request whose client left before the response.
const CLIENT_LEFT: u16 = 499;

/// What the lines of one request say.
pub(crate) struct AccessLog {
    pub(crate) peer: IpAddr,
    pub(crate) request_id: HeaderValue,
    pub(crate) route: Option<Arc<Route>>,
    method: Method,
    uri: Uri,
    started: Instant,
    is_written: bool,
}

/// An error and everything that caused it, in one line.
struct Chain<'a>(&'a (dyn StdError + 'static));

impl AccessLog {
    pub(crate) fn new(parts: &Parts, peer: IpAddr, request_id: HeaderValue) -> Self {
        Self {
            peer,
            request_id,
            route: None,
            method: parts.method.clone(),
            uri: parts.uri.clone(),
            started: Instant::now(),
            is_written: false,
        }
    }

    /// The response's head is there; the body of a stream may take longer.
    pub(crate) fn answered(&mut self, status: StatusCode) {
        self.write(status.as_u16());
    }

    /// Why a response is a 500.
    pub(crate) fn internal_error(&self, cause: &(dyn StdError + 'static)) {
        tracing::error!(
            request_id = self.request_id(),
            operation = self.operation_id(),
            error = %Chain(cause),
            "internal error"
        );
    }

    /// Why a response is a 503 that its operation did not choose.
    pub(crate) fn unavailable(&self, cause: &(dyn StdError + 'static)) {
        tracing::error!(
            request_id = self.request_id(),
            operation = self.operation_id(),
            error = %Chain(cause),
            "unavailable"
        );
    }

    fn write(&mut self, status: u16) {
        self.is_written = true;
        tracing::info!(
            target: "access",
            method = self.method.as_str(),
            path = %Redacted { uri: &self.uri, template: self.route.as_ref().map(|route| route.template.as_str()) },
            status,
            operation = self.operation_id(),
            ms = self.started.elapsed().as_micros() as f64 / 1000.0,
            client = %self.peer,
            request_id = self.request_id(),
        );
    }

    fn operation_id(&self) -> &'static str {
        self.route.as_ref().map_or("-", |route| route.operation_id)
    }

    fn request_id(&self) -> &str {
        self.request_id.to_str().unwrap_or_default()
    }
}

/// An error and everything that caused it.
pub(crate) fn causes<'a>(
    error: &'a (dyn StdError + 'static),
) -> impl Iterator<Item = &'a (dyn StdError + 'static)> {
    std::iter::successors(Some(error), |&error| error.source())
}

impl Drop for AccessLog {
    fn drop(&mut self) {
        if !self.is_written {
            self.write(CLIENT_LEFT);
        }
    }
}

impl fmt::Display for Chain<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}", self.0)?;
        causes(self.0).skip(1).try_for_each(|error| write!(formatter, ": {error}"))
    }
}
