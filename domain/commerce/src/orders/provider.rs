//! The payment provider of a store.

use stoa_payments::{PaymentError, Payments, Provider, StripeKeys};
use stoa_stores::{SecretName, Store};

const NO_KEYS: &str =
    "the store takes payments by Stripe, but neither it nor the server has the keys";

const NONE_CHOSEN: &str =
    "the store has chosen no payment provider, and the server has none for it";

/// Returns the provider that the store has chosen. If the store has chosen none, returns the server's default provider.
pub fn provider_of(payments: &Payments, store: &Store) -> Result<Provider, PaymentError> {
    match &store.payment_provider {
        Some(name) => provider_named(payments, store, name),
        None => {
            let provider = payments.default_provider(store.site_id);
            provider.ok_or(PaymentError::Misconfigured(NONE_CHOSEN))
        }
    }
}

/// Returns the store's account with the provider of this name. An order stores the name, because the store may choose
/// another provider later.
pub(crate) fn provider_named(
    payments: &Payments,
    store: &Store,
    name: &str,
) -> Result<Provider, PaymentError> {
    if name == "test" {
        return Ok(Provider::Test(payments.test_provider(store.site_id)));
    }
    let key = |name| store.secret(name).map(str::to_owned);
    let keys = StripeKeys {
        secret_key: key(SecretName::StripeSecretKey),
        publishable_key: key(SecretName::StripePublishableKey),
        webhook_secret: key(SecretName::StripeWebhookSecret),
    };
    match payments.provider(store.site_id, &keys)? {
        // Without keys, `Payments::provider` returns the test provider, whose payments are not real. A store that has
        // chosen Stripe must not sell its goods for such payments because a key is missing.
        Provider::Test(_) => Err(PaymentError::Misconfigured(NO_KEYS)),
        provider => Ok(provider),
    }
}
