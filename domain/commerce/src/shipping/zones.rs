//! A store's shipping zones, and the zone of a place.

use serde::Deserialize;
use stoa_db::{Db, DbError};
use stoa_storefront_types::{ShippingRate, ShippingRateId};

/// Selects the zones that may apply to a country and a state, and marks the zone that does apply.
pub(crate) const ZONES: &str = include_str!("zones.sql");

/// A shipping zone with its rates.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Zone {
    pub name: String,
    /// Whether this zone applies to the place. If the country or the state is unknown, the statement also returns zones
    /// that might apply, with `false`.
    pub(crate) holds: bool,
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

/// Returns the zone that applies to a country code and a state. A state of `None` is unknown.
pub async fn zone_of(
    db: &Db,
    site_id: i64,
    country: &str,
    state: Option<&str>,
) -> Result<Option<Zone>, DbError> {
    let zones: Vec<Zone> = db.rows(ZONES, &[&site_id, &country, &state]).await?;
    Ok(zones.into_iter().find(|zone| zone.holds))
}

impl Zone {
    /// Returns the zone's rates as the API's type.
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
