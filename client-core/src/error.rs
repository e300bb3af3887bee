//! Why a call failed.

mod transport;

use std::borrow::Cow;
use std::error::Error as StdError;
use std::fmt;
use std::time::{Duration, UNIX_EPOCH};

use bytes::Bytes;
use http::header::{HeaderMap, RETRY_AFTER};
use http::{Method, StatusCode};
use serde_json::{Map, Value};

use crate::response::discreet;
use crate::{Call, RateLimit, Reason, clock};

pub(crate) use transport::Stage;
pub use transport::TransportError;
#[cfg(all(feature = "rustls", not(target_arch = "wasm32")))]
pub(crate) use transport::with_causes;

/// Causes of a [`DecodeError`] when an answer is not a valid event stream.
pub(crate) const NO_EVENTS: &str = "something else than events";
pub(crate) const ENDLESS_EVENT: &str = "an event without an end";

/// Maximum length of the server's message in the text of an error, in characters.
const MAX_ERROR_MESSAGE_LENGTH: usize = 500;

/// Why a call failed, and which call.
///
/// The texts of an error, including `Debug`, contain no credential, no values of the path, no query and no body. The text
/// of [`ErrorKind::Api`] contains the server's message, and that of [`ErrorKind::Decode`] the names of the fields around
/// the fault. An error has no `source`, because its text includes all causes.
#[derive(Debug)]
#[non_exhaustive]
pub struct Error {
    /// Why the call failed.
    pub kind: ErrorKind,
    /// The call. `None` if the client could not be built.
    pub call: Option<CallInfo>,
}

/// Why a call failed.
#[derive(Debug)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The server refused the call: the status is not a success status of the operation.
    Api(Box<ApiError>),
    /// The answer is missing or incomplete: the connection or TLS failed, or the call timed out.
    Transport(TransportError),
    /// The event stream did not open in time. The limit is the call's timeout, or the time that a connection may be
    /// silent, whichever is shorter.
    Timeout,
    /// The status is a success, but the body is not as documented.
    Decode(Box<DecodeError>),
    /// The application's HTTP client followed a redirect, so the answer comes from another URL. Create that client with
    /// `redirect(reqwest::redirect::Policy::none())`.
    Redirected,
    /// Nothing was sent: a value is not valid in a request, or the HTTP client cannot be set up.
    Request(Cow<'static, str>),
}

/// A call, or one of its attempts. Each HTTP request has it among its extensions, for the layers of
/// [`Builder::layer`](crate::Builder::layer).
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct CallInfo {
    /// Name of the operation in the document, such as `placeOrder`.
    pub operation: &'static str,
    /// Method of the request.
    pub method: Method,
    /// Path of the operation in the document, with the names of its parameters: `/{siteId}/checkout`.
    pub path: &'static str,
    /// Number of attempts so far, including this one.
    pub attempts: u32,
}

/// An answer whose status is not a success status of the operation.
#[non_exhaustive]
pub struct ApiError {
    /// Status of the answer.
    pub status: StatusCode,
    /// The server's message. If the answer is not in the server's format, this is the name of the status.
    pub message: String,
    /// Value of `X-Error-Code`, such as `insufficient_stock`. It stays the same when the message changes.
    pub code: Option<String>,
    /// Value of `X-Request-Id`. Quote this id when you report a problem.
    pub request_id: Option<String>,
    /// Headers of the answer.
    pub headers: HeaderMap,
    /// Body of the answer, at most its first mebibyte.
    pub body: Bytes,
}

/// An answer with a success status, whose body is not as documented.
#[non_exhaustive]
pub struct DecodeError {
    /// Status of the answer.
    pub status: StatusCode,
    /// Value of `X-Request-Id`. Quote this id when you report a problem.
    pub request_id: Option<String>,
    /// Body of the answer.
    pub body: Bytes,
    /// The place of the fault in the body, such as `data.items[0].price`. It is `.` for the body itself.
    pub field: String,
    /// The cause, with its position in the body. The text of the cause may contain a value of the body.
    pub cause: serde_json::Error,
}

impl Error {
    /// Adds the call, unless the error has one already.
    pub(crate) fn of(mut self, call: &Call, attempts: u32) -> Self {
        self.call.get_or_insert_with(|| call.info(attempts));
        self
    }

    pub(crate) fn request(what: impl Into<Cow<'static, str>>) -> Self {
        ErrorKind::Request(what.into()).into()
    }

    /// The headers of a refusal, or none.
    #[cfg(feature = "cache")]
    pub(crate) fn into_headers(self) -> HeaderMap {
        match self.kind {
            ErrorKind::Api(refusal) => refusal.headers,
            _ => HeaderMap::new(),
        }
    }

    /// The refusal, if the server refused the call.
    pub fn refusal(&self) -> Option<&ApiError> {
        match &self.kind {
            ErrorKind::Api(refusal) => Some(refusal),
            _ => None,
        }
    }

    /// The status, if the server answered.
    pub fn status(&self) -> Option<StatusCode> {
        match &self.kind {
            ErrorKind::Api(error) => Some(error.status),
            ErrorKind::Decode(error) => Some(error.status),
            _ => None,
        }
    }

    /// The server's message, if the server refused the call.
    pub fn message(&self) -> Option<&str> {
        self.refusal().map(|refusal| refusal.message.as_str())
    }

    /// The server's code, such as `insufficient_stock`, if the server refused the call.
    pub fn code(&self) -> Option<&str> {
        self.refusal()?.code.as_deref()
    }

    /// Value of `X-Request-Id`, if the server answered.
    pub fn request_id(&self) -> Option<&str> {
        match &self.kind {
            ErrorKind::Api(error) => error.request_id.as_deref(),
            ErrorKind::Decode(error) => error.request_id.as_deref(),
            _ => None,
        }
    }

    /// Whether the connection or the whole call timed out.
    pub fn is_timeout(&self) -> bool {
        match &self.kind {
            ErrorKind::Transport(error) => error.is_timeout(),
            kind => matches!(kind, ErrorKind::Timeout),
        }
    }

    /// Whether the server answered 304, because the caller's copy is current. The server answers so only if the
    /// application sent the copy's tag as `If-None-Match`, for example by
    /// [`Settings::header`](crate::Settings::header).
    pub fn is_not_modified(&self) -> bool {
        self.status() == Some(StatusCode::NOT_MODIFIED)
    }

    /// Whether the client could not connect, so that nothing was sent. Always false in a browser, which does not report
    /// failed connections.
    pub fn is_connect(&self) -> bool {
        matches!(&self.kind, ErrorKind::Transport(error) if error.is_connect())
    }

    /// Returns the typed reason of a refusal: `error.reason::<PlaceOrderReason>()`. Returns `None` if the server did
    /// not refuse the call, or if the error is from another operation.
    pub fn reason<R: Reason>(&self) -> Option<R> {
        let refusal = self.refusal()?;
        let is_of_operation = self.call.as_ref()?.operation == R::OPERATION;
        let reason = || R::of(refusal.status.as_u16(), refusal.code.as_deref(), &refusal.message);
        is_of_operation.then(reason)
    }

    /// The state of the caller's rate limit, if the server refused the call and reported that state. See [`RateLimit`].
    pub fn rate_limit(&self) -> Option<RateLimit> {
        self.refusal()?.rate_limit()
    }

    /// The wait that the server asks for with `Retry-After`, in seconds or as a date.
    pub fn retry_after(&self) -> Option<Duration> {
        self.refusal()?.retry_after()
    }
}

impl ErrorKind {
    /// The value of OpenTelemetry's `error.type`: a status or a word.
    pub(crate) fn name(&self) -> &str {
        match self {
            Self::Api(refusal) => refusal.status.as_str(),
            Self::Transport(error) if error.is_timeout() => "timeout",
            Self::Transport(_) => "transport",
            Self::Timeout => "timeout",
            Self::Decode(_) => "decode",
            Self::Redirected => "redirected",
            Self::Request(_) => "request",
        }
    }
}

impl ApiError {
    /// The wait that the server asks for with `Retry-After`, in seconds or as a date.
    pub fn retry_after(&self) -> Option<Duration> {
        let text = self.headers.get(RETRY_AFTER)?.to_str().ok()?;
        if !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit()) {
            // A number of seconds that is too large counts as the longest possible wait.
            return Some(Duration::from_secs(text.parse().unwrap_or(u64::MAX)));
        }
        let date = httpdate::parse_http_date(text).ok()?.duration_since(UNIX_EPOCH).ok()?;
        Some(date.saturating_sub(clock::now()))
    }

    /// The state of the caller's rate limit, if the server reported it.
    pub fn rate_limit(&self) -> Option<RateLimit> {
        RateLimit::of(&self.headers)
    }

    pub(crate) fn new(status: StatusCode, headers: HeaderMap, body: Bytes) -> Self {
        // A proxy may answer in another format.
        let message = message_of(&body)
            .unwrap_or_else(|| status.canonical_reason().unwrap_or("unknown status").to_owned());
        let (code, request_id) = (text_of(&headers, "x-error-code"), request_id(&headers));
        Self { status, message, code, request_id, headers: discreet(headers), body }
    }
}

impl DecodeError {
    fn tell(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}, but the answer is not as documented", self.status.as_u16())?;
        if self.field != "." {
            write!(out, " at {}", self.field)?;
        }
        write!(out, ": {}", self.told())
    }

    /// Returns the text of the cause without the value that the text quotes, because that value may be a credential.
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
            // The data of an event is first parsed into a `Value`. Errors of a `Value` have no line numbers.
            _ if self.cause.line() == 0 => "no value of its type".to_owned(),
            _ => format!(
                "no value of its type at line {} column {}",
                self.cause.line(),
                self.cause.column()
            ),
        }
    }
}

/// Returns the message of an error body. APIs give the message one of these names.
fn message_of(body: &[u8]) -> Option<String> {
    const NAMES: [&str; 3] = ["message", "detail", "error"];
    let mut members: Map<String, Value> = serde_json::from_slice(body).ok()?;
    NAMES.iter().find_map(|name| match members.remove(*name) {
        Some(Value::String(message)) => Some(message),
        _ => None,
    })
}

pub(crate) fn request_id(headers: &HeaderMap) -> Option<String> {
    text_of(headers, "x-request-id")
}

fn text_of(headers: &HeaderMap, name: &'static str) -> Option<String> {
    Some(headers.get(name)?.to_str().ok()?.to_owned())
}

/// One line: `placeOrder POST /{siteId}/checkout: 409 Insufficient stock (attempt 1, request 4f0c)`.
impl fmt::Display for Error {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(CallInfo { operation, method, path, attempts }) = &self.call else {
            return self.kind.fmt(out);
        };
        write!(out, "{operation} {method} {path}: {}", self.kind)?;
        if matches!(self.kind, ErrorKind::Request(_)) {
            return Ok(());
        }
        write!(out, " (attempt {attempts}")?;
        match self.request_id() {
            Some(id) => write!(out, ", request {id})"),
            None => out.write_str(")"),
        }
    }
}

impl fmt::Display for ErrorKind {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Api(error) => error.tell(out),
            Self::Transport(error) => error.fmt(out),
            Self::Timeout => out.write_str("no answer: it took too long"),
            Self::Decode(error) => error.tell(out),
            Self::Redirected => {
                out.write_str("the HTTP client followed a redirect, which it should not")
            }
            Self::Request(what) => write!(out, "nothing was sent: {what}"),
        }
    }
}

impl ApiError {
    /// Writes status and message on one line, whatever the message contains.
    fn tell(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let message = self.message.chars().take(MAX_ERROR_MESSAGE_LENGTH);
        let message = message.map(|letter| if letter.is_control() { ' ' } else { letter });
        write!(out, "{} {}", self.status.as_u16(), message.collect::<String>())
    }
}

// `source` returns `None`, because the text already includes the causes of a broken connection. Printing the chain of
// sources would print these causes twice. For a `DecodeError`, it would also print the value that `told` leaves out.
impl StdError for Error {}

// `Debug` omits the body, because it may contain secrets, such as the token of a new session.
impl fmt::Debug for ApiError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("ApiError")
            .field("status", &self.status)
            .field("message", &self.message)
            .field("code", &self.code)
            .field("request_id", &self.request_id)
            .finish_non_exhaustive()
    }
}

impl fmt::Debug for DecodeError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("DecodeError")
            .field("status", &self.status)
            .field("request_id", &self.request_id)
            .field("field", &self.field)
            .field("cause", &self.told())
            .finish_non_exhaustive()
    }
}

impl From<ErrorKind> for Error {
    fn from(kind: ErrorKind) -> Self {
        Self { kind, call: None }
    }
}

impl From<TransportError> for Error {
    fn from(error: TransportError) -> Self {
        ErrorKind::Transport(error).into()
    }
}

#[cfg(test)]
mod tests {
    use super::message_of;

    #[test]
    fn the_message_has_one_of_three_names() {
        for (body, message) in [
            (r#"{"success":false,"message":"Not found"}"#, Some("Not found")),
            (
                r#"{"title":"Not Found","detail":"There is no note 7","status":404}"#,
                Some("There is no note 7"),
            ),
            (r#"{"error":"Not Found","message":"There is no note 7"}"#, Some("There is no note 7")),
            (r#"{"error":"No"}"#, Some("No")),
            (r#"{"error":{"message":"No"}}"#, None),
            ("<html>", None),
        ] {
            assert_eq!(message_of(body.as_bytes()).as_deref(), message, "{body}");
        }
    }
}
