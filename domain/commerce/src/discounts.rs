//! The discount codes of a site, as its staff list and change them. Orders take and give back their uses.

use chrono::{DateTime, Datelike, Utc};
use serde::Deserialize;
use stoa_audit::{Change, Target, record};
use stoa_db::{Db, DbError, Patch, Transaction, sql};
use stoa_staff_reasons::{self as reasons, Failed, refusals};
use stoa_staff_types::{
    CreateDiscountCodeRequest, DiscountCode, DiscountCodePatch, DiscountType, Timestamp,
};
use stoa_stores::site::lock_site;
use stoa_values::IfMatch;
use stoa_values::money::ALL_BASIS_POINTS;

use crate::currency::can_charge;

const GET_CODE: &str = include_str!("discounts/get_code.sql");

refusals! {
    /// Why a discount code is not created.
    pub enum CreateCodeRefusal of reasons {
        /// The site was deleted concurrently.
        SiteNotFound,
        DiscountCodeTaken,
        AmountCannotBeCharged,
        DiscountExceedsAll,
        InvalidStartsAt,
        InvalidExpiry,
    }
}

refusals! {
    /// Why a discount code is not changed.
    pub enum CodeRefusal of reasons {
        DiscountCodeNotFound,
        DiscountCodeHasChanged { version },
        DiscountCodeTaken,
        /// The code would get another text, but an order may still give a use back.
        DiscountCodeInUse,
        AmountCannotBeCharged,
        DiscountExceedsAll,
        InvalidStartsAt,
        InvalidExpiry,
    }
}

refusals! {
    /// Why a discount code is not removed.
    pub enum RemoveCodeRefusal of reasons {
        DiscountCodeNotFound,
        DiscountCodeInUse,
    }
}

/// A discount code whose row is locked.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct LockedCode {
    version: i64,
    code: String,
    discount_type: DiscountType,
    amount: i64,
    /// Whether the new text differs from the code in more than upper and lower case.
    is_renamed: bool,
}

/// Returns at most `limit` codes of a site that begin with `prefix`, alphabetically, after the code `after`. Both ignore
/// case.
pub async fn list_codes(
    db: &Db,
    site_id: i64,
    prefix: Option<&str>,
    after: Option<&str>,
    limit: i64,
) -> Result<Vec<DiscountCode>, DbError> {
    let sql = sql!("discounts/list_codes.sql", after = after.is_some(), prefix = prefix.is_some());
    db.rows(sql, &[&site_id, &limit, &after, &prefix]).await
}

pub async fn get_code(
    db: &Db,
    site_id: i64,
    code_id: i64,
) -> Result<Option<DiscountCode>, DbError> {
    db.opt(GET_CODE, &[&site_id, &code_id]).await
}

pub async fn create_code(
    db: &Db,
    change: Change<'_>,
    code: &CreateDiscountCodeRequest,
) -> Result<DiscountCode, Failed<CreateCodeRefusal>> {
    let Change { site_id, now, .. } = change;
    let CreateDiscountCodeRequest {
        code,
        description,
        discount_type,
        amount,
        min_order_amount,
        max_uses,
        starts_at,
        expires_at,
        active,
        ..
    } = code;
    let starts_at =
        starts_at.map(|at| as_stored(at).ok_or(CreateCodeRefusal::InvalidStartsAt)).transpose()?;
    let expires_at =
        expires_at.map(|at| as_stored(at).ok_or(CreateCodeRefusal::InvalidExpiry)).transpose()?;
    let mut connection = db.connection().await?;
    let transaction = connection.transaction();
    if !lock_site(&transaction, site_id).await? {
        return Err(CreateCodeRefusal::SiteNotFound)?;
    }
    if exceeds_all(discount_type, *amount) {
        return Err(CreateCodeRefusal::DiscountExceedsAll)?;
    }
    if !can_take_off(&transaction, site_id, discount_type, *amount).await? {
        return Err(CreateCodeRefusal::AmountCannotBeCharged)?;
    }
    let discount_type = discount_type.as_str();
    let params = [
        &site_id as _,
        code as _,
        description as _,
        &discount_type as _,
        amount as _,
        min_order_amount as _,
        max_uses as _,
        &starts_at as _,
        &expires_at as _,
        active as _,
        &now.timestamp_millis() as _,
    ];
    let sql = include_str!("discounts/create_code.sql");
    let created: Result<i64, DbError> = transaction.one(sql, &params).await;
    let id = created.map_err(|error| match error.constraint() {
        Some("discount_codes_code_taken") => CreateCodeRefusal::DiscountCodeTaken.into(),
        _ => Failed::from(error),
    })?;
    let fields = [
        "code",
        "description",
        "discountType",
        "amount",
        "minOrderAmount",
        "maxUses",
        "startsAt",
        "expiresAt",
        "active",
    ];
    note(&transaction, change, id, &fields).await?;
    let created = transaction.one(GET_CODE, &[&site_id, &id]).await?;
    transaction.commit().await?;
    Ok(created)
}

/// Applies a patch to a code, if the caller has seen its current version.
pub async fn update_code(
    db: &Db,
    change: Change<'_>,
    code_id: i64,
    seen: IfMatch<'_>,
    patch: &DiscountCodePatch,
) -> Result<DiscountCode, Failed<CodeRefusal>> {
    let Change { site_id, .. } = change;
    if patch.starts_at.flatten().is_some_and(|at| as_stored(at).is_none()) {
        return Err(CodeRefusal::InvalidStartsAt)?;
    }
    if patch.expires_at.flatten().is_some_and(|at| as_stored(at).is_none()) {
        return Err(CodeRefusal::InvalidExpiry)?;
    }
    let mut connection = db.connection().await?;
    let transaction = connection.transaction();
    let before = lock_code(&transaction, site_id, code_id, patch.code.as_deref()).await?;
    let before = before.ok_or(CodeRefusal::DiscountCodeNotFound)?;
    if !seen.allows(before.version) {
        return Err(CodeRefusal::DiscountCodeHasChanged { version: before.version })?;
    }
    if patch.amount.is_some() || patch.discount_type.is_some() {
        let discount_type = patch.discount_type.as_ref().unwrap_or(&before.discount_type);
        let amount = patch.amount.unwrap_or(before.amount);
        if exceeds_all(discount_type, amount) {
            return Err(CodeRefusal::DiscountExceedsAll)?;
        }
        if !can_take_off(&transaction, site_id, discount_type, amount).await? {
            return Err(CodeRefusal::AmountCannotBeCharged)?;
        }
    }
    if before.is_renamed && is_in_use(&transaction, site_id, &before.code).await? {
        return Err(CodeRefusal::DiscountCodeInUse)?;
    }
    let Patch { columns, fields } = Patch::of(patch)?;
    if !fields.is_empty() {
        let sql = include_str!("discounts/update_code.sql");
        let updated = transaction.execute(sql, &[&site_id, &code_id, &columns]).await;
        updated.map_err(|error| match error.constraint() {
            Some("discount_codes_code_taken") => CodeRefusal::DiscountCodeTaken.into(),
            _ => Failed::from(error),
        })?;
        let fields: Vec<&str> = fields.iter().map(String::as_str).collect();
        note(&transaction, change, code_id, &fields).await?;
    }
    let code = transaction.one(GET_CODE, &[&site_id, &code_id]).await?;
    transaction.commit().await?;
    Ok(code)
}

/// Removes a code, unless an order may still give a use of it back. Orders retain the text of the code.
pub async fn remove_code(
    db: &Db,
    change: Change<'_>,
    code_id: i64,
) -> Result<(), Failed<RemoveCodeRefusal>> {
    let Change { site_id, .. } = change;
    let mut connection = db.connection().await?;
    let transaction = connection.transaction();
    let before = lock_code(&transaction, site_id, code_id, None).await?;
    let before = before.ok_or(RemoveCodeRefusal::DiscountCodeNotFound)?;
    if is_in_use(&transaction, site_id, &before.code).await? {
        return Err(RemoveCodeRefusal::DiscountCodeInUse)?;
    }
    let sql = include_str!("discounts/remove_code.sql");
    transaction.execute(sql, &[&site_id, &code_id]).await?;
    note(&transaction, change, code_id, &[]).await?;
    Ok(transaction.commit().await?)
}

/// Returns a time in milliseconds, as the database stores it. Returns `None` if it is outside of the years of a bundle.
pub(crate) fn as_stored(Timestamp(at): Timestamp) -> Option<DateTime<Utc>> {
    let stored = DateTime::from_timestamp_millis(at.timestamp_millis())?;
    (1000..=2999).contains(&stored.year()).then_some(stored)
}

/// Locks the site and then a code, so that no checkout takes a use of it. `new_code` is its new text.
async fn lock_code(
    transaction: &Transaction<'_>,
    site_id: i64,
    code_id: i64,
    new_code: Option<&str>,
) -> Result<Option<LockedCode>, DbError> {
    lock_site(transaction, site_id).await?;
    let sql = include_str!("discounts/lock_code.sql");
    transaction.opt(sql, &[&site_id, &code_id, &new_code]).await
}

async fn is_in_use(
    transaction: &Transaction<'_>,
    site_id: i64,
    code: &str,
) -> Result<bool, DbError> {
    transaction.one(include_str!("discounts/is_in_use.sql"), &[&site_id, &code]).await
}

/// Whether the discount is a percentage of more than an order.
fn exceeds_all(discount_type: &DiscountType, amount: i64) -> bool {
    *discount_type == DiscountType::Percent && amount > ALL_BASIS_POINTS
}

/// Whether an order in the store's currency can be reduced by the discount.
async fn can_take_off(
    transaction: &Transaction<'_>,
    site_id: i64,
    discount_type: &DiscountType,
    amount: i64,
) -> Result<bool, DbError> {
    if *discount_type != DiscountType::FixedAmount {
        return Ok(true);
    }
    can_charge(transaction, site_id, [amount]).await
}

async fn note(
    transaction: &Transaction<'_>,
    Change { site_id, origin, now }: Change<'_>,
    code_id: i64,
    fields: &[&str],
) -> Result<(), DbError> {
    let target = Target::new("discount_code", code_id);
    record(transaction, site_id, origin, target, fields, now).await?;
    transaction.invalidate_cache(site_id);
    Ok(())
}
