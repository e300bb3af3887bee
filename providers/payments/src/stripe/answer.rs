//! Reads Stripe's answers within a size limit, and maps errors.

use std::time::Duration;

use reqwest::Response;
use reqwest::header::{HeaderMap, RETRY_AFTER};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use stoa_telemetry::Chain;

use crate::{PaymentError, Refusal};

/// Limit of an answer in bytes. Usual answers have some kilobytes.
const MAX_STRIPE_ANSWER_BYTES: usize = 1 << 20;

pub(super) struct FailedAttempt {
    pub(super) error: PaymentError,
    /// The pause that Stripe requests before another attempt. `None` if another attempt would fail too.
    pub(super) again: Option<Duration>,
}

#[derive(Deserialize)]
struct ErrorAnswer {
    error: ErrorObject,
}

#[derive(Deserialize)]
struct ErrorObject {
    #[serde(rename = "type")]
    kind: Option<String>,
    code: Option<String>,
    param: Option<String>,
}

pub(super) async fn read<T: DeserializeOwned>(response: Response) -> Result<T, FailedAttempt> {
    let (status, headers) = (response.status(), response.headers().clone());
    if status.is_redirection() {
        // Another attempt would be redirected too.
        return Err(FailedAttempt {
            error: unavailable("an answer that leads elsewhere"),
            again: None,
        });
    }
    let body = body(response).await?;
    if status.is_success() {
        return serde_json::from_slice(&body).map_err(|_| passing(NOT_STRIPES, &headers));
    }
    // Fails if the answer is a proxy's error page, or comes from an API other than Stripe's.
    let answer: ErrorAnswer =
        serde_json::from_slice(&body).map_err(|_| passing(NOT_STRIPES, &headers))?;
    let ErrorAnswer { error: ErrorObject { kind, code, param } } = answer;
    let refusal = Refusal {
        status: status.as_u16(),
        kind: kind.and_then(term),
        code: code.and_then(term),
        param: param.and_then(term),
        request_id: header(&headers, "request-id").map(str::to_owned).and_then(term),
    };
    // Status 409 means that another call with this key is running, or that the object is locked.
    let is_of_the_moment =
        matches!(refusal.status, 409 | 429 | 500..) || should_retry(&headers) == Some(true);
    Err(match is_of_the_moment {
        true => passing(&refusal.to_string(), &headers),
        false => FailedAttempt { error: PaymentError::Refused(refusal), again: None },
    })
}

const NOT_STRIPES: &str = "an answer that is not Stripe's";

pub(super) fn unavailable(cause: &str) -> PaymentError {
    PaymentError::Unavailable(cause.to_owned())
}

/// A failure that another attempt may avoid, unless Stripe says that a retry will fail.
fn passing(cause: &str, headers: &HeaderMap) -> FailedAttempt {
    let again = (should_retry(headers) != Some(false)).then(|| retry_after(headers));
    FailedAttempt { error: unavailable(cause), again }
}

/// Returns whether Stripe recommends a retry. This is more reliable than the status.
fn should_retry(headers: &HeaderMap) -> Option<bool> {
    header(headers, "stripe-should-retry")?.parse().ok()
}

/// Returns the requested delay, or 0 if none is requested. Stripe sends seconds, never dates.
fn retry_after(headers: &HeaderMap) -> Duration {
    let seconds = header(headers, RETRY_AFTER.as_str()).and_then(|value| value.parse().ok());
    Duration::from_secs(seconds.unwrap_or(0))
}

fn header<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    headers.get(name)?.to_str().ok()
}

async fn body(mut response: Response) -> Result<Vec<u8>, FailedAttempt> {
    let mut body = Vec::new();
    while let Some(chunk) = response.chunk().await? {
        if body.len() + chunk.len() > MAX_STRIPE_ANSWER_BYTES {
            return Err(passing("an answer that is too long", response.headers()));
        }
        body.extend_from_slice(&chunk);
    }
    Ok(body)
}

/// A failed connection is always retried, even if Stripe received the call, because a repeated call changes nothing.
impl From<reqwest::Error> for FailedAttempt {
    fn from(error: reqwest::Error) -> Self {
        let cause = match error.is_connect() {
            true => "it cannot be reached",
            false => "the connection broke",
        };
        let cause = format!("{cause}: {}", Chain(&error.without_url()));
        Self { error: unavailable(&cause), again: Some(Duration::ZERO) }
    }
}

/// Returns a term of the API, which may be logged. Returns `None` for a sentence, or for a text that could be a key.
fn term(text: String) -> Option<String> {
    let is_key = ["sk_", "rk_", "whsec_", "_secret_"].iter().any(|mark| text.contains(mark));
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"_[].-".contains(&byte);
    let is_term = !is_key && (1..=64).contains(&text.len()) && text.bytes().all(is_plain);
    is_term.then_some(text)
}
