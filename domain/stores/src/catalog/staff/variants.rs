//! The variants of a product, as the site's staff change them.

use serde::Deserialize;
use stoa_audit::{Target, record};
use stoa_db::{Db, DbError, Patch, Transaction};
use stoa_staff_reasons::{self as reasons, Failed, refusals};
use stoa_staff_types::{AddVariantRequest, OptionChoice, ProductVariant, VariantPatch};
use stoa_values::IfMatch;

use super::{Change, can_charge, lock_product};
use crate::site::lock_site;

/// Maximum number of variants of a product. A further one is answered 409. An import may exceed it.
const MAX_VARIANTS: i64 = 1000;

refusals! {
    /// Why a variant is not added.
    pub enum AddVariantRefusal of reasons {
        ProductNotFound,
        OptionValueNotFound,
        OptionGivenTwice,
        PriceCannotBeCharged,
        /// The product has [`MAX_VARIANTS`] variants.
        TooManyVariants,
    }
}

refusals! {
    /// Why a variant is not changed.
    pub enum VariantRefusal of reasons {
        VariantNotFound,
        VariantHasChanged { version },
        OptionValueNotFound,
        OptionGivenTwice,
        PriceCannotBeCharged,
    }
}

refusals! {
    /// Why a variant is not removed.
    pub enum RemoveVariantRefusal of reasons {
        VariantNotFound,
        VariantHasBulkPrice,
    }
}

/// A variant whose row is locked.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct LockedVariant {
    version: i64,
    /// The store's currency, if the site has a store.
    currency: Option<String>,
}

/// Adds a variant to a product.
pub async fn add_variant(
    db: &Db,
    change: Change<'_>,
    product_id: i64,
    new: &AddVariantRequest,
) -> Result<ProductVariant, Failed<AddVariantRefusal>> {
    let Change { site_id, now, .. } = change;
    let mut connection = db.connection().await?;
    let transaction = connection.transaction();
    let product = lock_product(&transaction, site_id, product_id).await?;
    let product = product.ok_or(AddVariantRefusal::ProductNotFound)?;
    if !can_charge(product.currency.as_deref(), Some(new.price)) {
        return Err(AddVariantRefusal::PriceCannotBeCharged)?;
    }
    let Patch { columns, fields } = Patch::of(new)?;
    let sql = include_str!("add_variant.sql");
    let params = [&site_id as _, &product_id as _, &now as _, &columns as _, &MAX_VARIANTS as _];
    let variant_id: Option<i64> = transaction.opt(sql, &params).await?;
    let variant_id = variant_id.ok_or(AddVariantRefusal::TooManyVariants)?;
    choose_values::<AddVariantRefusal>(
        &transaction,
        site_id,
        (product_id, variant_id),
        &new.option_values,
    )
    .await?;
    note(&transaction, change, (product_id, variant_id), &fields).await?;
    finish(transaction, site_id, variant_id).await
}

/// Applies a patch to a variant, if the caller has seen its current version.
pub async fn update_variant(
    db: &Db,
    change: Change<'_>,
    (product_id, variant_id): (i64, i64),
    seen: IfMatch<'_>,
    patch: &VariantPatch,
) -> Result<ProductVariant, Failed<VariantRefusal>> {
    let Change { site_id, now, .. } = change;
    let mut connection = db.connection().await?;
    let transaction = connection.transaction();
    lock_site(&transaction, site_id).await?;
    if patch.option_values.is_some() {
        // The product is locked before the variant, so that its options do not change concurrently.
        let product = lock_product(&transaction, site_id, product_id).await?;
        product.ok_or(VariantRefusal::VariantNotFound)?;
    }
    let before = lock_variant(&transaction, site_id, product_id, variant_id).await?;
    let before = before.ok_or(VariantRefusal::VariantNotFound)?;
    if !seen.allows(before.version) {
        return Err(VariantRefusal::VariantHasChanged { version: before.version })?;
    }
    if !can_charge(before.currency.as_deref(), patch.price) {
        return Err(VariantRefusal::PriceCannotBeCharged)?;
    }
    let Patch { columns, fields } = Patch::of(patch)?;
    if !fields.is_empty() {
        let sql = include_str!("update_variant.sql");
        let params = [&site_id as _, &product_id as _, &variant_id as _, &now as _, &columns as _];
        transaction.execute(sql, &params).await?;
        if let Some(chosen) = &patch.option_values {
            let sql = include_str!("delete_choices.sql");
            transaction.execute(sql, &[&site_id, &variant_id]).await?;
            choose_values::<VariantRefusal>(
                &transaction,
                site_id,
                (product_id, variant_id),
                chosen,
            )
            .await?;
        }
        note(&transaction, change, (product_id, variant_id), &fields).await?;
    }
    finish(transaction, site_id, variant_id).await
}

/// Removes a variant that no bulk price names. Orders, carts and wishlists have no reference to its row.
pub async fn remove_variant(
    db: &Db,
    change: Change<'_>,
    product_id: i64,
    variant_id: i64,
) -> Result<(), Failed<RemoveVariantRefusal>> {
    let site_id = change.site_id;
    let mut connection = db.connection().await?;
    let transaction = connection.transaction();
    // The product is locked before the variant, so that no bulk price for the variant is added concurrently.
    let product = lock_product(&transaction, site_id, product_id).await?;
    product.ok_or(RemoveVariantRefusal::VariantNotFound)?;
    let variant = lock_variant(&transaction, site_id, product_id, variant_id).await?;
    variant.ok_or(RemoveVariantRefusal::VariantNotFound)?;
    let sql = include_str!("remove_variant.sql");
    if transaction.execute(sql, &[&site_id, &product_id, &variant_id]).await? == 0 {
        return Err(RemoveVariantRefusal::VariantHasBulkPrice)?;
    }
    note(&transaction, change, (product_id, variant_id), &[]).await?;
    Ok(transaction.commit().await?)
}

async fn lock_variant(
    transaction: &Transaction<'_>,
    site_id: i64,
    product_id: i64,
    variant_id: i64,
) -> Result<Option<LockedVariant>, DbError> {
    let sql = include_str!("lock_variant.sql");
    transaction.opt(sql, &[&site_id, &product_id, &variant_id]).await
}

/// Gives a variant without values of options these values. The product is locked.
async fn choose_values<R>(
    transaction: &Transaction<'_>,
    site_id: i64,
    (product_id, variant_id): (i64, i64),
    chosen: &[OptionChoice],
) -> Result<(), Failed<R>>
where
    R: From<reasons::OptionGivenTwice> + From<reasons::OptionValueNotFound>,
{
    if chosen.is_empty() {
        return Ok(());
    }
    let (options, values): (Vec<i64>, Vec<i64>) =
        chosen.iter().map(|choice| (choice.option_id, choice.value_id)).unzip();
    let sql = include_str!("choose_values.sql");
    let params = [&site_id as _, &product_id as _, &variant_id as _, &options as _, &values as _];
    let inserted = transaction.execute(sql, &params).await;
    let inserted = inserted.map_err(|error| match error.constraint() {
        Some("variant_option_values_option_twice") => {
            Failed::Refused(reasons::OptionGivenTwice.into())
        }
        Some("variant_option_values_value_missing") => {
            Failed::Refused(reasons::OptionValueNotFound.into())
        }
        _ => Failed::from(error),
    })?;
    if inserted < chosen.len() as u64 {
        return Err(Failed::Refused(reasons::OptionValueNotFound.into()));
    }
    Ok(())
}

/// Records the change of a variant, and posts the event of its product.
async fn note(
    transaction: &Transaction<'_>,
    change: Change<'_>,
    (product_id, variant_id): (i64, i64),
    fields: &[String],
) -> Result<(), DbError> {
    let Change { site_id, origin, now } = change;
    let fields: Vec<&str> = fields.iter().map(String::as_str).collect();
    let target = Target::new("variant", variant_id);
    record(transaction, site_id, origin, target, &fields, now).await?;
    let changed = stoa_events::product_changed(site_id, product_id, now);
    stoa_events::post(transaction, site_id, &changed, now).await?;
    transaction.invalidate_cache(site_id);
    Ok(())
}

/// Commits the change of a variant, and returns the variant.
async fn finish<R>(
    transaction: Transaction<'_>,
    site_id: i64,
    variant_id: i64,
) -> Result<ProductVariant, Failed<R>> {
    let sql = include_str!("get_variant.sql");
    let variant = transaction.one(sql, &[&site_id, &variant_id]).await?;
    transaction.commit().await?;
    Ok(variant)
}
