//! A mock server for unit tests of an application. It opens no connection.

use std::collections::{HashMap, VecDeque};
use std::fmt;
use std::future::{Ready, ready};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};

use bytes::Bytes;
use http::header::CONTENT_TYPE;
use http::{HeaderMap, HeaderValue, Method, Request, Response, StatusCode, Uri};
use http_body_util::{BodyExt, Full};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use tower::{Layer, Service};

use crate::error::Stage;
use crate::{Body, CallInfo, Error, HttpClient, Operation, Reason, TransportError};

/// A server without connections. It answers each operation that has JSON or no body with the example of its success in
/// the document, until a test gives it other answers. It has no event streams. Clones are the same mock server.
///
/// The answers of an operation are returned in the order in which they were added. The last one repeats.
#[derive(Clone)]
pub struct MockServer(Arc<Mutex<State>>);

struct State {
    /// The status and the body of each operation's success, by the name of the operation.
    examples: Value,
    answers: HashMap<&'static str, Answers>,
    requests: Vec<ReceivedRequest>,
}

#[derive(Default)]
struct Answers {
    next: VecDeque<Answer>,
    /// The answer to the last call. It is repeated once `next` is empty.
    last: Option<Answer>,
}

/// A response, or a broken connection.
type Answer = Option<Response<Bytes>>;

/// A request that a mock server received.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct ReceivedRequest {
    /// Name of the operation in the document, such as `placeOrder`.
    pub operation: &'static str,
    /// Method of the request.
    pub method: Method,
    /// Address of the request, with its query.
    pub uri: Uri,
    /// Headers of the request.
    pub headers: HeaderMap,
    /// Body of the request.
    pub body: Bytes,
}

impl ReceivedRequest {
    /// Reads the body as JSON.
    ///
    /// # Errors
    /// Returns an error if the body is not a `T`.
    pub fn json<T: DeserializeOwned>(&self) -> Result<T, serde_json::Error> {
        serde_json::from_slice(&self.body)
    }
}

impl MockServer {
    /// Creates a mock server from the examples of a document: an object with a `status` and perhaps a `body` for each
    /// operation.
    #[doc(hidden)]
    pub fn new(examples: &str) -> Self {
        let examples = serde_json::from_str(examples).unwrap_or_default();
        let (answers, requests) = Default::default();
        Self(Arc::new(Mutex::new(State { examples, answers, requests })))
    }

    /// Answers the operation with this body: `mock_server.responds::<GetCart>(&cart)`.
    #[must_use]
    pub fn responds<O: Operation<Body: Serialize>>(self, body: &O::Body) -> Self {
        let body = serde_json::to_vec(body).unwrap_or_default().into();
        let example = self.state().example(O::ID);
        let example = example.unwrap_or_else(|| json_response(200, String::new()));
        self.push(O::ID, Some(example.map(|_| body)))
    }

    /// Answers the operation with this response, for example a 304 or a 503 with `Retry-After`:
    /// `mock_server.responds_with::<GetCart>(response)`. A client waits before each retry: for a test, set `retries(0)`,
    /// or send `Retry-After: 0`.
    #[must_use]
    pub fn responds_with<O: Operation>(self, response: Response<Bytes>) -> Self {
        self.push(O::ID, Some(response))
    }

    /// Refuses the operation for this reason: `mock_server.refuses(PlaceOrderReason::InsufficientStock)`. A reason
    /// `Other` is a 500.
    #[must_use]
    pub fn refuses<R: Reason>(self, reason: R) -> Self {
        let (status, code, message) =
            reason.shown().unwrap_or((500, "internal_server_error", "Internal server error"));
        let body = json!({"success": false, "message": message});
        let mut response = json_response(status, body.to_string());
        response.headers_mut().insert("x-error-code", HeaderValue::from_static(code));
        self.push(R::OPERATION, Some(response))
    }

    /// Breaks the connection before the operation is answered: `mock_server.disconnects::<PlaceOrder>()`.
    #[must_use]
    pub fn disconnects<O: Operation>(self) -> Self {
        self.push(O::ID, None)
    }

    /// Returns the requests so far, retries included.
    pub fn requests(&self) -> Vec<ReceivedRequest> {
        self.state().requests.clone()
    }

    fn push(self, operation: &'static str, answer: Answer) -> Self {
        self.state().answers.entry(operation).or_default().next.push_back(answer);
        self
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn answer(&mut self, operation: &str) -> Option<Answer> {
        if let Some(answers) = self.answers.get_mut(operation) {
            if let Some(next) = answers.next.pop_front() {
                answers.last = Some(next);
            }
            return answers.last.clone();
        }
        self.example(operation).map(Some)
    }

    fn example(&self, operation: &str) -> Answer {
        let example = self.examples.get(operation)?;
        let status = example["status"].as_u64()?.try_into().ok()?;
        let body = example.get("body").map(Value::to_string).unwrap_or_default();
        Some(json_response(status, body))
    }
}

/// The mock server takes the place of the client's HTTP client.
impl Layer<HttpClient> for MockServer {
    type Service = Self;

    fn layer(&self, _: HttpClient) -> Self {
        self.clone()
    }
}

impl Service<Request<Bytes>> for MockServer {
    type Response = Response<Body>;
    type Error = Error;
    type Future = Ready<Result<Response<Body>, Error>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Error>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: Request<Bytes>) -> Self::Future {
        let (head, body) = request.into_parts();
        let operation = head.extensions.get::<CallInfo>().map_or("", |call| call.operation);
        let mut state = self.state();
        let (method, uri, headers) = (head.method, head.uri, head.headers);
        state.requests.push(ReceivedRequest { operation, method, uri, headers, body });
        ready(match state.answer(operation) {
            Some(Some(response)) => {
                let body = |body| Full::new(body).map_err(|never| match never {}).boxed_unsync();
                Ok(response.map(body))
            }
            Some(None) => Err(TransportError::broken(Stage::Request).into()),
            None => {
                let fault = format!("the mock server has no answer to {operation}");
                Err(Error::request(fault))
            }
        })
    }
}

fn json_response(status: u16, body: String) -> Response<Bytes> {
    let mut response = Response::new(body.into());
    *response.status_mut() = StatusCode::from_u16(status).unwrap_or_default();
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    response
}

/// Returns the example of the operation's success in the document, as a value to change in a test.
///
/// # Panics
/// Panics if the document has no example of the operation's success.
#[doc(hidden)]
pub fn example<O: Operation<Body: DeserializeOwned>>(examples: &str) -> O::Body {
    let mut examples: Value = serde_json::from_str(examples).unwrap_or_default();
    let body = examples[O::ID]["body"].take();
    serde_json::from_value(body)
        .unwrap_or_else(|error| panic!("{} has no example of its success: {error}", O::ID))
}

impl fmt::Debug for MockServer {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let requests = self.state().requests.len();
        out.debug_struct("MockServer").field("requests", &requests).finish_non_exhaustive()
    }
}
