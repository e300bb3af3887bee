//! Who asks a provider for rates.

/// A store's account with a provider. Without `Debug`: it holds a secret.
#[derive(Clone)]
pub struct Account {
    /// Stands in the log when the provider fails.
    pub site_id: i64,
    /// The secret that the provider gave to the store.
    pub api_key: String,
    /// ISO 4217 code of the store's currency, upper case; rates in another one are left out.
    pub currency: String,
}
