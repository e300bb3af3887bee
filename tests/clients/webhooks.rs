//! `webhooks::verify` of the staff's client, with the webhooks of the document, signed by the library of Standard
//! Webhooks.

use std::time::{SystemTime, UNIX_EPOCH};

use serde_json::{Value, json};
use standardwebhooks::Webhook;
use stoa_staff_client::HeaderMap;
use stoa_staff_client::webhooks::{WebhookError, WebhookEvent, verify};

use crate::contract::document;

pub const SECRET: &str = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
pub const OTHER_SECRET: &str = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSx";
pub const OLD_SECRET: &str = "whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYX";

/// The headers of a request that is signed with this secret.
pub fn headers(secret: &str, id: &str, body: &str) -> HeaderMap {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_secs();
    let webhook = Webhook::new(secret).unwrap();
    let signature = webhook.sign(id, i64::try_from(now).unwrap(), body.as_bytes()).unwrap();
    let mut headers = HeaderMap::new();
    headers.insert("webhook-id", id.parse().unwrap());
    headers.insert("webhook-timestamp", now.into());
    headers.insert("webhook-signature", signature.parse().unwrap());
    headers
}

fn received(body: &str) -> Result<WebhookEvent, WebhookError> {
    verify([OLD_SECRET, SECRET], &headers(SECRET, "msg_1", body), body.as_bytes())
}

/// The name of each webhook of the staff's document, with its example.
pub fn examples() -> Vec<(String, Value)> {
    let webhooks = document::of("staff").json["webhooks"].as_object().unwrap();
    let example = |webhook: &Value| {
        webhook["post"]["requestBody"]["content"]["application/json"]["example"].clone()
    };
    webhooks.iter().map(|(name, webhook)| (name.clone(), example(webhook))).collect()
}

#[test]
fn each_webhook_is_read_as_its_type() {
    let examples = examples();
    assert!(examples.len() >= 18);
    for (name, example) in examples {
        let event = received(&example.to_string()).unwrap();
        assert_eq!(event.kind(), name);
        assert!(!matches!(event, WebhookEvent::Unknown(_)), "{name}");
        assert_eq!(serde_json::to_value(event).unwrap(), example);
    }
}

#[test]
fn a_webhook_of_a_later_document_is_unknown() {
    let later = json!({"type": "order.gift_wrapped", "timestamp": "2027-01-01T00:00:00.000Z", "data": {"ribbon": 1}});
    let event = received(&later.to_string()).unwrap();
    assert_eq!(event.kind(), "order.gift_wrapped");
    assert_eq!(serde_json::to_value(&event).unwrap(), later);
    assert!(matches!(event, WebhookEvent::Unknown(event) if *event.body() == later));
}

#[test]
fn other_requests_are_refused() {
    let body = json!({"type": "order.paid"}).to_string();
    let refused = received(&body).unwrap_err();
    assert!(matches!(refused, WebhookError::Decode(_)), "{refused}");
    let signed = headers(SECRET, "msg_1", &body);
    let changed = verify([SECRET], &signed, b"{}");
    assert!(matches!(changed, Err(WebhookError::WrongSignature)));
    let other_secret = verify([OLD_SECRET], &signed, body.as_bytes());
    assert!(matches!(other_secret, Err(WebhookError::WrongSignature)));
    let no_headers = verify([SECRET], &HeaderMap::new(), body.as_bytes());
    assert!(matches!(no_headers, Err(WebhookError::MissingHeader("webhook-id"))));
}
