//! One call to the provider, limited in time and size, and never retried.

use reqwest::header::CONTENT_TYPE;
use reqwest::{Client, Response};
use serde::de::DeserializeOwned;
use serde_json::Value;
use stoa_telemetry::http_call;
use tokio::time::{Instant, timeout_at};

use super::MAX_TEXTS_ANSWER_BYTES;
use super::failure::{OpenAiError, Reason};

const MAX_REFUSAL_BYTES: usize = 64 << 10;

/// Returns the HTTP client of all stores. It does not retry, because a second call might be billed too.
pub(crate) fn http() -> Result<Client, reqwest::Error> {
    stoa_tls_roots::http()
        .retry(reqwest::retry::never())
        .user_agent(concat!("stoa/", env!("CARGO_PKG_VERSION")))
        .build()
}

/// A call to OpenAI. It has no `Debug`, because it holds a secret.
pub(super) struct Call<'a> {
    pub(super) http: &'a Client,
    pub(super) url: String,
    pub(super) key: &'a str,
    pub(super) until: Instant,
}

impl Call<'_> {
    /// Sends the call and returns a successful response before its body is read.
    pub(super) async fn send(&self, question: &Value) -> Result<Response, OpenAiError> {
        let request = self.http.post(&self.url).header(CONTENT_TYPE, "application/json");
        let request = request.bearer_auth(self.key).body(question.to_string());
        let send = |trace| request.headers(trace).send();
        let status = |response: &Response| response.status().as_u16();
        let call = http_call("openai", "POST", &self.url, send, status);
        let response = timeout_at(self.until, call).await.map_err(|_| OpenAiError::TimedOut)??;
        let status = response.status();
        if status.is_success() {
            return Ok(response);
        }
        // The body may say what is wrong. If it cannot be read, the status alone decides.
        let body = self.read(response, MAX_REFUSAL_BYTES).await.unwrap_or_default();
        let reason: Reason = serde_json::from_slice(&body).unwrap_or_default();
        Err(reason.of(status))
    }

    pub(super) async fn read(
        &self,
        mut response: Response,
        longest: usize,
    ) -> Result<Vec<u8>, OpenAiError> {
        let reading = async {
            let mut body = Vec::new();
            while let Some(chunk) = response.chunk().await? {
                if body.len() + chunk.len() > longest {
                    return Err(OpenAiError::TooLong);
                }
                body.extend_from_slice(&chunk);
            }
            Ok(body)
        };
        timeout_at(self.until, reading).await.map_err(|_| OpenAiError::TimedOut)?
    }

    pub(super) async fn json<T: DeserializeOwned>(
        &self,
        response: Response,
    ) -> Result<T, OpenAiError> {
        Ok(serde_json::from_slice(&self.read(response, MAX_TEXTS_ANSWER_BYTES).await?)?)
    }
}
