//! Types of the operations tagged `widgets`.

use serde::{Deserialize, Serialize};

use crate::Nullable;

/// The answer of `listChatWidgets`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct ChatWidgetListResponse {
    /// The widgets.
    pub data: Vec<ChatWidget>,
    /// The `cursor` of the next page; null on the last page.
    pub next_cursor: Option<String>,
}

serialize! { ChatWidgetListResponse { "success" = true, "data": data, "nextCursor": next_cursor } }

/// The answer of `createChatWidget`, `getChatWidget` or `updateChatWidget`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct ChatWidgetResponse {
    /// A widget of live chat, with which visitors of a page begin conversations.
    pub data: ChatWidget,
}

serialize! { ChatWidgetResponse { "success" = true, "data": data } }

/// A widget of live chat, with which visitors of a page begin conversations.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct ChatWidget {
    /// Id of the widget, which no other widget of the server has.
    pub id: i64,
    /// Its version, which changes with each change of the widget. In quotation marks, it is the `ETag`.
    pub version: i64,
    /// Whether visitors can use it.
    pub enabled: bool,
    /// Its greeting.
    pub greeting_message: String,
    /// Its colour; empty if unset.
    pub primary_color: String,
    /// Its position on the page, such as `bottom-right`; empty if unset.
    pub position: String,
    /// Its text while no agent is there.
    pub away_message: String,
}

/// A widget to create.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ::bon::Builder)]
#[serde(rename_all = "camelCase")]
#[must_use]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct CreateChatWidgetRequest {
    /// Whether visitors can use it.
    #[builder(default = true)]
    #[serde(default = "CreateChatWidgetRequest::default_enabled")]
    pub enabled: bool,
    /// Its greeting.
    #[builder(default = "".to_owned(), into)]
    #[serde(default = "CreateChatWidgetRequest::default_greeting_message")]
    pub greeting_message: String,
    /// Its colour as a hex color, such as `#0f4c5c`; null for none.
    #[builder(default = "".to_owned(), into)]
    #[serde(default = "CreateChatWidgetRequest::default_primary_color")]
    pub primary_color: String,
    /// Its position on the page, such as `bottom-right`; null for none.
    #[builder(default = "".to_owned(), into)]
    #[serde(default = "CreateChatWidgetRequest::default_position")]
    pub position: String,
    /// Its text while no agent is there.
    #[builder(default = "".to_owned(), into)]
    #[serde(default = "CreateChatWidgetRequest::default_away_message")]
    pub away_message: String,
}

impl CreateChatWidgetRequest {
    fn default_enabled() -> bool {
        true
    }

    fn default_greeting_message() -> String {
        "".to_owned()
    }

    fn default_primary_color() -> String {
        "".to_owned()
    }

    fn default_position() -> String {
        "".to_owned()
    }

    fn default_away_message() -> String {
        "".to_owned()
    }
}

impl Default for CreateChatWidgetRequest {
    fn default() -> Self {
        Self::builder().build()
    }
}

/// The properties of a widget to change.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, ::bon::Builder)]
#[serde(rename_all = "camelCase")]
#[must_use]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct ChatWidgetPatch {
    /// Whether visitors can use it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub enabled: Option<bool>,
    /// Its greeting.
    #[builder(with = |value: impl Into<Nullable<String>>| value.into().0)]
    #[serde(
        default,
        deserialize_with = "crate::patch::value",
        skip_serializing_if = "Option::is_none"
    )]
    pub greeting_message: Option<Option<String>>,
    /// Its colour as a hex color, such as `#0f4c5c`; null for none.
    #[builder(with = |value: impl Into<Nullable<String>>| value.into().0)]
    #[serde(
        default,
        deserialize_with = "crate::patch::value",
        skip_serializing_if = "Option::is_none"
    )]
    pub primary_color: Option<Option<String>>,
    /// Its position on the page, such as `bottom-right`; null for none.
    #[builder(with = |value: impl Into<Nullable<String>>| value.into().0)]
    #[serde(
        default,
        deserialize_with = "crate::patch::value",
        skip_serializing_if = "Option::is_none"
    )]
    pub position: Option<Option<String>>,
    /// Its text while no agent is there.
    #[builder(with = |value: impl Into<Nullable<String>>| value.into().0)]
    #[serde(
        default,
        deserialize_with = "crate::patch::value",
        skip_serializing_if = "Option::is_none"
    )]
    pub away_message: Option<Option<String>>,
}
