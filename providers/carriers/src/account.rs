//! A store's account with a provider of rates.

/// A store's account with a provider. It has no `Debug`, because it holds a secret.
#[derive(Clone)]
pub struct Account {
    pub site_id: i64,
    /// The store's API key at the provider, which is secret.
    pub api_key: String,
    /// ISO 4217 code of the store's currency, upper case. Rates in other currencies are left out.
    pub currency: String,
}
