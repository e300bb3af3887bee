//! Types of the operations tagged `support`.

use serde::{Deserialize, Serialize};

use crate::{PagePagination, Timestamp};

/// The answer of `listSupportMessages`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct SupportMessageListResponse {
    /// The messages on this page.
    pub data: Vec<SupportMessage>,
    /// Position of a page in the whole list.
    pub pagination: PagePagination,
}

serialize! {
    SupportMessageListResponse {
        "success" = true,
        "data": data,
        "pagination": pagination,
    }
}

/// The answer of `createSupportMessage`, `getSupportMessage` or `replyToSupportMessage`.
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
    /// Id of the message.
    pub id: i64,
    /// Subject of the message.
    pub subject: String,
    /// The text.
    pub body: String,
    /// For example `general`.
    pub category: String,
    /// - `open`: waits for the store's answer
    /// - `pending`: waits for the customer's answer
    /// - `closed`: done; a reply of the customer opens it again
    pub status: SupportStatus,
    /// The order that the message is about.
    pub order_id: Option<i64>,
    /// Time when it was written.
    pub created_at: Timestamp,
    /// Time of the last change.
    pub updated_at: Timestamp,
    /// Time of the message or its last reply.
    pub last_activity_at: Timestamp,
    /// Oldest first.
    pub replies: Vec<SupportReply>,
}

open! {
    /// - `open`: waits for the store's answer
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

/// A reply to a message.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct SupportReply {
    /// Id of the reply.
    pub id: i64,
    /// Author of a reply.
    pub author: SupportAuthor,
    /// Name of the author; for a customer without a name, the e-mail address.
    pub author_name: String,
    /// The text.
    pub body: String,
    /// Time when it was written.
    pub created_at: Timestamp,
}

open! {
    /// Author of a reply.
    pub enum SupportAuthor {
        /// `customer`
        Customer = "customer",
        /// `staff`
        Staff = "staff",
    }
}

/// A message to the store.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ::bon::Builder)]
#[serde(rename_all = "camelCase")]
#[must_use]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct CreateSupportMessageRequest {
    /// Subject of the message.
    #[builder(into)]
    pub subject: String,
    /// The text.
    #[builder(into)]
    pub body: String,
    /// `general` when absent.
    #[builder(into)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub category: Option<String>,
    /// The order that the message is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub order_id: Option<i64>,
}

/// A reply of the customer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ::bon::Builder)]
#[must_use]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct ReplyRequest {
    /// The text.
    #[builder(into)]
    pub body: String,
}
