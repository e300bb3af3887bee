//! Why a call failed.

mod transport;

use std::borrow::Cow;
use std::error::Error as StdError;
use std::fmt;
use std::time::{Duration, UNIX_EPOCH};

use bytes::Bytes;
use http::StatusCode;
use http::header::{HeaderMap, RETRY_AFTER};
use serde::Deserialize;

use crate::response::discreet;
use crate::{RateLimit, Reason, clock};

pub(crate) use transport::Stage;
pub use transport::TransportError;
#[cfg(all(feature = "rustls", not(target_arch = "wasm32")))]
pub(crate) use transport::with_causes;

/// Causes of a [`DecodeError`] of a stream.
pub(crate) const NO_EVENTS: &str = "something else than events";
pub(crate) const ENDLESS_EVENT: &str = "an event without an end";

/// More letters of a message are not told.
const MAX_ERROR_MESSAGE_LENGTH: usize = 500;

/// Why a call failed. None of its texts, `Debug` too, has a credential, a path, a query or a body in it; that of
/// [`Api`](Self::Api) has the server's message. It has no `source`: its text says all.
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    /// The server refused: any status that is no success of the operation.
    Api(Box<ApiError>),
    /// No answer, or not all of it: the connection, TLS, or the timeout.
    Transport(TransportError),
    /// No stream of events in the time that a call may take, nor for as long as one may be silent.
    Timeout,
    /// A success whose body is not what the document says.
    Decode(Box<DecodeError>),
    /// The HTTP client that was given to the builder followed a redirect, so that this is another address's answer.
    /// Such a client needs `redirect(reqwest::redirect::Policy::none())`.
    Redirected,
    /// Nothing was sent: what was given cannot stand in a request.
    Request(Cow<'static, str>),
}

/// An answer that is no success of its operation.
#[non_exhaustive]
pub struct ApiError {
    /// As the document has it: `placeOrder`.
    pub operation: &'static str,
    /// The answer's.
    pub status: StatusCode,
    /// The server's; of an answer that is not the server's own, the name of the status.
    pub message: String,
    /// `X-Request-Id`: quote it when you report a problem.
    pub request_id: Option<String>,
    /// The answer's.
    pub headers: HeaderMap,
    /// As it came, its first mebibyte at most.
    pub body: Bytes,
}

/// A success whose body is not what the document says.
#[non_exhaustive]
pub struct DecodeError {
    /// As the document has it: `placeOrder`.
    pub operation: &'static str,
    /// The answer's.
    pub status: StatusCode,
    /// `X-Request-Id`: quote it when you report a problem.
    pub request_id: Option<String>,
    /// As it came.
    pub body: Bytes,
    /// Where and why. Its text may hold a value of the body.
    pub cause: serde_json::Error,
}

impl Error {
    /// The status, where the server answered.
    pub fn status(&self) -> Option<StatusCode> {
        match self {
            Self::Api(error) => Some(error.status),
            Self::Decode(error) => Some(error.status),
            _ => None,
        }
    }

    /// The server's message, where it refused.
    pub fn message(&self) -> Option<&str> {
        match self {
            Self::Api(error) => Some(&error.message),
            _ => None,
        }
    }

    /// `X-Request-Id`, where the server answered.
    pub fn request_id(&self) -> Option<&str> {
        match self {
            Self::Api(error) => error.request_id.as_deref(),
            Self::Decode(error) => error.request_id.as_deref(),
            _ => None,
        }
    }

    /// Whether it took too long, to connect or in all.
    pub fn is_timeout(&self) -> bool {
        match self {
            Self::Transport(error) => error.is_timeout(),
            error => matches!(error, Self::Timeout),
        }
    }

    /// The answer to an `If-None-Match` of [`Settings::header`](crate::Settings::header): what was read then is as it was.
    pub fn is_not_modified(&self) -> bool {
        self.status() == Some(StatusCode::NOT_MODIFIED)
    }

    /// Whether there was no connection, so that nothing was sent. A browser does not tell.
    pub fn is_connect(&self) -> bool {
        matches!(self, Self::Transport(error) if error.is_connect())
    }

    /// Why the operation refused, where the server answered: `error.reason::<PlaceOrderReason>()`. Of a refusal of
    /// another operation than the reasons' own it is `None`.
    pub fn reason<R: Reason>(&self) -> Option<R> {
        match self {
            Self::Api(error) if error.operation == R::OPERATION => {
                Some(R::of(error.status.as_u16(), &error.message))
            }
            _ => None,
        }
    }

    /// How many calls are left, where the server refused and the API tells: see [`RateLimit`].
    pub fn rate_limit(&self) -> Option<RateLimit> {
        match self {
            Self::Api(error) => error.rate_limit(),
            _ => None,
        }
    }

    /// How long the server asks to wait: `Retry-After`, in seconds or as a date.
    pub fn retry_after(&self) -> Option<Duration> {
        match self {
            Self::Api(error) => error.retry_after(),
            _ => None,
        }
    }
}

impl ApiError {
    /// How long the server asks to wait: `Retry-After`, in seconds or as a date.
    pub fn retry_after(&self) -> Option<Duration> {
        let text = self.headers.get(RETRY_AFTER)?.to_str().ok()?;
        if !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit()) {
            // More than can be counted is for ever.
            return Some(Duration::from_secs(text.parse().unwrap_or(u64::MAX)));
        }
        let date = httpdate::parse_http_date(text).ok()?.duration_since(UNIX_EPOCH).ok()?;
        Some(date.saturating_sub(clock::now()))
    }

    /// How many calls are left, where the API tells.
    pub fn rate_limit(&self) -> Option<RateLimit> {
        RateLimit::of(&self.headers)
    }

    pub(crate) fn new(
        operation: &'static str,
        status: StatusCode,
        headers: HeaderMap,
        body: Bytes,
    ) -> Self {
        #[derive(Deserialize)]
        struct Envelope {
            message: String,
        }
        let message = match serde_json::from_slice::<Envelope>(&body) {
            Ok(envelope) => envelope.message,
            // A proxy in between may answer in a form of its own.
            Err(_) => status.canonical_reason().unwrap_or("unknown status").to_owned(),
        };
        let request_id = request_id(&headers);
        Self { operation, status, message, request_id, headers: discreet(headers), body }
    }
}

impl DecodeError {
    /// Where and why, without the value: it may be a credential.
    fn told(&self) -> String {
        let text = self.cause.to_string();
        let is_ours = text == NO_EVENTS || text == ENDLESS_EVENT;
        if is_ours || !self.cause.is_data() || text.starts_with("missing field ") {
            return text;
        }
        match text.rsplit_once(", expected ") {
            Some((what, expected)) if what.starts_with("invalid ") => {
                format!("expected {expected}")
            }
            // An event's data is read from text to values first, which have no lines.
            _ if self.cause.line() == 0 => "no value of its type".to_owned(),
            _ => format!(
                "no value of its type at line {} column {}",
                self.cause.line(),
                self.cause.column()
            ),
        }
    }
}

pub(crate) fn request_id(headers: &HeaderMap) -> Option<String> {
    Some(headers.get("x-request-id")?.to_str().ok()?.to_owned())
}

impl fmt::Display for Error {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Api(error) => error.tell(out),
            Self::Transport(error) => error.fmt(out),
            Self::Timeout => out.write_str("no answer: it took too long"),
            Self::Decode(error) => write!(out, "the answer is not as documented: {}", error.told()),
            Self::Redirected => {
                out.write_str("the HTTP client followed a redirect, which it should not")
            }
            Self::Request(what) => write!(out, "nothing was sent: {what}"),
        }
    }
}

impl ApiError {
    /// On one line, whoever wrote the message.
    fn tell(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { operation, status, message, request_id, .. } = self;
        let message = message.chars().take(MAX_ERROR_MESSAGE_LENGTH);
        let message = message.map(|letter| if letter.is_control() { ' ' } else { letter });
        let message: String = message.collect();
        write!(out, "{operation} {}: {message}", status.as_u16())?;
        match request_id {
            Some(id) => write!(out, " (request {id})"),
            None => Ok(()),
        }
    }
}

// Without a source: its text has the causes of a broken connection, and who prints a chain of causes would print them
// twice, and of a body what `told` leaves out.
impl StdError for Error {}

// A body may hold what no log should, such as the token of a new session.
impl fmt::Debug for ApiError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("ApiError")
            .field("operation", &self.operation)
            .field("status", &self.status)
            .field("message", &self.message)
            .field("request_id", &self.request_id)
            .finish_non_exhaustive()
    }
}

impl fmt::Debug for DecodeError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("DecodeError")
            .field("operation", &self.operation)
            .field("status", &self.status)
            .field("request_id", &self.request_id)
            .field("cause", &self.told())
            .finish_non_exhaustive()
    }
}

impl From<TransportError> for Error {
    fn from(error: TransportError) -> Self {
        Self::Transport(error)
    }
}
