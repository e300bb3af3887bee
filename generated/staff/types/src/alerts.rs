//! Types of the operations tagged `alerts`.

use serde::{Deserialize, Serialize};

use crate::Nullable;

open! {
    /// - `off`: no mails
    /// - `atOnce`: a mail at once
    /// - `digest`: a line in a digest of the morning
    pub enum AlertChoice {
        /// `off`
        Off = "off",
        /// `atOnce`
        AtOnce = "atOnce",
        /// `digest`
        Digest = "digest",
    }
}

/// The answer of `getAlertSettings` or `updateAlertSettings`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct AlertSettingsResponse {
    /// How a person gets the alerts of a site, by kind.
    pub data: AlertSettings,
}

serialize! { AlertSettingsResponse { "success" = true, "data": data } }

/// How a person gets the alerts of a site, by kind.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct AlertSettings {
    /// - `off`: no mails
    /// - `atOnce`: a mail at once
    /// - `digest`: a line in a digest of the morning
    pub order_paid: AlertChoice,
    /// - `off`: no mails
    /// - `atOnce`: a mail at once
    /// - `digest`: a line in a digest of the morning
    pub order_disputed: AlertChoice,
    /// - `off`: no mails
    /// - `atOnce`: a mail at once
    /// - `digest`: a line in a digest of the morning
    pub refund_failed: AlertChoice,
    /// - `off`: no mails
    /// - `atOnce`: a mail at once
    /// - `digest`: a line in a digest of the morning
    pub conversation_unanswered: AlertChoice,
    /// - `off`: no mails
    /// - `atOnce`: a mail at once
    /// - `digest`: a line in a digest of the morning
    pub support_message: AlertChoice,
    /// - `off`: no mails
    /// - `atOnce`: a mail at once
    /// - `digest`: a line in a digest of the morning
    pub stock_low: AlertChoice,
    /// - `off`: no mails
    /// - `atOnce`: a mail at once
    /// - `digest`: a line in a digest of the morning
    pub webhook_disabled: AlertChoice,
    /// - `off`: no mails
    /// - `atOnce`: a mail at once
    /// - `digest`: a line in a digest of the morning
    pub ai_credits_used_up: AlertChoice,
}

/// How a person gets the alerts of a site, for the kinds to change. Null restores the default.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, ::bon::Builder)]
#[serde(rename_all = "camelCase")]
#[must_use]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct AlertSettingsPatch {
    /// - `off`: no mails
    /// - `atOnce`: a mail at once
    /// - `digest`: a line in a digest of the morning
    #[builder(with = |value: impl Into<Nullable<AlertChoice>>| value.into().0)]
    #[serde(
        default,
        deserialize_with = "crate::patch::value",
        skip_serializing_if = "Option::is_none"
    )]
    pub order_paid: Option<Option<AlertChoice>>,
    /// - `off`: no mails
    /// - `atOnce`: a mail at once
    /// - `digest`: a line in a digest of the morning
    #[builder(with = |value: impl Into<Nullable<AlertChoice>>| value.into().0)]
    #[serde(
        default,
        deserialize_with = "crate::patch::value",
        skip_serializing_if = "Option::is_none"
    )]
    pub order_disputed: Option<Option<AlertChoice>>,
    /// - `off`: no mails
    /// - `atOnce`: a mail at once
    /// - `digest`: a line in a digest of the morning
    #[builder(with = |value: impl Into<Nullable<AlertChoice>>| value.into().0)]
    #[serde(
        default,
        deserialize_with = "crate::patch::value",
        skip_serializing_if = "Option::is_none"
    )]
    pub refund_failed: Option<Option<AlertChoice>>,
    /// - `off`: no mails
    /// - `atOnce`: a mail at once
    /// - `digest`: a line in a digest of the morning
    #[builder(with = |value: impl Into<Nullable<AlertChoice>>| value.into().0)]
    #[serde(
        default,
        deserialize_with = "crate::patch::value",
        skip_serializing_if = "Option::is_none"
    )]
    pub conversation_unanswered: Option<Option<AlertChoice>>,
    /// - `off`: no mails
    /// - `atOnce`: a mail at once
    /// - `digest`: a line in a digest of the morning
    #[builder(with = |value: impl Into<Nullable<AlertChoice>>| value.into().0)]
    #[serde(
        default,
        deserialize_with = "crate::patch::value",
        skip_serializing_if = "Option::is_none"
    )]
    pub support_message: Option<Option<AlertChoice>>,
    /// - `off`: no mails
    /// - `atOnce`: a mail at once
    /// - `digest`: a line in a digest of the morning
    #[builder(with = |value: impl Into<Nullable<AlertChoice>>| value.into().0)]
    #[serde(
        default,
        deserialize_with = "crate::patch::value",
        skip_serializing_if = "Option::is_none"
    )]
    pub stock_low: Option<Option<AlertChoice>>,
    /// - `off`: no mails
    /// - `atOnce`: a mail at once
    /// - `digest`: a line in a digest of the morning
    #[builder(with = |value: impl Into<Nullable<AlertChoice>>| value.into().0)]
    #[serde(
        default,
        deserialize_with = "crate::patch::value",
        skip_serializing_if = "Option::is_none"
    )]
    pub webhook_disabled: Option<Option<AlertChoice>>,
    /// - `off`: no mails
    /// - `atOnce`: a mail at once
    /// - `digest`: a line in a digest of the morning
    #[builder(with = |value: impl Into<Nullable<AlertChoice>>| value.into().0)]
    #[serde(
        default,
        deserialize_with = "crate::patch::value",
        skip_serializing_if = "Option::is_none"
    )]
    pub ai_credits_used_up: Option<Option<AlertChoice>>,
}
