//! The way to Stripe: one HTTP client for all stores, the time a call may take, and what is tried again.
//!
//! Four calls are less than a client library of the whole API, and they need what async-stripe lacks: connections that
//! stay open, a key for each call, repeats under an idempotency key of ours, the status of whatever is answered.

use std::time::Duration;

use reqwest::header::{HeaderMap, HeaderName, HeaderValue, RETRY_AFTER};
use reqwest::{Client, RequestBuilder, Response, StatusCode, Url, redirect};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use tokio::time::{sleep, timeout};

use crate::{PaymentError, Refusal};

const STRIPE: &str = "https://api.stripe.com";

/// The form of requests and answers; an account's default may be older or newer.
const API_VERSION: &str = "2024-06-20";

/// What is asked of a provider, with every call and repeat that it takes.
const LIMIT: Duration = Duration::from_secs(10);

/// To connect: short enough for another try within the limit.
const CONNECT_LIMIT: Duration = Duration::from_secs(3);

const ATTEMPTS: u32 = 3;

/// Before the second attempt; then twice as long.
const PAUSE: Duration = Duration::from_millis(250);

/// Who asks us to wait longer gets no other attempt.
const LONGEST_PAUSE: Duration = Duration::from_secs(3);

/// An intent with its charge has a few kilobytes.
const LONGEST_ANSWER: usize = 1 << 20;

const NO_CERTIFICATES: PaymentError =
    PaymentError::Misconfigured("the system has no root certificates for TLS to Stripe");

/// Where Stripe is, and the way there. Clones share connections.
#[derive(Clone)]
pub(crate) struct Connection {
    /// None without the system's root certificates, where a server without Stripe should still start.
    http: Option<Client>,
    base: String,
}

/// An attempt that failed.
struct Failure {
    error: PaymentError,
    /// How long to wait before another one, if that may help.
    again: Option<Duration>,
}

impl Connection {
    pub(crate) fn new(base_url: Option<&str>) -> Result<Self, PaymentError> {
        let wrong = PaymentError::Misconfigured("the URL of Stripe's API is not an http(s) URL");
        let url = base_url.map(str::trim).filter(|url| !url.is_empty()).unwrap_or(STRIPE);
        let is_http =
            |url: &Url| ["http", "https"].contains(&url.scheme()) && url.query().is_none();
        let url = Url::parse(url).ok().filter(is_http).ok_or(wrong)?;
        // A process that has chosen its own provider keeps it.
        rustls::crypto::ring::default_provider().install_default().ok();
        let mut headers = HeaderMap::new();
        let version = HeaderName::from_static("stripe-version");
        headers.insert(version, HeaderValue::from_static(API_VERSION));
        let http = Client::builder()
            .connect_timeout(CONNECT_LIMIT)
            .redirect(redirect::Policy::none())
            .default_headers(headers)
            .user_agent(concat!("Stoa/", env!("CARGO_PKG_VERSION")))
            .build();
        Ok(Self { http: http.ok(), base: url.as_str().trim_end_matches('/').to_owned() })
    }

    /// Whether calls can be made at all.
    pub(crate) fn check(&self) -> Result<(), PaymentError> {
        self.http.as_ref().map(drop).ok_or(NO_CERTIFICATES)
    }

    pub(super) fn get(&self, path: &str) -> Option<RequestBuilder> {
        Some(self.http.as_ref()?.get(format!("{}/v1/{path}", self.base)))
    }

    pub(super) fn post(&self, path: &str, form: &[(&str, &str)]) -> Option<RequestBuilder> {
        Some(self.http.as_ref()?.post(format!("{}/v1/{path}", self.base)).form(form))
    }

    /// The answer to a request that may be sent several times: one that only reads, has a key, or is such that the
    /// second time changes nothing.
    pub(super) async fn call<T: DeserializeOwned>(
        &self,
        request: Option<RequestBuilder>,
        secret_key: &str,
        idempotency_key: Option<&str>,
    ) -> Result<T, PaymentError> {
        let request = request.ok_or(NO_CERTIFICATES)?;
        let mut request = request.bearer_auth(secret_key);
        if let Some(key) = idempotency_key {
            request = request.header("idempotency-key", key);
        }
        attempts(request).await
    }
}

/// Gives up after ten seconds.
pub(crate) async fn in_time<T>(
    asked: impl Future<Output = Result<T, PaymentError>>,
) -> Result<T, PaymentError> {
    timeout(LIMIT, asked).await.unwrap_or_else(|_| Err(unavailable("no answer within ten seconds")))
}

async fn attempts<T: DeserializeOwned>(request: RequestBuilder) -> Result<T, PaymentError> {
    let mut count = 1;
    loop {
        let attempt = request.try_clone().ok_or_else(|| unavailable("a body that is gone"))?;
        match attempt_once(attempt).await {
            Err(Failure { again: Some(pause), .. })
                if count < ATTEMPTS && pause <= LONGEST_PAUSE =>
            {
                // Many calls that failed together should not come back together.
                let backoff = PAUSE * 2_u32.pow(count - 1);
                sleep(pause.max(backoff.mul_f64(rand::random_range(0.5..1.0)))).await;
                count += 1;
            }
            outcome => return outcome.map_err(|failure| failure.error),
        }
    }
}

async fn attempt_once<T: DeserializeOwned>(request: RequestBuilder) -> Result<T, Failure> {
    let sent = request.send().await;
    let response = sent.map_err(|error| Failure::from_transport(&error))?;
    let (status, headers) = (response.status(), response.headers().clone());
    let body = read(response).await?;
    if status.is_success() {
        let answer = serde_json::from_slice(&body);
        // A proxy's page, or an API that is not Stripe's.
        return answer.map_err(|_| Failure::once(unavailable("an answer that is not Stripe's")));
    }
    let refusal = refusal(status, &headers, &body);
    let is_transient = status.is_server_error()
        // 409: another call with this key is running, or the object is locked.
        || [StatusCode::CONFLICT, StatusCode::TOO_MANY_REQUESTS].contains(&status);
    let error = match is_transient {
        true => PaymentError::Unavailable(refusal.to_string()),
        false => PaymentError::Refused(refusal),
    };
    let is_worth_it = match text(&headers, "stripe-should-retry") {
        Some("true") => true,
        Some("false") => false,
        _ => is_transient,
    };
    Err(Failure { error, again: is_worth_it.then(|| retry_after(&headers)) })
}

async fn read(mut response: Response) -> Result<Vec<u8>, Failure> {
    let mut body = Vec::new();
    while let Some(chunk) =
        response.chunk().await.map_err(|error| Failure::from_transport(&error))?
    {
        if body.len() + chunk.len() > LONGEST_ANSWER {
            return Err(Failure::once(unavailable("an answer that is too long")));
        }
        body.extend_from_slice(&chunk);
    }
    Ok(body)
}

impl Failure {
    /// Sent or not, received or not: what is sent again changes nothing.
    fn from_transport(error: &reqwest::Error) -> Self {
        // The whole text could hold the address with what stands in it.
        let cause = if error.is_connect() { "no connection" } else { "the connection broke" };
        match error.is_builder() {
            true => Self::once(PaymentError::Misconfigured("a key that no header can hold")),
            false => Self { error: unavailable(cause), again: Some(Duration::ZERO) },
        }
    }

    fn once(error: PaymentError) -> Self {
        Self { error, again: None }
    }
}

fn unavailable(cause: &str) -> PaymentError {
    PaymentError::Unavailable(cause.to_owned())
}

fn refusal(status: StatusCode, headers: &HeaderMap, body: &[u8]) -> Refusal {
    #[derive(Deserialize)]
    struct Answer {
        error: Fault,
    }
    #[derive(Deserialize)]
    struct Fault {
        #[serde(rename = "type")]
        kind: Option<String>,
        code: Option<String>,
        param: Option<String>,
    }
    let fault = serde_json::from_slice::<Answer>(body).ok().map(|answer| answer.error);
    let (kind, code, param) =
        fault.map_or((None, None, None), |fault| (fault.kind, fault.code, fault.param));
    Refusal {
        status: status.as_u16(),
        kind: kind.filter(|kind| is_term(kind)),
        code: code.filter(|code| is_term(code)),
        param: param.filter(|param| is_term(param)),
        request_id: text(headers, "request-id").filter(|id| is_term(id)).map(str::to_owned),
    }
}

/// Terms of the API, which may be logged: no sentence, and nothing that could be a key.
fn is_term(text: &str) -> bool {
    let is_key = ["sk_", "rk_", "whsec_", "_secret_"].iter().any(|mark| text.contains(mark));
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"_[].-".contains(&byte);
    !is_key && (1..=64).contains(&text.len()) && text.bytes().all(is_plain)
}

fn retry_after(headers: &HeaderMap) -> Duration {
    let seconds = headers.get(RETRY_AFTER).and_then(|value| value.to_str().ok()?.parse().ok());
    Duration::from_secs(seconds.unwrap_or(0))
}

fn text<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    headers.get(name)?.to_str().ok()
}
