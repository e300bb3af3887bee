//! Types that several tags use.

use serde::{Deserialize, Deserializer, Serialize};

use crate::{OrderStatus, PaymentStatus, Timestamp};

/// The body of every failure.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct ErrorResponse {
    /// Explains the failure to people.
    pub message: String,
}

serialize! { ErrorResponse { "success" = false, "message": message } }

/// A success without a result.
#[derive(Debug, Clone, PartialEq, Default, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct DoneResponse {}

serialize! { DoneResponse { "success" = true } }

open! {
    /// A role of a person or of a server key.
    pub enum Role {
        /// `owner`
        Owner = "owner",
        /// `shop`
        Shop = "shop",
        /// `support`
        Support = "support",
        /// `content`
        Content = "content",
    }
}

/// A server key by its name.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct NamedServerKey {
    /// Id of the key.
    pub id: i64,
    /// Purpose of the key.
    pub name: String,
}

/// The answer of `removePerson` or `revokeServerKey`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct RevokedServerKeysResponse {
    /// The server keys that were revoked because of a change of their creator, and those that were
    /// retained.
    pub data: RevokedServerKeys,
}

serialize! { RevokedServerKeysResponse { "success" = true, "data": data } }

/// The server keys that were revoked because of a change of their creator, and those that were
/// retained.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct RevokedServerKeys {
    /// The keys that were revoked.
    pub revoked: Vec<NamedServerKey>,
    /// The keys that `retainServerKeys` named.
    pub retained: Vec<NamedServerKey>,
}

/// The author of a text or of a change.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct Actor {
    /// - `person`: a person of the staff
    /// - `server_key`: a program that calls this API
    /// - `command_line`: a command of `stoa`, or an author that the server did not record
    /// - `customer`: a customer of the store
    /// - `visitor`: a visitor in live chat
    pub kind: ActorKind,
    /// Id of the person, the server key or the customer; null for a visitor and for the command line.
    pub id: Option<i64>,
    /// Name at that time; for a customer without a name, the e-mail address.
    pub name: String,
}

open! {
    /// - `person`: a person of the staff
    /// - `server_key`: a program that calls this API
    /// - `command_line`: a command of `stoa`, or an author that the server did not record
    /// - `customer`: a customer of the store
    /// - `visitor`: a visitor in live chat
    pub enum ActorKind {
        /// `person`
        Person = "person",
        /// `server_key`
        ServerKey = "server_key",
        /// `command_line`
        CommandLine = "command_line",
        /// `customer`
        Customer = "customer",
        /// `visitor`
        Visitor = "visitor",
    }
}

/// An order was placed.
///
/// The payload of the webhook `order.placed`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct OrderPlacedWebhook {
    /// Time of the event.
    pub timestamp: Timestamp,
    /// The order of an event, as it was at that time.
    pub data: WebhookOrder,
}

serialize! { OrderPlacedWebhook { "type" = "order.placed", "timestamp": timestamp, "data": data } }

/// An order was paid.
///
/// The payload of the webhook `order.paid`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct OrderPaidWebhook {
    /// Time of the event.
    pub timestamp: Timestamp,
    /// The order of an event, as it was at that time.
    pub data: WebhookOrder,
}

serialize! { OrderPaidWebhook { "type" = "order.paid", "timestamp": timestamp, "data": data } }

/// An order was shipped.
///
/// The payload of the webhook `order.shipped`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct OrderShippedWebhook {
    /// Time of the event.
    pub timestamp: Timestamp,
    /// The order of an event, as it was at that time.
    pub data: WebhookOrder,
}

serialize! {
    OrderShippedWebhook {
        "type" = "order.shipped",
        "timestamp": timestamp,
        "data": data,
    }
}

/// An order was delivered.
///
/// The payload of the webhook `order.delivered`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct OrderDeliveredWebhook {
    /// Time of the event.
    pub timestamp: Timestamp,
    /// The order of an event, as it was at that time.
    pub data: WebhookOrder,
}

serialize! {
    OrderDeliveredWebhook {
        "type" = "order.delivered",
        "timestamp": timestamp,
        "data": data,
    }
}

/// An order was returned.
///
/// The payload of the webhook `order.returned`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct OrderReturnedWebhook {
    /// Time of the event.
    pub timestamp: Timestamp,
    /// The order of an event, as it was at that time.
    pub data: WebhookOrder,
}

serialize! {
    OrderReturnedWebhook {
        "type" = "order.returned",
        "timestamp": timestamp,
        "data": data,
    }
}

/// An order was cancelled.
///
/// The payload of the webhook `order.cancelled`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct OrderCancelledWebhook {
    /// Time of the event.
    pub timestamp: Timestamp,
    /// The order of an event, as it was at that time.
    pub data: WebhookOrder,
}

serialize! {
    OrderCancelledWebhook {
        "type" = "order.cancelled",
        "timestamp": timestamp,
        "data": data,
    }
}

/// An amount of an order was refunded.
///
/// The payload of the webhook `order.refunded`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct OrderRefundedWebhook {
    /// Time of the event.
    pub timestamp: Timestamp,
    /// The order of an event, as it was at that time.
    pub data: WebhookOrder,
}

serialize! {
    OrderRefundedWebhook {
        "type" = "order.refunded",
        "timestamp": timestamp,
        "data": data,
    }
}

/// The purchaser's bank opened a dispute about a payment.
///
/// The payload of the webhook `order.disputed`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct OrderDisputedWebhook {
    /// Time of the event.
    pub timestamp: Timestamp,
    /// The order of an event, as it was at that time.
    pub data: WebhookOrder,
}

serialize! {
    OrderDisputedWebhook {
        "type" = "order.disputed",
        "timestamp": timestamp,
        "data": data,
    }
}

/// A cart was abandoned.
///
/// The payload of the webhook `cart.abandoned`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct CartAbandonedWebhook {
    /// Time of the event.
    pub timestamp: Timestamp,
    /// The cart of an event.
    pub data: WebhookCart,
}

serialize! {
    CartAbandonedWebhook {
        "type" = "cart.abandoned",
        "timestamp": timestamp,
        "data": data,
    }
}

/// A customer registered.
///
/// The payload of the webhook `customer.registered`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct CustomerRegisteredWebhook {
    /// Time of the event.
    pub timestamp: Timestamp,
    /// The customer of an event.
    pub data: WebhookCustomer,
}

serialize! {
    CustomerRegisteredWebhook {
        "type" = "customer.registered",
        "timestamp": timestamp,
        "data": data,
    }
}

/// A visitor started a conversation.
///
/// The payload of the webhook `conversation.started`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct ConversationStartedWebhook {
    /// Time of the event.
    pub timestamp: Timestamp,
    /// The conversation of an event.
    pub data: WebhookConversation,
}

serialize! {
    ConversationStartedWebhook {
        "type" = "conversation.started",
        "timestamp": timestamp,
        "data": data,
    }
}

/// A visitor or an agent wrote in a conversation.
///
/// The payload of the webhook `conversation.message`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct ConversationMessageWebhook {
    /// Time of the event.
    pub timestamp: Timestamp,
    /// The message of an event.
    pub data: WebhookMessage,
}

serialize! {
    ConversationMessageWebhook {
        "type" = "conversation.message",
        "timestamp": timestamp,
        "data": data,
    }
}

/// A customer wrote a support message to the store.
///
/// The payload of the webhook `support.created`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct SupportCreatedWebhook {
    /// Time of the event.
    pub timestamp: Timestamp,
    /// The support message of an event.
    pub data: WebhookSupportMessage,
}

serialize! {
    SupportCreatedWebhook {
        "type" = "support.created",
        "timestamp": timestamp,
        "data": data,
    }
}

/// A product was created, changed, archived or removed.
///
/// The payload of the webhook `product.changed`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct ProductChangedWebhook {
    /// Time of the event.
    pub timestamp: Timestamp,
    /// The product of an event.
    pub data: WebhookProduct,
}

serialize! {
    ProductChangedWebhook {
        "type" = "product.changed",
        "timestamp": timestamp,
        "data": data,
    }
}

/// A bundle was applied to the site.
///
/// The payload of the webhook `catalog.changed`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct CatalogChangedWebhook {
    /// Time of the event.
    pub timestamp: Timestamp,
    /// The site of an event.
    pub data: WebhookCatalog,
}

serialize! {
    CatalogChangedWebhook {
        "type" = "catalog.changed",
        "timestamp": timestamp,
        "data": data,
    }
}

/// A post or page was published.
///
/// The payload of the webhook `post.published`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct PostPublishedWebhook {
    /// Time of the event.
    pub timestamp: Timestamp,
    /// The post of an event.
    pub data: WebhookPost,
}

serialize! {
    PostPublishedWebhook {
        "type" = "post.published",
        "timestamp": timestamp,
        "data": data,
    }
}

/// The stock of a product or variant fell from more than 5 pieces to 5 or fewer.
///
/// The payload of the webhook `stock.low`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct StockLowWebhook {
    /// Time of the event.
    pub timestamp: Timestamp,
    /// The product or variant of an event.
    pub data: WebhookStock,
}

serialize! { StockLowWebhook { "type" = "stock.low", "timestamp": timestamp, "data": data } }

/// `sendTestWebhook` was called.
///
/// The payload of the webhook `webhook.test`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct TestWebhook {
    /// Time of the event.
    pub timestamp: Timestamp,
    /// The endpoint that is tested.
    pub data: WebhookTest,
}

serialize! { TestWebhook { "type" = "webhook.test", "timestamp": timestamp, "data": data } }

/// The order of an event, as it was at that time.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct WebhookOrder {
    /// Id of the site.
    pub site_id: i64,
    /// Id of the order.
    pub order_id: i64,
    /// Number of the order, as the purchaser knows it.
    pub order_number: String,
    /// A `pending` order waits for its payment and becomes `paid`, `cancelled` or, after 30 minutes,
    /// `expired`. A `paid` order becomes `processing`, `shipped`, `cancelled` or `refunded`; a
    /// `processing` order `shipped` or `cancelled`; a `shipped` order `delivered` or `returned`; a
    /// `delivered` order `returned` or `refunded`. If the payment of an `expired` order arrives late,
    /// the order becomes `paid` if everything that it needs is still available, otherwise `refunded`.
    pub status: OrderStatus,
    /// State of the payment.
    pub payment_status: PaymentStatus,
    /// Amount to pay, in the smallest unit of the currency.
    pub total: i64,
    /// Sum of the refunds.
    pub refunded_total: i64,
    /// ISO 4217 code of the currency.
    pub currency: String,
    /// Path of `getOrder`.
    pub path: String,
}

/// The cart of an event.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct WebhookCart {
    /// Id of the site.
    pub site_id: i64,
    /// Id of the cart.
    pub cart_id: i64,
    /// Path of `getCart`.
    pub path: String,
}

/// The customer of an event.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct WebhookCustomer {
    /// Id of the site.
    pub site_id: i64,
    /// Id of the customer.
    pub customer_id: i64,
    /// Path of `getCustomer`.
    pub path: String,
}

/// The conversation of an event.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct WebhookConversation {
    /// Id of the site.
    pub site_id: i64,
    /// Id of the conversation.
    pub conversation_id: i64,
    /// Path of `getConversation`.
    pub path: String,
}

/// The message of an event.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct WebhookMessage {
    /// Id of the site.
    pub site_id: i64,
    /// Id of the conversation.
    pub conversation_id: i64,
    /// Id of the message.
    pub message_id: i64,
    /// The author of a message.
    pub author_kind: WebhookMessageAuthor,
    /// Path of `getConversation`.
    pub path: String,
}

/// The support message of an event.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct WebhookSupportMessage {
    /// Id of the site.
    pub site_id: i64,
    /// Id of the support message.
    pub support_message_id: i64,
    /// Path of `getSupportMessage`.
    pub path: String,
}

/// The product of an event.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct WebhookProduct {
    /// Id of the site.
    pub site_id: i64,
    /// Id of the product.
    pub product_id: i64,
    /// Path of `getProduct`.
    pub path: String,
}

/// The site of an event.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct WebhookCatalog {
    /// Id of the site.
    pub site_id: i64,
    /// Path of `listProducts`.
    pub path: String,
}

/// The post of an event.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct WebhookPost {
    /// Id of the site.
    pub site_id: i64,
    /// Id of the post.
    pub post_id: i64,
    /// Path of `getPost`.
    pub path: String,
}

/// The product or variant of an event.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct WebhookStock {
    /// Id of the site.
    pub site_id: i64,
    /// Id of the product.
    pub product_id: i64,
    /// Id of the variant whose stock is low; null if it is the stock of the product.
    pub variant_id: Option<i64>,
    /// Pieces that were left.
    pub quantity: i64,
    /// Path of `getProduct`.
    pub path: String,
}

/// The endpoint that is tested.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct WebhookTest {
    /// Id of the site.
    pub site_id: i64,
    /// Id of the endpoint.
    pub endpoint_id: i64,
    /// Path of `getWebhookEndpoint`.
    pub path: String,
}

open! {
    /// The author of a message.
    pub enum WebhookMessageAuthor {
        /// `visitor`
        Visitor = "visitor",
        /// `agent`
        Agent = "agent",
    }
}

/// An event that the server sends as a webhook.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(untagged)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub enum WebhookEvent {
    /// `type: order.placed`
    OrderPlaced(OrderPlacedWebhook),
    /// `type: order.paid`
    OrderPaid(OrderPaidWebhook),
    /// `type: order.shipped`
    OrderShipped(OrderShippedWebhook),
    /// `type: order.delivered`
    OrderDelivered(OrderDeliveredWebhook),
    /// `type: order.returned`
    OrderReturned(OrderReturnedWebhook),
    /// `type: order.cancelled`
    OrderCancelled(OrderCancelledWebhook),
    /// `type: order.refunded`
    OrderRefunded(OrderRefundedWebhook),
    /// `type: order.disputed`
    OrderDisputed(OrderDisputedWebhook),
    /// `type: cart.abandoned`
    CartAbandoned(CartAbandonedWebhook),
    /// `type: customer.registered`
    CustomerRegistered(CustomerRegisteredWebhook),
    /// `type: conversation.started`
    ConversationStarted(ConversationStartedWebhook),
    /// `type: conversation.message`
    ConversationMessage(ConversationMessageWebhook),
    /// `type: support.created`
    SupportCreated(SupportCreatedWebhook),
    /// `type: product.changed`
    ProductChanged(ProductChangedWebhook),
    /// `type: catalog.changed`
    CatalogChanged(CatalogChangedWebhook),
    /// `type: post.published`
    PostPublished(PostPublishedWebhook),
    /// `type: stock.low`
    StockLow(StockLowWebhook),
    /// `type: webhook.test`
    WebhookTest(TestWebhook),
    /// An event that this version of the document lacks.
    Unknown(UnknownWebhookEvent),
}

impl WebhookEvent {
    /// The event's `type`.
    pub fn kind(&self) -> &str {
        match self {
            Self::OrderPlaced(_) => "order.placed",
            Self::OrderPaid(_) => "order.paid",
            Self::OrderShipped(_) => "order.shipped",
            Self::OrderDelivered(_) => "order.delivered",
            Self::OrderReturned(_) => "order.returned",
            Self::OrderCancelled(_) => "order.cancelled",
            Self::OrderRefunded(_) => "order.refunded",
            Self::OrderDisputed(_) => "order.disputed",
            Self::CartAbandoned(_) => "cart.abandoned",
            Self::CustomerRegistered(_) => "customer.registered",
            Self::ConversationStarted(_) => "conversation.started",
            Self::ConversationMessage(_) => "conversation.message",
            Self::SupportCreated(_) => "support.created",
            Self::ProductChanged(_) => "product.changed",
            Self::CatalogChanged(_) => "catalog.changed",
            Self::PostPublished(_) => "post.published",
            Self::StockLow(_) => "stock.low",
            Self::WebhookTest(_) => "webhook.test",
            Self::Unknown(event) => event.kind(),
        }
    }
}

impl<'de> Deserialize<'de> for WebhookEvent {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        use serde::de::Error as _;

        let body = serde_json::Value::deserialize(deserializer)?;
        let kind = body.get("type").and_then(serde_json::Value::as_str);
        let kind = kind.ok_or_else(|| D::Error::custom("an event needs a string as its `type`"))?;
        let event = match kind {
            "order.placed" => Deserialize::deserialize(body).map(Self::OrderPlaced),
            "order.paid" => Deserialize::deserialize(body).map(Self::OrderPaid),
            "order.shipped" => Deserialize::deserialize(body).map(Self::OrderShipped),
            "order.delivered" => Deserialize::deserialize(body).map(Self::OrderDelivered),
            "order.returned" => Deserialize::deserialize(body).map(Self::OrderReturned),
            "order.cancelled" => Deserialize::deserialize(body).map(Self::OrderCancelled),
            "order.refunded" => Deserialize::deserialize(body).map(Self::OrderRefunded),
            "order.disputed" => Deserialize::deserialize(body).map(Self::OrderDisputed),
            "cart.abandoned" => Deserialize::deserialize(body).map(Self::CartAbandoned),
            "customer.registered" => Deserialize::deserialize(body).map(Self::CustomerRegistered),
            "conversation.started" => Deserialize::deserialize(body).map(Self::ConversationStarted),
            "conversation.message" => Deserialize::deserialize(body).map(Self::ConversationMessage),
            "support.created" => Deserialize::deserialize(body).map(Self::SupportCreated),
            "product.changed" => Deserialize::deserialize(body).map(Self::ProductChanged),
            "catalog.changed" => Deserialize::deserialize(body).map(Self::CatalogChanged),
            "post.published" => Deserialize::deserialize(body).map(Self::PostPublished),
            "stock.low" => Deserialize::deserialize(body).map(Self::StockLow),
            "webhook.test" => Deserialize::deserialize(body).map(Self::WebhookTest),
            _ => Ok(Self::Unknown(UnknownWebhookEvent(body))),
        };
        event.map_err(D::Error::custom)
    }
}

/// An event that this version of the document lacks. Programs receive such events and cannot make them.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct UnknownWebhookEvent(serde_json::Value);

impl UnknownWebhookEvent {
    /// The event's `type`.
    pub fn kind(&self) -> &str {
        self.0["type"].as_str().unwrap_or_default()
    }

    /// The whole JSON of the event.
    pub fn body(&self) -> &serde_json::Value {
        &self.0
    }
}
