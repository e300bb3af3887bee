//! HTTP with hyper. hyper's features do not change how the application's own `reqwest` behaves. The clients' README
//! describes the effect of rustls' features.

mod connector;

use std::time::Duration;

use bytes::Bytes;
use http::{Request, Response};
use http_body_util::{BodyExt, Full};
use hyper_util::client::legacy;
use hyper_util::rt::{TokioExecutor, TokioTimer};

use super::Body;
use crate::error::{Stage, TransportError};
use crate::{Error, clock};
use connector::Connector;

pub type Client = legacy::Client<Connector, Full<Bytes>>;

pub fn client() -> Result<Client, Error> {
    let connector = connector::connector()?;
    let mut builder = legacy::Client::builder(TokioExecutor::new());
    // Without a timer, the pool would never close idle connections.
    Ok(builder.pool_timer(TokioTimer::new()).build(connector))
}

pub async fn send(
    client: &Client,
    request: Request<Bytes>,
    timeout: Duration,
) -> Result<Response<Body>, Error> {
    let answer = clock::within(timeout, client.request(request.map(Full::new))).await;
    let answer = answer.ok_or(TransportError::timed_out(Stage::Request))?.map_err(|error| {
        let stage = if error.is_connect() { Stage::Connect } else { Stage::Request };
        TransportError::new(stage, &error)
    })?;
    let cut = |error| TransportError::new(Stage::Answer, &error);
    Ok(answer.map(|body| body.map_err(cut).boxed_unsync()))
}
