//! A store's shipping zones, and the zone of a place.

use std::borrow::Cow;

use serde::Deserialize;
use stoa_db::{Db, DbError};
use stoa_storefront_types::{ShippingRate, ShippingRateId};

use crate::shipping::{spelling::spelling, state::state};

/// Selects the zones for a country and for all countries.
pub(crate) const ZONES: &str = include_str!("zones.sql");

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Zone {
    id: i64,
    pub name: String,
    /// If empty, the zone is for all states of its countries.
    states: Vec<String>,
    /// Whether the zone names the country. If not, the zone is for all countries.
    names_country: bool,
    pub(crate) rates: Vec<ZoneRate>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ZoneRate {
    pub(crate) id: i64,
    pub(crate) name: String,
    /// In cents.
    pub(crate) price: i64,
    pub(crate) free_above: Option<i64>,
    min_delivery_days: Option<i64>,
    max_delivery_days: Option<i64>,
}

/// Returns the zone that applies to a country code and a state. A state that is not recognized counts as unknown.
pub async fn zone_of(
    db: &Db,
    site_id: i64,
    country: &str,
    state: Option<&str>,
) -> Result<Option<Zone>, DbError> {
    let zones: Vec<Zone> = db.rows(ZONES, &[&site_id, &country]).await?;
    let state = recognized(&zones, country, state);
    let applies = applying(&zones, country, state.as_deref());
    Ok(zones.into_iter().find(|zone| Some(zone.id) == applies))
}

/// Returns the zones that may apply to a country code. The first recognized text of `states` is the state. If no text is
/// recognized, all zones for states of the country may apply.
pub(crate) fn possible<'a>(
    mut zones: Vec<Zone>,
    country: &str,
    states: impl IntoIterator<Item = &'a str>,
) -> Vec<Zone> {
    let state = recognized(&zones, country, states);
    let applies = applying(&zones, country, state.as_deref());
    zones.retain(|zone| {
        let may_apply = state.is_none() && zone.names_country && !zone.states.is_empty();
        may_apply || Some(zone.id) == applies
    });
    zones
}

/// Returns the id of the most specific zone that covers the country and the state, which was recognized.
fn applying(zones: &[Zone], country: &str, state: Option<&str>) -> Option<i64> {
    let covers = |zone: &&Zone| {
        zone.states.is_empty() || state.is_some_and(|state| zone.names_state(country, state))
    };
    let specific = |zone: &&Zone| (!zone.names_country, zone.states.is_empty(), zone.id);
    zones.iter().filter(covers).min_by_key(specific).map(|zone| zone.id)
}

/// Returns the first state that ISO 3166-2 or one of the zones knows, normalized.
fn recognized<'a>(
    zones: &[Zone],
    country: &str,
    states: impl IntoIterator<Item = &'a str>,
) -> Option<Cow<'static, str>> {
    let named = |text: &Cow<'_, str>| zones.iter().any(|zone| zone.names_state(country, text));
    states.into_iter().find_map(|text| match state(country, text) {
        Some(code) => Some(Cow::Borrowed(code)),
        None => Some(Cow::Owned(spelling(text))).filter(named),
    })
}

impl Zone {
    /// Whether the zone names this state, which is normalized.
    fn names_state(&self, country: &str, normalized: &str) -> bool {
        self.states.iter().any(|text| match state(country, text) {
            Some(code) => code == normalized,
            None => spelling(text) == normalized,
        })
    }

    pub fn shipping_rates(&self) -> Vec<ShippingRate> {
        self.rates.iter().map(|rate| self.shipping_rate(rate)).collect()
    }

    fn shipping_rate(&self, rate: &ZoneRate) -> ShippingRate {
        ShippingRate {
            id: ShippingRateId::Integer(rate.id),
            name: rate.name.clone(),
            rate_type: "flat".to_owned(),
            price: rate.price,
            free_above: rate.free_above,
            min_delivery_days: rate.min_delivery_days,
            max_delivery_days: rate.max_delivery_days,
            zone_name: Some(self.name.clone()),
            provider: None,
            carrier: None,
            service: None,
            shipment_id: None,
            rate_token: None,
        }
    }
}
