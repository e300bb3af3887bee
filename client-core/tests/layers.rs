//! Layers around each attempt of a call.

use std::task::{Context, Poll};

use http::{Request, Response};
use serde_json::Value;
use stoa_client_core::{Body, Bytes, CallInfo, Error, HttpClient};
use tower::{Layer, Service};

use crate::stand_in::{answer, get, header, scripted, sent};

/// Adds the operation and the attempt as a header.
#[derive(Clone)]
struct Sign<S>(S);

struct SignLayer;

impl<S> Layer<S> for SignLayer {
    type Service = Sign<S>;

    fn layer(&self, inner: S) -> Sign<S> {
        Sign(inner)
    }
}

impl<S: Service<Request<Bytes>>> Service<Request<Bytes>> for Sign<S> {
    type Response = S::Response;
    type Error = S::Error;
    type Future = S::Future;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), S::Error>> {
        self.0.poll_ready(context)
    }

    fn call(&mut self, mut request: Request<Bytes>) -> S::Future {
        let CallInfo { operation, attempts, .. } = request.extensions().get().unwrap();
        let signature = format!("{operation} {attempts}").parse().unwrap();
        request.headers_mut().insert("x-signature", signature);
        self.0.call(request)
    }
}

#[tokio::test]
async fn a_layer_is_around_each_attempt() {
    let busy = answer("503 Service Unavailable", "retry-after: 0\r\n", "");
    let (builder, requests) = scripted(&[busy, answer("200 OK", "", "{}")]).await;
    get(&builder.layer(SignLayer).build().unwrap()).send::<Value>().await.unwrap();
    let requests = sent(requests);
    let signatures: Vec<_> =
        requests.iter().map(|request| header(request, "x-signature").unwrap()).collect();
    assert_eq!(signatures, ["getThing 1", "getThing 2"]);
}

/// A later layer is outside of an earlier one, and may answer without a request.
#[tokio::test]
async fn a_layer_may_answer() {
    let (builder, requests) = scripted(&[answer("200 OK", "", "{}")]).await;
    let answering = tower::layer::layer_fn(|_: HttpClient| {
        tower::service_fn(|_: Request<Bytes>| async {
            Ok::<Response<Body>, Error>(Response::new(Body::default()))
        })
    });
    let transport = builder.layer(SignLayer).layer(answering).build().unwrap();
    assert_eq!(get(&transport).empty().await.unwrap().status, 200);
    assert!(sent(requests).is_empty());
}
