//! Sending a call: its attempts, their deadline and their results.

use bytes::{Bytes, BytesMut};
use http::Request;
use http_body_util::BodyExt;
use tracing::{Instrument, Span, field};

use crate::clock::within;
use crate::error::Stage;
use crate::http_client::Body;
use crate::retry::Attempts;
use crate::{ApiError, Call, CallInfo, Error, ErrorKind, Response, TransportError};

/// Maximum number of bytes of a failed answer's body that an [`ApiError`] contains.
const MAX_ERROR_BODY_BYTES: usize = 1024 * 1024;

impl Call {
    /// Sends the call once, without its timeout, and returns the answer once it has a success status.
    #[cfg(feature = "events")]
    pub(crate) async fn open(self) -> Result<http::Response<Body>, Error> {
        let mut call = self.timeout(std::time::Duration::MAX);
        let span = call.span();
        let answer = async {
            let attempts = Attempts::of(&call);
            let answer = call.attempt(&attempts).await.map_err(|error| error.of(&call, 1));
            let answer = answer.inspect_err(record_error)?;
            attempts.end(&call);
            let (status, headers) = (answer.status(), answer.headers().clone());
            record_answer(&Response::new(status, headers, 1, ()));
            Ok(answer)
        };
        answer.instrument(span).await
    }

    /// Sends the call, with retries, until the whole body has arrived, and reads the answer. The answer may come from
    /// the cache.
    pub(crate) async fn answer<T>(
        mut self,
        read: impl FnOnce(&Self, Response<Bytes>) -> Result<T, Error>,
    ) -> Result<T, Error> {
        let span = self.span();
        let answer = async {
            let answer = self.whole().await.and_then(|answer| {
                record_answer(&answer);
                read(&self, answer)
            });
            answer.inspect_err(record_error)
        };
        answer.instrument(span).await
    }

    async fn whole(&mut self) -> Result<Response<Bytes>, Error> {
        #[cfg(feature = "cache")]
        if let Some(place) = self.place() {
            return place.answer(self).await;
        }
        self.read().await
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
        Ok(Response::new(head.status, head.headers, attempts.number(), body.to_bytes()))
    }

    async fn attempt(&mut self, attempts: &Attempts) -> Result<http::Response<Body>, Error> {
        let request = self.request(attempts)?;
        let answer = self.transport.http.send(request, attempts.left()).await?;
        let status = answer.status();
        if self.statuses.contains(&status.as_u16()) {
            return Ok(answer);
        }
        let (head, mut body) = answer.into_parts();
        let mut begun = BytesMut::new();
        // After a timeout, the error contains the part of the body that arrived in time.
        within(attempts.left(), read_beginning(&mut body, &mut begun)).await;
        let refusal = ApiError::new(status, head.headers, begun.freeze());
        Err(ErrorKind::Api(Box::new(refusal)).into())
    }

    fn request(&mut self, attempts: &Attempts) -> Result<Request<Bytes>, Error> {
        if let Some(fault) = self.fault.take() {
            return Err(Error::request(fault));
        }
        let request = Request::builder().method(self.method.clone()).uri(self.url());
        let mut request =
            request.extension(self.info(attempts.number())).body(self.body.clone()).map_err(
                |_| Error::request("HTTP does not allow its address, or it is too long"),
            )?;
        request.headers_mut().extend(self.transport.config.headers.clone());
        request.headers_mut().extend(self.headers.clone());
        Ok(request)
    }

    pub(crate) fn info(&self, attempts: u32) -> CallInfo {
        let Self { operation, method, template, .. } = self;
        CallInfo { operation, method: method.clone(), path: template, attempts }
    }

    /// The call's span, with OpenTelemetry's names for HTTP clients. It has no header, no value of the path, no query and
    /// no body. `error.message` has the server's message. Each field is recorded once.
    fn span(&self) -> Span {
        let server = &self.transport.config.server;
        tracing::info_span!(
            "api_call",
            otel.name = format!("{} {}", self.method, self.template),
            otel.kind = "client",
            operation = self.operation,
            http.request.method = self.method.as_str(),
            url.template = self.template,
            server.address = server.host,
            server.port = server.port,
            http.response.status_code = field::Empty,
            http.request.resend_count = field::Empty,
            request_id = field::Empty,
            error.r#type = field::Empty,
            error.message = field::Empty,
        )
    }
}

fn record_answer<T>(answer: &Response<T>) {
    let span = Span::current();
    span.record("http.response.status_code", answer.status.as_u16());
    span.record("http.request.resend_count", answer.attempts - 1);
    span.record("request_id", answer.request_id());
}

fn record_error(error: &Error) {
    let span = Span::current();
    // The span of an answer that cannot be read has the status already.
    if !matches!(error.kind, ErrorKind::Decode(_)) {
        span.record("http.response.status_code", error.status().map(|status| status.as_u16()));
        span.record("request_id", error.request_id());
        let attempts = error.call.as_ref().map_or(1, |call| call.attempts);
        span.record("http.request.resend_count", attempts - 1);
    }
    span.record("error.type", error.kind.name());
    span.record("error.message", field::display(&error.kind));
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
