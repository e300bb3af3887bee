//! Turns the result of an operation into the response to its request.

use std::{error::Error as StdError, sync::Arc};

use http::{HeaderName, HeaderValue, Method, Response, Version, header, request::Parts};

use stoa_telemetry::causes;

use crate::{
    Body, Connection, ErrorBody, Reply, ResponseCache, ResponseChecks, UnavailableReason,
    access_log::AccessLog,
    connection::{clients::ClientPlace, failures::Delay},
    operation::error::UntypedError,
    request::{RequestId, X_REQUEST_ID, client_address::client_address},
    response::conditional::{self, IfNoneMatch},
    routing::settings::{IsTransient, RouterSettings},
};

/// The data that a response depends on, in addition to the operation's result.
pub(crate) struct Exchange {
    pub(crate) connection: Option<Arc<Connection>>,
    pub(crate) log: AccessLog,
    /// Headers that guards, handlers and the router have set.
    pub(crate) response_headers: Vec<(HeaderName, HeaderValue)>,
    is_head: bool,
    is_http_11: bool,
    if_none_match: Option<IfNoneMatch>,
    pub(crate) is_transient: IsTransient,
    pub(crate) cache: Option<Arc<ResponseCache>>,
    checks: Option<ResponseChecks>,
    error_body: &'static ErrorBody,
}

impl Exchange {
    pub(crate) fn new(
        parts: &Parts,
        settings: &RouterSettings,
        error_body: &'static ErrorBody,
    ) -> Self {
        let connection = parts.extensions.get::<Arc<Connection>>().cloned();
        let peer = client_address(connection.as_deref(), &parts.headers, &settings.trusted);
        let refusals = connection.as_ref().map(|connection| connection.requests.refusals.clone());
        Self {
            log: AccessLog::new(parts, peer, RequestId::of(&parts.headers), refusals),
            response_headers: Vec::new(),
            is_head: parts.method == Method::HEAD,
            is_http_11: parts.version == Version::HTTP_11,
            if_none_match: IfNoneMatch::of(&parts.headers),
            connection,
            is_transient: settings.is_transient,
            cache: settings.cache.clone(),
            checks: settings.checks.clone(),
            error_body,
        }
    }

    /// Counts the request among its client's concurrent requests. Returns an error if the client is at its limit.
    /// Requests without a connection, as in tests, are not limited.
    pub(crate) fn place(&self) -> Result<Option<ClientPlace>, ()> {
        match &self.connection {
            Some(connection) => connection.requests.place(self.log.peer).map(Some).ok_or(()),
            None => Ok(None),
        }
    }

    /// Counts the response if it is an error. Returns a delay if its client has caused too many.
    pub(crate) fn delay(&self, response: &Response<Body>) -> Option<Delay> {
        let connection = self.connection.as_ref().filter(|_| is_failure(response))?;
        connection.requests.count_failure(self.log.peer)
    }

    pub(crate) fn answer(&mut self, result: Result<Reply, UntypedError>) -> Response<Body> {
        let result = result.and_then(Reply::written);
        let reply = result.unwrap_or_else(|failure| {
            let failure = self.public_failure(failure);
            if failure.status == 503 {
                failure.reason.unwrap_or(UnavailableReason::Operation).count();
            }
            // A response without an operation, for example for an unknown path, has the error body of the router.
            match &self.log.route {
                Some(route) => failure.reply(route.error_body, route.error_codes),
                None => failure.reply(self.error_body, &[]),
            }
        });
        let mut response = reply.response;
        self.add_headers(&mut response);
        if reply.conditional {
            conditional::apply(&mut response, self.if_none_match.as_ref());
        }
        self.start_events(&mut response);
        if self.is_head {
            leave_out_body(&mut response);
        }
        self.log.answered(response.status().as_u16());
        if let (Some(checks), Some(route)) = (&self.checks, &self.log.route) {
            checks.sample(route, &self.log.request_id, self.is_head, &response);
        }
        if let Some(encoded) = reply.encoded.filter(|_| !self.is_head) {
            encoded.replace_body(&mut response);
        }
        response
    }

    /// Logs the cause of the failure. If the cause is transient, returns a 503 with `Retry-After` in place of the
    /// failure.
    fn public_failure(&self, failure: UntypedError) -> UntypedError {
        let Some(cause) = &failure.cause else { return failure };
        if let Some(reason) = failure.overload() {
            // The queue counts its refusals. A line for each would fill the log when the server has the least to spare.
            return UntypedError::unavailable(reason);
        }
        let cause: &(dyn StdError + 'static) = cause.as_ref();
        if causes(cause).any(self.is_transient) {
            self.log.failed(cause, "unavailable");
            return UntypedError::unavailable(UnavailableReason::Database);
        }
        self.log.failed(cause, "internal error");
        failure
    }

    fn add_headers(&mut self, response: &mut Response<Body>) {
        let is_failure = is_failure(response);
        let headers = response.headers_mut();
        for (name, value) in self.response_headers.drain(..) {
            if name == header::SET_COOKIE || !headers.contains_key(&name) {
                headers.append(name, value);
            }
        }
        if let Some(route) = &self.log.route {
            for (name, value) in route.headers {
                headers.insert(HeaderName::from_static(name), HeaderValue::from_static(value));
            }
            // Leads to the description of the operation.
            if let Some(link) = route.described_by.clone().filter(|_| is_failure) {
                headers.insert(header::LINK, link);
            }
        }
        headers.insert(X_REQUEST_ID, self.log.request_id.value());
    }

    fn start_events(&self, response: &mut Response<Body>) {
        let Some(events) = response.body_mut().event_stream() else {
            return;
        };
        if let Some(connection) = &self.connection {
            events.end_with(connection.stop.stopping_token());
        }
        // HTTP/2 forbids this header.
        if self.is_http_11 {
            response
                .headers_mut()
                .insert(header::CONNECTION, HeaderValue::from_static("keep-alive"));
        }
    }
}

fn is_failure(response: &Response<Body>) -> bool {
    response.status().as_u16() >= 400
}

/// Removes the body of a response to `HEAD`, and states the length that `GET` would have.
fn leave_out_body(response: &mut Response<Body>) {
    let body = std::mem::take(response.body_mut());
    let Some(length) = body.length().filter(|length| *length > 0) else {
        return;
    };
    response.headers_mut().insert(header::CONTENT_LENGTH, HeaderValue::from(length));
}
