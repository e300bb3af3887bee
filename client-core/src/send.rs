//! Sending a call: its attempts, their deadline and their results.

use bytes::{Bytes, BytesMut};
use http::Request;
use http_body_util::BodyExt;
use tracing::{Instrument, Span, field};

use crate::clock::within;
use crate::error::{Stage, request_id};
use crate::http_client::Body;
use crate::retry::Attempts;
use crate::{ApiError, Call, Error, Response, TransportError};

/// Maximum number of bytes of a failed answer's body that an [`ApiError`] contains.
const MAX_ERROR_BODY_BYTES: usize = 1024 * 1024;

impl Call {
    /// Sends the call, with retries, until an answer has a success status. Reading the returned body is not retried.
    #[cfg(feature = "events")]
    pub(crate) async fn open(mut self) -> Result<http::Response<Body>, Error> {
        let span = self.span();
        let answer = async {
            let mut attempts = Attempts::of(&self);
            loop {
                match self.attempt(&attempts).await {
                    Ok(answer) => {
                        attempts.end(&self);
                        return Ok(answer);
                    }
                    Err(error) => attempts.wait(&self, error).await?,
                }
            }
        };
        answer.instrument(span).await
    }

    /// Sends the call, with retries, until the whole body has arrived. The answer may come from the cache.
    pub(crate) async fn whole(mut self) -> Result<Response<Bytes>, Error> {
        let span = self.span();
        let answer = async {
            #[cfg(feature = "cache")]
            if let Some(place) = self.place() {
                return place.answer(self).await;
            }
            self.read().await
        };
        answer.instrument(span).await
    }

    pub(crate) async fn read(&mut self) -> Result<Response<Bytes>, Error> {
        let mut attempts = Attempts::of(self);
        loop {
            match self.attempt_whole(&attempts).await {
                Ok(answer) => {
                    attempts.end(self);
                    return Ok(answer);
                }
                Err(error) => attempts.wait(self, error).await?,
            }
        }
    }

    async fn attempt_whole(&mut self, attempts: &Attempts) -> Result<Response<Bytes>, Error> {
        let (head, body) = self.attempt(attempts).await?.into_parts();
        let body = within(attempts.left(), body.collect()).await;
        let body = body.ok_or(TransportError::timed_out(Stage::Answer))??;
        Ok(Response::new(head.status, head.headers, body.to_bytes()))
    }

    async fn attempt(&mut self, attempts: &Attempts) -> Result<http::Response<Body>, Error> {
        let span = Span::current();
        span.record("attempt", attempts.number());
        let request = self.request()?;
        let answer = self.transport.http.send(request, attempts.left()).await?;
        let status = answer.status();
        span.record("status", status.as_u16());
        span.record("request_id", request_id(answer.headers()));
        if self.statuses.contains(&status.as_u16()) {
            return Ok(answer);
        }
        let (head, mut body) = answer.into_parts();
        let mut begun = BytesMut::new();
        // After a timeout, the error contains the part of the body that arrived in time.
        within(attempts.left(), read_beginning(&mut body, &mut begun)).await;
        let refusal = ApiError::new(self.operation, status, head.headers, begun.freeze());
        Err(Error::Api(Box::new(refusal)))
    }

    fn request(&mut self) -> Result<Request<Bytes>, Error> {
        if let Some(fault) = self.fault.take() {
            return Err(Error::Request(fault.into()));
        }
        let request = Request::builder().method(self.method.clone()).uri(self.url());
        let mut request = request.body(self.body.clone()).map_err(|_| {
            Error::Request("HTTP does not allow its address, or it is too long".into())
        })?;
        request.headers_mut().extend(self.transport.headers.clone());
        request.headers_mut().extend(self.headers.clone());
        Ok(request)
    }

    /// The call's span. It contains nothing that could be secret.
    fn span(&self) -> Span {
        tracing::info_span!(
            "api_call",
            operation = self.operation,
            attempt = field::Empty,
            status = field::Empty,
            request_id = field::Empty,
        )
    }
}

/// Reads the body of a failed answer, up to `MAX_ERROR_BODY_BYTES` bytes.
async fn read_beginning(body: &mut Body, begun: &mut BytesMut) {
    while begun.len() < MAX_ERROR_BODY_BYTES
        && let Some(Ok(frame)) = body.frame().await
    {
        if let Ok(chunk) = frame.into_data() {
            begun.extend_from_slice(&chunk[..chunk.len().min(MAX_ERROR_BODY_BYTES - begun.len())]);
        }
    }
}
