//! The shipping zones of a site with their rates, as its staff list and change them.

use std::collections::HashSet;

use serde_json::{Value, json};
use stoa_audit::{Change, Target, record};
use stoa_db::{Db, DbError, Patch, Transaction, sql};
use stoa_staff_reasons::{self as reasons, Failed, refusals};
use stoa_staff_types::{
    CreateShippingZoneRequest, ShippingRateInput, ShippingZone, ShippingZonePatch,
};
use stoa_stores::site::lock_site;
use stoa_values::IfMatch;

use crate::currency::can_charge;

/// Maximum number of zones of a site, because lists and checkouts read all of them. An import may exceed it.
const MAX_ZONES: i64 = 500;

refusals! {
    /// Why a shipping zone is not created.
    pub enum CreateZoneRefusal of reasons {
        /// The site was deleted concurrently.
        SiteNotFound,
        /// A rate has an id, but a new zone has only new rates.
        ShippingRateNotFound,
        ShippingRateGivenTwice,
        PriceCannotBeCharged,
        /// The site has [`MAX_ZONES`].
        TooManyShippingZones,
    }
}

refusals! {
    /// Why a shipping zone is not changed.
    pub enum ZoneRefusal of reasons {
        ShippingZoneNotFound,
        ShippingZoneHasChanged { version },
        /// A rate has an id that no rate of the zone has.
        ShippingRateNotFound,
        ShippingRateGivenTwice,
        PriceCannotBeCharged,
    }
}

/// Returns all zones of a site, oldest first.
pub async fn list_zones(db: &Db, site_id: i64) -> Result<Vec<ShippingZone>, DbError> {
    db.rows(zones(false), &[&site_id]).await
}

pub async fn get_zone(
    db: &Db,
    site_id: i64,
    zone_id: i64,
) -> Result<Option<ShippingZone>, DbError> {
    db.opt(zones(true), &[&site_id, &zone_id]).await
}

pub async fn create_zone(
    db: &Db,
    change: Change<'_>,
    zone: &CreateShippingZoneRequest,
) -> Result<ShippingZone, Failed<CreateZoneRefusal>> {
    let Change { site_id, now, .. } = change;
    let CreateShippingZoneRequest { name, countries, states, rates, .. } = zone;
    let mut connection = db.connection().await?;
    let transaction = connection.transaction();
    if !lock_site(&transaction, site_id).await? {
        return Err(CreateZoneRefusal::SiteNotFound)?;
    }
    transaction.execute(include_str!("staff/lock_zones.sql"), &[&site_id]).await?;
    // A separate statement, which sees what the locks' previous holders have committed.
    let count: i64 = transaction.one(include_str!("staff/count_zones.sql"), &[&site_id]).await?;
    if count >= MAX_ZONES {
        return Err(CreateZoneRefusal::TooManyShippingZones)?;
    }
    let sql = include_str!("staff/create_zone.sql");
    let id: i64 =
        transaction.one(sql, &[&site_id, name, countries, states, &now.timestamp_millis()]).await?;
    replace_rates(&transaction, site_id, id, rates).await?;
    note(&transaction, change, id, &["name", "countries", "states", "rates"]).await?;
    let created = transaction.one(zones(true), &[&site_id, &id]).await?;
    transaction.commit().await?;
    Ok(created)
}

/// Applies a patch to a zone, if the caller has seen its current version.
pub async fn update_zone(
    db: &Db,
    change: Change<'_>,
    zone_id: i64,
    seen: IfMatch<'_>,
    patch: &ShippingZonePatch,
) -> Result<ShippingZone, Failed<ZoneRefusal>> {
    let Change { site_id, .. } = change;
    let mut connection = db.connection().await?;
    let transaction = connection.transaction();
    lock_site(&transaction, site_id).await?;
    let version: Option<i64> =
        transaction.opt(include_str!("staff/lock_zone.sql"), &[&site_id, &zone_id]).await?;
    let version = version.ok_or(ZoneRefusal::ShippingZoneNotFound)?;
    if !seen.allows(version) {
        return Err(ZoneRefusal::ShippingZoneHasChanged { version })?;
    }
    if let Some(rates) = &patch.rates {
        replace_rates(&transaction, site_id, zone_id, rates).await?;
    }
    let Patch { mut columns, fields } = Patch::of(patch)?;
    columns.0.remove("rates");
    if !fields.is_empty() {
        let sql = include_str!("staff/update_zone.sql");
        transaction.execute(sql, &[&site_id, &zone_id, &columns]).await?;
        let fields: Vec<&str> = fields.iter().map(String::as_str).collect();
        note(&transaction, change, zone_id, &fields).await?;
    }
    let zone = transaction.one(zones(true), &[&site_id, &zone_id]).await?;
    transaction.commit().await?;
    Ok(zone)
}

/// Removes a zone with its rates. Orders retain the name and the price of the rate.
pub async fn remove_zone(
    db: &Db,
    change: Change<'_>,
    zone_id: i64,
) -> Result<(), Failed<reasons::ShippingZoneNotFound>> {
    let Change { site_id, .. } = change;
    let mut connection = db.connection().await?;
    let transaction = connection.transaction();
    lock_site(&transaction, site_id).await?;
    let sql = include_str!("staff/remove_zone.sql");
    if transaction.execute(sql, &[&site_id, &zone_id]).await? == 0 {
        return Err(Failed::Refused(reasons::ShippingZoneNotFound));
    }
    note(&transaction, change, zone_id, &[]).await?;
    Ok(transaction.commit().await?)
}

/// The statement that selects the zones of a site, or one of them.
fn zones(one: bool) -> &'static str {
    sql!("staff/list_zones.sql", one = one)
}

/// Replaces the rates of a zone whose row is locked. A rate with an id stays.
async fn replace_rates<R>(
    transaction: &Transaction<'_>,
    site_id: i64,
    zone_id: i64,
    rates: &[ShippingRateInput],
) -> Result<(), Failed<R>>
where
    R: From<reasons::ShippingRateNotFound>
        + From<reasons::ShippingRateGivenTwice>
        + From<reasons::PriceCannotBeCharged>,
{
    let ids: Vec<i64> = rates.iter().filter_map(|rate| rate.id).collect();
    if ids.iter().collect::<HashSet<_>>().len() < ids.len() {
        return Err(Failed::Refused(reasons::ShippingRateGivenTwice.into()));
    }
    let prices = rates.iter().map(|rate| rate.price);
    if !can_charge(transaction, site_id, prices).await? {
        return Err(Failed::Refused(reasons::PriceCannotBeCharged.into()));
    }
    // Each member is named after its column.
    let rows = rates.iter().map(|rate| {
        json!({
            "id": rate.id,
            "name": rate.name,
            "price": rate.price,
            "free_above": rate.free_above,
            "min_delivery_days": rate.min_delivery_days,
            "max_delivery_days": rate.max_delivery_days,
        })
    });
    let rows = Value::Array(rows.collect());
    let params = [&site_id as _, &zone_id as _, &rows as _];
    let updated = transaction.execute(include_str!("staff/update_rates.sql"), &params).await?;
    if updated < ids.len() as u64 {
        return Err(Failed::Refused(reasons::ShippingRateNotFound.into()));
    }
    let sql = include_str!("staff/remove_other_rates.sql");
    transaction.execute(sql, &[&site_id, &zone_id, &ids]).await?;
    transaction.execute(include_str!("staff/insert_rates.sql"), &params).await?;
    Ok(())
}

async fn note(
    transaction: &Transaction<'_>,
    Change { site_id, origin, now }: Change<'_>,
    zone_id: i64,
    fields: &[&str],
) -> Result<(), DbError> {
    let target = Target::new("shipping_zone", zone_id);
    record(transaction, site_id, origin, target, fields, now).await?;
    transaction.invalidate_cache(site_id);
    Ok(())
}
