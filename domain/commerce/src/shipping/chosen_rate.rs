//! The rate that a checkout names.

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
    zones::{ZONES, Zone, ZoneRate},
};

/// What sending an order costs.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ChosenRate {
    /// As `listShippingRates` gave it; a number as its digits.
    pub id: String,
    pub name: String,
    /// Cents.
    pub price: i64,
    /// Cents of a subtotal; from it on the rate is free.
    pub free_above: Option<i64>,
    /// What a live one was quoted for. The store's own are for anything.
    #[serde(default)]
    contents: Option<Contents>,
}

impl ChosenRate {
    /// Whether it is for these pieces.
    pub fn is_for(&self, pieces: &[Piece]) -> bool {
        self.contents.as_ref().is_none_or(|contents| contents.are(pieces))
    }
}

/// The rate of this id, if the store has it for the country and state that the address names (`country`, else
/// `countryCode`, and `state`); without them, if the store has it at all. One of the store's own, or a live one that
/// was quoted and still holds, for the postal code too where the address names one (`postalCode`, else `zip`). Whether
/// it is for what is in the cart, [`ChosenRate::is_for`] says.
pub async fn chosen_rate(
    transaction: &Transaction<'_>,
    site_id: i64,
    rate_id: &ShippingRateId,
    address: Option<&Map<String, Value>>,
    now: DateTime<Utc>,
) -> Result<Option<ChosenRate>, DbError> {
    let said = |key| address.and_then(|address| member(address, key));
    // What is no code of a country is one that no zone names: only those of all countries hold there.
    let country = said("country").or_else(|| said("countryCode"));
    let country = country.map(|value| value.as_str().and_then(country_of).unwrap_or_default());
    // A state without its country says nothing.
    let state = said("state").and_then(text).filter(|_| country.is_some());
    match Id::of(rate_id) {
        Some(Id::Own(id)) => {
            let zones: Vec<Zone> = transaction.rows(ZONES, &[&site_id, &country, &state]).await?;
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
            let postal_code = said("postalCode")
                .or_else(|| said("postal_code"))
                .or_else(|| said("zip"))
                .map(postal_code);
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
            // Postgres rejects NUL in text, so no such quote exists.
            return (!text.contains('\0')).then_some(Self::Quoted(text));
        }
        text.parse().ok().filter(|id: &i64| id.to_string() == text).map(Self::Own)
    }
}

/// What the address says under this key in any case, if it says something.
fn member<'a>(address: &'a Map<String, Value>, key: &str) -> Option<&'a Value> {
    let (_, value) = address.iter().find(|(name, _)| name.eq_ignore_ascii_case(key))?;
    let is_empty = value.as_str().is_some_and(|text| text.trim().is_empty());
    (!value.is_null() && !is_empty).then_some(value)
}

fn country_of(text: &str) -> Option<String> {
    country(text.trim())
}

/// As it is compared. What is neither text nor a number is the code of no place.
fn postal_code(value: &Value) -> String {
    match value {
        Value::String(text) => comparable(text),
        Value::Number(number) => number.to_string(),
        _ => String::new(),
    }
}

/// Text that Postgres takes.
fn text(value: &Value) -> Option<&str> {
    value.as_str().map(str::trim).filter(|text| !text.contains('\0'))
}
