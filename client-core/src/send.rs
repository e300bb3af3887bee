//! How a call is sent: its attempts, their time, and what comes of each.

use std::time::Duration;

use bytes::{Bytes, BytesMut};
use reqwest::{Request, Url};
use tokio::time::{Instant, sleep};
use tracing::{Instrument, Span, debug, field};

use crate::call::Body;
use crate::error::request_id;
use crate::{ApiError, Call, Error, retry};

/// Of an answer that is no success so much is kept.
const LONGEST_ERROR: usize = 1024 * 1024;

impl Call {
    /// Sends it, again where that may help, until there is an answer with the status of a success.
    pub(crate) async fn open(mut self) -> Result<reqwest::Response, Error> {
        let span = tracing::debug_span!(
            "stoa",
            operation = self.operation,
            attempt = field::Empty,
            status = field::Empty,
            request_id = field::Empty,
        );
        self.attempts().instrument(span).await
    }

    async fn attempts(&mut self) -> Result<reqwest::Response, Error> {
        let end = Instant::now().checked_add(self.transport.settings.timeout);
        let mut repetition = 0;
        loop {
            let error = match self.attempt(repetition, end).await {
                Ok(answer) => return Ok(answer),
                Err(error) => error,
            };
            let may = self.is_repeatable && repetition < self.transport.settings.retries;
            if !may || !retry::may_pass(&error) {
                return Err(error);
            }
            let wait = retry::wait(&error, repetition);
            if left(end).is_some_and(|left| left <= wait) {
                return Err(error);
            }
            debug!(%error, ?wait, "sent again after a wait");
            sleep(wait).await;
            repetition += 1;
        }
    }

    async fn attempt(
        &mut self,
        repetition: u32,
        end: Option<Instant>,
    ) -> Result<reqwest::Response, Error> {
        let span = Span::current();
        span.record("attempt", repetition + 1);
        let request = self.request(left(end))?;
        let mut answer = self.transport.http.execute(request).await?;
        let status = answer.status();
        span.record("status", status.as_u16());
        span.record("request_id", request_id(answer.headers()));
        if self.statuses.contains(&status.as_u16()) {
            return Ok(answer);
        }
        let body = beginning(&mut answer).await;
        let headers = answer.headers().clone();
        Err(Error::Api(Box::new(ApiError::new(self.operation, status, headers, body))))
    }

    fn request(&mut self, timeout: Option<Duration>) -> Result<Request, Error> {
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
        *request.timeout_mut() = timeout;
        request.headers_mut().extend(self.transport.headers.clone());
        request.headers_mut().extend(self.headers.clone());
        Ok(request)
    }
}

/// The time until then; `None` is for ever.
fn left(end: Option<Instant>) -> Option<Duration> {
    Some(end?.saturating_duration_since(Instant::now()))
}

/// The body of a refusal, as far as it came and is kept.
async fn beginning(answer: &mut reqwest::Response) -> Bytes {
    let mut body = BytesMut::new();
    while body.len() < LONGEST_ERROR
        && let Ok(Some(chunk)) = answer.chunk().await
    {
        body.extend_from_slice(&chunk[..chunk.len().min(LONGEST_ERROR - body.len())]);
    }
    body.freeze()
}
