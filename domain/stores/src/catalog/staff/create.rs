//! New products.

use stoa_db::{Db, Patch};
use stoa_staff_reasons::{self as reasons, Failed, refusals};
use stoa_staff_types::{CreateProductRequest, EditableProductStatus, Product};
use stoa_values::is_slug_too_long;

use super::parts::{Owner, PARTS, Parts, replace_parts};
use super::{Change, LockedProduct, can_charge, count_active, finish, is_metadata_too_large};
use crate::site::{find_currency, lock_site};

refusals! {
    /// Why a product is not created.
    pub enum CreateRefusal of reasons {
        /// The site was deleted concurrently.
        SiteNotFound,
        CategoryNotFound,
        /// The slug would exceed its maximum length in the normalization form C.
        InvalidSlug,
        SlugTaken,
        PriceCannotBeCharged,
        BulkPriceNeverApplies,
        BulkPriceExceedsAll,
        /// The metadata exceeds its maximum size in the database.
        InvalidMetadata,
        /// A new product has no parts yet.
        PartNotFound,
        PartGivenTwice,
        SideSlugTaken,
        /// A new product has no variants yet, which a bulk price could name.
        VariantNotFound,
    }
}

/// Creates a product. Its opening stock is part of the request.
pub async fn create_product(
    db: &Db,
    change: Change<'_>,
    new: &CreateProductRequest,
) -> Result<Product, Failed<CreateRefusal>> {
    let Change { site_id, now, .. } = change;
    if is_slug_too_long(&new.slug) {
        return Err(CreateRefusal::InvalidSlug)?;
    }
    let mut connection = db.connection().await?;
    let transaction = connection.transaction();
    if !lock_site(&transaction, site_id).await? {
        return Err(CreateRefusal::SiteNotFound)?;
    }
    let currency = find_currency(&transaction, site_id).await?;
    if !can_charge(currency.as_deref(), Some(new.price)) {
        return Err(CreateRefusal::PriceCannotBeCharged)?;
    }
    let mut values = Patch::of(new)?;
    values.leave_out(&PARTS);
    let Patch { columns, fields } = values;
    if is_metadata_too_large(&columns.0) {
        return Err(CreateRefusal::InvalidMetadata)?;
    }
    let is_active = new.status == EditableProductStatus::Active;
    let nowhere = LockedProduct::default();
    count_active(&transaction, site_id, &nowhere, is_active, new.category_id).await?;
    let sql = include_str!("create_product.sql");
    let created = transaction.one(sql, &[&site_id, &now, &columns]).await;
    let product_id: i64 = created.map_err(|error| match error.constraint() {
        Some("products_slug_taken") => CreateRefusal::SlugTaken.into(),
        Some("products_category_missing") => CreateRefusal::CategoryNotFound.into(),
        _ => Failed::from(error),
    })?;
    let owner = Owner { site_id, product_id, currency: currency.as_deref(), now };
    let parts = Parts {
        options: Some(&*new.options).filter(|options| !options.is_empty()),
        bulk_pricing: Some(&*new.bulk_pricing).filter(|prices| !prices.is_empty()),
        styles: Some(&*new.styles).filter(|styles| !styles.is_empty()),
    };
    // No variant can lose a value of an option, because there is none.
    replace_parts::<CreateRefusal>(&transaction, owner, parts).await?;
    transaction.invalidate_cache(site_id);
    finish(transaction, change, product_id, &fields).await
}
