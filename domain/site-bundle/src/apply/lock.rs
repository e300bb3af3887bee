//! The locks of a transaction that writes.

use anyhow::{Result, ensure};
use stoa_stores::site::{FIND_CURRENCY, LOCK_SITE};
use tokio_postgres::{GenericClient, Transaction};

use super::Refusal;
use super::kinds::Kind;
use super::merge;

/// Locks the site and then the rows of the batch, in the order in which staff and checkouts lock them. Fails if the
/// store's currency is not the expected one.
pub async fn lock(
    transaction: &Transaction<'_>,
    kind: &Kind,
    (site_id, ids): (i64, &[i64]),
    expected: Option<&str>,
) -> Result<()> {
    let site = transaction.query_opt(LOCK_SITE, &[&site_id]).await?;
    ensure!(site.is_some(), Refusal("the site was removed"));
    let currency = currency(transaction, site_id).await?;
    let refusal = Refusal("the store's currency was changed: run this again");
    ensure!(currency.as_deref() == expected, refusal);
    for table in kind.tables.iter().filter(|table| !table.touched.is_empty()) {
        transaction.execute(&merge::lock(table), &[&site_id, &ids]).await?;
    }
    Ok(())
}

/// The currency of the site's store, if it has one.
pub async fn currency(client: &impl GenericClient, site_id: i64) -> Result<Option<String>> {
    let store = client.query_opt(FIND_CURRENCY, &[&site_id]).await?;
    Ok(store.map(|store| store.try_get(0)).transpose()?)
}
