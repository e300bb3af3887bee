//! Types of the operations tagged `webhooks`.

use serde::{Deserialize, Serialize};

use crate::{Nullable, Timestamp};

/// The answer of `listWebhookEndpoints`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct WebhookEndpointListResponse {
    /// The endpoints.
    pub data: Vec<WebhookEndpoint>,
    /// The `cursor` of the next page; null on the last page.
    pub next_cursor: Option<String>,
}

serialize! {
    WebhookEndpointListResponse {
        "success" = true,
        "data": data,
        "nextCursor": next_cursor,
    }
}

/// The answer of `getWebhookEndpoint` or `updateWebhookEndpoint`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct WebhookEndpointResponse {
    /// A URL to which Stoa sends events of the site.
    pub data: WebhookEndpoint,
}

serialize! { WebhookEndpointResponse { "success" = true, "data": data } }

/// The answer of `createWebhookEndpoint` or `rotateWebhookSecret`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct CreatedWebhookEndpointResponse {
    /// An endpoint with its secret, which is shown only now.
    pub data: CreatedWebhookEndpoint,
}

serialize! { CreatedWebhookEndpointResponse { "success" = true, "data": data } }

/// An endpoint with its secret, which is shown only now.
#[derive(Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct CreatedWebhookEndpoint {
    /// A URL to which Stoa sends events of the site.
    pub endpoint: WebhookEndpoint,
    /// The secret of the endpoint, in the form of Standard Webhooks.
    pub secret: String,
}

debug!(CreatedWebhookEndpoint { endpoint, secret: hidden });

/// A URL to which Stoa sends events of the site.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct WebhookEndpoint {
    /// Id of the endpoint.
    pub id: i64,
    /// Its version, which changes with each change of the endpoint. In quotation marks, it is the
    /// `ETag`.
    pub version: i64,
    /// URL that receives the events.
    pub url: String,
    /// Purpose of the endpoint.
    pub description: Option<String>,
    /// Types of the events that it receives. All if the list is empty.
    pub events: Vec<WebhookEventType>,
    /// Whether it receives events.
    pub active: bool,
    /// Why it receives no events; null while it is active.
    pub disabled_reason: Option<WebhookDisabledReason>,
    /// Time at which it was disabled; null while it is active.
    pub disabled_at: Option<Timestamp>,
    /// Time of the first failed attempt since the last success; null if the last attempt was a success.
    pub failing_since: Option<Timestamp>,
    /// Time of its creation.
    pub created_at: Timestamp,
    /// Time of the last change.
    pub updated_at: Timestamp,
}

open! {
    /// Why an endpoint is disabled. `gone`: it answered 410. `failing`: all attempts of a day failed.
    /// `staff`: staff disabled it.
    pub enum WebhookDisabledReason {
        /// `gone`
        Gone = "gone",
        /// `failing`
        Failing = "failing",
        /// `staff`
        Staff = "staff",
    }
}

open! {
    /// Type of an event, as in `webhooks`.
    pub enum WebhookEventType {
        /// `order.placed`
        OrderPlaced = "order.placed",
        /// `order.paid`
        OrderPaid = "order.paid",
        /// `order.shipped`
        OrderShipped = "order.shipped",
        /// `order.delivered`
        OrderDelivered = "order.delivered",
        /// `order.returned`
        OrderReturned = "order.returned",
        /// `order.cancelled`
        OrderCancelled = "order.cancelled",
        /// `order.refunded`
        OrderRefunded = "order.refunded",
        /// `order.disputed`
        OrderDisputed = "order.disputed",
        /// `cart.abandoned`
        CartAbandoned = "cart.abandoned",
        /// `customer.registered`
        CustomerRegistered = "customer.registered",
        /// `conversation.started`
        ConversationStarted = "conversation.started",
        /// `conversation.message`
        ConversationMessage = "conversation.message",
        /// `support.created`
        SupportCreated = "support.created",
        /// `product.changed`
        ProductChanged = "product.changed",
        /// `catalog.changed`
        CatalogChanged = "catalog.changed",
        /// `post.published`
        PostPublished = "post.published",
        /// `stock.low`
        StockLow = "stock.low",
    }
}

/// An endpoint to create.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ::bon::Builder)]
#[must_use]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct CreateWebhookEndpointRequest {
    /// URL that receives the events.
    #[builder(into)]
    pub url: String,
    /// Purpose of the endpoint.
    #[builder(into)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// Types of the events that the endpoint receives. All if the list is empty. A repeated type counts
    /// once.
    #[builder(default = Vec::new(), into)]
    #[serde(default = "CreateWebhookEndpointRequest::default_events")]
    pub events: Vec<WebhookEventType>,
}

impl CreateWebhookEndpointRequest {
    fn default_events() -> Vec<WebhookEventType> {
        Vec::new()
    }
}

/// The properties of an endpoint to change.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, ::bon::Builder)]
#[must_use]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct WebhookEndpointPatch {
    /// URL that receives the events.
    #[builder(into)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// Purpose of the endpoint.
    #[builder(with = |value: impl Into<Nullable<String>>| value.into().0)]
    #[serde(
        default,
        deserialize_with = "crate::patch::value",
        skip_serializing_if = "Option::is_none"
    )]
    pub description: Option<Option<String>>,
    /// Types of the events that the endpoint receives. All if the list is empty. A repeated type counts
    /// once.
    #[builder(into)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub events: Option<Vec<WebhookEventType>>,
    /// Whether it receives events.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub active: Option<bool>,
}

/// The answer of `listWebhookDeliveries`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct WebhookDeliveryListResponse {
    /// The deliveries.
    pub data: Vec<WebhookDeliverySummary>,
    /// The `cursor` of the next page; null on the last page.
    pub next_cursor: Option<String>,
}

serialize! {
    WebhookDeliveryListResponse {
        "success" = true,
        "data": data,
        "nextCursor": next_cursor,
    }
}

/// The answer of `sendTestWebhook`, `getWebhookDelivery` or `retryWebhookDelivery`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct WebhookDeliveryResponse {
    /// A delivery of an event to an endpoint.
    pub data: WebhookDelivery,
}

serialize! { WebhookDeliveryResponse { "success" = true, "data": data } }

/// A delivery of an event to an endpoint, without its body and its answer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct WebhookDeliverySummary {
    /// Id of the delivery.
    pub id: i64,
    /// Id of the endpoint.
    pub endpoint_id: i64,
    /// Id of the event, which the endpoint receives as `webhook-id`.
    pub event_id: String,
    /// Type of the event.
    pub event: String,
    /// `waiting`: an attempt follows. `delivered`: the endpoint has received the event. `failed`: no
    /// attempt follows.
    pub status: WebhookDeliveryStatus,
    /// Number of attempts, since the last retry by staff if there was one.
    pub attempts: i64,
    /// Status of the last answer; null if there was none.
    pub status_code: Option<i64>,
    /// Why the last attempt had no answer; null if it had one.
    pub error: Option<String>,
    /// Time at which the delivery was created.
    pub created_at: Timestamp,
    /// Time of the last attempt; null before the first.
    pub attempted_at: Option<Timestamp>,
    /// Earliest time of the next attempt; null if there is none.
    pub next_attempt_at: Option<Timestamp>,
}

/// A delivery of an event to an endpoint.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct WebhookDelivery {
    /// Id of the delivery.
    pub id: i64,
    /// Id of the endpoint.
    pub endpoint_id: i64,
    /// Id of the event, which the endpoint receives as `webhook-id`.
    pub event_id: String,
    /// Type of the event.
    pub event: String,
    /// Body of the requests, which is JSON.
    pub payload: String,
    /// `waiting`: an attempt follows. `delivered`: the endpoint has received the event. `failed`: no
    /// attempt follows.
    pub status: WebhookDeliveryStatus,
    /// Number of attempts, since the last retry by staff if there was one.
    pub attempts: i64,
    /// Status of the last answer; null if there was none.
    pub status_code: Option<i64>,
    /// The first KiB of the last answer; null if there was none.
    pub answer: Option<String>,
    /// Why the last attempt had no answer; null if it had one.
    pub error: Option<String>,
    /// Time at which the delivery was created.
    pub created_at: Timestamp,
    /// Time of the last attempt; null before the first.
    pub attempted_at: Option<Timestamp>,
    /// Earliest time of the next attempt; null if there is none.
    pub next_attempt_at: Option<Timestamp>,
}

open! {
    /// `waiting`: an attempt follows. `delivered`: the endpoint has received the event. `failed`: no
    /// attempt follows.
    pub enum WebhookDeliveryStatus {
        /// `waiting`
        Waiting = "waiting",
        /// `delivered`
        Delivered = "delivered",
        /// `failed`
        Failed = "failed",
    }
}

/// The deliveries to retry.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ::bon::Builder)]
#[must_use]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct RetryFailedWebhookDeliveriesRequest {
    /// Time of the oldest event whose delivery is retried.
    pub since: Timestamp,
}

/// The answer of `retryFailedWebhookDeliveries`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct RetriedWebhookDeliveriesResponse {
    /// The result of a retry.
    pub data: RetriedWebhookDeliveries,
}

serialize! { RetriedWebhookDeliveriesResponse { "success" = true, "data": data } }

/// The result of a retry.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct RetriedWebhookDeliveries {
    /// Number of deliveries that are sent again.
    pub retried: i64,
}
