//! The state of an intent, as stored in its row.

use serde::Deserialize;

use super::keys::Facts;
use crate::{Intent, IntentStatus};

#[derive(Debug, Clone, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct State {
    pub(super) status: Status,
    /// Number of failed attempts to pay.
    pub(super) failures: i64,
    pub(super) amount_refunded: i64,
    /// In microseconds since 1970.
    pub(super) changed_at: i64,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Status {
    #[default]
    AwaitingPayment,
    Processing,
    Succeeded,
    Canceled,
}

impl Status {
    pub(super) fn as_str(self) -> &'static str {
        match self {
            Self::AwaitingPayment => "awaiting_payment",
            Self::Processing => "processing",
            Self::Succeeded => "succeeded",
            Self::Canceled => "canceled",
        }
    }
}

impl State {
    /// Returns the intent with this id in this state.
    pub(super) fn of(&self, intent_id: &str, facts: &Facts, client_secret: String) -> Intent {
        Intent {
            id: intent_id.to_owned(),
            client_secret,
            status: match self.status {
                Status::AwaitingPayment => IntentStatus::AwaitingPayment,
                Status::Processing => IntentStatus::Processing,
                Status::Succeeded => IntentStatus::Succeeded,
                Status::Canceled => IntentStatus::Canceled,
            },
            amount: facts.amount,
            amount_received: if self.status == Status::Succeeded { facts.amount } else { 0 },
            amount_refunded: self.amount_refunded,
            currency: facts.currency.clone(),
        }
    }
}
