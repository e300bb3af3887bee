//! How a call is sent: its attempts, their time, and what comes of each.

use std::mem;

use bytes::Bytes;
use reqwest::{Request, Url};
use tracing::{Instrument, Span, field};

use crate::call::Body;
use crate::error::request_id;
use crate::retry::Attempts;
use crate::{ApiError, Call, Error, Response};

/// Of an answer that is no success so much is kept.
const LONGEST_ERROR: usize = 1024 * 1024;

impl Call {
    /// Sends it, again where that may help, until there is an answer with the status of a success. Once its body is
    /// given out it is not sent again.
    #[cfg(feature = "events")]
    pub(crate) async fn open(mut self) -> Result<reqwest::Response, Error> {
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

    /// The same until there is all of its body, which the cache may have.
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
        let mut answer = self.attempt(attempts).await?;
        let (status, headers) = (answer.status(), mem::take(answer.headers_mut()));
        Ok(Response::new(status, headers, answer.bytes().await?))
    }

    async fn attempt(&mut self, attempts: &Attempts) -> Result<reqwest::Response, Error> {
        let span = Span::current();
        span.record("attempt", attempts.number());
        let request = self.request(attempts)?;
        let url = request.url().clone();
        let mut answer = self.transport.http.execute(request).await?;
        let status = answer.status();
        span.record("status", status.as_u16());
        span.record("request_id", request_id(answer.headers()));
        if *answer.url() != url {
            return Err(Error::Redirected);
        }
        if self.statuses.contains(&status.as_u16()) {
            return Ok(answer);
        }
        let headers = mem::take(answer.headers_mut());
        let body = beginning(answer).await;
        Err(Error::Api(Box::new(ApiError::new(self.operation, status, headers, body))))
    }

    fn request(&mut self, attempts: &Attempts) -> Result<Request, Error> {
        if let Some(fault) = self.fault.take() {
            return Err(Error::Request(fault.into()));
        }
        let url =
            Url::parse(&self.url()).map_err(|_| Error::Request("it has no address".into()))?;
        let request = self.transport.http.request(self.method.clone(), url);
        let request = match &mut self.body {
            Body::None => request,
            Body::Bytes(body) => request.body(body.clone()),
            #[cfg(feature = "multipart")]
            Body::Form(form) => request.multipart(form.take().unwrap_or_default()),
        };
        let mut request = request.build()?;
        // Said even where it is for ever: an HTTP client of the caller's own may have a shorter one.
        *request.timeout_mut() = Some(attempts.left());
        request.headers_mut().extend(self.transport.headers.clone());
        request.headers_mut().extend(self.headers.clone());
        Ok(request)
    }

    /// What is told of it: nothing that could be a secret.
    fn span(&self) -> Span {
        tracing::info_span!(
            "stoa",
            operation = self.operation,
            attempt = field::Empty,
            status = field::Empty,
            request_id = field::Empty,
        )
    }
}

/// The body of a refusal, as far as it came and is kept.
#[cfg(not(target_arch = "wasm32"))]
async fn beginning(mut answer: reqwest::Response) -> Bytes {
    let mut body = bytes::BytesMut::new();
    while body.len() < LONGEST_ERROR
        && let Ok(Some(chunk)) = answer.chunk().await
    {
        body.extend_from_slice(&chunk[..chunk.len().min(LONGEST_ERROR - body.len())]);
    }
    body.freeze()
}

/// The same where a body comes in one piece.
#[cfg(target_arch = "wasm32")]
async fn beginning(answer: reqwest::Response) -> Bytes {
    let mut body = answer.bytes().await.unwrap_or_default();
    body.truncate(LONGEST_ERROR);
    body
}
