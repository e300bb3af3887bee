//! Webhooks: requests that the server sends to your program, as
//! [Standard Webhooks](https://www.standardwebhooks.com) describes them.

pub use crate::types::{UnknownWebhookEvent, WebhookEvent};
pub use ::stoa_client_core::webhooks::{WebhookError, sign};

/// Verifies a webhook and returns its event.
///
/// `secrets` are those of the endpoint, which begin with `whsec_`. During a rotation they are the old one and the new
/// one. `headers` are those of the request, such as an `&http::HeaderMap`, or names with values in another form. `body` is
/// the body as the request had it, byte for byte.
///
/// The server sends a webhook again if it got no answer. All attempts have the same header `webhook-id`.
///
/// # Errors
/// Fails if the request was not sent by the server within the last 5 minutes, or if its event is not as documented. An
/// event that this version of the document lacks is [`WebhookEvent::Unknown`].
pub fn verify(
    secrets: impl IntoIterator<Item = impl AsRef<str>>,
    headers: impl IntoIterator<Item = (impl AsRef<str>, impl AsRef<[u8]>)>,
    body: &[u8],
) -> Result<WebhookEvent, WebhookError> {
    ::stoa_client_core::webhooks::verify(secrets, headers, body)
}
