//! A store's shipping zones, and the zone of a place.

use serde::Deserialize;
use stoa_db::{Db, DbError};
use stoa_storefront_types::{ShippingRate, ShippingRateId};

/// The zones that may apply to a country and a state. The zone that applies is marked.
pub(crate) const ZONES: &str = include_str!("zones.sql");

/// A shipping zone with its rates.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Zone {
    pub name: String,
    /// Whether the zone applies to the place. If the place is not fully known, other zones may apply too.
    pub(crate) holds: bool,
    pub(crate) rates: Vec<ZoneRate>,
}

/// One of a zone's rates.
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

/// Returns the zone that applies to a country code and to a state, if the state is known.
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
    /// The zone's rates, as the API's type.
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
