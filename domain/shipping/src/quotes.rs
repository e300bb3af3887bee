//! Live rates, quoted for a while: checkout charges what was quoted.

use chrono::{DateTime, TimeDelta, Utc};
use serde_json::{Value, json};
use stoa_db::{Db, DbError};
use stoa_storefront_types::ShippingRate;

/// How long checkout charges what was quoted.
const QUOTE_HOLDS: TimeDelta = TimeDelta::minutes(30);

/// How long a quote that has ended is kept, for who asks why it was refused.
const ENDED_QUOTE_IS_KEPT: TimeDelta = TimeDelta::days(1);

/// Keeps live rates for a country and a state, so that a checkout may name them.
pub async fn store_quotes(
    db: &Db,
    site_id: i64,
    country: &str,
    state: Option<&str>,
    rates: &[ShippingRate],
    now: DateTime<Utc>,
) -> Result<(), DbError> {
    if rates.is_empty() {
        return Ok(());
    }
    let quotes = rates.iter().map(|rate| {
        json!({
            "id": rate.id,
            "country": country,
            "state": state,
            "name": rate.name,
            "price": rate.price,
            "carrier": rate.carrier,
            "service": rate.service,
            "shipmentId": rate.shipment_id,
            "minDeliveryDays": rate.min_delivery_days,
            "maxDeliveryDays": rate.max_delivery_days,
        })
    });
    let quotes = Value::Array(quotes.collect());
    let (expires_at, kept_since) = (now + QUOTE_HOLDS, now - ENDED_QUOTE_IS_KEPT);
    let sql = include_str!("quotes/store.sql");
    db.execute(sql, &[&site_id, &quotes, &expires_at, &kept_since]).await?;
    Ok(())
}

/// Deletes a site's quotes that have ended, and returns how many.
pub async fn delete_ended_quotes(
    db: &Db,
    site_id: i64,
    now: DateTime<Utc>,
) -> Result<u64, DbError> {
    db.execute_until_none(include_str!("quotes/delete_ended.sql"), &[&site_id, &now]).await
}
