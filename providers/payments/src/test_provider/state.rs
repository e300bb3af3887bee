//! The state of an intent, as stored in its row.

use serde::Deserialize;

use super::keys::Facts;
use crate::{Intent, IntentStatus};

#[derive(Debug, Clone, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct State {
    pub(super) status: IntentStatus,
    /// Number of failed attempts to pay.
    pub(super) failures: i64,
    pub(super) amount_refunded: i64,
    /// In microseconds since 1970.
    pub(super) changed_at: i64,
}

impl State {
    /// Returns the intent with this id in this state.
    pub(super) fn of(&self, intent_id: &str, facts: &Facts, client_secret: String) -> Intent {
        let is_paid = self.status == IntentStatus::Succeeded;
        Intent {
            id: intent_id.to_owned(),
            client_secret,
            status: self.status,
            amount: facts.amount,
            amount_received: if is_paid { facts.amount } else { 0 },
            amount_refunded: self.amount_refunded,
            currency: facts.currency.clone(),
        }
    }
}
