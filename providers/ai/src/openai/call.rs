//! One call to the provider, bounded in time and size, and never repeated.

use reqwest::header::CONTENT_TYPE;
use reqwest::{Client, Response};
use serde::de::DeserializeOwned;
use serde_json::Value;
use tokio::time::{Instant, timeout_at};

use super::MAX_TEXTS_ANSWER_BYTES;
use super::failure::{Failure, Reason};

/// In bytes, of an answer that says what is wrong.
const MAX_REFUSAL_BYTES: usize = 64 << 10;

/// The HTTP client of all stores. It repeats nothing: that might be paid for twice.
pub(crate) fn http() -> Result<Client, reqwest::Error> {
    stoa_tls_roots::http()
        .retry(reqwest::retry::never())
        .user_agent(concat!("stoa/", env!("CARGO_PKG_VERSION")))
        .build()
}

/// Without `Debug`: it holds a secret.
pub(super) struct Call<'a> {
    pub(super) http: &'a Client,
    pub(super) url: String,
    pub(super) key: &'a str,
    pub(super) until: Instant,
}

impl Call<'_> {
    /// The successful answer, of which the body is still to come.
    pub(super) async fn send(&self, question: &Value) -> Result<Response, Failure> {
        let request = self.http.post(&self.url).header(CONTENT_TYPE, "application/json");
        let request = request.headers(stoa_telemetry::headers());
        let request = request.bearer_auth(self.key).body(question.to_string());
        let response =
            timeout_at(self.until, request.send()).await.map_err(|_| Failure::TimedOut)??;
        let status = response.status();
        if status.is_success() {
            return Ok(response);
        }
        // What is wrong with it decides; that it cannot be read changes nothing.
        let body = self.read(response, MAX_REFUSAL_BYTES).await.unwrap_or_default();
        let reason: Reason = serde_json::from_slice(&body).unwrap_or_default();
        Err(reason.of(status))
    }

    /// The whole body.
    pub(super) async fn read(
        &self,
        mut response: Response,
        longest: usize,
    ) -> Result<Vec<u8>, Failure> {
        let reading = async {
            let mut body = Vec::new();
            while let Some(chunk) = response.chunk().await? {
                if body.len() + chunk.len() > longest {
                    return Err(Failure::TooLong);
                }
                body.extend_from_slice(&chunk);
            }
            Ok(body)
        };
        timeout_at(self.until, reading).await.map_err(|_| Failure::TimedOut)?
    }

    /// The body of a short answer, read as what it should be.
    pub(super) async fn json<T: DeserializeOwned>(&self, response: Response) -> Result<T, Failure> {
        Ok(serde_json::from_slice(&self.read(response, MAX_TEXTS_ANSWER_BYTES).await?)?)
    }
}
