//! The categories of posts.

use stoa_audit::{Change, Target};
use stoa_db::{Db, DbError, Patch, Transaction};
use stoa_staff_reasons::{self as reasons, Failed, refusals};
use stoa_staff_types::{Category, CategoryPatch, CreateCategoryRequest};
use stoa_values::{IfMatch, is_slug_too_long};

use crate::{lock_site, note};

const GET_CATEGORY: &str = include_str!("categories/get_category.sql");

refusals! {
    /// Why a category is not created.
    pub enum NewCategoryRefusal of reasons {
        /// The site was deleted concurrently.
        SiteNotFound,
        PostCategorySlugTaken,
        InvalidSlug,
    }
}

refusals! {
    /// Why a category is not changed.
    pub enum CategoryRefusal of reasons {
        CategoryNotFound,
        CategoryHasChanged { version },
        PostCategorySlugTaken,
        InvalidSlug,
    }
}

refusals! {
    /// Why a category is not removed.
    pub enum CategoryRemovalRefusal of reasons {
        CategoryNotFound,
        /// Posts of any status have it.
        CategoryIsUsed,
    }
}

/// Returns at most `limit` categories of a site with ids below `before_id`, newest first.
pub async fn list_categories(
    db: &Db,
    site_id: i64,
    before_id: i64,
    limit: i64,
) -> Result<Vec<Category>, DbError> {
    db.rows(include_str!("categories/list_categories.sql"), &[&site_id, &before_id, &limit]).await
}

pub async fn get_category(
    db: &Db,
    site_id: i64,
    category_id: i64,
) -> Result<Option<Category>, DbError> {
    db.opt(GET_CATEGORY, &[&site_id, &category_id]).await
}

pub async fn create_category(
    db: &Db,
    change: Change<'_>,
    wish: &CreateCategoryRequest,
) -> Result<Category, Failed<NewCategoryRefusal>> {
    if is_slug_too_long(&wish.slug) {
        return Err(NewCategoryRefusal::InvalidSlug)?;
    }
    let Patch { columns, fields } = Patch::of(wish)?;
    let mut connection = db.connection().await?;
    let transaction = connection.transaction();
    if !lock_site(&transaction, change.site_id).await? {
        return Err(NewCategoryRefusal::SiteNotFound)?;
    }
    let sql = include_str!("categories/create_category.sql");
    let id = transaction.one(sql, &[&change.site_id, &change.now, &columns]).await;
    let id = id.map_err(|error| match error.constraint() {
        Some("categories_slug_taken") => NewCategoryRefusal::PostCategorySlugTaken.into(),
        _ => Failed::from(error),
    })?;
    finish(transaction, change, id, &fields).await
}

/// Applies a patch to a category, if the caller has seen its current version.
pub async fn update_category(
    db: &Db,
    change: Change<'_>,
    category_id: i64,
    seen: IfMatch<'_>,
    patch: &CategoryPatch,
) -> Result<Category, Failed<CategoryRefusal>> {
    if patch.slug.as_deref().is_some_and(is_slug_too_long) {
        return Err(CategoryRefusal::InvalidSlug)?;
    }
    let mut connection = db.connection().await?;
    let transaction = connection.transaction();
    lock_site(&transaction, change.site_id).await?;
    let sql = include_str!("categories/lock_category.sql");
    let version: Option<i64> = transaction.opt(sql, &[&change.site_id, &category_id]).await?;
    let version = version.ok_or(CategoryRefusal::CategoryNotFound)?;
    if !seen.allows(version) {
        return Err(CategoryRefusal::CategoryHasChanged { version })?;
    }
    let Patch { columns, fields } = Patch::of(patch)?;
    if fields.is_empty() {
        return Ok(transaction.one(GET_CATEGORY, &[&change.site_id, &category_id]).await?);
    }
    let sql = include_str!("categories/update_category.sql");
    let updated = transaction.execute(sql, &[&change.site_id, &category_id, &columns]).await;
    updated.map_err(|error| match error.constraint() {
        Some("categories_slug_taken") => CategoryRefusal::PostCategorySlugTaken.into(),
        _ => Failed::from(error),
    })?;
    finish(transaction, change, category_id, &fields).await
}

/// Removes a category that no post has.
pub async fn remove_category(
    db: &Db,
    change: Change<'_>,
    category_id: i64,
) -> Result<(), Failed<CategoryRemovalRefusal>> {
    let Change { site_id, .. } = change;
    let mut connection = db.connection().await?;
    let transaction = connection.transaction();
    lock_site(&transaction, site_id).await?;
    // A change that gives a post the category waits for this lock, or this statement waits for the change.
    let sql = include_str!("categories/lock_category_to_remove.sql");
    transaction.execute(sql, &[&site_id, &category_id]).await?;
    let sql = include_str!("categories/is_category_used.sql");
    if transaction.one(sql, &[&site_id, &category_id]).await? {
        return Err(CategoryRemovalRefusal::CategoryIsUsed)?;
    }
    let sql = include_str!("categories/remove_category.sql");
    if transaction.execute(sql, &[&site_id, &category_id]).await? == 0 {
        return Err(CategoryRemovalRefusal::CategoryNotFound)?;
    }
    note(&transaction, change, Target::new("category", category_id), &[]).await?;
    transaction.invalidate_cache(site_id);
    transaction.commit().await?;
    Ok(())
}

/// Records the change of a category, commits it, and returns the category.
async fn finish<R>(
    transaction: Transaction<'_>,
    change: Change<'_>,
    category_id: i64,
    fields: &[String],
) -> Result<Category, Failed<R>> {
    note(&transaction, change, Target::new("category", category_id), fields).await?;
    let category = transaction.one(GET_CATEGORY, &[&change.site_id, &category_id]).await?;
    transaction.invalidate_cache(change.site_id);
    transaction.commit().await?;
    Ok(category)
}
