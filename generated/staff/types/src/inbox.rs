//! Types of the operations tagged `inbox`.

use serde::{Deserialize, Serialize};

use crate::Timestamp;

/// An event of the stream. On the wire, `event` is the line with that name and `data` is the JSON
/// in the `data` line.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "event", content = "data")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub enum InboxEvent {
    /// `event: hello`
    #[serde(rename = "hello")]
    Hello(InboxHello),
    /// `event: conversationStarted`
    #[serde(rename = "conversationStarted")]
    ConversationStarted(InboxConversation),
    /// `event: visitorMessage`
    #[serde(rename = "visitorMessage")]
    VisitorMessage(InboxConversation),
    /// `event: supportMessage`
    #[serde(rename = "supportMessage")]
    SupportMessage(InboxSupportMessage),
    /// `event: orderPaid`
    #[serde(rename = "orderPaid")]
    OrderPaid(InboxOrder),
    /// `event: orderDisputed`
    #[serde(rename = "orderDisputed")]
    OrderDisputed(InboxOrder),
    /// `event: stockLow`
    #[serde(rename = "stockLow")]
    StockLow(InboxStock),
}

/// Data of the first event of a connection.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct InboxHello {
    /// Id of the site.
    pub site_id: i64,
    /// Whether events after the given number were already deleted.
    pub misses_events: bool,
}

/// The conversation of an event.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct InboxConversation {
    /// Time of the event.
    pub occurred_at: Timestamp,
    /// Id of the conversation.
    pub conversation_id: i64,
}

/// The support message of an event.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct InboxSupportMessage {
    /// Time of the event.
    pub occurred_at: Timestamp,
    /// Id of the support message.
    pub support_message_id: i64,
}

/// The order of an event.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct InboxOrder {
    /// Time of the event.
    pub occurred_at: Timestamp,
    /// Id of the order.
    pub order_id: i64,
    /// Number of the order, as the purchaser knows it.
    pub order_number: String,
}

/// The product or variant of an event.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct InboxStock {
    /// Time of the event.
    pub occurred_at: Timestamp,
    /// Id of the product.
    pub product_id: i64,
    /// Id of the variant whose stock is low; null if it is the stock of the product.
    pub variant_id: Option<i64>,
    /// Pieces that were left.
    pub quantity: i64,
}
