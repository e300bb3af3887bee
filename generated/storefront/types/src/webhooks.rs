//! Types of the operations tagged `webhooks`.

use serde::{Deserialize, Serialize};

/// An event of the payment provider.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct PaymentEvent {
    /// The provider's id of the event.
    pub id: String,
    /// For example `payment_intent.succeeded`.
    pub r#type: String,
    /// Seconds since 1970.
    pub created: i64,
    /// Content of the event.
    pub data: PaymentEventData,
}

/// Content of the event.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct PaymentEventData {
    /// A payment intent or a charge, in the provider's format.
    pub object: serde_json::Map<String, serde_json::Value>,
}

/// An event of the carrier tracker.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct TrackingEventMessage {
    /// The tracker's id of the event.
    pub id: String,
    /// Type of the event, such as `tracker.updated`.
    pub description: String,
    /// The tracker: `tracking_code`, `status`, `carrier`, `public_url`, `updated_at` and more.
    pub result: serde_json::Map<String, serde_json::Value>,
}

/// The answer of `receivePaymentWebhook` or `receiveTrackingWebhook`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct WebhookResponse {
    /// The event was received.
    pub data: WebhookReceipt,
}

serialize! { WebhookResponse { "success" = true, "data": data } }

/// The event was received.
#[derive(Debug, Clone, PartialEq, Default, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct WebhookReceipt {}

serialize! { WebhookReceipt { "received" = true } }
