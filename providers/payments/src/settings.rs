//! Settings of payments, and the choice between a store's keys and the server's.

use std::fmt;

use crate::PaymentError;

/// The server's settings. Stores without their own keys use the server's keys.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// Address of Stripe's API without `/v1`; `None` for Stripe's own.
    pub stripe_url: Option<String>,
    pub keys: StripeKeys,
    /// Whether a store that has chosen no provider uses the test provider. This is for trial servers only, because such
    /// a store gives its goods away.
    pub test_by_default: bool,
}

/// The keys of a Stripe account, the server's or a store's. Blank text counts as absent.
#[derive(Clone, Default)]
pub struct StripeKeys {
    /// `sk_…` or a restricted `rk_…`.
    pub secret_key: Option<String>,
    /// `pk_…`, which is not secret.
    pub publishable_key: Option<String>,
    /// `whsec_…`, the secret of the webhook endpoint. Stripe creates one for each endpoint, so a store that uses the
    /// server's account still has its own secret.
    pub webhook_secret: Option<String>,
}

#[derive(Clone, PartialEq, Eq)]
pub(crate) struct ChosenKeys {
    pub(crate) secret_key: String,
    pub(crate) publishable_key: String,
    pub(crate) webhook_secret: Option<String>,
}

impl StripeKeys {
    /// Returns the keys of the store's account, or else of the server's account, or `None`.
    ///
    /// The secret key and the publishable key must belong to one account, so both come from the same settings. One key
    /// without the other is an error. With the server's keys instead, the store's money would go to another account.
    /// With the test provider instead, the store's goods would be free.
    pub(crate) fn choose(store: &Self, server: &Self) -> Result<Option<ChosenKeys>, PaymentError> {
        if let Some((secret_key, publishable_key)) = store.pair()? {
            let webhook_secret = non_blank(&store.webhook_secret);
            return Ok(Some(ChosenKeys { secret_key, publishable_key, webhook_secret }));
        }
        let Some((secret_key, publishable_key)) = server.pair()? else { return Ok(None) };
        let webhook_secret =
            non_blank(&store.webhook_secret).or_else(|| non_blank(&server.webhook_secret));
        Ok(Some(ChosenKeys { secret_key, publishable_key, webhook_secret }))
    }

    fn pair(&self) -> Result<Option<(String, String)>, PaymentError> {
        let is_visible = |key: &String| key.bytes().all(|byte| byte.is_ascii_graphic());
        let fault = match (non_blank(&self.secret_key), non_blank(&self.publishable_key)) {
            (None, None) => return Ok(None),
            (Some(secret), Some(publishable)) if is_visible(&secret) => {
                return Ok(Some((secret, publishable)));
            }
            (Some(_), Some(_)) => "the Stripe secret key has characters no key has",
            (Some(_), None) => "a Stripe secret key without its publishable key",
            (None, Some(_)) => "a Stripe publishable key without its secret key",
        };
        Err(PaymentError::Misconfigured(fault))
    }
}

/// Shows which keys are set, never the keys themselves.
impl fmt::Debug for StripeKeys {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("StripeKeys")
            .field("secret_key", &self.secret_key.is_some())
            .field("publishable_key", &self.publishable_key.is_some())
            .field("webhook_secret", &self.webhook_secret.is_some())
            .finish()
    }
}

fn non_blank(key: &Option<String>) -> Option<String> {
    key.as_deref().map(str::trim).filter(|key| !key.is_empty()).map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keys(secret: &str, publishable: &str, webhook: &str) -> StripeKeys {
        StripeKeys {
            secret_key: Some(secret.into()),
            publishable_key: Some(publishable.into()),
            webhook_secret: Some(webhook.into()),
        }
    }

    fn chosen(store: &StripeKeys, server: &StripeKeys) -> Option<[String; 3]> {
        let chosen = StripeKeys::choose(store, server).unwrap()?;
        let webhook_secret = chosen.webhook_secret.unwrap_or_default();
        Some([chosen.secret_key, chosen.publishable_key, webhook_secret])
    }

    #[test]
    fn a_stores_account_takes_precedence_as_a_whole() {
        let (none, server) = (StripeKeys::default(), keys("sk_1", "pk_1", "whsec_1"));
        assert_eq!(chosen(&none, &none), None);
        assert_eq!(chosen(&none, &server).unwrap(), ["sk_1", "pk_1", "whsec_1"]);
        assert_eq!(chosen(&keys("", " ", ""), &server).unwrap(), ["sk_1", "pk_1", "whsec_1"]);
        assert_eq!(chosen(&keys("sk_2", "pk_2", ""), &server).unwrap(), ["sk_2", "pk_2", ""]);
        assert_eq!(chosen(&keys("", "", "whsec_2"), &server).unwrap(), ["sk_1", "pk_1", "whsec_2"]);
    }

    #[test]
    fn half_a_pair_is_an_error() {
        let server = keys("sk_1", "pk_1", "whsec_1");
        for store in [keys("sk_2", "", ""), keys("", "pk_2", ""), keys("sk\n2", "pk_2", "")] {
            assert!(StripeKeys::choose(&store, &server).is_err());
            assert!(StripeKeys::choose(&StripeKeys::default(), &store).is_err());
        }
    }
}
