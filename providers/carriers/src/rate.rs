//! The shipping rate that the answers of all providers are converted to.

use std::collections::HashSet;

use stoa_values::MAX_SAFE_INTEGER;

const MAX_RATE_ID_CHARACTERS: usize = 200;

const MAX_RATE_NAME_CHARACTERS: usize = 255;

/// Maximum number of rates that are used from one answer. Carriers offer one or two dozen.
const MAX_RATES_PER_ANSWER: usize = 100;

/// The price of one way to send a shipment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rate {
    /// Identifies this price for this shipment. At most 200 characters, without control characters.
    pub id: String,
    pub shipment_id: String,
    /// The name that customers read, such as `USPS Priority`.
    pub name: String,
    pub carrier: String,
    pub service: String,
    /// The price in the smallest unit of the currency, never negative.
    pub price_cents: i64,
    /// ISO 4217, upper case; always the account's currency.
    pub currency: String,
    pub min_days: Option<i64>,
    pub max_days: Option<i64>,
}

/// Removes rates that cannot be stored or shown, and rates with a duplicate id. Answers of providers are not trusted.
pub(crate) fn usable(mut rates: Vec<Rate>) -> Vec<Rate> {
    let mut ids = HashSet::new();
    rates.retain(|rate| is_usable(rate) && ids.insert(rate.id.clone()));
    rates.truncate(MAX_RATES_PER_ANSWER);
    rates
}

fn is_usable(rate: &Rate) -> bool {
    let ids = [&rate.id, &rate.shipment_id];
    let names = [&rate.name, &rate.carrier, &rate.service];
    ids.into_iter().all(|id| is_text(id, MAX_RATE_ID_CHARACTERS))
        && names.into_iter().all(|name| is_text(name, MAX_RATE_NAME_CHARACTERS))
        && rate.price_cents <= MAX_SAFE_INTEGER
        && [rate.min_days, rate.max_days].into_iter().flatten().all(|days| days <= 3650)
}

fn is_text(text: &str, longest: usize) -> bool {
    !text.is_empty() && text.chars().count() <= longest && !text.chars().any(char::is_control)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rate(id: &str, name: &str) -> Rate {
        Rate {
            id: id.to_owned(),
            shipment_id: "shp_1".to_owned(),
            name: name.to_owned(),
            carrier: "USPS".to_owned(),
            service: "Priority".to_owned(),
            price_cents: 935,
            currency: "USD".to_owned(),
            min_days: Some(2),
            max_days: None,
        }
    }

    #[test]
    fn rates_that_cannot_be_stored_or_shown_are_omitted() {
        let long = "a".repeat(201);
        let expensive = Rate { price_cents: MAX_SAFE_INTEGER + 1, ..rate("rate_4", "Gold") };
        let rates = usable(vec![
            rate("rate_1", "Priority"),
            rate("rate_1", "Express"),
            rate("", "Priority"),
            rate(&long, "Priority"),
            rate("rate_2", "Prio\0rity"),
            rate("rate_3", ""),
            expensive,
        ]);
        assert_eq!(rates, [rate("rate_1", "Priority")]);
        let many = (0..200).map(|id| rate(&id.to_string(), "Priority"));
        assert_eq!(usable(many.collect()).len(), MAX_RATES_PER_ANSWER);
    }
}
