//! Who takes a store's payments.

use stoa_payments::{PaymentError, Payments, Provider, StripeKeys};
use stoa_stores::{SecretName, Store};

const NO_KEYS: &str =
    "the store takes payments by Stripe, but neither it nor the server has the keys";

const NONE_CHOSEN: &str =
    "the store has chosen no payment provider, and the server has none for it";

/// The provider that the store has chosen, or the server's choice for it.
pub fn provider_of(payments: &Payments, store: &Store) -> Result<Provider, PaymentError> {
    match &store.payment_provider {
        Some(name) => provider_named(payments, store, name),
        None => {
            let provider = payments.default_provider(store.site_id);
            provider.ok_or(PaymentError::Misconfigured(NONE_CHOSEN))
        }
    }
}

/// The store's account with the provider of this name, as an order notes it: the store may have chosen another
/// one since.
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
        // Goods of a store that sells for money must not become free by a key that is missing.
        Provider::Test(_) => Err(PaymentError::Misconfigured(NO_KEYS)),
        provider => Ok(provider),
    }
}
