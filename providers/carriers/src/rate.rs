//! A rate, whoever quotes it.

use std::collections::HashSet;

/// In characters, of an id.
const MAX_RATE_ID_CHARACTERS: usize = 200;

/// In characters, of what is read by people.
const MAX_RATE_NAME_CHARACTERS: usize = 255;

/// Of one answer; carriers offer a dozen or two.
const MAX_RATES_PER_ANSWER: usize = 100;

/// A price that a script reads exactly.
const HIGHEST_PRICE: i64 = (1 << 53) - 1;

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

/// Those that can be stored and shown, each id once. What providers say is not trusted to be so.
pub(crate) fn usable(mut rates: Vec<Rate>) -> Vec<Rate> {
    let mut ids = HashSet::new();
    rates.retain(|rate| is_usable(rate) && ids.insert(rate.id.clone()));
    rates.truncate(MAX_RATES_PER_ANSWER);
    rates
}

fn is_usable(rate: &Rate) -> bool {
    let ids = [Some(&rate.id), rate.shipment_id.as_ref()];
    let names = [&rate.name, &rate.carrier, &rate.service];
    ids.into_iter().flatten().all(|id| is_text(id, MAX_RATE_ID_CHARACTERS))
        && names.into_iter().all(|name| is_text(name, MAX_RATE_NAME_CHARACTERS))
        && rate.price_cents <= HIGHEST_PRICE
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
            shipment_id: None,
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
    fn what_cannot_be_stored_or_shown_is_left_out() {
        let long = "a".repeat(201);
        let expensive = Rate { price_cents: HIGHEST_PRICE + 1, ..rate("rate_4", "Gold") };
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
