//! Types of the operations tagged `chat`.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::Timestamp;

/// Id of a widget, as a number or as its digits.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(untagged)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub enum WidgetId {
    /// A number.
    Integer(i64),
    /// A text.
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

/// Who wants to talk, and through which widget.
#[derive(Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[must_use]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct StartRequest {
    /// Id of a widget, as a number or as its digits.
    pub widget_id: WidgetId,
    /// Made and kept by the client, one for each visitor, such as a UUID.
    pub visitor_id: String,
    /// Stored on first supply, ignored when the conversation has a name. An empty one is as if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Stored on first supply, ignored when the conversation has an address. An empty one is as if
    /// absent. Its form is not checked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub email: Option<String>,
}

debug!(StartRequest { widget_id, visitor_id: hidden, name, email });

impl StartRequest {
    /// With what is required.
    pub fn new(widget_id: impl Into<WidgetId>, visitor_id: impl Into<String>) -> Self {
        Self { widget_id: widget_id.into(), visitor_id: visitor_id.into(), name: None, email: None }
    }

    /// Sets [`name`](Self#structfield.name).
    pub fn name(self, name: impl Into<String>) -> Self {
        Self { name: Some(name.into()), ..self }
    }

    /// Sets [`email`](Self#structfield.email).
    pub fn email(self, email: impl Into<String>) -> Self {
        Self { email: Some(email.into()), ..self }
    }
}

/// What `startConversation` answers.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct StartResponse {
    /// A conversation that was started or resumed, and how the widget wants to look.
    pub data: StartedConversation,
}

serialize! { StartResponse { "success" = true, "data": data } }

/// A conversation that was started or resumed, and how the widget wants to look.
#[derive(Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct StartedConversation {
    /// Keep it for the calls that follow.
    pub conversation_id: i64,
    /// Id of the widget.
    pub widget_id: i64,
    /// Valid for 24 hours and for this conversation alone. Keep it for the calls that follow.
    pub ephemeral_token: String,
    /// The widget's greeting.
    pub greeting_message: String,
    /// Hex color.
    pub primary_color: String,
    /// Where the widget stands, such as `bottom-right`.
    pub position: String,
    /// To show while no agent is there.
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
#[derive(Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[must_use]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct SendMessageRequest {
    /// From `startConversation`.
    pub conversation_id: i64,
    /// From `startConversation`, of this very conversation.
    pub ephemeral_token: String,
    /// The text, at most 4,000 characters after trimming.
    pub body: String,
}

debug!(SendMessageRequest { conversation_id, ephemeral_token: hidden, body });

impl SendMessageRequest {
    /// With what is required.
    pub fn new(
        conversation_id: i64,
        ephemeral_token: impl Into<String>,
        body: impl Into<String>,
    ) -> Self {
        Self { conversation_id, ephemeral_token: ephemeral_token.into(), body: body.into() }
    }
}

/// What `sendMessage` answers.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct MessageResponse {
    /// A message as stored.
    pub data: Message,
}

serialize! { MessageResponse { "success" = true, "data": data } }

/// A message as stored.
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
    /// Who wrote a message.
    pub author_kind: AuthorKind,
    /// The agent's name, or the visitor's; `Visitor` when the visitor gave none.
    pub author_name: String,
    /// The text.
    pub body: String,
    /// When it was written.
    pub occurred_at: Timestamp,
}

open! {
    /// Who wrote a message.
    pub enum AuthorKind {
        /// `visitor`
        Visitor = "visitor",
        /// `agent`
        Agent = "agent",
    }
}

/// An event of the stream. On the wire `event` is the line of that name and `data` the JSON in the
/// line `data`.
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

/// What a connection begins with.
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
    /// The event's number in the conversation, also its `id:`.
    pub event_id: String,
    /// When it was posted.
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
    /// Who wrote a message.
    pub author_kind: AuthorKind,
    /// The agent's name, or the visitor's; `Visitor` when the visitor gave none.
    pub author_name: String,
    /// The text.
    pub body: String,
    /// When it was written.
    pub occurred_at: Timestamp,
}

/// What became of the conversation.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct StatusChange {
    /// Id of the conversation.
    pub conversation_id: i64,
    /// - `open`: begun, or released by its agent
    /// - `assigned`: an agent has it
    /// - `closed`: for good
    pub status: ConversationStatus,
    /// When it changed.
    pub occurred_at: Timestamp,
}

open! {
    /// - `open`: begun, or released by its agent
    /// - `assigned`: an agent has it
    /// - `closed`: for good
    pub enum ConversationStatus {
        /// `open`
        Open = "open",
        /// `assigned`
        Assigned = "assigned",
        /// `closed`
        Closed = "closed",
    }
}
