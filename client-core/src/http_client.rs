//! The HTTP client that sends calls: this crate's or the application's.

#[cfg(not(target_arch = "wasm32"))]
mod hyper_client;
#[cfg(any(feature = "reqwest", target_arch = "wasm32"))]
mod reqwest_client;

use std::fmt;
#[cfg(not(target_arch = "wasm32"))]
use std::pin::Pin;
#[cfg(not(target_arch = "wasm32"))]
use std::sync::Arc;
#[cfg(not(target_arch = "wasm32"))]
use std::task::{Context, Poll};
use std::time::Duration;

use bytes::Bytes;
use http::{HeaderValue, Request, Response};
use http_body_util::combinators::UnsyncBoxBody;
#[cfg(not(target_arch = "wasm32"))]
use tower::{Layer, Service, ServiceExt, util::BoxCloneSyncService};

use crate::{Error, TransportError};
#[cfg(not(target_arch = "wasm32"))]
use crate::{clock, error::Stage};

/// The body of a response, as it arrives.
pub type Body = UnsyncBoxBody<Bytes, TransportError>;

/// The HTTP client of a transport, as the layers of [`Builder::layer`](crate::Builder::layer) see it. Clones share its
/// connections.
#[derive(Clone)]
pub struct HttpClient(Client);

#[derive(Clone)]
enum Client {
    #[cfg(not(target_arch = "wasm32"))]
    Hyper(Arc<hyper_client::Client>),
    #[cfg(any(feature = "reqwest", target_arch = "wasm32"))]
    Reqwest(reqwest::Client),
    #[cfg(not(target_arch = "wasm32"))]
    Layered(BoxCloneSyncService<Request<Bytes>, Response<Body>, Error>),
}

/// A service that sends HTTP requests. Every `tower::Service` with these types is one.
#[cfg(not(target_arch = "wasm32"))]
pub trait HttpService:
    Service<Request<Bytes>, Response = Response<Body>, Error = Error, Future: Send + 'static>
    + Clone
    + Send
    + Sync
    + 'static
{
}

#[cfg(not(target_arch = "wasm32"))]
impl<S> HttpService for S where
    S: Service<Request<Bytes>, Response = Response<Body>, Error = Error, Future: Send + 'static>
        + Clone
        + Send
        + Sync
        + 'static
{
}

/// A layer around an [`HttpClient`]. Every `tower::Layer` that returns an [`HttpService`] is one.
#[cfg(not(target_arch = "wasm32"))]
pub trait HttpLayer: Layer<HttpClient, Service: HttpService> + Send + Sync + 'static {}

#[cfg(not(target_arch = "wasm32"))]
impl<L: Layer<HttpClient, Service: HttpService> + Send + Sync + 'static> HttpLayer for L {}

/// The time in which the head of the answer must arrive, as an extension of the request.
#[cfg(not(target_arch = "wasm32"))]
#[derive(Clone, Copy)]
struct Timeout(Duration);

impl HttpClient {
    /// Creates this crate's client. The client does not follow redirects: a documented redirect is an answer, and the
    /// caller uses its `Location`.
    #[cfg(not(target_arch = "wasm32"))]
    pub(crate) fn new() -> Result<Self, Error> {
        hyper_client::client().map(|client| Self(Client::Hyper(client.into())))
    }

    /// Uses the browser's `fetch`, which follows redirects.
    #[cfg(target_arch = "wasm32")]
    pub(crate) fn new() -> Result<Self, Error> {
        Ok(Self(Client::Reqwest(reqwest::Client::new())))
    }

    #[cfg(feature = "reqwest")]
    pub(crate) fn of_reqwest(client: reqwest::Client) -> Self {
        Self(Client::Reqwest(client))
    }

    /// Sends requests by this service, which is the layers around another client.
    #[cfg(not(target_arch = "wasm32"))]
    pub(crate) fn layered(service: impl HttpService) -> Self {
        Self(Client::Layered(BoxCloneSyncService::new(service)))
    }

    /// Sends a request and waits for the head of the answer. `timeout` overrides the timeout of the application's
    /// client.
    pub(crate) async fn send(
        &self,
        request: Request<Bytes>,
        timeout: Duration,
    ) -> Result<Response<Body>, Error> {
        match &self.0 {
            #[cfg(not(target_arch = "wasm32"))]
            Client::Hyper(client) => hyper_client::send(client, request, timeout).await,
            #[cfg(any(feature = "reqwest", target_arch = "wasm32"))]
            Client::Reqwest(client) => reqwest_client::send(client, request, timeout).await,
            #[cfg(not(target_arch = "wasm32"))]
            Client::Layered(service) => {
                let mut request = request;
                request.extensions_mut().insert(Timeout(timeout));
                let answer = clock::within(timeout, service.clone().oneshot(request)).await;
                answer.unwrap_or_else(|| Err(TransportError::timed_out(Stage::Request).into()))
            }
        }
    }
}

#[cfg(not(target_arch = "wasm32"))]
impl Service<Request<Bytes>> for HttpClient {
    type Response = Response<Body>;
    type Error = Error;
    type Future = Pin<Box<dyn Future<Output = Result<Response<Body>, Error>> + Send>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Error>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: Request<Bytes>) -> Self::Future {
        let client = self.clone();
        let timeout = request.extensions().get::<Timeout>().map_or(Duration::MAX, |it| it.0);
        Box::pin(async move { client.send(request, timeout).await })
    }
}

impl fmt::Debug for HttpClient {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("HttpClient").finish_non_exhaustive()
    }
}

/// Returns a header value that is marked as sensitive, so that `Debug` hides it. Returns `None` if the text is not
/// ASCII or not a valid header value.
pub(crate) fn header_value(text: &str) -> Option<HeaderValue> {
    let mut value = text.is_ascii().then(|| HeaderValue::from_str(text).ok())??;
    value.set_sensitive(true);
    Some(value)
}
