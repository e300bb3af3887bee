//! Types of the operations tagged `chat`.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::Timestamp;

/// Id of a widget, a positive number or text that contains one, in any notation (`1`, `1.0`,
/// `1e0`). A number that is not a 64-bit integer is 404.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(untagged)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub enum WidgetId {
    /// A number.
    Integer(i64),
    /// Text.
    String(String),
}

impl fmt::Display for WidgetId {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Integer(value) => value.fmt(out),
            Self::String(value) => value.fmt(out),
        }
    }
}

impl FromStr for WidgetId {
    type Err = std::convert::Infallible;

    fn from_str(text: &str) -> Result<Self, std::convert::Infallible> {
        Ok(text.parse().map_or_else(|_| Self::String(text.to_owned()), Self::Integer))
    }
}

impl From<i64> for WidgetId {
    fn from(value: i64) -> Self {
        Self::Integer(value)
    }
}

impl From<String> for WidgetId {
    fn from(value: String) -> Self {
        Self::String(value)
    }
}

impl From<&str> for WidgetId {
    fn from(value: &str) -> Self {
        Self::String(value.to_owned())
    }
}

/// The visitor and the widget of a conversation.
#[derive(Clone, PartialEq, Serialize, Deserialize, ::bon::Builder)]
#[serde(rename_all = "camelCase")]
#[must_use]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct StartRequest {
    /// Id of a widget, a positive number or text that contains one, in any notation (`1`, `1.0`,
    /// `1e0`). A number that is not a 64-bit integer is 404.
    #[builder(into)]
    pub widget_id: WidgetId,
    /// An id that the client generates for each visitor, such as a UUID, and stores.
    #[builder(into)]
    pub visitor_id: String,
    /// Stored on first supply, ignored if the conversation already has a name. An empty name counts as
    /// absent.
    #[builder(into)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Stored on first supply, ignored if the conversation already has an email. An empty one counts as
    /// absent. The form of the address is not checked.
    #[builder(into)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub email: Option<String>,
}

debug!(StartRequest { widget_id, visitor_id: hidden, name, email });

/// The answer of `startConversation`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct StartResponse {
    /// A conversation that was started or resumed, and the appearance of its widget.
    pub data: StartedConversation,
}

serialize! { StartResponse { "success" = true, "data": data } }

/// A conversation that was started or resumed, and the appearance of its widget.
#[derive(Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct StartedConversation {
    /// Keep it for later calls.
    pub conversation_id: i64,
    /// Id of the widget.
    pub widget_id: i64,
    /// Valid for 24 hours, for this conversation only. Keep it for later calls.
    pub ephemeral_token: String,
    /// The widget's greeting.
    pub greeting_message: String,
    /// Hex color.
    pub primary_color: String,
    /// Position of the widget, such as `bottom-right`.
    pub position: String,
    /// Shown when agents are away.
    pub away_message: String,
}

debug!(StartedConversation {
    conversation_id,
    widget_id,
    ephemeral_token: hidden,
    greeting_message,
    primary_color,
    position,
    away_message
});

/// A message of the visitor.
#[derive(Clone, PartialEq, Serialize, Deserialize, ::bon::Builder)]
#[serde(rename_all = "camelCase")]
#[must_use]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct SendMessageRequest {
    /// From `startConversation`.
    pub conversation_id: i64,
    /// From `startConversation`, for the same conversation.
    #[builder(into)]
    pub ephemeral_token: String,
    /// The text, at most 4,000 characters after trimming.
    #[builder(into)]
    pub body: String,
}

debug!(SendMessageRequest { conversation_id, ephemeral_token: hidden, body });

/// The answer of `sendMessage`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct MessageResponse {
    /// A stored message.
    pub data: Message,
}

serialize! { MessageResponse { "success" = true, "data": data } }

/// A stored message.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct Message {
    /// Id of the message.
    pub id: i64,
    /// Id of the conversation.
    pub conversation_id: i64,
    /// Id of the site.
    pub client_id: i64,
    /// Author of a message.
    pub author_kind: AuthorKind,
    /// Name of the agent or the visitor; `Visitor` if the visitor gave none.
    pub author_name: String,
    /// The text.
    pub body: String,
    /// Time of the message.
    pub occurred_at: Timestamp,
}

open! {
    /// Author of a message.
    pub enum AuthorKind {
        /// `visitor`
        Visitor = "visitor",
        /// `agent`
        Agent = "agent",
    }
}

/// An event of the stream. On the wire, `event` is the line with that name and `data` is the JSON
/// in the `data` line.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "event", content = "data")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub enum ChatEvent {
    /// `event: hello`
    #[serde(rename = "hello")]
    Hello(Hello),
    /// `event: message`
    #[serde(rename = "message")]
    Message(PostedMessage),
    /// `event: status`
    #[serde(rename = "status")]
    Status(StatusChange),
}

/// Data of the first event of a connection.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct Hello {
    /// Id of the conversation.
    pub conversation_id: i64,
}

/// The payload of a message event.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct PostedMessage {
    /// Number of the event in the conversation, same as its `id:`.
    pub event_id: String,
    /// Time of the message.
    pub occurred_at: Timestamp,
    /// A message on the stream.
    pub data: StreamedMessage,
}

serialize! {
    PostedMessage {
        "kind" = "message",
        "eventId": event_id,
        "occurredAt": occurred_at,
        "data": data,
    }
}

/// A message on the stream.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct StreamedMessage {
    /// Id of the message.
    pub id: i64,
    /// Id of the conversation.
    pub conversation_id: i64,
    /// Author of a message.
    pub author_kind: AuthorKind,
    /// Name of the agent or the visitor; `Visitor` if the visitor gave none.
    pub author_name: String,
    /// The text.
    pub body: String,
    /// Time of the message.
    pub occurred_at: Timestamp,
}

/// The new status of the conversation.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct StatusChange {
    /// Id of the conversation.
    pub conversation_id: i64,
    /// - `open`: started, or released by its agent
    /// - `assigned`: taken by an agent
    /// - `closed`: ended for good
    pub status: ConversationStatus,
    /// Time of the change.
    pub occurred_at: Timestamp,
}

open! {
    /// - `open`: started, or released by its agent
    /// - `assigned`: taken by an agent
    /// - `closed`: ended for good
    pub enum ConversationStatus {
        /// `open`
        Open = "open",
        /// `assigned`
        Assigned = "assigned",
        /// `closed`
        Closed = "closed",
    }
}
