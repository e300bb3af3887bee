//! The product categories of a site, as its staff list and change them.

use std::collections::HashMap;

use serde::Deserialize;
use stoa_audit::{Change, Target, record};
use stoa_db::{Db, DbError, Patch, Transaction, sql};
use stoa_staff_reasons::{self as reasons, Failed, refusals};
use stoa_staff_types::{CreateProductCategoryRequest, ProductCategory, ProductCategoryPatch};
use stoa_values::{IfMatch, is_slug_too_long};

use crate::site::lock_site;

/// Maximum number of categories of a site, because lists show all of them. An import may exceed it.
const MAX_CATEGORIES: usize = 1_000;

refusals! {
    /// Why a product category is not created.
    pub enum CreateCategoryRefusal of reasons {
        /// The site was deleted concurrently.
        SiteNotFound,
        ParentCategoryNotFound,
        ProductCategorySlugTaken,
        NormalizedSlugTooLong,
        /// The site has [`MAX_CATEGORIES`].
        TooManyProductCategories,
    }
}

refusals! {
    /// Why a product category is not changed.
    pub enum CategoryRefusal of reasons {
        ProductCategoryNotFound,
        ProductCategoryHasChanged { version },
        ParentCategoryNotFound,
        ProductCategoryCircle,
        ProductCategorySlugTaken,
        NormalizedSlugTooLong,
    }
}

refusals! {
    /// Why a product category is not removed.
    pub enum RemoveCategoryRefusal of reasons {
        ProductCategoryNotFound,
        ProductCategoryHasProducts,
        ProductCategoryHasSubcategories,
    }
}

/// A category and its parent.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Child {
    id: i64,
    parent_id: Option<i64>,
}

/// Whether anything belongs to a category.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Dependents {
    has_products: bool,
    has_subcategories: bool,
}

/// Returns all categories of a site, in the order of shops' lists.
pub async fn list_categories(db: &Db, site_id: i64) -> Result<Vec<ProductCategory>, DbError> {
    db.rows(categories(false), &[&site_id]).await
}

pub async fn get_category(
    db: &Db,
    site_id: i64,
    category_id: i64,
) -> Result<Option<ProductCategory>, DbError> {
    db.opt(categories(true), &[&site_id, &category_id]).await
}

pub async fn create_category(
    db: &Db,
    change: Change<'_>,
    category: &CreateProductCategoryRequest,
) -> Result<ProductCategory, Failed<CreateCategoryRefusal>> {
    let Change { site_id, now, .. } = change;
    if is_slug_too_long(&category.slug) {
        return Err(CreateCategoryRefusal::NormalizedSlugTooLong)?;
    }
    let mut connection = db.connection().await?;
    let transaction = connection.transaction();
    if !lock_site(&transaction, site_id).await? {
        return Err(CreateCategoryRefusal::SiteNotFound)?;
    }
    if lock_tree(&transaction, site_id).await?.len() >= MAX_CATEGORIES {
        return Err(CreateCategoryRefusal::TooManyProductCategories)?;
    }
    let CreateProductCategoryRequest { name, slug, description, image, parent_id, order, active } =
        category;
    let params = [
        &site_id as _,
        name as _,
        slug as _,
        description as _,
        image as _,
        parent_id as _,
        order as _,
        active as _,
        &now.timestamp_millis() as _,
    ];
    let sql = include_str!("categories/create_category.sql");
    let created: Result<i64, DbError> = transaction.one(sql, &params).await;
    let id = created.map_err(|error| match error.constraint() {
        Some("product_categories_slug_taken") => {
            CreateCategoryRefusal::ProductCategorySlugTaken.into()
        }
        Some("product_categories_parent_missing") => {
            CreateCategoryRefusal::ParentCategoryNotFound.into()
        }
        _ => Failed::from(error),
    })?;
    let fields = ["name", "slug", "description", "image", "parentId", "order", "active"];
    note(&transaction, change, id, &fields).await?;
    let created = transaction.one(categories(true), &[&site_id, &id]).await?;
    transaction.commit().await?;
    Ok(created)
}

/// Applies a patch to a category, if the caller has seen its current version.
pub async fn update_category(
    db: &Db,
    change: Change<'_>,
    category_id: i64,
    seen: IfMatch<'_>,
    patch: &ProductCategoryPatch,
) -> Result<ProductCategory, Failed<CategoryRefusal>> {
    let Change { site_id, .. } = change;
    let mut connection = db.connection().await?;
    let transaction = connection.transaction();
    lock_site(&transaction, site_id).await?;
    // The whole tree is locked before the category, so that two changes of parents do not wait for each other.
    let tree = match patch.parent_id {
        Some(Some(_)) => lock_tree(&transaction, site_id).await?,
        _ => HashMap::new(),
    };
    let sql = include_str!("categories/lock_category.sql");
    let version: Option<i64> = transaction.opt(sql, &[&site_id, &category_id]).await?;
    let version = version.ok_or(CategoryRefusal::ProductCategoryNotFound)?;
    if !seen.allows(version) {
        return Err(CategoryRefusal::ProductCategoryHasChanged { version })?;
    }
    if let Some(Some(parent_id)) = patch.parent_id {
        if !tree.contains_key(&parent_id) {
            return Err(CategoryRefusal::ParentCategoryNotFound)?;
        }
        if is_below(&tree, parent_id, category_id) {
            return Err(CategoryRefusal::ProductCategoryCircle)?;
        }
    }
    if patch.slug.as_deref().is_some_and(is_slug_too_long) {
        return Err(CategoryRefusal::NormalizedSlugTooLong)?;
    }
    let Patch { mut columns, fields } = Patch::of(patch)?;
    if let Some(order) = columns.0.remove("order") {
        columns.0.insert("position".to_owned(), order);
    }
    if !fields.is_empty() {
        let sql = include_str!("categories/update_category.sql");
        let updated = transaction.execute(sql, &[&site_id, &category_id, &columns]).await;
        updated.map_err(|error| match error.constraint() {
            Some("product_categories_slug_taken") => {
                CategoryRefusal::ProductCategorySlugTaken.into()
            }
            _ => Failed::from(error),
        })?;
        let fields: Vec<&str> = fields.iter().map(String::as_str).collect();
        note(&transaction, change, category_id, &fields).await?;
    }
    let category = transaction.one(categories(true), &[&site_id, &category_id]).await?;
    transaction.commit().await?;
    Ok(category)
}

/// Removes a category to which no product and no other category belongs.
pub async fn remove_category(
    db: &Db,
    change: Change<'_>,
    category_id: i64,
) -> Result<(), Failed<RemoveCategoryRefusal>> {
    let Change { site_id, .. } = change;
    let mut connection = db.connection().await?;
    let transaction = connection.transaction();
    lock_site(&transaction, site_id).await?;
    // This waits for a change that gives a product or another category this one. Later such changes wait for this lock.
    let sql = include_str!("categories/lock_category_to_remove.sql");
    if transaction.execute(sql, &[&site_id, &category_id]).await? == 0 {
        return Err(RemoveCategoryRefusal::ProductCategoryNotFound)?;
    }
    // A separate statement, which sees what the lock's previous holders have committed.
    let sql = include_str!("categories/find_dependents.sql");
    let Dependents { has_products, has_subcategories } =
        transaction.one(sql, &[&site_id, &category_id]).await?;
    if has_products {
        return Err(RemoveCategoryRefusal::ProductCategoryHasProducts)?;
    }
    if has_subcategories {
        return Err(RemoveCategoryRefusal::ProductCategoryHasSubcategories)?;
    }
    let sql = include_str!("categories/remove_category.sql");
    transaction.execute(sql, &[&site_id, &category_id]).await?;
    note(&transaction, change, category_id, &[]).await?;
    Ok(transaction.commit().await?)
}

/// The statement that selects the categories of a site, or one of them.
fn categories(one: bool) -> &'static str {
    sql!("categories/list_categories.sql", one = one)
}

/// Locks the categories of a site against changes, and returns the parent of each.
async fn lock_tree(
    transaction: &Transaction<'_>,
    site_id: i64,
) -> Result<HashMap<i64, Option<i64>>, DbError> {
    transaction.execute(include_str!("categories/lock_tree.sql"), &[&site_id]).await?;
    // A separate statement, which sees what the locks' previous holders have committed.
    let sql = include_str!("categories/list_parents.sql");
    let children: Vec<Child> = transaction.rows(sql, &[&site_id]).await?;
    Ok(children.into_iter().map(|Child { id, parent_id }| (id, parent_id)).collect())
}

/// Whether a category is `ancestor_id` or is below it.
fn is_below(tree: &HashMap<i64, Option<i64>>, category_id: i64, ancestor_id: i64) -> bool {
    let parent = |id: &i64| tree.get(id).copied().flatten();
    // The tree has no circle, so no path is longer than the number of categories.
    let mut path = std::iter::successors(Some(category_id), parent).take(tree.len());
    path.any(|id| id == ancestor_id)
}

/// Records a change of a category, and makes shops see it.
async fn note(
    transaction: &Transaction<'_>,
    Change { site_id, origin, now }: Change<'_>,
    category_id: i64,
    fields: &[&str],
) -> Result<(), DbError> {
    let target = Target::new("product_category", category_id);
    record(transaction, site_id, origin, target, fields, now).await?;
    transaction.invalidate_cache(site_id);
    Ok(())
}
