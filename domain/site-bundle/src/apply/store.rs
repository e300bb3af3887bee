//! The sections that are one value, and the currency of a new store.

use std::collections::BTreeMap;

use anyhow::Result;
use serde_json::value::{RawValue, to_raw_value};
use stoa_stores::settings::HAS_UNCHARGED_PRICES;
use stoa_values::Currency;
use tokio_postgres::Transaction;

use super::identity::Item;
use crate::check::Checked;
use crate::sections::Section;

/// Adds the members that the item lacks and the site has: they stay as they are. So do the `withheld` ones.
pub async fn complete(
    transaction: &Transaction<'_>,
    section: &Section,
    site_id: i64,
    item: &mut Item,
    withheld: &[&str],
) -> Result<()> {
    let mut members: BTreeMap<String, Box<RawValue>> = serde_json::from_str(item.json.get())?;
    members.retain(|name, _| !withheld.contains(&name.as_str()));
    if let Some(row) = transaction.query_opt(section.select, &[&site_id]).await? {
        let of_site: BTreeMap<String, Box<RawValue>> = serde_json::from_str(row.try_get(0)?)?;
        for (name, value) in of_site {
            members.entry(name).or_insert(value);
        }
    }
    members.remove("version");
    item.json = to_raw_value(&members)?;
    Ok(())
}

/// Whether the site has a price that the file's currency cannot charge.
pub async fn has_uncharged_prices(
    transaction: &Transaction<'_>,
    site_id: i64,
    checked: &Checked,
) -> Result<bool> {
    let step = checked.currency.as_deref().map_or(1, |code| Currency::of(code).step);
    Ok(transaction.query_one(HAS_UNCHARGED_PRICES, &[&site_id, &step]).await?.try_get(0)?)
}
