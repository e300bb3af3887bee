//! The currency of a store.

use stoa_db::{DbError, Transaction};
use stoa_stores::site::find_currency;
use stoa_values::Currency;

/// Whether the store's currency can charge all of these amounts. Without a store, nothing is charged. The site is locked,
/// so that the currency does not change before the transaction ends.
pub(crate) async fn can_charge(
    transaction: &Transaction<'_>,
    site_id: i64,
    amounts: impl IntoIterator<Item = i64>,
) -> Result<bool, DbError> {
    let currency = find_currency(transaction, site_id).await?;
    let Some(currency) = currency.as_deref().map(Currency::of) else { return Ok(true) };
    Ok(amounts.into_iter().all(|amount| currency.can_charge(amount)))
}
