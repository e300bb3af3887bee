//! The tower service of an API: finds the operation of a request, runs it, and writes its response.

use std::{
    any::Any,
    convert::Infallible,
    net::IpAddr,
    panic::AssertUnwindSafe,
    pin::Pin,
    sync::Arc,
    task::{Context, Poll},
};

use bytes::Bytes;
use futures_util::FutureExt;
use http::{HeaderValue, Method, Request, Response, header, request::Parts};
use tracing::Instrument;

use super::{
    exchange::Exchange,
    settings::RouterSettings,
    span,
    table::{Found, RouteTable},
};
use crate::{
    Body, Call, Connection, ErrorBody, Reply, RouteError, Routes, TooManyRequests,
    UnavailableReason,
    operation::error::UntypedError,
    request::{
        body::RequestBody,
        client_address::{client_address, network},
        head,
    },
    response::room::with_room,
};

const NO_STORE: HeaderValue = HeaderValue::from_static("no-store");

/// An API as a tower service. A request that has a [`TooManyRequests`] among its extensions is refused with it.
#[derive(Clone)]
pub struct Router {
    table: Arc<RouteTable>,
    settings: Arc<RouterSettings>,
    error_body: &'static ErrorBody,
}

/// The response of a [`Router`].
pub type RoutingFuture = Pin<Box<dyn Future<Output = Result<Response<Body>, Infallible>> + Send>>;

impl Router {
    /// Creates the router of an API, or of several under their base paths, and compiles the schemas of their bodies.
    /// Requests to unknown paths get the error body of the first API.
    pub fn new(routes: Routes) -> Result<Self, RouteError> {
        for schemas in &routes.schemas {
            schemas.compile().map_err(|error| RouteError(format!("schema {error}")))?;
        }
        let error_body = routes.error_body.unwrap_or(&ErrorBody::DEFAULT);
        Ok(Self { table: Arc::new(RouteTable::new(routes)?), settings: Arc::default(), error_body })
    }

    /// Sets everything that the application may choose.
    pub fn with_settings(self, settings: RouterSettings) -> Self {
        Self { settings: Arc::new(settings), ..self }
    }

    /// The client of a request, by which rate limits count: its IPv4 address, or the /64 network of its IPv6 address.
    pub fn client<B>(&self, request: &Request<B>) -> IpAddr {
        let connection = request.extensions().get::<Arc<Connection>>();
        let connection = connection.map(AsRef::as_ref);
        network(client_address(connection, request.headers(), &self.settings.trusted))
    }

    async fn answer(
        self,
        parts: Parts,
        body: RequestBody,
        mut exchange: Exchange,
    ) -> Response<Body> {
        let result = self.run(parts, body, &mut exchange).await;
        let response = exchange.log.span.clone().in_scope(|| exchange.answer(result));
        let Some(delay) = exchange.delay(&response) else { return response };
        // The client has caused too many errors. The request takes no more memory.
        drop(exchange);
        delay.over().await;
        response
    }

    /// Finds the operation of a request and runs it.
    async fn run(
        &self,
        parts: Parts,
        body: RequestBody,
        exchange: &mut Exchange,
    ) -> Result<Reply, UntypedError> {
        head::check(&parts)?;
        if let Some(TooManyRequests { message, retry_after }) =
            parts.extensions.get::<TooManyRequests>()
        {
            let failure = UntypedError::plain(429, *message);
            return Err(UntypedError { retry_after: Some(*retry_after), ..failure });
        }
        let route = match self.table.find(&parts.method, parts.uri.path()) {
            Found::Route(route) => route.clone(),
            Found::OtherMethods(allow) if parts.method == Method::OPTIONS => {
                return Ok(Reply::empty(204).header(header::ALLOW, allow.clone()));
            }
            Found::OtherMethods(allow) => {
                exchange.response_headers.push((header::ALLOW, allow.clone()));
                return Err(UntypedError::plain(405, "Method not allowed"));
            }
            Found::Nothing => return Err(UntypedError::plain(404, "Not found")),
        };
        if self.settings.is_traced && route.counts.is_some() {
            exchange.log.span = span::begin(&parts, &route, exchange.log.request_id.as_str());
        }
        exchange.log.route = Some(route.clone());
        if route.grows_storage && !(self.settings.accepts_writes)() {
            return Err(refuse(exchange, UnavailableReason::Disk));
        }
        let Ok(_place) = exchange.place() else {
            return Err(refuse(exchange, UnavailableReason::ClientBound));
        };
        let call = Call::new(parts, body, route.clone(), exchange);
        let operation = call.fair_queue_caller().scope(async move {
            let (call, result) = (route.endpoint)(call).await;
            let result = match result {
                Ok(reply) => with_room(&call, reply).await,
                failed => failed,
            };
            (call, result)
        });
        let operation = AssertUnwindSafe(operation).catch_unwind();
        match operation.instrument(exchange.log.span.clone()).await {
            Ok((call, result)) => {
                exchange.response_headers = call.into_response_headers();
                result
            }
            Err(panic) => Err(UntypedError::internal(panic_message(&*panic))),
        }
    }
}

/// Refuses a request before the code of its operation runs. That code might forbid caches to store the response, so no
/// cache may store the refusal.
fn refuse(exchange: &mut Exchange, reason: UnavailableReason) -> UntypedError {
    exchange.response_headers.push((header::CACHE_CONTROL, NO_STORE));
    UntypedError::unavailable(reason)
}

impl<B> tower_service::Service<Request<B>> for Router
where
    B: http_body::Body<Data = Bytes> + Send + 'static,
    B::Error: Into<Box<dyn std::error::Error + Send + Sync>>,
{
    type Response = Response<Body>;
    type Error = Infallible;
    type Future = RoutingFuture;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: Request<B>) -> RoutingFuture {
        let (parts, body) = request.into_parts();
        let body = RequestBody::new(body, &parts.headers);
        let exchange = Exchange::new(&parts, &self.settings, self.error_body);
        Box::pin(self.clone().answer(parts, body, exchange).map(Ok))
    }
}

fn panic_message(panic: &(dyn Any + Send)) -> String {
    let text = panic
        .downcast_ref::<&str>()
        .copied()
        .or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    format!("a handler panicked: {}", text.unwrap_or("no message"))
}
