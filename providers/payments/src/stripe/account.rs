//! Calls for one account: the account's key, the deadline and the retries of a call.

use std::time::Duration;

use reqwest::header::{AUTHORIZATION, CONTENT_TYPE, HeaderMap, HeaderName, HeaderValue};
use reqwest::{Client, Method, Response};
use serde::de::DeserializeOwned;
use stoa_telemetry::http_call;
use tokio::time::{Instant, sleep, timeout_at};
use url::form_urlencoded;

use super::address::Address;
use super::answer::{FailedAttempt, read, unavailable};
use crate::PaymentError;

/// The version of the API that this crate reads. Without this header, the account's default version would apply.
const VERSION: HeaderValue = HeaderValue::from_static("2026-09-30.endive");

/// Time for one operation at the payment provider, such as to create an intent, with all its calls and retries.
const LIMIT: Duration = Duration::from_secs(10);

const STRIPE_ATTEMPTS: u32 = 3;

/// Delay before the second attempt, doubled before the third. Jitter shortens it by up to half.
const STRIPE_RETRY_DELAY: Duration = Duration::from_millis(250);

const MAX_STRIPE_IDEMPOTENCY_KEY_BYTES: usize = 255;

/// A Stripe account, identified by its secret key.
pub(super) struct Account {
    http: Client,
    url: String,
    authorization: HeaderValue,
}

/// A request that may be sent several times, because it only reads, has an idempotency key, or changes nothing when
/// repeated. It has no `Debug`, because it holds a secret and an address.
struct Call {
    method: Method,
    url: String,
    headers: HeaderMap,
    form: String,
}

pub(super) fn deadline() -> Instant {
    Instant::now() + LIMIT
}

impl Account {
    pub(super) fn new(address: &Address, secret_key: &str) -> Result<Self, PaymentError> {
        let mut authorization = HeaderValue::try_from(format!("Bearer {secret_key}"))
            .map_err(|_| PaymentError::Misconfigured("the Stripe secret key fits no header"))?;
        authorization.set_sensitive(true);
        Ok(Self { http: address.http()?.clone(), url: address.url().to_owned(), authorization })
    }

    /// Sends a GET. `path` is the part of the URL after `/v1/`.
    pub(super) async fn get<T: DeserializeOwned>(
        &self,
        path: &str,
        query: &[(&str, &str)],
        until: Instant,
    ) -> Result<T, PaymentError> {
        let url = format!("{}/v1/{path}?{}", self.url, encoded(query));
        let headers = self.headers();
        self.call(&Call { method: Method::GET, url, headers, form: String::new() }, until).await
    }

    /// Sends a POST. `idempotency_key` may be `None` if a repeated request changes nothing.
    pub(super) async fn post<T: DeserializeOwned>(
        &self,
        path: &str,
        form: &[(&str, &str)],
        idempotency_key: Option<&str>,
        until: Instant,
    ) -> Result<T, PaymentError> {
        let mut headers = self.headers();
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/x-www-form-urlencoded"));
        if let Some(key) = idempotency_key {
            let key = Some(key)
                .filter(|key| (1..=MAX_STRIPE_IDEMPOTENCY_KEY_BYTES).contains(&key.len()))
                .and_then(|key| HeaderValue::from_str(key).ok())
                .ok_or(PaymentError::Misconfigured("an idempotency key that Stripe refuses"))?;
            headers.insert(HeaderName::from_static("idempotency-key"), key);
        }
        let url = format!("{}/v1/{path}", self.url);
        self.call(&Call { method: Method::POST, url, headers, form: encoded(form) }, until).await
    }

    fn headers(&self) -> HeaderMap {
        HeaderMap::from_iter([
            (AUTHORIZATION, self.authorization.clone()),
            (HeaderName::from_static("stripe-version"), VERSION),
        ])
    }

    async fn call<T: DeserializeOwned>(
        &self,
        call: &Call,
        until: Instant,
    ) -> Result<T, PaymentError> {
        let mut attempts = 1;
        loop {
            let FailedAttempt { error, again } = match timeout_at(until, self.attempt(call)).await {
                Ok(Ok(answer)) => return Ok(answer),
                Ok(Err(failure)) => failure,
                Err(_) => return Err(unavailable("no answer within ten seconds")),
            };
            let Some(asked_for) = again.filter(|_| attempts < STRIPE_ATTEMPTS) else {
                return Err(error);
            };
            // Jitter, so that calls that failed at the same time are not retried at the same time.
            let backoff = STRIPE_RETRY_DELAY * 2_u32.pow(attempts - 1);
            let pause = asked_for.saturating_add(backoff.mul_f64(rand::random_range(0.5..1.0)));
            // If the pause would exceed the deadline, fail at once.
            if pause >= until.saturating_duration_since(Instant::now()) {
                return Err(error);
            }
            sleep(pause).await;
            attempts += 1;
        }
    }

    async fn attempt<T: DeserializeOwned>(&self, call: &Call) -> Result<T, FailedAttempt> {
        let request = self.http.request(call.method.clone(), &call.url);
        let request = request.headers(call.headers.clone()).body(call.form.clone());
        let send = |trace| request.headers(trace).send();
        let status = |response: &Response| response.status().as_u16();
        let method = call.method.as_str();
        read(http_call("stripe", method, &call.url, send, status).await?).await
    }
}

fn encoded(fields: &[(&str, &str)]) -> String {
    form_urlencoded::Serializer::new(String::new()).extend_pairs(fields).finish()
}
