//! A store's shipping zones, and the one of them that holds for a place.

use serde::Deserialize;
use stoa_db::{Db, DbError};
use stoa_storefront_types::ShippingRate;

/// The zones that may hold for a country and a state, the one that does marked.
pub(crate) const ZONES: &str = include_str!("zones.sql");

/// A shipping zone with its rates.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Zone {
    pub name: String,
    /// Whether its rates are those of the place. Others may be, as long as the place is not known in full.
    pub(crate) holds: bool,
    pub rates: Vec<ShippingRate>,
}

/// The zone that holds for a country, by its code, and a state where it is known.
pub async fn zone_of(
    db: &Db,
    site_id: i64,
    country: &str,
    state: Option<&str>,
) -> Result<Option<Zone>, DbError> {
    let zones: Vec<Zone> = db.rows(ZONES, &[&site_id, &country, &state]).await?;
    Ok(zones.into_iter().find(|zone| zone.holds))
}
