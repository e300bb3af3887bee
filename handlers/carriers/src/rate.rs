//! A rate, whoever quotes it.

/// What one way of sending something costs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rate {
    /// Names this price for this shipment: at most 200 characters, none of them a control character.
    pub id: String,
    /// The provider's own record of the shipment, where it keeps one.
    pub shipment_id: Option<String>,
    /// What customers read, such as `USPS Priority`.
    pub name: String,
    pub carrier: String,
    pub service: String,
    /// In the smallest unit of the currency; never negative.
    pub price_cents: i64,
    /// ISO 4217, upper case; always the one that the account asks for.
    pub currency: String,
    pub min_days: Option<i64>,
    pub max_days: Option<i64>,
}
