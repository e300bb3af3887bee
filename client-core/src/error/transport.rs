//! The error for a missing or incomplete answer.

use std::error::Error as StdError;
use std::{fmt, io, iter};

/// A missing or incomplete answer: the connection or TLS failed, or the call timed out. The error's text includes all
/// causes, so `source` returns `None`. The text contains no URL, because the path or the query may be secret.
pub struct TransportError {
    stage: Stage,
    is_timeout: bool,
    is_retryable: bool,
    causes: String,
}

/// How far a call got.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Stage {
    /// Nothing was sent.
    Connect,
    /// The request may have been sent.
    Request,
    /// The answer began to arrive.
    Answer,
}

impl TransportError {
    pub(crate) fn new(stage: Stage, error: &(dyn StdError + 'static)) -> Self {
        let io_error = io_error(error);
        let is_timeout = io_error.is_some_and(|error| error.kind() == io::ErrorKind::TimedOut);
        let is_retryable = match io_error {
            // rustls reports invalid certificates, alerts and broken records as `InvalidData`.
            Some(error) => {
                !matches!(error.kind(), io::ErrorKind::InvalidData | io::ErrorKind::Unsupported)
            }
            None => stage != Stage::Connect,
        };
        Self { stage, is_timeout, is_retryable, causes: with_causes(error) }
    }

    pub(crate) fn timed_out(stage: Stage) -> Self {
        Self { stage, is_timeout: true, is_retryable: true, causes: "it took too long".to_owned() }
    }

    #[cfg(all(feature = "testing", not(target_arch = "wasm32")))]
    pub(crate) fn broken(stage: Stage) -> Self {
        let causes = "the connection broke".to_owned();
        Self { stage, is_timeout: false, is_retryable: true, causes }
    }

    #[cfg(any(feature = "reqwest", target_arch = "wasm32"))]
    pub(crate) fn of_reqwest(error: reqwest::Error) -> Self {
        #[cfg(target_arch = "wasm32")]
        let is_connect = false;
        #[cfg(not(target_arch = "wasm32"))]
        let is_connect = error.is_connect();
        let stage = match () {
            () if is_connect => Stage::Connect,
            () if error.is_body() || error.is_decode() => Stage::Answer,
            () => Stage::Request,
        };
        let (is_timeout, is_redirect) = (error.is_timeout(), error.is_redirect());
        let told = Self::new(stage, &error.without_url());
        Self {
            is_timeout: told.is_timeout || is_timeout,
            is_retryable: told.is_retryable && !is_redirect,
            ..told
        }
    }

    /// Whether the connection or the whole call timed out.
    pub fn is_timeout(&self) -> bool {
        self.is_timeout
    }

    /// Whether the client could not connect, so that nothing was sent. Always false in a browser, which does not report
    /// failed connections.
    pub fn is_connect(&self) -> bool {
        self.stage == Stage::Connect
    }

    /// Whether the answer began but broke off.
    pub(crate) fn is_cut(&self) -> bool {
        self.stage == Stage::Answer
    }

    /// Whether a retry may succeed. A retry cannot succeed after a TLS failure, or for https if the client has no TLS.
    pub(crate) fn is_retryable(&self) -> bool {
        self.is_timeout || self.is_retryable
    }
}

/// Returns the innermost I/O error of an error and its causes.
fn io_error<'a>(error: &'a (dyn StdError + 'static)) -> Option<&'a io::Error> {
    let mut error: &io::Error = causes(error).filter_map(|it| it.downcast_ref()).last()?;
    while let Some(inner) = error.get_ref().and_then(|inner| inner.downcast_ref()) {
        error = inner;
    }
    Some(error)
}

pub fn with_causes(error: &(dyn StdError + 'static)) -> String {
    let texts: Vec<String> = causes(error).map(ToString::to_string).collect();
    texts.join(": ")
}

fn causes<'a>(
    error: &'a (dyn StdError + 'static),
) -> impl Iterator<Item = &'a (dyn StdError + 'static)> {
    iter::successors(Some(error), |error| (*error).source())
}

impl fmt::Display for TransportError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let what = if self.is_cut() { "not all of the answer came" } else { "no answer" };
        write!(out, "{what}: {}", self.causes)
    }
}

impl fmt::Debug for TransportError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "TransportError({self})")
    }
}

impl StdError for TransportError {}
