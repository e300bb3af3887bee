//! One call: its parameters, its body and how the answer is read.

use std::fmt::{self, Display};

use bytes::Bytes;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use reqwest::header::{CONTENT_TYPE, HeaderMap, HeaderName, HeaderValue};
use reqwest::{Method, StatusCode};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::error::request_id;
use crate::http::header_value;
use crate::{DecodeError, Error, Response, Transport, random_id};

/// All but the unreserved characters of RFC 3986.
const ESCAPED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// A call that is being put together, by the generated method of its operation. What cannot be is told when it is sent.
#[must_use]
pub struct Call {
    pub(crate) transport: Transport,
    pub(crate) operation: &'static str,
    pub(crate) method: Method,
    pub(crate) path: String,
    pub(crate) query: String,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Body,
    /// Its successes.
    pub(crate) statuses: &'static [u16],
    /// It may be sent again though it may have been done already.
    pub(crate) is_repeatable: bool,
    pub(crate) fault: Option<String>,
}

pub(crate) enum Body {
    None,
    Bytes(Bytes),
    /// It goes with the first attempt.
    #[cfg(feature = "multipart")]
    Form(Option<reqwest::multipart::Form>),
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
            query: String::new(),
            headers,
            body: Body::None,
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
        let segment = utf8_percent_encode(&value, ESCAPED).to_string();
        self.path = self.path.replace(&format!("{{{name}}}"), &segment);
        self
    }

    /// A parameter of the query, if it is given.
    pub fn query<T: Display>(mut self, name: &str, value: Option<T>) -> Self {
        if let Some(value) = value {
            let value = value.to_string();
            self.push(name, utf8_percent_encode(&value, ESCAPED));
        }
        self
    }

    /// A list in the query: a comma parts its items, and one inside an item is escaped.
    pub fn query_list<T: Display>(mut self, name: &str, values: Option<&[T]>) -> Self {
        if let Some(values) = values {
            let items: Vec<String> = values
                .iter()
                .map(|item| utf8_percent_encode(&item.to_string(), ESCAPED).to_string())
                .collect();
            self.push(name, items.join(","));
        }
        self
    }

    /// JSON in the query, if it is given.
    pub fn query_json<T: Serialize>(self, name: &str, value: Option<&T>) -> Self {
        match value.map(serde_json::to_string) {
            None => self,
            Some(Ok(text)) => self.query(name, Some(text)),
            Some(Err(error)) => self.fail(format!("{name} cannot be JSON: {error}")),
        }
    }

    /// A header, if it is given.
    pub fn header<T: Display>(mut self, name: &'static str, value: Option<T>) -> Self {
        let Some(value) = value else { return self };
        match header_value(&value.to_string()) {
            Some(value) => {
                self.headers.insert(HeaderName::from_static(name), value);
                self
            }
            None => self.fail(format!("the value of `{name}` cannot stand in a header")),
        }
    }

    /// The key under which it is done once, however often it is sent: a new one where none is given.
    pub fn idempotency_key(mut self, key: Option<&str>) -> Self {
        self.is_repeatable = true;
        self.header("idempotency-key", Some(key.map_or_else(random_id, str::to_owned)))
    }

    /// It is not sent again after a failure, whatever its method.
    pub fn once(mut self) -> Self {
        self.is_repeatable = false;
        self
    }

    /// A body of JSON.
    pub fn json<T: Serialize>(self, body: &T) -> Self {
        match serde_json::to_vec(body) {
            Ok(body) => self.raw(body.into()),
            Err(error) => self.fail(format!("the body cannot be JSON: {error}")),
        }
    }

    /// A body of JSON that is sent as it is.
    pub fn raw(mut self, body: Bytes) -> Self {
        self.headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
        self.body = Body::Bytes(body);
        self
    }

    /// Whether it is done once, however often it is sent.
    pub(crate) fn has_key(&self) -> bool {
        self.headers.contains_key("idempotency-key")
    }

    /// Where it is sent to.
    pub(crate) fn url(&self) -> String {
        format!("{}{}{}", self.transport.base_url, self.path, self.query)
    }

    /// A form, which cannot be sent twice.
    #[cfg(feature = "multipart")]
    pub fn form(mut self, form: reqwest::multipart::Form) -> Self {
        self.body = Body::Form(Some(form));
        self.once()
    }

    /// The same call once more; a form does not go with it.
    #[cfg(feature = "events")]
    pub(crate) fn again(&self) -> Self {
        let body = match &self.body {
            Body::Bytes(body) => Body::Bytes(body.clone()),
            _ => Body::None,
        };
        let (transport, path, query) =
            (self.transport.clone(), self.path.clone(), self.query.clone());
        let (method, headers, fault) =
            (self.method.clone(), self.headers.clone(), self.fault.clone());
        Self { transport, method, path, query, headers, body, fault, ..*self }
    }

    /// It may take as long as it takes.
    #[cfg(feature = "events")]
    pub(crate) fn without_end(mut self) -> Self {
        self.transport.settings.timeout = std::time::Duration::MAX;
        self
    }

    /// The statuses of its successes, where they are others than 200.
    pub fn expect(mut self, statuses: &'static [u16]) -> Self {
        self.statuses = statuses;
        self
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

    fn push(&mut self, name: &str, value: impl Display) {
        let mark = if self.query.is_empty() { '?' } else { '&' };
        let name = utf8_percent_encode(name, ESCAPED);
        self.query.push_str(&format!("{mark}{name}={value}"));
    }

    fn fail(mut self, fault: String) -> Self {
        self.fault.get_or_insert(fault);
        self
    }
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
