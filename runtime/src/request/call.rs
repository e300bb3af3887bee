//! A request to an operation.

use std::{
    borrow::Cow,
    net::IpAddr,
    sync::{
        Arc, Mutex, OnceLock, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use bytes::Bytes;
use http::{HeaderMap, HeaderName, HeaderValue, Method, header, request::Parts};
use serde::de::DeserializeOwned;
use stoa_fair_queue::Caller;

use super::{
    RequestId,
    body::{Limit, RequestBody},
    body_room::{BodyRoom, Taken},
    client_address::network,
    decode::decode,
    form,
    query::{self, QueryParameter},
    text::Text,
};
use crate::{
    Form, FormPart, InvalidBody, Parameter, ResponseCache, Schemas, StreamedBody, UnreadableBody,
    operation::invalid::{Reason, Unreadable},
    routing::{exchange::Exchange, routes::Route, settings::IsTransient},
    schemas::extent::{Extent, MAX_JSON_VALUES},
};

/// Timeout for a whole body, if no [`Connection`](crate::Connection) sets one.
const BODY_TIMEOUT: Duration = Duration::from_secs(30);

/// The message for a body that is not JSON, unless the document has another.
pub(crate) const INVALID_JSON: &str = "Invalid JSON body";

/// The content types of forms.
const FORMS: [&str; 2] = ["application/x-www-form-urlencoded", "multipart/form-data"];

/// A request to an operation. Generated code reads credentials, parameters and body from it.
pub struct Call {
    parts: Parts,
    body: RequestBody,
    body_bytes: u64,
    /// The memory that the body takes, held until the handler has finished.
    taken: Arc<Taken>,
    pub(crate) response_room: Option<BodyRoom>,
    route: Arc<Route>,
    /// Names and values of the query, which credentials borrow from.
    decoded_query: OnceLock<Vec<(String, String)>>,
    pub(crate) peer: IpAddr,
    request_id: RequestId,
    body_limit: usize,
    body_timeout: Duration,
    /// A guard sets this while it borrows credentials from the call.
    must_name_json: AtomicBool,
    /// A guard adds headers while it borrows credentials from the call.
    response_headers: Mutex<Vec<(HeaderName, HeaderValue)>>,
    pub(crate) cache: Option<Arc<ResponseCache>>,
    pub(crate) is_transient: IsTransient,
}

impl Call {
    pub(crate) fn new(
        parts: Parts,
        body: RequestBody,
        route: Arc<Route>,
        exchange: &Exchange,
    ) -> Self {
        let connection = exchange.connection.as_ref();
        Self {
            parts,
            body,
            body_bytes: 0,
            taken: Arc::new(Taken::new(
                connection.map(|connection| connection.body_room.clone()),
                exchange.log.peer,
            )),
            response_room: connection.map(|connection| connection.response_room.clone()),
            route,
            decoded_query: OnceLock::new(),
            peer: exchange.log.peer,
            request_id: exchange.log.request_id.clone(),
            body_limit: crate::BODY_LIMIT,
            body_timeout: connection.map_or(BODY_TIMEOUT, |connection| connection.body_timeout),
            must_name_json: AtomicBool::default(),
            response_headers: Mutex::default(),
            cache: exchange.cache.clone(),
            is_transient: exchange.is_transient,
        }
    }

    pub(crate) fn into_response_headers(self) -> Vec<(HeaderName, HeaderValue)> {
        self.response_headers.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    /// The request's method. `HEAD` is routed to the operation of `GET`.
    pub fn method(&self) -> &Method {
        &self.parts.method
    }

    pub fn headers(&self) -> &HeaderMap {
        &self.parts.headers
    }

    pub(crate) fn path_and_query(&self) -> &str {
        self.parts.uri.path_and_query().map_or("", |path| path.as_str())
    }

    /// The path in the document, with the base path: `/api/v1/sites/{siteId}/posts`.
    pub(crate) fn path_template(&self) -> &str {
        &self.route.template
    }

    pub fn operation_id(&self) -> &'static str {
        self.route.operation_id
    }

    /// The client's address. If a trusted proxy or a trusted client sends the request, this is the address that it
    /// reports.
    pub fn peer(&self) -> IpAddr {
        self.peer
    }

    /// The key under which the client is counted: its IPv4 address, or the /64 network of its IPv6 address. One client
    /// usually has all addresses of a /64.
    pub fn client(&self) -> IpAddr {
        network(self.peer)
    }

    /// The caller for whom the operation uses shared resources. Guards set its tenant.
    pub(crate) fn fair_queue_caller(&self) -> Caller {
        Caller::new(self.client(), self.route.is_essential)
    }

    /// The value of the response's header `X-Request-Id`.
    pub fn request_id(&self) -> &str {
        self.request_id.as_str()
    }

    /// Adds a header to the response, whether the response succeeds or fails. If the reply sets a header of the same
    /// name, only the reply's header is sent. Cookies (`Set-Cookie`) are all sent.
    pub fn set_header(&self, name: HeaderName, value: HeaderValue) {
        let mut headers = self.response_headers.lock().unwrap_or_else(PoisonError::into_inner);
        if name != header::SET_COOKIE {
            headers.retain(|(other, _)| *other != name);
        }
        headers.push((name, value));
    }

    /// Tells every cache not to store the response, whether it succeeds or fails (`Cache-Control: no-store`).
    pub fn never_store(&self) {
        self.set_header(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }

    /// Answers this call by its handler and not from the response cache, and tells every cache not to store the response.
    pub fn bypass_cache(&mut self) {
        self.cache = None;
        self.never_store();
    }

    /// Returns a path parameter, percent-decoded but not validated.
    pub fn path_parameter(&self, name: &str) -> Option<Cow<'_, str>> {
        match self.segment(name) {
            Text::Valid(text) => Some(text),
            Text::Absent | Text::Malformed(_) | Text::Twice => None,
        }
    }

    pub fn path(&self, name: &'static str) -> Parameter<'_> {
        Parameter::new(name, self.segment(name))
    }

    /// Returns a query parameter. A parameter that occurs more than once is refused as ambiguous, unless it is a list.
    pub fn query(&self, name: &'static str) -> Parameter<'_> {
        let query = self.parts.uri.query().unwrap_or_default();
        Parameter::of_query(QueryParameter { query, name })
    }

    /// The names and values of the query, decoded. Bytes that are not UTF-8 are replaced.
    pub(crate) fn decoded_query(&self) -> &[(String, String)] {
        self.decoded_query
            .get_or_init(|| query::decoded(self.parts.uri.query().unwrap_or_default()))
    }

    /// Returns a header. A header that occurs more than once is refused, except `If-Match`: it is a list, whose parts
    /// may be on several lines (RFC 9110, section 5.3).
    pub fn header(&self, name: &'static str) -> Parameter<'_> {
        let values = self.parts.headers.get_all(name).iter().map(HeaderValue::as_bytes);
        if name.eq_ignore_ascii_case(header::IF_MATCH.as_str()) {
            let lines: Vec<&[u8]> = values.collect();
            let joined = (!lines.is_empty()).then(|| Cow::Owned(lines.join(&b", "[..])));
            return Parameter::new(name, query::only(joined.into_iter()));
        }
        Parameter::new(name, query::only(values.map(Cow::Borrowed)))
    }

    /// Reads the JSON body and validates it against this component schema.
    pub async fn json<T: DeserializeOwned + Send + 'static>(
        &mut self,
        schemas: &'static Schemas,
        schema: &'static str,
    ) -> Result<T, InvalidBody> {
        self.json_or(schemas, schema, INVALID_JSON).await
    }

    /// Reads the JSON body like [`Self::json`], with the document's own message for a body that is not JSON
    /// (`x-message` of the request body).
    pub async fn json_or<T: DeserializeOwned + Send + 'static>(
        &mut self,
        schemas: &'static Schemas,
        schema: &'static str,
        message: &'static str,
    ) -> Result<T, InvalidBody> {
        let bytes = self.json_bytes().await?;
        decode(schemas, schema, &bytes, message).await
    }

    /// Reads a JSON body without parsing it. Its content type may be absent, because many clients send JSON without one
    /// or as text. Only a form is refused, and after [`Self::require_json_type`] every other type.
    pub(crate) async fn json_bytes(&mut self) -> Result<Bytes, InvalidBody> {
        let content_type = self.content_type();
        let is_refused = match self.must_name_json.load(Ordering::Relaxed) {
            true => content_type != "application/json" && !content_type.ends_with("+json"),
            false => FORMS.contains(&&*content_type),
        };
        if is_refused {
            return Err(InvalidBody(Reason::OtherType("application/json")));
        }
        Ok(self.bytes(self.body_limit).await?)
    }

    /// Sets the maximum size of the body in bytes (`x-max-bytes` of the request body).
    pub fn max_bytes(&mut self, bytes: usize) -> &mut Self {
        self.body_limit = bytes;
        self
    }

    /// Refuses a JSON body unless its content type is `application/json` or ends with `+json`. A browser lets a page of
    /// another origin send such a body only if CORS allows it.
    pub(crate) fn require_json_type(&self) {
        self.must_name_json.store(true, Ordering::Relaxed);
    }

    /// Reads the JSON body as bytes (`x-raw`). For a handler that verifies a signature before it parses the body.
    pub async fn raw_json(&mut self) -> Result<Bytes, UnreadableBody> {
        let bytes = self.bytes(self.body_limit).await?;
        match Extent::of(&bytes).values > MAX_JSON_VALUES {
            true => Err(UnreadableBody(Unreadable::TooLarge)),
            false => Ok(bytes),
        }
    }

    /// Returns the body for a handler that reads it while it arrives (`x-raw` with `x-max-bytes`). Refuses a body whose
    /// `Content-Length` exceeds this size.
    pub fn streamed_body(&mut self, max_bytes: usize) -> Result<StreamedBody, UnreadableBody> {
        let limit = Limit { bytes: max_bytes, time: self.body_timeout };
        self.body.check_length(&self.parts.headers, limit).map_err(UnreadableBody)?;
        let body = self.body.take();
        Ok(StreamedBody::new(body, max_bytes, self.body_timeout, self.taken.clone()))
    }

    /// Reads the body as bytes, up to this limit.
    pub async fn bytes(&mut self, limit: usize) -> Result<Bytes, UnreadableBody> {
        let limit = Limit { bytes: limit, time: self.body_timeout };
        let read = self.body.take().read(&self.parts.headers, limit, &self.taken).await;
        let bytes = read.map_err(UnreadableBody)?;
        self.body_bytes = bytes.len() as u64;
        Ok(bytes)
    }

    /// The size of the body in bytes, or 0 before it is read. The size of a form is always 0.
    pub fn body_bytes(&self) -> u64 {
        self.body_bytes
    }

    /// Reads the `multipart/form-data` body, up to the content of its file if every declared text arrives before the
    /// file. `limit` is the maximum size of each part in bytes. The whole body may be 64 KiB longer.
    pub async fn multipart(
        &mut self,
        limit: usize,
        declared: &'static [FormPart],
    ) -> Result<Form, InvalidBody> {
        let limit = Limit { bytes: limit, time: self.body_timeout };
        let (body, headers) = (self.body.take(), &self.parts.headers);
        form::read(body, headers, limit, declared, self.taken.clone()).await
    }

    fn segment(&self, name: &str) -> Text<'_> {
        let mut segments = self.parts.uri.path().as_bytes().split(|byte| *byte == b'/');
        let segment = self.route.segment(name).and_then(|number| segments.nth(number));
        segment.map_or(Text::Absent, query::decode_path)
    }

    /// The content type in lower case, without parameters; empty if there is none.
    fn content_type(&self) -> String {
        let given =
            self.parts.headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
        let essence = given.unwrap_or_default().split(';').next().unwrap_or_default();
        essence.trim().to_ascii_lowercase()
    }
}
