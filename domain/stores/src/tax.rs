//! The taxes of a store, as its staff read and change them.

use stoa_audit::{Change, Target, record};
use stoa_db::{Db, DbError, Patch};
use stoa_staff_reasons::{self as reasons, Failed, refusals};
use stoa_staff_types::{Tax, TaxPatch};
use stoa_values::IfMatch;

use crate::site::lock_site;

const GET_TAX: &str = include_str!("tax/get_tax.sql");

refusals! {
    /// Why the taxes of a store are not changed.
    pub enum TaxRefusal of reasons {
        SiteHasNoStore,
        TaxHasChanged { version },
    }
}

/// Returns the taxes of the site's store, if the site has one.
pub async fn get_tax(db: &Db, site_id: i64) -> Result<Option<Tax>, DbError> {
    db.opt(GET_TAX, &[&site_id]).await
}

/// Applies a patch to the taxes, if the caller has seen the current version of the store.
pub async fn update_tax(
    db: &Db,
    Change { site_id, origin, now }: Change<'_>,
    seen: IfMatch<'_>,
    patch: &TaxPatch,
) -> Result<Tax, Failed<TaxRefusal>> {
    let mut connection = db.connection().await?;
    let transaction = connection.transaction();
    lock_site(&transaction, site_id).await?;
    let version: Option<i64> =
        transaction.opt(include_str!("tax/lock_store.sql"), &[&site_id]).await?;
    let version = version.ok_or(TaxRefusal::SiteHasNoStore)?;
    if !seen.allows(version) {
        return Err(TaxRefusal::TaxHasChanged { version })?;
    }
    let Patch { columns, fields } = Patch::of(patch)?;
    if !fields.is_empty() {
        let sql = include_str!("tax/update_tax.sql");
        transaction.execute(sql, &[&site_id, &columns]).await?;
        let fields: Vec<&str> = fields.iter().map(String::as_str).collect();
        record(&transaction, site_id, origin, Target::new("store", site_id), &fields, now).await?;
        transaction.invalidate_cache(site_id);
        transaction.invalidate_settings(site_id);
    }
    let tax = transaction.one(GET_TAX, &[&site_id]).await?;
    transaction.commit().await?;
    Ok(tax)
}
