//! The kinds of alerts.

use serde::Deserialize;
use stoa_staff_types::{AlertChoice, Role};

/// A kind of alerts. Its name is that of a member of the settings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum AlertKind {
    OrderPaid,
    OrderDisputed,
    RefundFailed,
    ConversationUnanswered,
    SupportMessage,
    StockLow,
    WebhookDisabled,
    AiCreditsUsedUp,
}

impl AlertKind {
    /// Every kind, in the order of a digest.
    pub const ALL: [Self; 8] = [
        Self::OrderPaid,
        Self::OrderDisputed,
        Self::RefundFailed,
        Self::ConversationUnanswered,
        Self::SupportMessage,
        Self::StockLow,
        Self::WebhookDisabled,
        Self::AiCreditsUsedUp,
    ];

    pub fn as_str(self) -> &'static str {
        match self {
            Self::OrderPaid => "orderPaid",
            Self::OrderDisputed => "orderDisputed",
            Self::RefundFailed => "refundFailed",
            Self::ConversationUnanswered => "conversationUnanswered",
            Self::SupportMessage => "supportMessage",
            Self::StockLow => "stockLow",
            Self::WebhookDisabled => "webhookDisabled",
            Self::AiCreditsUsedUp => "aiCreditsUsedUp",
        }
    }

    /// The choice of a person who has made none.
    pub(crate) fn default_choice(self) -> AlertChoice {
        match self {
            Self::OrderDisputed
            | Self::RefundFailed
            | Self::ConversationUnanswered
            | Self::WebhookDisabled
            | Self::AiCreditsUsedUp => AlertChoice::AtOnce,
            Self::OrderPaid | Self::SupportMessage | Self::StockLow => AlertChoice::Digest,
        }
    }

    /// Whether a person with these roles may read what the alert is about.
    pub(crate) fn is_for(self, roles: &[Role]) -> bool {
        let role = match self {
            Self::OrderPaid
            | Self::OrderDisputed
            | Self::RefundFailed
            | Self::StockLow
            | Self::AiCreditsUsedUp => Role::Shop,
            Self::ConversationUnanswered | Self::SupportMessage => Role::Support,
            Self::WebhookDisabled => Role::Owner,
        };
        roles.iter().any(|held| *held == Role::Owner || *held == role)
    }
}
