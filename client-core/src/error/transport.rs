//! No answer, or not all of it.

use std::error::Error as StdError;
use std::{fmt, io, iter};

/// No answer, or not all of it: the connection, TLS, or the timeout. Its text holds those of its causes, so they are no
/// `source` that would be printed once more.
pub struct TransportError {
    /// Without the address, whose path or query may hold what no log should.
    cause: reqwest::Error,
}

impl TransportError {
    pub(crate) fn new(cause: reqwest::Error) -> Self {
        Self { cause: cause.without_url() }
    }

    /// What the HTTP client says of it. Its `Debug` may hold the address of the host.
    pub fn as_reqwest(&self) -> &reqwest::Error {
        &self.cause
    }

    /// Whether it took too long, to connect or in all.
    pub fn is_timeout(&self) -> bool {
        self.cause.is_timeout()
    }

    /// Whether there was no connection, so that nothing was sent. A browser does not tell.
    pub fn is_connect(&self) -> bool {
        #[cfg(target_arch = "wasm32")]
        return false;
        #[cfg(not(target_arch = "wasm32"))]
        self.cause.is_connect()
    }

    /// Whether an answer began.
    pub(crate) fn is_cut(&self) -> bool {
        self.cause.is_body() || self.cause.is_decode()
    }

    /// Whether it may be otherwise a little later: what TLS refuses, or has no part in `https`, does not pass.
    pub(crate) fn may_pass(&self) -> bool {
        if self.is_timeout() {
            return true;
        }
        if self.cause.is_redirect() {
            return false;
        }
        match self.io_error() {
            // So rustls tells of certificates, alerts and broken records.
            Some(error) => error.kind() != io::ErrorKind::InvalidData,
            None => !self.is_connect(),
        }
    }

    /// The error of the operating system, or of what stands in between.
    fn io_error(&self) -> Option<&io::Error> {
        let mut error: &io::Error =
            causes(&self.cause).filter_map(|it| it.downcast_ref()).last()?;
        while let Some(inner) = error.get_ref().and_then(|inner| inner.downcast_ref()) {
            error = inner;
        }
        Some(error)
    }
}

/// Its text, and those of its causes.
pub fn with_causes(error: &(dyn StdError + 'static)) -> String {
    let texts: Vec<String> = causes(error).map(ToString::to_string).collect();
    texts.join(": ")
}

/// The error itself, and what caused it.
fn causes<'a>(
    error: &'a (dyn StdError + 'static),
) -> impl Iterator<Item = &'a (dyn StdError + 'static)> {
    iter::successors(Some(error), |error| (*error).source())
}

impl fmt::Display for TransportError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let what = if self.is_cut() { "not all of the answer came" } else { "no answer" };
        // What it says itself is no more than that a request was sent.
        write!(out, "{what}: {}", with_causes(&self.cause))
    }
}

impl fmt::Debug for TransportError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "TransportError({self})")
    }
}

impl StdError for TransportError {}
