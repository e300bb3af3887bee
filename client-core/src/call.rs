//! One call: its parameters, its body and how the answer is read.

use std::fmt::{self, Display};
use std::time::Duration;

use bytes::Bytes;
use http::header::{CONTENT_TYPE, HeaderMap, HeaderName, HeaderValue};
use http::{Method, StatusCode};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::error::request_id;
use crate::http_client::header_value;
use crate::{DecodeError, Error, Form, Response, Transport, random_id};

/// All but the unreserved characters of RFC 3986.
const ESCAPED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// What is in the type that an operation's method returns (see `calls!`). All that is put on it is encoded
/// at once; what cannot be sent is told when it is sent.
#[derive(Clone)]
#[must_use]
pub struct Call {
    pub(crate) transport: Transport,
    pub(crate) operation: &'static str,
    pub(crate) method: Method,
    pub(crate) path: String,
    /// Names, and values as they stand in an address.
    query: Vec<(&'static str, String)>,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Bytes,
    /// Its successes.
    pub(crate) statuses: &'static [u16],
    /// It may be sent again though it may have been done already.
    pub(crate) is_repeatable: bool,
    pub(crate) fault: Option<String>,
}

impl Call {
    pub(crate) fn new(
        transport: Transport,
        operation: &'static str,
        method: Method,
        path: &'static str,
    ) -> Self {
        let is_repeatable = method.is_idempotent();
        let headers = transport.settings.headers.clone();
        let fault = transport.settings.fault.map(str::to_owned);
        Self {
            transport,
            operation,
            method,
            path: path.to_owned(),
            query: Vec::new(),
            headers,
            body: Bytes::new(),
            statuses: &[200],
            is_repeatable,
            fault,
        }
    }

    /// A parameter of the path, one segment of it.
    pub fn path(mut self, name: &str, value: impl Display) -> Self {
        let value = value.to_string();
        // Whoever reads the address would take these for something else than a name.
        if matches!(value.as_str(), "" | "." | "..") {
            return self.fail(format!("`{value}` cannot be the {name} in a path"));
        }
        self.path = self.path.replace(&format!("{{{name}}}"), &escaped(&value));
        self
    }

    /// A parameter of the query.
    pub fn query(self, name: &'static str, value: impl Display) -> Self {
        self.put(name, escaped(value))
    }

    /// A list in the query: a comma parts its items, and one inside an item is escaped.
    pub fn query_list(self, name: &'static str, values: &[impl ToString]) -> Self {
        let items: Vec<String> = values.iter().map(|item| escaped(item.to_string())).collect();
        self.put(name, items.join(","))
    }

    /// JSON in the query.
    pub fn query_json(self, name: &'static str, value: &impl Serialize) -> Self {
        match serde_json::to_string(value) {
            Ok(text) => self.query(name, text),
            Err(error) => self.fail(format!("{name} cannot be JSON: {error}")),
        }
    }

    /// A header that the operation has.
    pub fn header(self, name: &'static str, value: impl Display) -> Self {
        self.any_header(name, &value.to_string())
    }

    /// A header of the caller's choice.
    pub fn any_header(mut self, name: &str, value: &str) -> Self {
        // What cannot be a name may be a value in the wrong place, so it is not told.
        let Ok(name) = HeaderName::from_bytes(name.as_bytes()) else {
            return self.fail("HTTP does not allow a header of such a name".to_owned());
        };
        let Some(value) = header_value(value) else {
            return self.fail(format!("HTTP does not allow such a value of the header `{name}`"));
        };
        self.headers.insert(name, value);
        self
    }

    /// It is done once under the key that it gets, however often it is sent.
    pub fn idempotent(mut self) -> Self {
        self.is_repeatable = true;
        self.header("idempotency-key", random_id())
    }

    /// It is not sent again after a failure, whatever its method.
    pub fn once(mut self) -> Self {
        self.is_repeatable = false;
        self
    }

    /// A body of JSON.
    pub fn json<T: Serialize>(self, body: &T) -> Self {
        match serde_json::to_vec(body) {
            Ok(body) => self.raw(body),
            Err(error) => self.fail(format!("the body cannot be JSON: {error}")),
        }
    }

    /// A body of JSON that is sent as it is.
    pub fn raw(mut self, body: impl Into<Bytes>) -> Self {
        self.headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
        self.body = body.into();
        self
    }

    /// Whether it is done once, however often it is sent.
    pub(crate) fn has_key(&self) -> bool {
        self.headers.contains_key("idempotency-key")
    }

    /// A form.
    pub fn form(self, form: Form) -> Self {
        let (media_type, body) = form.encoded();
        let mut call = self.header(CONTENT_TYPE.as_str(), media_type);
        call.body = body;
        call
    }

    /// The statuses of its successes, where they are others than 200.
    pub fn expect(mut self, statuses: &'static [u16]) -> Self {
        self.statuses = statuses;
        self
    }

    /// See [`Settings::timeout`](crate::Settings::timeout).
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.transport.settings.timeout = timeout;
        self
    }

    /// See [`Settings::retries`](crate::Settings::retries).
    pub fn retries(mut self, retries: u32) -> Self {
        self.transport.settings.retries = Some(retries);
        self
    }

    /// It may take as long as it takes.
    #[cfg(feature = "events")]
    pub(crate) fn without_end(self) -> Self {
        self.timeout(Duration::MAX)
    }

    /// Where it is sent to.
    pub(crate) fn url(&self) -> String {
        let mut url = format!("{}{}", self.transport.base_url, self.path);
        for (place, (name, value)) in self.query.iter().enumerate() {
            let mark = if place == 0 { '?' } else { '&' };
            url.push_str(&format!("{mark}{}={value}", escaped(name)));
        }
        url
    }

    /// Sends it; the answer is JSON.
    ///
    /// # Errors
    /// See [`Error`].
    pub async fn send<T: DeserializeOwned>(self) -> Result<Response<T>, Error> {
        let operation = self.operation;
        let Response { status, headers, body } = self.whole().await?;
        match serde_json::from_slice(&body) {
            Ok(body) => Ok(Response::new(status, headers, body)),
            Err(cause) => Err(unexpected(operation, cause, status, &headers, body)),
        }
    }

    /// Sends it; the answer has no body.
    ///
    /// # Errors
    /// See [`Error`].
    pub async fn empty(self) -> Result<Response<()>, Error> {
        let answer = self.whole().await?;
        Ok(Response::new(answer.status, answer.headers, ()))
    }

    /// Sends it; the answer is taken as it is.
    ///
    /// # Errors
    /// See [`Error`].
    pub async fn bytes(self) -> Result<Response<Bytes>, Error> {
        self.whole().await
    }

    /// What is given twice counts as it was given last: the server would refuse both.
    fn put(mut self, name: &'static str, value: String) -> Self {
        self.query.retain(|(other, _)| *other != name);
        self.query.push((name, value));
        self
    }

    fn fail(mut self, fault: String) -> Self {
        self.fault.get_or_insert(fault);
        self
    }
}

fn escaped(value: impl Display) -> String {
    utf8_percent_encode(&value.to_string(), ESCAPED).to_string()
}

// Path, query and body may hold what no log should.
impl fmt::Debug for Call {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { operation, transport, is_repeatable, .. } = self;
        out.debug_struct("Call")
            .field("operation", operation)
            .field("transport", transport)
            .field("is_repeatable", is_repeatable)
            .finish_non_exhaustive()
    }
}

/// A success that is not as documented.
pub(crate) fn unexpected(
    operation: &'static str,
    cause: serde_json::Error,
    status: StatusCode,
    headers: &HeaderMap,
    body: Bytes,
) -> Error {
    let request_id = request_id(headers);
    Error::Decode(Box::new(DecodeError { operation, status, request_id, body, cause }))
}
