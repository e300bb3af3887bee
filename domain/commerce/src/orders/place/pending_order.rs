//! An order that is stored, as far as its payment needs to know it.

use serde::Deserialize;
use stoa_storefront_types::CheckoutResult;

/// An order to be paid, or one of nothing. Without `Debug`: it holds an address and a secret.
#[derive(Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct PendingOrder {
    pub(super) id: i64,
    pub(super) number: String,
    pub(super) total: i64,
    pub(super) currency: String,
    pub(super) customer_email: String,
    pub(super) payment_provider: String,
    pub(super) payment_intent_id: Option<String>,
    /// None until the payment has begun.
    pub(super) client_secret: Option<String>,
}

impl PendingOrder {
    /// Nothing was left to pay.
    pub(super) fn is_paid(&self) -> bool {
        self.total == 0
    }

    /// What the caller is told.
    pub(super) fn result(&self, publishable_key: &str) -> CheckoutResult {
        CheckoutResult {
            client_secret: self.client_secret.clone().unwrap_or_default(),
            publishable_key: publishable_key.to_owned(),
            order_id: self.id,
            order_number: self.number.clone(),
            total: self.total,
            currency: self.currency.clone(),
        }
    }

    /// The idempotency key of its intent, the same for each try. The number is in it because ids come again where a
    /// database is restored or made anew and the provider's account stays.
    pub(super) fn intent_key(&self, site_id: i64) -> String {
        format!("stoa-order-{site_id}-{}-{}", self.id, self.number)
    }
}
