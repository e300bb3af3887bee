//! The request that delivers an event.

use std::error::Error;
use std::time::Duration;

use http::{Request, StatusCode};
use http_body_util::{BodyExt, Full};
use hyper::body::Incoming;
use stoa_telemetry::Chain;
use tokio::time::timeout;

use crate::Targets;
use crate::client::{self, EndpointClient};

/// Maximum time of an attempt, from the connection to the end of the answer.
const WEBHOOK_TIMEOUT: Duration = Duration::from_secs(10);

/// Maximum length of an answer that is read and stored. The rest is not read.
const MAX_WEBHOOK_ANSWER_BYTES: usize = 1024;

/// Sends events to endpoints.
pub(crate) struct Caller {
    client: EndpointClient,
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
    pub fn new(targets: Targets) -> Result<Self, rustls::Error> {
        Ok(Self { client: client::of(targets)?, targets })
    }

    pub async fn send(&self, url: &str, message: Message<'_>) -> Answer {
        let Some(url) = self.targets.allowed(url) else {
            return Answer::failed("the URL is not an https URL of a public host".to_owned());
        };
        match timeout(WEBHOOK_TIMEOUT, self.call(url.as_str(), message)).await {
            Ok(Ok(answer)) => answer,
            Ok(Err(error)) => Answer::failed(Chain(&*error).to_string()),
            Err(_) => {
                let seconds = WEBHOOK_TIMEOUT.as_secs();
                Answer::failed(format!("the endpoint did not answer within {seconds} seconds"))
            }
        }
    }

    async fn call(
        &self,
        url: &str,
        message: Message<'_>,
    ) -> Result<Answer, Box<dyn Error + Send + Sync>> {
        let request = Request::post(url)
            .header("content-type", "application/json")
            .header("user-agent", concat!("stoa/", env!("CARGO_PKG_VERSION")))
            .header("webhook-id", message.id)
            .header("webhook-timestamp", message.timestamp)
            .header("webhook-signature", message.signature)
            .body(Full::from(message.body.to_owned()))?;
        let response = self.client.request(request).await?;
        let status = Some(response.status().as_u16());
        Ok(Answer { status, text: Some(beginning(response.into_body()).await), error: None })
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
async fn beginning(mut body: Incoming) -> String {
    let mut bytes = Vec::new();
    while bytes.len() < MAX_WEBHOOK_ANSWER_BYTES
        && let Some(Ok(frame)) = body.frame().await
    {
        bytes.extend_from_slice(frame.data_ref().map_or(&[], |data| &data[..]));
    }
    bytes.truncate(MAX_WEBHOOK_ANSWER_BYTES);
    // Postgres stores no NUL.
    String::from_utf8_lossy(&bytes).replace('\0', "\u{fffd}")
}
