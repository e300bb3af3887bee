//! Types of the operations tagged `support`.

use serde::{Deserialize, Serialize};

use crate::{Actor, Timestamp};

/// The answer of `listSupportMessages`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct SupportMessageListResponse {
    /// The support messages.
    pub data: Vec<SupportMessageSummary>,
    /// The `cursor` of the next page; null on the last page.
    pub next_cursor: Option<String>,
}

serialize! {
    SupportMessageListResponse {
        "success" = true,
        "data": data,
        "nextCursor": next_cursor,
    }
}

/// A support message in a list.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct SupportMessageSummary {
    /// Id of the support message.
    pub id: i64,
    /// Id of the customer who wrote it.
    pub customer_id: i64,
    /// E-mail address of the customer.
    pub customer_email: String,
    /// Name of the customer; null if unknown.
    pub customer_name: Option<String>,
    /// Id of the order that the support message is about.
    pub order_id: Option<i64>,
    /// Number of that order.
    pub order_number: Option<String>,
    /// Subject of the support message.
    pub subject: String,
    /// For example `general`.
    pub category: String,
    /// - `open`: waits for the answer of the staff
    /// - `pending`: waits for the customer's answer
    /// - `closed`: done; a reply of the customer opens it again
    pub status: SupportStatus,
    /// Time at which it was written.
    pub created_at: Timestamp,
    /// Time of the last change.
    pub updated_at: Timestamp,
    /// Time of the support message or of its last reply.
    pub last_activity_at: Timestamp,
    /// Number of replies.
    pub reply_count: i64,
}

/// The answer of `getSupportMessage`, `replyToSupportMessage` or `closeSupportMessage`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct SupportMessageResponse {
    /// A customer's message to the store, with its replies.
    pub data: SupportMessage,
}

serialize! { SupportMessageResponse { "success" = true, "data": data } }

/// A customer's message to the store, with its replies.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct SupportMessage {
    /// Id of the support message.
    pub id: i64,
    /// Id of the customer who wrote it.
    pub customer_id: i64,
    /// E-mail address of the customer.
    pub customer_email: String,
    /// Name of the customer; null if unknown.
    pub customer_name: Option<String>,
    /// Id of the order that the support message is about.
    pub order_id: Option<i64>,
    /// Number of that order.
    pub order_number: Option<String>,
    /// Subject of the support message.
    pub subject: String,
    /// For example `general`.
    pub category: String,
    /// - `open`: waits for the answer of the staff
    /// - `pending`: waits for the customer's answer
    /// - `closed`: done; a reply of the customer opens it again
    pub status: SupportStatus,
    /// Time at which it was written.
    pub created_at: Timestamp,
    /// Time of the last change.
    pub updated_at: Timestamp,
    /// Time of the support message or of its last reply.
    pub last_activity_at: Timestamp,
    /// The text.
    pub body: String,
    /// Oldest first.
    pub replies: Vec<SupportReply>,
}

open! {
    /// - `open`: waits for the answer of the staff
    /// - `pending`: waits for the customer's answer
    /// - `closed`: done; a reply of the customer opens it again
    pub enum SupportStatus {
        /// `open`
        Open = "open",
        /// `pending`
        Pending = "pending",
        /// `closed`
        Closed = "closed",
    }
}

/// A reply to a support message.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct SupportReply {
    /// Id of the reply.
    pub id: i64,
    /// The author of a text or of a change.
    pub author: Actor,
    /// The text.
    pub body: String,
    /// Time at which it was written.
    pub created_at: Timestamp,
}

/// A reply to the customer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ::bon::Builder)]
#[must_use]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct SupportReplyRequest {
    /// The text.
    #[builder(into)]
    pub body: String,
}
