//! Types of the operations tagged `support`.

use std::fmt;
use std::str::FromStr;

use serde::ser::SerializeStruct;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use crate::{PagePagination, Timestamp};

/// What `listSupportMessages` answers.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct SupportMessageListResponse {
    /// The messages of this page of the list.
    pub data: Vec<SupportMessage>,
    /// Where this page lies in the whole list.
    pub pagination: PagePagination,
}

impl Serialize for SupportMessageListResponse {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut out = serializer.serialize_struct("SupportMessageListResponse", 3)?;
        out.serialize_field("success", &true)?;
        out.serialize_field("data", &self.data)?;
        out.serialize_field("pagination", &self.pagination)?;
        out.end()
    }
}

/// What `createSupportMessage`, `getSupportMessage` or `replyToSupportMessage` answers.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct SupportMessageResponse {
    /// A customer's message to the store, with its replies.
    pub data: SupportMessage,
}

impl Serialize for SupportMessageResponse {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut out = serializer.serialize_struct("SupportMessageResponse", 2)?;
        out.serialize_field("success", &true)?;
        out.serialize_field("data", &self.data)?;
        out.end()
    }
}

/// A customer's message to the store, with its replies.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct SupportMessage {
    /// Id of the message.
    pub id: i64,
    /// What it is about.
    pub subject: String,
    /// The text.
    pub body: String,
    /// Such as `general`.
    pub category: String,
    /// - `open`: the store is to answer
    /// - `pending`: the customer is to answer
    /// - `closed`: done; a reply of the customer opens it again
    pub status: SupportStatus,
    /// The order that it is about.
    pub order_id: Option<i64>,
    /// When it was written.
    pub created_at: Timestamp,
    /// When it was last changed.
    pub updated_at: Timestamp,
    /// When the message or its last reply was written.
    pub last_activity_at: Timestamp,
    /// In the order in which they were written.
    pub replies: Vec<SupportReply>,
}

/// - `open`: the store is to answer
/// - `pending`: the customer is to answer
/// - `closed`: done; a reply of the customer opens it again
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub enum SupportStatus {
    /// `open`
    Open,
    /// `pending`
    Pending,
    /// `closed`
    Closed,
    /// A value that this version of the document does not know.
    Unknown(String),
}

impl SupportStatus {
    /// Every documented value.
    pub const VALUES: &'static [&'static str] = &["open", "pending", "closed"];

    /// The value as it is written.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Open => "open",
            Self::Pending => "pending",
            Self::Closed => "closed",
            Self::Unknown(value) => value,
        }
    }
}

impl fmt::Display for SupportStatus {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.as_str())
    }
}

impl FromStr for SupportStatus {
    type Err = std::convert::Infallible;

    fn from_str(text: &str) -> Result<Self, std::convert::Infallible> {
        Ok(match text {
            "open" => Self::Open,
            "pending" => Self::Pending,
            "closed" => Self::Closed,
            _ => Self::Unknown(text.to_owned()),
        })
    }
}

impl Serialize for SupportStatus {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl<'de> Deserialize<'de> for SupportStatus {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(de::Error::custom)
    }
}

/// A reply in a message.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct SupportReply {
    /// Id of the reply.
    pub id: i64,
    /// Who wrote a reply.
    pub author: SupportAuthor,
    /// The customer's name, without one the e-mail address; or that of whoever answered.
    pub author_name: String,
    /// The text.
    pub body: String,
    /// When it was written.
    pub created_at: Timestamp,
}

/// Who wrote a reply.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub enum SupportAuthor {
    /// `customer`
    Customer,
    /// `staff`
    Staff,
    /// A value that this version of the document does not know.
    Unknown(String),
}

impl SupportAuthor {
    /// Every documented value.
    pub const VALUES: &'static [&'static str] = &["customer", "staff"];

    /// The value as it is written.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Customer => "customer",
            Self::Staff => "staff",
            Self::Unknown(value) => value,
        }
    }
}

impl fmt::Display for SupportAuthor {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.as_str())
    }
}

impl FromStr for SupportAuthor {
    type Err = std::convert::Infallible;

    fn from_str(text: &str) -> Result<Self, std::convert::Infallible> {
        Ok(match text {
            "customer" => Self::Customer,
            "staff" => Self::Staff,
            _ => Self::Unknown(text.to_owned()),
        })
    }
}

impl Serialize for SupportAuthor {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl<'de> Deserialize<'de> for SupportAuthor {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(de::Error::custom)
    }
}

/// A message to the store.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[must_use]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct CreateSupportMessageRequest {
    /// What it is about.
    pub subject: String,
    /// The text.
    pub body: String,
    /// `general` when absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub category: Option<String>,
    /// The order that it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub order_id: Option<i64>,
}

impl CreateSupportMessageRequest {
    /// With what is required.
    pub fn new(subject: impl Into<String>, body: impl Into<String>) -> Self {
        Self { subject: subject.into(), body: body.into(), category: None, order_id: None }
    }

    /// Sets [`category`](Self#structfield.category).
    pub fn category(self, category: impl Into<String>) -> Self {
        Self { category: Some(category.into()), ..self }
    }

    /// Sets [`order_id`](Self#structfield.order_id).
    pub fn order_id(self, order_id: i64) -> Self {
        Self { order_id: Some(order_id), ..self }
    }
}

/// A reply of the customer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[must_use]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct ReplyRequest {
    /// The text.
    pub body: String,
}

impl ReplyRequest {
    /// With what is required.
    pub fn new(body: impl Into<String>) -> Self {
        Self { body: body.into() }
    }
}
