//! One call: its parameters, its body and how the answer is read.

use std::fmt::{self, Display};
use std::net::IpAddr;
use std::time::Duration;

use bytes::Bytes;
use http::header::{CONTENT_TYPE, HeaderMap, HeaderName, HeaderValue};
use http::{Method, StatusCode};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::error::request_id;
use crate::http_client::header_value;
use crate::settings::FORWARDED_FOR;
use crate::{DecodeError, Error, ErrorKind, Form, Response, Transport, random_id};

/// The characters that are percent-encoded: all but the unreserved ones of RFC 3986.
const ESCAPED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// A call of an operation. The macro `calls!` wraps it in a type for each operation.
///
/// Each setter encodes its value at once. If a value is not valid, sending the call fails.
#[derive(Clone)]
#[must_use]
pub struct Call {
    pub(crate) transport: Transport,
    pub(crate) operation: &'static str,
    pub(crate) method: Method,
    /// The path with the names of its parameters: `/{siteId}/cart`.
    pub(crate) template: &'static str,
    pub(crate) path: String,
    /// Names, and percent-encoded values.
    query: Vec<(&'static str, String)>,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Bytes,
    /// The documented success statuses.
    pub(crate) statuses: &'static [u16],
    /// Whether the call may be sent again even if the server may have processed it.
    pub(crate) is_repeatable: bool,
    /// Why the call cannot be sent, if a setter got an invalid value.
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
        let headers = transport.config.settings.headers.clone();
        let query = transport.config.query.clone();
        let fault = transport.config.settings.fault.map(str::to_owned);
        Self {
            transport,
            operation,
            method,
            template: path,
            path: path.to_owned(),
            query,
            headers,
            body: Bytes::new(),
            statuses: &[200],
            is_repeatable,
            fault,
        }
    }

    /// Sets a path parameter, which is one segment of the path.
    pub fn path(mut self, name: &str, value: impl Display) -> Self {
        let value = value.to_string();
        // URL parsers do not read these segments literally.
        if matches!(value.as_str(), "" | "." | "..") {
            return self.fail(format!("`{value}` cannot be the {name} in a path"));
        }
        self.path = self.path.replace(&format!("{{{name}}}"), &escaped(&value));
        self
    }

    /// Sets a query parameter.
    pub fn query(self, name: &'static str, value: impl Display) -> Self {
        self.put(name, escaped(value))
    }

    /// Sets a query parameter to a comma-separated list. Commas in items are escaped.
    pub fn query_list(self, name: &'static str, values: &[impl ToString]) -> Self {
        let items: Vec<String> = values.iter().map(|item| escaped(item.to_string())).collect();
        self.put(name, items.join(","))
    }

    /// Sets a query parameter once for each value.
    pub fn query_each(mut self, name: &'static str, values: &[impl ToString]) -> Self {
        self.query.retain(|(other, _)| *other != name);
        self.query.extend(values.iter().map(|value| (name, escaped(value.to_string()))));
        self
    }

    /// Sets a query parameter to JSON.
    pub fn query_json(self, name: &'static str, value: &impl Serialize) -> Self {
        match serde_json::to_string(value) {
            Ok(text) => self.query(name, text),
            Err(error) => self.fail(format!("{name} cannot be JSON: {error}")),
        }
    }

    /// Sets a header parameter of the operation.
    pub fn header(self, name: &'static str, value: impl Display) -> Self {
        self.any_header(name, &value.to_string())
    }

    /// Sets a header, even one that the operation does not document.
    pub fn any_header(mut self, name: &str, value: &str) -> Self {
        // The error does not show an invalid name, because a caller may have passed a secret value as the name.
        let Ok(name) = HeaderName::from_bytes(name.as_bytes()) else {
            return self.fail("HTTP does not allow a header of such a name".to_owned());
        };
        let Some(value) = header_value(value) else {
            return self.fail(format!("HTTP does not allow such a value of the header `{name}`"));
        };
        self.headers.insert(name, value);
        self
    }

    /// Reports the client for which the call is made, so that rate limits count this client. The server ignores the
    /// report unless its operator trusts the address from which the call comes.
    pub fn on_behalf_of(self, client: IpAddr) -> Self {
        self.any_header(FORWARDED_FOR, &client.to_string())
    }

    /// Adds a random `Idempotency-Key`, so that the server processes the call once even if the client sends it again.
    pub fn idempotent(mut self) -> Self {
        self.is_repeatable = true;
        self.header("idempotency-key", random_id())
    }

    /// Prevents retries once the server may have received the call, whatever the call's method. A call that never
    /// reached the server is still retried.
    pub fn once(mut self) -> Self {
        self.is_repeatable = false;
        self
    }

    /// Sets a JSON body.
    pub fn json<T: Serialize>(self, body: &T) -> Self {
        match serde_json::to_vec(body) {
            Ok(body) => self.raw(body),
            Err(error) => self.fail(format!("the body cannot be JSON: {error}")),
        }
    }

    /// Sets a JSON merge patch (RFC 7396) as the body.
    pub fn merge_patch<T: Serialize>(self, patch: &T) -> Self {
        let mut call = self.json(patch);
        let media_type = HeaderValue::from_static("application/merge-patch+json");
        call.headers.insert(CONTENT_TYPE, media_type);
        call
    }

    /// Sets a body that is already encoded as JSON.
    pub fn raw(mut self, body: impl Into<Bytes>) -> Self {
        self.headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
        self.body = body.into();
        self
    }

    pub(crate) fn has_key(&self) -> bool {
        self.headers.contains_key("idempotency-key")
    }

    /// Sets a form as the body.
    pub fn form(self, form: impl Into<Form>) -> Self {
        let (media_type, body) = form.into().encoded();
        let mut call = self.header(CONTENT_TYPE.as_str(), media_type);
        call.body = body;
        call
    }

    /// Sets the success statuses of the operation. The default is 200 alone.
    pub fn expect(mut self, statuses: &'static [u16]) -> Self {
        self.statuses = statuses;
        self
    }

    /// See [`Settings::timeout`](crate::Settings::timeout).
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.transport.config.settings.timeout = timeout;
        self
    }

    /// See [`Settings::retries`](crate::Settings::retries).
    pub fn retries(mut self, retries: u32) -> Self {
        self.transport.config.settings.retries = Some(retries);
        self
    }

    pub(crate) fn url(&self) -> String {
        let mut url = format!("{}{}", self.transport.config.base_url, self.path);
        for (place, (name, value)) in self.query.iter().enumerate() {
            let mark = if place == 0 { '?' } else { '&' };
            url.push_str(&format!("{mark}{}={value}", escaped(name)));
        }
        url
    }

    /// Sends the call and reads the answer as JSON.
    pub async fn send<T: DeserializeOwned>(self) -> Result<Response<T>, Error> {
        self.answer(|call, answer| {
            let Response { status, headers, attempts, body } = answer;
            match decode(&body) {
                Ok(body) => Ok(Response::new(status, headers, attempts, body)),
                Err(fault) => Err(unexpected(fault, status, &headers, body).of(call, attempts)),
            }
        })
        .await
    }

    /// Sends the call. Use this if the answer has no body.
    pub async fn empty(self) -> Result<Response<()>, Error> {
        self.answer(|_, answer| {
            let Response { status, headers, attempts, .. } = answer;
            Ok(Response::new(status, headers, attempts, ()))
        })
        .await
    }

    /// Sends the call and returns the answer's bytes.
    pub async fn bytes(self) -> Result<Response<Bytes>, Error> {
        self.answer(|_, answer| Ok(answer)).await
    }

    /// Sets a query parameter. Replaces an earlier value of the parameter, because the server refuses a parameter that
    /// occurs twice.
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

pub(crate) fn escaped(value: impl Display) -> String {
    utf8_percent_encode(&value.to_string(), ESCAPED).to_string()
}

// `Debug` omits the path, the query and the body, because they may contain secrets.
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

/// A fault in a body: the path of the field, and the cause.
pub(crate) type Fault = (String, serde_json::Error);

fn decode<T: DeserializeOwned>(json: &[u8]) -> Result<T, Fault> {
    let mut reader = serde_json::Deserializer::from_slice(json);
    let value = serde_path_to_error::deserialize(&mut reader).map_err(fault)?;
    reader.end().map_err(|error| (".".to_owned(), error))?;
    Ok(value)
}

pub(crate) fn fault(error: serde_path_to_error::Error<serde_json::Error>) -> Fault {
    (error.path().to_string(), error.into_inner())
}

/// Returns the error for a successful answer whose body is not as documented.
pub(crate) fn unexpected(
    (field, cause): Fault,
    status: StatusCode,
    headers: &HeaderMap,
    body: Bytes,
) -> Error {
    let request_id = request_id(headers);
    ErrorKind::Decode(Box::new(DecodeError { status, request_id, body, field, cause })).into()
}
