//! A service that reports its requests and response bodies as activity of their connection.

use std::{
    convert::Infallible,
    pin::Pin,
    sync::Arc,
    task::{Context, Poll, ready},
};

use bytes::Bytes;
use http::{HeaderValue, Method, Request, Response, Version, header};
use http_body::{Body, Frame, SizeHint};
use hyper::body::Incoming;
use hyper_util::service::TowerToHyperService;
use pin_project_lite::pin_project;

use super::{
    activity::{Activity, InFlight},
    handover::{Handover, is_event_stream},
};
use crate::{Connection, HttpService};

pub(crate) struct TrackedService<S: HttpService> {
    service: TowerToHyperService<S>,
    activity: Arc<Activity>,
    connection: Arc<Connection>,
    handover: Arc<Handover<TrackedBody<S::Body>>>,
}

pin_project! {
    pub(crate) struct TrackedFuture<F, B> {
        #[pin]
        future: F,
        in_flight: Option<InFlight>,
        // Takes the body of an event stream. The version is that of the request. `None` for HTTP/2 and for `HEAD`.
        handover: Option<(Arc<Handover<TrackedBody<B>>>, Version)>,
        // Set for HTTP/1 requests. While the server drains, their responses say `Connection: close`.
        connection: Option<Arc<Connection>>,
    }
}

pin_project! {
    pub(crate) struct TrackedBody<B> {
        // `None` after the body was handed over. hyper then gets no data until the connection leaves hyper.
        #[pin]
        body: Option<B>,
        in_flight: Option<InFlight>,
    }
}

impl<S: HttpService> TrackedService<S> {
    pub(crate) fn new(service: S, activity: Arc<Activity>, connection: Connection) -> Self {
        Self {
            service: TowerToHyperService::new(service),
            activity,
            connection: Arc::new(connection),
            handover: Arc::new(Handover::new()),
        }
    }

    /// Returns the handover, which takes the bodies of event streams over HTTP/1.
    pub(crate) fn handover(&self) -> Arc<Handover<TrackedBody<S::Body>>> {
        self.handover.clone()
    }
}

impl<S: HttpService> hyper::service::Service<Request<Incoming>> for TrackedService<S> {
    type Response = Response<TrackedBody<S::Body>>;
    type Error = Infallible;
    type Future = TrackedFuture<
        <TowerToHyperService<S> as hyper::service::Service<Request<Incoming>>>::Future,
        S::Body,
    >;

    fn call(&self, mut request: Request<Incoming>) -> Self::Future {
        let version = request.version();
        let in_flight = Some(self.activity.request(version == Version::HTTP_2));
        let has_body = request.method() != Method::HEAD;
        let handover =
            (has_body && version != Version::HTTP_2).then(|| (self.handover.clone(), version));
        let connection = (version != Version::HTTP_2).then(|| self.connection.clone());
        request.extensions_mut().insert(self.connection.clone());
        TrackedFuture { future: self.service.call(request), in_flight, handover, connection }
    }
}

impl<F, B, E> Future for TrackedFuture<F, B>
where
    F: Future<Output = Result<Response<B>, E>>,
    B: Body,
{
    type Output = Result<Response<TrackedBody<B>>, E>;

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        let this = self.project();
        let response = ready!(this.future.poll(context))?;
        let mut in_flight = this.in_flight.take();
        if let Some(in_flight) = &mut in_flight {
            in_flight.set_body_waiting(true);
        }
        let (mut parts, body) = response.into_parts();
        let is_events = is_event_stream(&parts.headers) && !body.is_end_stream();
        let mut body = TrackedBody { body: Some(body), in_flight };
        if let Some((handover, version)) = this.handover.take().filter(|_| is_events) {
            handover.put(body, version);
            body = TrackedBody { body: None, in_flight: None };
        } else if this.connection.take().is_some_and(|connection| connection.stop.is_draining()) {
            parts.headers.insert(header::CONNECTION, HeaderValue::from_static("close"));
        }
        Poll::Ready(Ok(Response::from_parts(parts, body)))
    }
}

impl<B: Body<Data = Bytes>> Body for TrackedBody<B> {
    type Data = Bytes;
    type Error = B::Error;

    fn poll_frame(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, B::Error>>> {
        let this = self.project();
        let Some(body) = this.body.as_pin_mut() else { return Poll::Pending };
        let frame = body.poll_frame(context);
        if let Some(in_flight) = this.in_flight {
            in_flight.set_body_waiting(matches!(frame, Poll::Ready(Some(Ok(_)))));
        }
        frame
    }

    fn is_end_stream(&self) -> bool {
        self.body.as_ref().is_some_and(B::is_end_stream)
    }

    fn size_hint(&self) -> SizeHint {
        self.body.as_ref().map_or_else(SizeHint::default, B::size_hint)
    }
}
