//! The sections that are one value, and the store's currency.

use std::collections::BTreeMap;

use anyhow::Result;
use serde_json::value::{RawValue, to_raw_value};
use stoa_stores::settings::{HAS_ORDERS, HAS_UNCHARGED_PRICES};
use stoa_values::Currency;
use tokio_postgres::Transaction;

use super::identity::Item;
use super::verdicts::Verdict;
use crate::check::Checked;
use crate::sections::Section;

/// Adds the members that the item lacks and the site has: they stay as they are.
pub async fn complete(
    transaction: &Transaction<'_>,
    section: &Section,
    site_id: i64,
    item: &mut Item,
) -> Result<()> {
    let Some(row) = transaction.query_opt(section.select, &[&site_id]).await? else {
        return Ok(());
    };
    let mut members: BTreeMap<String, Box<RawValue>> = serde_json::from_str(row.try_get(0)?)?;
    members.extend(serde_json::from_str::<BTreeMap<String, Box<RawValue>>>(item.json.get())?);
    members.remove("version");
    item.json = to_raw_value(&members)?;
    Ok(())
}

/// Whether the currency of an existing store changes.
pub fn changes_currency(section: &Section, verdicts: &BTreeMap<i64, Verdict>) -> bool {
    let changes = |verdict: &Verdict| match verdict {
        Verdict::Change(differences) => differences.iter().any(|it| it.member == "currency"),
        _ => false,
    };
    section.key == "store" && verdicts.values().any(changes)
}

/// Whether the store has orders. The staff's API refuses another currency then too.
pub async fn has_orders(transaction: &Transaction<'_>, site_id: i64) -> Result<bool> {
    Ok(transaction.query_one(HAS_ORDERS, &[&site_id]).await?.try_get(0)?)
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
