//! A service whose requests and response bodies are noted as activity of their connection.

use std::{
    pin::Pin,
    sync::Arc,
    task::{Context, Poll, ready},
};

use bytes::Bytes;
use http::{Request, Response, Version};
use http_body::{Frame, SizeHint};
use hyper::body::Incoming;
use hyper_util::service::TowerToHyperService;
use pin_project_lite::pin_project;
use tower_service::Service;

use crate::{
    Connection,
    activity::{Activity, InFlight},
};

pub(crate) struct TrackedService<S> {
    service: TowerToHyperService<S>,
    activity: Arc<Activity>,
    connection: Arc<Connection>,
}

pin_project! {
    pub(crate) struct TrackedFuture<F> {
        #[pin]
        future: F,
        in_flight: Option<InFlight>,
    }
}

pin_project! {
    pub(crate) struct TrackedBody<B> {
        #[pin]
        body: B,
        in_flight: Option<InFlight>,
    }
}

impl<S> TrackedService<S> {
    pub(crate) fn new(service: S, activity: Arc<Activity>, connection: Connection) -> Self {
        Self {
            service: TowerToHyperService::new(service),
            activity,
            connection: Arc::new(connection),
        }
    }
}

impl<S, B> hyper::service::Service<Request<Incoming>> for TrackedService<S>
where
    S: Service<Request<Incoming>, Response = Response<B>> + Clone,
{
    type Response = Response<TrackedBody<B>>;
    type Error = S::Error;
    type Future = TrackedFuture<
        <TowerToHyperService<S> as hyper::service::Service<Request<Incoming>>>::Future,
    >;

    fn call(&self, mut request: Request<Incoming>) -> Self::Future {
        let in_flight = self.activity.request(request.version() == Version::HTTP_2);
        request.extensions_mut().insert(self.connection.clone());
        TrackedFuture { future: self.service.call(request), in_flight: Some(in_flight) }
    }
}

impl<F, B, E> Future for TrackedFuture<F>
where
    F: Future<Output = Result<Response<B>, E>>,
{
    type Output = Result<Response<TrackedBody<B>>, E>;

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        let this = self.project();
        let response = ready!(this.future.poll(context))?;
        let mut in_flight = this.in_flight.take();
        if let Some(in_flight) = &mut in_flight {
            in_flight.answered();
        }
        Poll::Ready(Ok(response.map(|body| TrackedBody { body, in_flight })))
    }
}

impl<B: http_body::Body<Data = Bytes>> http_body::Body for TrackedBody<B> {
    type Data = Bytes;
    type Error = B::Error;

    fn poll_frame(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, B::Error>>> {
        let this = self.project();
        let frame = this.body.poll_frame(context);
        if let Some(in_flight) = this.in_flight {
            in_flight.body_polled(matches!(frame, Poll::Ready(Some(Ok(_)))));
        }
        frame
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
