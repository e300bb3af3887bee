//! The locks of a transaction that writes.

use anyhow::{Result, ensure};
use stoa_stores::site::FIND_CURRENCY;
use tokio_postgres::{Client, Transaction};

use super::Refusal;
use super::kinds::Kind;
use super::merge;

/// Locks the site and then the rows of the batch, in the order in which staff and checkouts lock them: the site, then
/// rows by id. Fails if the store's currency is not the expected one.
pub async fn lock(
    transaction: &Transaction<'_>,
    kind: &Kind,
    (site_id, ids): (i64, &[i64]),
    expected: Option<&str>,
    row_lock: &str,
) -> Result<()> {
    let lock_site = format!("select from sites site where site.id = $1 for {}", kind.site_lock);
    let site = transaction.query_opt(&lock_site, &[&site_id]).await?;
    ensure!(site.is_some(), Refusal("the site was removed"));
    let currency = currency(transaction.client(), site_id).await?;
    let refusal = Refusal("the store's currency was changed: run this again");
    ensure!(currency.as_deref() == expected, refusal);
    let parts = kind.tables.iter().skip(1).filter(|table| !table.touched.is_empty());
    for table in Some(kind.table()).into_iter().chain(parts) {
        transaction.execute(&merge::lock(table, row_lock), &[&site_id, &ids]).await?;
    }
    Ok(())
}

/// The currency of the site's store, if it has one.
pub async fn currency(client: &Client, site_id: i64) -> Result<Option<String>> {
    let store = client.query_opt(FIND_CURRENCY, &[&site_id]).await?;
    Ok(store.map(|store| store.try_get(0)).transpose()?)
}
