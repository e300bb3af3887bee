//! One call to a provider, limited in time and size.

use std::fmt;
use std::time::Duration;

use reqwest::header::CONTENT_TYPE;
use reqwest::{Response, StatusCode};
use serde_json::Value;
use sha2::{Digest, Sha256};
use stoa_telemetry::{Chain, http_call};

use crate::Account;

/// Time for a call to a carrier, from connecting to the last byte of the answer; then its rates are left out.
const RATE_CALL_TIMEOUT: Duration = Duration::from_secs(3);

/// Limit of an answer in bytes. Most answers have some kilobytes.
const MAX_RATE_ANSWER_BYTES: usize = 1 << 20;

pub(crate) fn http() -> Result<reqwest::Client, reqwest::Error> {
    stoa_tls_roots::http()
        .timeout(RATE_CALL_TIMEOUT)
        .user_agent(concat!("stoa/", env!("CARGO_PKG_VERSION")))
        .build()
}

/// A request with a JSON body that a store sends to a provider. It has no `Debug`, because it holds a secret and an
/// address.
pub(crate) struct Call {
    pub(crate) provider: &'static str,
    url: String,
    credential: Credential,
    body: String,
    /// Identifies the provider and the account.
    pub(crate) account: [u8; 32],
    /// Identifies the account and the request.
    pub(crate) digest: [u8; 32],
}

pub(crate) enum Credential {
    /// The key as the user name, with an empty password (RFC 7617).
    Basic(String),
    /// The key as a bearer token (RFC 6750).
    Bearer(String),
}

impl Call {
    pub(crate) fn new(
        provider: &'static str,
        url: String,
        account: &Account,
        credential: Credential,
        question: &Value,
    ) -> Self {
        let body = question.to_string();
        let account = digest(&[
            provider.as_bytes(),
            &account.site_id.to_be_bytes(),
            account.api_key.as_bytes(),
            account.currency.as_bytes(),
        ]);
        let digest = digest(&[&account, body.as_bytes()]);
        Self { provider, url, credential, body, account, digest }
    }

    /// Returns an id for a price in the answer to this call.
    pub(crate) fn quote(&self, service: &str, price_cents: i64) -> String {
        id(&[&self.digest, service.as_bytes(), &price_cents.to_be_bytes()])
    }

    /// Returns an id for the shipment that this call describes, for a provider that gives it none.
    pub(crate) fn shipment(&self) -> String {
        id(&[&self.digest])
    }

    /// Sends the request and returns the body of a successful answer.
    pub(crate) async fn send(&self, http: &reqwest::Client) -> Result<Vec<u8>, RatesError> {
        let request =
            http.post(&self.url).header(CONTENT_TYPE, "application/json").body(self.body.clone());
        let request = match &self.credential {
            Credential::Basic(key) => request.basic_auth(key, Some("")),
            Credential::Bearer(key) => request.bearer_auth(key),
        };
        let send = |trace| request.headers(trace).send();
        let status = |response: &Response| response.status().as_u16();
        let mut response = http_call("carrier", "POST", &self.url, send, status).await?;
        if !response.status().is_success() {
            return Err(RatesError::Status(response.status()));
        }
        let mut answer = Vec::new();
        while let Some(chunk) = response.chunk().await? {
            if answer.len() + chunk.len() > MAX_RATE_ANSWER_BYTES {
                return Err(RatesError::TooLong);
            }
            answer.extend_from_slice(&chunk);
        }
        Ok(answer)
    }
}

fn id(parts: &[&[u8]]) -> String {
    digest(parts)[..12].iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Hashes each part after its length. Without the lengths, `["ab", "c"]` and `["a", "bc"]` would have the same digest.
fn digest(parts: &[&[u8]]) -> [u8; 32] {
    let mut hash = Sha256::new();
    for part in parts {
        hash.update((part.len() as u64).to_be_bytes());
        hash.update(part);
    }
    hash.finalize().into()
}

/// Why a provider returned no rates. A failure contains no data of the customer and no key.
pub(crate) enum RatesError {
    Connection(reqwest::Error),
    Status(StatusCode),
    TooLong,
    /// The position at which the answer cannot be read. The answer is left out, because it may contain a customer's
    /// address.
    Unreadable {
        line: usize,
        column: usize,
    },
}

impl RatesError {
    /// Whether other shipments of the account would fail as well. A provider that refuses only this shipment answers
    /// with a client error other than 401, 402, 403 and 429.
    pub(crate) fn is_of_the_account(&self) -> bool {
        match self {
            Self::Connection(_) => true,
            Self::Status(status) => {
                !status.is_client_error() || matches!(status.as_u16(), 401 | 402 | 403 | 429)
            }
            Self::TooLong | Self::Unreadable { .. } => false,
        }
    }
}

impl From<reqwest::Error> for RatesError {
    fn from(error: reqwest::Error) -> Self {
        Self::Connection(error.without_url())
    }
}

impl From<serde_json::Error> for RatesError {
    fn from(error: serde_json::Error) -> Self {
        Self::Unreadable { line: error.line(), column: error.column() }
    }
}

impl fmt::Display for RatesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Connection(error) if error.is_timeout() => {
                write!(f, "no answer in {} seconds", RATE_CALL_TIMEOUT.as_secs())
            }
            Self::Connection(error) if error.is_connect() => {
                write!(f, "it cannot be reached: {}", Chain(error))
            }
            Self::Connection(error) => write!(f, "{}", Chain(error)),
            Self::Status(status) => write!(f, "it answered {status}"),
            Self::TooLong => f.write_str("its answer is too long"),
            Self::Unreadable { line, column } => {
                write!(f, "its answer cannot be read from line {line}, column {column} on")
            }
        }
    }
}
