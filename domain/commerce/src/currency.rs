//! The currency of a store.

use stoa_db::{DbError, Transaction};
use stoa_values::Currency;

/// Whether the store's currency can charge all of these amounts. Without a store, nothing is charged.
pub(crate) async fn can_charge(
    transaction: &Transaction<'_>,
    site_id: i64,
    amounts: impl IntoIterator<Item = i64>,
) -> Result<bool, DbError> {
    let sql = include_str!("currency/find_currency.sql");
    let currency: Option<String> = transaction.opt(sql, &[&site_id]).await?;
    let Some(currency) = currency.as_deref().map(Currency::of) else { return Ok(true) };
    Ok(amounts.into_iter().all(|amount| currency.can_charge(amount)))
}
