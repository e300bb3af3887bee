//! The shipping rate that a checkout names.

use chrono::{DateTime, Utc};
use serde::Deserialize;
use serde_json::{Map, Value};
use stoa_db::{DbError, Transaction};
use stoa_storefront_types::ShippingRateId;

use crate::shipping::{
    contents::Contents,
    country::country,
    pieces::Piece,
    postal_code::comparable,
    state::{country_of, state},
    zones::{ZONES, Zone, ZoneRate, possible},
};

/// The keys of an address that may name the country.
const COUNTRY_KEYS: [&str; 3] = ["country", "countryCode", "country_code"];

/// The keys of an address that may name the state.
const STATE_KEYS: [&str; 5] =
    ["state", "province", "region", "administrativeArea", "administrative_area"];

#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ChosenRate {
    /// The id from `listShippingRates`. The id of one of the store's own rates is a number in digits.
    pub id: String,
    pub name: String,
    /// In cents.
    pub price: i64,
    /// The subtotal in cents from which the rate is free.
    pub free_above: Option<i64>,
    /// The contents that a live rate was quoted for. The store's own rates apply to any contents and have `None` here.
    #[serde(default)]
    contents: Option<Contents>,
}

impl ChosenRate {
    /// Whether the rate applies to these pieces.
    pub fn is_for(&self, pieces: &[Piece]) -> bool {
        self.contents.as_ref().is_none_or(|contents| contents.are(pieces))
    }
}

/// Returns the rate with this id, if it applies to the address. The rate is one of the store's own, or a live rate that
/// was quoted and has not expired. [`ChosenRate::is_for`] checks whether the rate applies to the cart's contents.
///
/// The address may contain the following keys, in any case. A part that the address lacks, or that is not recognized, is
/// not checked.
/// - the country: one of [`COUNTRY_KEYS`], or the prefix of the state's code (`US-HI`)
/// - the state: one of [`STATE_KEYS`]
/// - the postal code, for live rates only: `postalCode`, else `postal_code`, else `zip`
pub async fn chosen_rate(
    transaction: &Transaction<'_>,
    site_id: i64,
    rate_id: &ShippingRateId,
    address: Option<&Map<String, Value>>,
    now: DateTime<Utc>,
) -> Result<Option<ChosenRate>, DbError> {
    let said = |key: &&str| address.and_then(|address| member(address, key));
    let text = |key: &&str| said(key).and_then(Value::as_str);
    let mut states = STATE_KEYS.iter().filter_map(text);
    let named = COUNTRY_KEYS.iter().filter_map(text).find_map(country);
    let country = named.or_else(|| states.clone().find_map(country_of));
    match Id::of(rate_id) {
        Some(Id::Own(id)) => {
            let zones: Vec<Zone> = transaction.rows(ZONES, &[&site_id, &country]).await?;
            let zones = match country {
                Some(country) => possible(zones, country, states),
                None => zones,
            };
            let mut rates = zones.into_iter().flat_map(|zone| zone.rates);
            let rate = rates.find(|rate| rate.id == id);
            Ok(rate.map(|ZoneRate { name, price, free_above, .. }| ChosenRate {
                id: id.to_string(),
                name,
                price,
                free_above,
                contents: None,
            }))
        }
        Some(Id::Quoted(id)) => {
            let sql = include_str!("quotes/find.sql");
            let state = country.and_then(|country| states.find_map(|text| state(country, text)));
            let postal_code =
                ["postalCode", "postal_code", "zip"].iter().find_map(said).map(postal_code);
            transaction.opt(sql, &[&site_id, &id, &country, &state, &postal_code, &now]).await
        }
        None => Ok(None),
    }
}

enum Id<'a> {
    Own(i64),
    Quoted(&'a str),
}

impl<'a> Id<'a> {
    fn of(id: &'a ShippingRateId) -> Option<Self> {
        let text = match id {
            ShippingRateId::Integer(id) => return Some(Self::Own(*id)),
            ShippingRateId::String(text) => text.as_str(),
        };
        if text.starts_with("live:") || text.starts_with("pod:") {
            // Postgres rejects NUL in text, so no quote has this id.
            return (!text.contains('\0')).then_some(Self::Quoted(text));
        }
        text.parse().ok().filter(|id: &i64| id.to_string() == text).map(Self::Own)
    }
}

/// Returns the address's value for a key, which is compared case-insensitively. Null and blank texts count as absent.
fn member<'a>(address: &'a Map<String, Value>, key: &str) -> Option<&'a Value> {
    let (_, value) = address.iter().find(|(name, _)| name.eq_ignore_ascii_case(key))?;
    let is_empty = value.as_str().is_some_and(|text| text.trim().is_empty());
    (!value.is_null() && !is_empty).then_some(value)
}

/// Normalizes a postal code for comparison. A value that is neither text nor a number becomes the empty text.
fn postal_code(value: &Value) -> String {
    match value {
        Value::String(text) => comparable(text),
        Value::Number(number) => number.to_string(),
        _ => String::new(),
    }
}
