//! Types of the operations tagged `conversations`.

use serde::{Deserialize, Serialize};

use crate::{Actor, Timestamp};

open! {
    /// - `open`: waits for an agent
    /// - `assigned`: has an agent
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

/// The answer of `listConversations`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct ConversationListResponse {
    /// The conversations.
    pub data: Vec<Conversation>,
    /// The `cursor` of the next page; null on the last page.
    pub next_cursor: Option<String>,
}

serialize! {
    ConversationListResponse {
        "success" = true,
        "data": data,
        "nextCursor": next_cursor,
    }
}

/// The answer of `assignConversation`, `releaseConversation` or `closeConversation`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct ConversationResponse {
    /// A conversation of a visitor with the staff.
    pub data: Conversation,
}

serialize! { ConversationResponse { "success" = true, "data": data } }

/// A conversation of a visitor with the staff.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct Conversation {
    /// Id of the conversation, unique within the site.
    pub id: i64,
    /// - `open`: waits for an agent
    /// - `assigned`: has an agent
    /// - `closed`: ended for good
    pub status: ConversationStatus,
    /// Id of the widget in which the visitor writes.
    pub widget_id: i64,
    /// The visitor's id, which the widget chose.
    pub visitor_id: String,
    /// Name that the visitor gave; null if unknown.
    pub visitor_name: Option<String>,
    /// E-mail address that the visitor gave; null if unknown. It is not verified.
    pub visitor_email: Option<String>,
    /// Id of the person who is the agent; null if the conversation has no agent, or if a server key or
    /// a command is the agent. So `mine` finds nothing for a server key.
    pub agent_id: Option<i64>,
    /// Name of the agent; null if the conversation has no agent.
    pub agent_name: Option<String>,
    /// Time at which the conversation started.
    pub started_at: Timestamp,
    /// Time of the newest message; without messages, time of the start.
    pub last_message_at: Timestamp,
}

/// The answer of `getConversation`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct ConversationWithMessagesResponse {
    /// A conversation with a page of its messages.
    pub data: ConversationWithMessages,
    /// The `cursor` of the page with earlier messages; null on the last page.
    pub next_cursor: Option<String>,
}

serialize! {
    ConversationWithMessagesResponse {
        "success" = true,
        "data": data,
        "nextCursor": next_cursor,
    }
}

/// A conversation with a page of its messages.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct ConversationWithMessages {
    /// Id of the conversation, unique within the site.
    pub id: i64,
    /// - `open`: waits for an agent
    /// - `assigned`: has an agent
    /// - `closed`: ended for good
    pub status: ConversationStatus,
    /// Id of the widget in which the visitor writes.
    pub widget_id: i64,
    /// The visitor's id, which the widget chose.
    pub visitor_id: String,
    /// Name that the visitor gave; null if unknown.
    pub visitor_name: Option<String>,
    /// E-mail address that the visitor gave; null if unknown. It is not verified.
    pub visitor_email: Option<String>,
    /// Id of the person who is the agent; null if the conversation has no agent, or if a server key or
    /// a command is the agent.
    pub agent_id: Option<i64>,
    /// Name of the agent; null if the conversation has no agent.
    pub agent_name: Option<String>,
    /// Time at which the conversation started.
    pub started_at: Timestamp,
    /// Time of the newest message; without messages, time of the start.
    pub last_message_at: Timestamp,
    /// Newest first.
    pub messages: Vec<ConversationMessage>,
}

/// The answer of `replyToConversation`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct ConversationMessageResponse {
    /// A message of a conversation.
    pub data: ConversationMessage,
}

serialize! { ConversationMessageResponse { "success" = true, "data": data } }

/// A message of a conversation.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct ConversationMessage {
    /// Id of the message.
    pub id: i64,
    /// Number of the message among the events of the conversation, which include changes of its status.
    pub number: i64,
    /// The author of a text or of a change.
    pub author: Actor,
    /// The text.
    pub body: String,
    /// Time at which it was written.
    pub created_at: Timestamp,
}

/// The new agent.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, ::bon::Builder)]
#[serde(rename_all = "camelCase")]
#[must_use]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct AssignConversationRequest {
    /// Id of the person; the caller if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub person_id: Option<i64>,
}

/// A message to the visitor.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ::bon::Builder)]
#[must_use]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct ConversationReplyRequest {
    /// The text.
    #[builder(into)]
    pub body: String,
}
