//! A store's account with a provider of rates.

/// A store's account with a provider. No `Debug`, because it holds a secret.
#[derive(Clone)]
pub struct Account {
    /// For the log, when the provider fails.
    pub site_id: i64,
    /// The secret that the provider gave to the store.
    pub api_key: String,
    /// ISO 4217 code of the store's currency, upper case. Rates in other currencies are left out.
    pub currency: String,
}
