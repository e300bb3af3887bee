//! async-stripe's client for one account: where the API is, the time a call may take, what is tried again, and what
//! the library's errors mean.
//!
//! The library repeats a request only under a key that it makes itself, so repeats under our keys are made here.

use std::time::Duration;

use ::stripe::{
    Client, ClientBuilder, IdempotencyKey, RequestStrategy, StripeError, StripeRequest,
};
use http::Uri;
use miniserde::Deserialize;
use tokio::time::{sleep, timeout};

use crate::{PaymentError, Refusal};

const STRIPE: &str = "https://api.stripe.com";

/// What is asked of a provider, with every call and repeat that it takes.
const LIMIT: Duration = Duration::from_secs(10);

const ATTEMPTS: u32 = 3;

/// Before the second attempt; then twice as long.
const PAUSE: Duration = Duration::from_millis(250);

/// Where Stripe's API is.
pub(crate) struct Address(String);

/// One account, by its secret key.
pub(super) struct Account {
    /// In a box, since it is several times as large as all else that a provider is.
    client: Box<Client>,
}

impl Address {
    pub(crate) fn new(base_url: Option<&str>) -> Result<Self, PaymentError> {
        let wrong = PaymentError::Misconfigured("the URL of Stripe's API is not an http(s) URL");
        let url = base_url.map(str::trim).filter(|url| !url.is_empty()).unwrap_or(STRIPE);
        let is_http =
            |url: &Uri| matches!(url.scheme_str(), Some("http" | "https")) && url.query().is_none();
        let url = url.parse().ok().filter(is_http).ok_or(wrong)?;
        // The library appends the path as it is.
        Ok(Self(format!("{}/", url.to_string().trim_end_matches('/'))))
    }
}

impl Account {
    pub(super) fn new(address: &Address, secret_key: &str) -> Result<Self, PaymentError> {
        // A process that has chosen its own provider keeps it.
        rustls::crypto::ring::default_provider().install_default().ok();
        let client = ClientBuilder::new(secret_key)
            .url(&address.0)
            .app_info("Stoa", Some(env!("CARGO_PKG_VERSION").to_owned()), None)
            .build()
            .map_err(|_| PaymentError::Misconfigured("the Stripe secret key fits no header"))?;
        Ok(Self { client: Box::new(client) })
    }

    /// The answer to a request that may be sent several times: one that only reads, has a key, or is such that the
    /// second time changes nothing.
    pub(super) async fn call<T: Deserialize>(
        &self,
        request: &impl StripeRequest,
        idempotency_key: Option<&str>,
    ) -> Result<T, PaymentError> {
        let strategy = match idempotency_key.map(IdempotencyKey::new) {
            None => RequestStrategy::Once,
            Some(Ok(key)) => RequestStrategy::Idempotent(key),
            Some(Err(_)) => {
                return Err(PaymentError::Misconfigured("an idempotency key that Stripe refuses"));
            }
        };
        let mut count = 1;
        loop {
            let attempt = request.build().customize().request_strategy(strategy.clone());
            match attempt.send(self.client.as_ref()).await.map_err(meaning) {
                Err(PaymentError::Unavailable(_)) if count < ATTEMPTS => {
                    // Many calls that failed together should not come back together.
                    let backoff = PAUSE * 2_u32.pow(count - 1);
                    sleep(backoff.mul_f64(rand::random_range(0.5..1.0))).await;
                    count += 1;
                }
                outcome => return outcome,
            }
        }
    }
}

/// Gives up after ten seconds. In a box: the library's futures take 20 KB, which whoever may call Stripe would carry.
pub(crate) fn in_time<'a, T: 'a>(
    asked: impl Future<Output = Result<T, PaymentError>> + Send + 'a,
) -> impl Future<Output = Result<T, PaymentError>> + Send + 'a {
    let asked = Box::pin(timeout(LIMIT, asked));
    async { asked.await.unwrap_or_else(|_| Err(unavailable("no answer within ten seconds"))) }
}

/// Never the library's own text: that holds Stripe's message.
fn meaning(error: StripeError) -> PaymentError {
    match error {
        StripeError::Stripe(error, status) => {
            let request = error.request_log_url.as_deref().and_then(request_id);
            let refusal = Refusal {
                status,
                kind: term(error.type_.as_str()),
                code: error.code.as_ref().and_then(|code| term(code.as_str())),
                param: error.param.as_deref().and_then(term),
                request_id: request.and_then(term),
            };
            match status {
                // 409: another call with this key is running, or the object is locked.
                409 | 429 | 500.. => PaymentError::Unavailable(refusal.to_string()),
                _ => PaymentError::Refused(refusal),
            }
        }
        // A proxy's page, or an API that is not Stripe's. The library keeps its status to itself.
        StripeError::JSONDeserialize(_) => unavailable("an answer that is not Stripe's"),
        // Sent or not, received or not: what is sent again changes nothing.
        StripeError::ClientError(_) | StripeError::Timeout => {
            unavailable("no connection, or one that broke")
        }
        StripeError::ConfigError(_) => PaymentError::Misconfigured("a setting of Stripe's client"),
    }
}

fn unavailable(cause: &str) -> PaymentError {
    PaymentError::Unavailable(cause.to_owned())
}

/// `req_…` in the address of the dashboard's page about a request.
fn request_id(log_url: &str) -> Option<&str> {
    let from = &log_url[log_url.find("req_")?..];
    from.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_').next()
}

/// Terms of the API, which may be logged: no sentence, and nothing that could be a key.
fn term(text: &str) -> Option<String> {
    let is_key = ["sk_", "rk_", "whsec_", "_secret_"].iter().any(|mark| text.contains(mark));
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"_[].-".contains(&byte);
    let is_term = !is_key && (1..=64).contains(&text.len()) && text.bytes().all(is_plain);
    is_term.then(|| text.to_owned())
}
