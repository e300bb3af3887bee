//! The request that delivers an event.

use std::time::Duration;

use reqwest::{Client, StatusCode};
use stoa_telemetry::Chain;

use crate::Targets;

/// Maximum time of an attempt, from the connection to the end of the answer.
const WEBHOOK_TIMEOUT: Duration = Duration::from_secs(10);

/// Maximum length of an answer that is read and stored. The rest is not read.
const MAX_WEBHOOK_ANSWER_BYTES: usize = 1024;

/// Sends events to endpoints.
pub(crate) struct Caller {
    client: Client,
    targets: Targets,
}

/// A request without its URL.
pub(crate) struct Message<'a> {
    pub id: &'a str,
    pub timestamp: i64,
    pub signature: String,
    pub body: &'a str,
}

/// The result of a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Answer {
    /// `None` if no answer arrived.
    pub status: Option<u16>,
    /// The beginning of the answer.
    pub text: Option<String>,
    /// Why no answer arrived.
    pub error: Option<String>,
}

impl Caller {
    pub fn new(targets: Targets) -> Result<Self, reqwest::Error> {
        let builder = match targets {
            Targets::Public => stoa_public_addresses::http(),
            Targets::Any => stoa_tls_roots::http().no_proxy(),
        };
        let client = builder
            .timeout(WEBHOOK_TIMEOUT)
            .user_agent(concat!("stoa/", env!("CARGO_PKG_VERSION")))
            .build()?;
        Ok(Self { client, targets })
    }

    pub async fn send(&self, url: &str, message: Message<'_>) -> Answer {
        let Some(url) = self.targets.allowed(url) else {
            return Answer::failed("the URL is not an https URL of a public host".to_owned());
        };
        let request = self
            .client
            .post(url)
            .header("content-type", "application/json")
            .header("webhook-id", message.id)
            .header("webhook-timestamp", message.timestamp)
            .header("webhook-signature", message.signature)
            .body(message.body.to_owned());
        match request.send().await {
            Ok(response) => {
                let status = Some(response.status().as_u16());
                Answer { status, text: Some(beginning(response).await), error: None }
            }
            Err(error) if error.is_timeout() => {
                let seconds = WEBHOOK_TIMEOUT.as_secs();
                Answer::failed(format!("the endpoint did not answer within {seconds} seconds"))
            }
            // The URL is the endpoint's, and its query may have a secret.
            Err(error) => Answer::failed(Chain(&error.without_url()).to_string()),
        }
    }
}

impl Answer {
    pub fn is_success(&self) -> bool {
        self.status.is_some_and(|status| (200..300).contains(&status))
    }

    /// Whether the endpoint says that it does not exist any more.
    pub fn is_gone(&self) -> bool {
        self.status == Some(StatusCode::GONE.as_u16())
    }

    pub fn failed(error: String) -> Self {
        Self { status: None, text: None, error: Some(error) }
    }
}

/// Reads the beginning of the answer as text. Errors end it, because the status has arrived.
async fn beginning(mut response: reqwest::Response) -> String {
    let mut bytes = Vec::new();
    while bytes.len() < MAX_WEBHOOK_ANSWER_BYTES
        && let Ok(Some(piece)) = response.chunk().await
    {
        bytes.extend_from_slice(&piece);
    }
    bytes.truncate(MAX_WEBHOOK_ANSWER_BYTES);
    // Postgres stores no NUL.
    String::from_utf8_lossy(&bytes).replace('\0', "\u{fffd}")
}
