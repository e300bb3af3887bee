//! The tower service of an API: finds the operation of a request, runs it, and writes its response.

use std::{
    any::Any,
    convert::Infallible,
    net::IpAddr,
    panic::{AssertUnwindSafe, catch_unwind},
    pin::Pin,
    sync::Arc,
    task::{Context, Poll, ready},
};

use bytes::Bytes;
use http::{HeaderValue, Method, Request, Response, header};

use super::{
    exchange::Exchange,
    routes::Finished,
    settings::{IsTransient, RouterSettings},
    span,
    table::{Found, RouteTable},
};
use crate::{
    Body, Call, Connection, ErrorBody, Reply, ResponseCache, ResponseChecks, RouteError, Routes,
    TooManyRequests, Trusted, UnavailableReason,
    connection::{clients::ClientPlace, failures::Delay},
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
}

/// The response of a [`Router`].
pub struct RoutingFuture(RoutingState);

enum RoutingState {
    /// The response needs no operation, for example for an unknown path. The first poll takes the response.
    Decided { result: Option<Result<Reply, UntypedError>>, exchange: Exchange },
    Running {
        operation: Pin<Box<dyn Future<Output = Finished> + Send>>,
        exchange: Exchange,
        /// Counts the request among its client's concurrent requests.
        _place: Option<ClientPlace>,
    },
    /// The client has caused too many errors. The request itself is no longer in memory.
    Delayed { delay: Delay, response: Response<Body> },
}

impl Router {
    /// Creates the router of an API, or of several under their base paths, and compiles the schemas of their bodies.
    /// Requests to unknown paths get the error body of the first API.
    pub fn new(routes: Routes) -> Result<Self, RouteError> {
        for schemas in &routes.schemas {
            schemas.compile().map_err(RouteError::Schema)?;
        }
        let error_body = routes.error_body.unwrap_or(&ErrorBody::DEFAULT);
        let settings = RouterSettings { error_body, ..RouterSettings::default() };
        Ok(Self { table: Arc::new(RouteTable::new(routes)?), settings: Arc::new(settings) })
    }

    /// Sets the senders whose `X-Forwarded-For` is trusted. By default there are none.
    pub fn trusting(mut self, trusted: Trusted) -> Self {
        self.settings().trusted = trusted;
        self
    }

    /// Sets the function that tells whether the database accepts new data. While it returns `false`, each operation
    /// that grows the database ([`Operation::GROWS_STORAGE`](crate::Operation)) is answered 503 with `Retry-After`,
    /// before its body is read. By default it always returns `true`.
    pub fn accepts_writes_while(
        mut self,
        takes: impl Fn() -> bool + Send + Sync + 'static,
    ) -> Self {
        self.settings().accepts_writes = Arc::new(takes);
        self
    }

    /// Sets which errors are transient. A failure is answered 503 with `Retry-After` in place of 500 if one of its
    /// causes is transient. By default no error is transient.
    pub fn unavailable_when(mut self, is_transient: IsTransient) -> Self {
        self.settings().is_transient = is_transient;
        self
    }

    /// Checks a share of the responses against their document. By default no response is checked.
    pub fn checking(mut self, checks: Option<ResponseChecks>) -> Self {
        self.settings().checks = checks;
        self
    }

    /// Caches responses of the operations whose document allows it (`x-cache-seconds`). By default no response is
    /// cached.
    pub fn caching(mut self, cache: Option<Arc<ResponseCache>>) -> Self {
        self.settings().cache = cache;
        self
    }

    /// Sets whether requests to operations have spans, under the target `stoa_operation`. By default they have none.
    pub fn traced(mut self, is_traced: bool) -> Self {
        self.settings().is_traced = is_traced;
        self
    }

    /// Sets the maximum size of a JSON body in bytes. The default is 1 MiB.
    pub fn body_limit(mut self, bytes: usize) -> Self {
        self.settings().body_limit = bytes;
        self
    }

    /// The client of a request, by which rate limits count: its IPv4 address, or the /64 network of its IPv6 address.
    pub fn client<B>(&self, request: &Request<B>) -> IpAddr {
        let connection = request.extensions().get::<Arc<Connection>>();
        let connection = connection.map(AsRef::as_ref);
        network(client_address(connection, request.headers(), &self.settings.trusted))
    }

    fn settings(&mut self) -> &mut RouterSettings {
        Arc::make_mut(&mut self.settings)
    }
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
        let mut exchange = Exchange::new(&parts, &self.settings);
        if let Err(refusal) = head::check(&parts) {
            return RoutingFuture::decided(Err(refusal), exchange);
        }
        if let Some(TooManyRequests { message, retry_after }) =
            parts.extensions.get::<TooManyRequests>()
        {
            let failure = UntypedError::plain(429, *message);
            let refusal = UntypedError { retry_after: Some(*retry_after), ..failure };
            return RoutingFuture::decided(Err(refusal), exchange);
        }
        let decided = match self.table.find(&parts.method, parts.uri.path()) {
            Found::Route(route) => {
                if self.settings.is_traced && route.counts.is_some() {
                    exchange.log.span =
                        span::begin(&parts, route, exchange.log.request_id.as_str());
                }
                exchange.log.route = Some(route.clone());
                if route.grows_storage && !(self.settings.accepts_writes)() {
                    // No cache may store the refusal. The code of the operation, which may forbid that itself, does not
                    // run.
                    exchange.response_headers.push((header::CACHE_CONTROL, NO_STORE));
                    return RoutingFuture::decided(
                        Err(UntypedError::unavailable(UnavailableReason::Disk)),
                        exchange,
                    );
                }
                let Ok(place) = exchange.place() else {
                    exchange.response_headers.push((header::CACHE_CONTROL, NO_STORE));
                    return RoutingFuture::decided(
                        Err(UntypedError::unavailable(UnavailableReason::ClientBound)),
                        exchange,
                    );
                };
                let limit = self.settings.body_limit;
                let call = Call::new(parts, body, route.clone(), &exchange, limit);
                let caller = call.fair_queue_caller();
                let endpoint = route.endpoint.clone();
                let operation = Box::pin(caller.scope(async move {
                    match endpoint.run(call).await {
                        (call, Ok(reply)) => {
                            let reply = with_room(&call, reply).await;
                            (call, reply)
                        }
                        failed => failed,
                    }
                }));
                return RoutingFuture(RoutingState::Running { operation, exchange, _place: place });
            }
            Found::OtherMethods(allow) if parts.method == Method::OPTIONS => {
                Ok(Reply::empty(204).header(header::ALLOW, allow.clone()))
            }
            Found::OtherMethods(allow) => {
                exchange.response_headers.push((header::ALLOW, allow.clone()));
                Err(UntypedError::plain(405, "Method not allowed"))
            }
            Found::Nothing => Err(UntypedError::plain(404, "Not found")),
        };
        RoutingFuture::decided(decided, exchange)
    }
}

impl RoutingFuture {
    fn decided(result: Result<Reply, UntypedError>, exchange: Exchange) -> Self {
        Self(RoutingState::Decided { result: Some(result), exchange })
    }
}

impl Future for RoutingFuture {
    type Output = Result<Response<Body>, Infallible>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        let (exchange, result) = match &mut self.0 {
            RoutingState::Decided { result, exchange } => {
                let result = result.take();
                (exchange, result.unwrap_or_else(|| Err(UntypedError::internal("polled again"))))
            }
            RoutingState::Running { operation, exchange, .. } => {
                let _in_span = exchange.log.span.clone().entered();
                match catch_unwind(AssertUnwindSafe(|| operation.as_mut().poll(context))) {
                    Ok(poll) => {
                        let (call, result) = ready!(poll);
                        exchange.response_headers = call.into_response_headers();
                        (exchange, result)
                    }
                    Err(panic) => (exchange, Err(UntypedError::internal(panic_message(&*panic)))),
                }
            }
            RoutingState::Delayed { delay, response } => {
                ready!(delay.sleep.as_mut().poll(context));
                return Poll::Ready(Ok(std::mem::take(response)));
            }
        };
        let _in_span = exchange.log.span.clone().entered();
        let response = exchange.answer(result);
        let Some(delay) = exchange.delay(&response) else { return Poll::Ready(Ok(response)) };
        self.0 = RoutingState::Delayed { delay, response };
        // The timer wakes this task only after the first poll.
        self.poll(context)
    }
}

fn panic_message(panic: &(dyn Any + Send)) -> String {
    let text = panic
        .downcast_ref::<&str>()
        .copied()
        .or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    format!("a handler panicked: {}", text.unwrap_or("no message"))
}
