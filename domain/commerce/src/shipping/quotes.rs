//! Quotes of live rates. Checkout charges the quoted price until the quote expires.

use chrono::{DateTime, TimeDelta, Utc};
use serde_json::{Value, json};
use stoa_db::{Db, DbError};
use stoa_storefront_types::ShippingRate;

use crate::shipping::{contents::Contents, postal_code::comparable, state::state};

/// Time for which checkout accepts a live shipping rate after it was listed.
const QUOTE_TTL: TimeDelta = TimeDelta::minutes(30);

/// The place that live rates were quoted for. If the state is not recognized or the postal code is `None`, the quotes
/// apply to all states or postal codes.
pub struct QuotedPlace<'a> {
    /// ISO 3166-1 alpha-2 code, in upper case.
    pub country: &'a str,
    pub state: Option<&'a str>,
    pub postal_code: Option<&'a str>,
}

/// Stores live rates for a place and for contents, so that a checkout can refer to them by id.
pub async fn store_quotes(
    db: &Db,
    site_id: i64,
    place: &QuotedPlace<'_>,
    rates: &[ShippingRate],
    contents: &Contents,
    now: DateTime<Utc>,
) -> Result<(), DbError> {
    let state = place.state.and_then(|text| state(place.country, text));
    let postal_code = place.postal_code.map(comparable);
    // Each member is named after its column.
    let quotes = rates.iter().map(|rate| {
        json!({
            "id": rate.id,
            "country": place.country,
            "state": state,
            "postal_code": postal_code,
            "contents": contents,
            "name": rate.name,
            "price": rate.price,
            "carrier": rate.carrier,
            "service": rate.service,
            "shipment_id": rate.shipment_id,
            "min_delivery_days": rate.min_delivery_days,
            "max_delivery_days": rate.max_delivery_days,
        })
    });
    let quotes = Value::Array(quotes.collect());
    db.execute(include_str!("quotes/store.sql"), &[&site_id, &quotes, &(now + QUOTE_TTL)]).await?;
    Ok(())
}

pub async fn delete_ended_quotes(
    db: &Db,
    site_id: i64,
    now: DateTime<Utc>,
) -> Result<u64, DbError> {
    db.execute_until_none(include_str!("quotes/delete_ended.sql"), &[&site_id, &now]).await
}
