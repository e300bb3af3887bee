//! HTTP with the application's own `reqwest::Client`. In a browser, all calls use reqwest.

use std::time::Duration;

use bytes::Bytes;
use http::{Request, Response};
use http_body_util::BodyExt;
use reqwest::Client;

use super::Body;
use crate::{Error, ErrorKind, TransportError};

pub async fn send(
    client: &Client,
    request: Request<Bytes>,
    timeout: Duration,
) -> Result<Response<Body>, Error> {
    let mut request = reqwest::Request::try_from(request)
        .map_err(|_| Error::request("HTTP does not allow its address"))?;
    *request.timeout_mut() = Some(timeout);
    let url = request.url().clone();
    let answer = client.execute(request).await.map_err(TransportError::of_reqwest)?;
    if *answer.url() != url {
        return Err(ErrorKind::Redirected.into());
    }
    streamed(answer).await
}

#[cfg(not(target_arch = "wasm32"))]
async fn streamed(answer: reqwest::Response) -> Result<Response<Body>, Error> {
    let answer = Response::<reqwest::Body>::from(answer);
    Ok(answer.map(|body| body.map_err(TransportError::of_reqwest).boxed_unsync()))
}

/// In a browser, this reads the whole body before it returns.
#[cfg(target_arch = "wasm32")]
async fn streamed(mut answer: reqwest::Response) -> Result<Response<Body>, Error> {
    let status = answer.status();
    let headers = std::mem::take(answer.headers_mut());
    let body: Bytes = answer.bytes().await.map_err(TransportError::of_reqwest)?;
    let body = http_body_util::Full::new(body).map_err(|never| match never {}).boxed_unsync();
    let mut answer = Response::new(body);
    *answer.status_mut() = status;
    *answer.headers_mut() = headers;
    Ok(answer)
}
