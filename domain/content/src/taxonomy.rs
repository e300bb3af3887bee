//! The categories and tags of posts: terms that posts share. A term that a post has cannot be removed.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use stoa_audit::{Change, Target};
use stoa_db::{Db, DbError, Patch, Transaction};
use stoa_staff_reasons::{self as reasons, Failed, refusals};
use stoa_staff_types::{
    Category, CategoryPatch, CreateCategoryRequest, CreateTagRequest, Tag, UpdateTagRequest,
};
use stoa_values::{IfMatch, is_slug_too_long};

use crate::{lock_site, note};

/// A kind of terms: categories or tags.
pub trait Term: DeserializeOwned + Send {
    /// The kind of the object in the audit trail.
    const KIND: &'static str;
    const SQL: Statements;
    type New: Serialize + Sync;
    type Patch: Serialize + Sync;

    /// Why a term is not created. The site may have been deleted concurrently.
    type NewRefusal: From<reasons::SiteNotFound>
        + From<reasons::InvalidSlug>
        + From<Self::SlugTaken>;
    /// Why a term is not changed.
    type Refusal: From<reasons::InvalidSlug> + From<Self::NotFound> + From<Self::SlugTaken>;
    /// Why a term is not removed.
    type RemovalRefusal: From<Self::NotFound> + From<Self::IsUsed>;

    type SlugTaken;
    type NotFound;
    /// Posts of any status have the term.
    type IsUsed;
    const SLUG_TAKEN: Self::SlugTaken;
    const NOT_FOUND: Self::NotFound;
    const IS_USED: Self::IsUsed;
    fn has_changed(version: i64) -> Self::Refusal;
}

pub struct Statements {
    list: &'static str,
    get: &'static str,
    create: &'static str,
    lock: &'static str,
    update: &'static str,
    lock_to_remove: &'static str,
    is_used: &'static str,
    remove: &'static str,
    /// The constraint that a taken slug violates.
    slug_taken: &'static str,
}

/// Returns at most `limit` terms of a site with ids below `before_id`, newest first.
pub async fn list<T: Term>(
    db: &Db,
    site_id: i64,
    before_id: i64,
    limit: i64,
) -> Result<Vec<T>, DbError> {
    db.rows(T::SQL.list, &[&site_id, &before_id, &limit]).await
}

pub async fn get<T: Term>(db: &Db, site_id: i64, id: i64) -> Result<Option<T>, DbError> {
    db.opt(T::SQL.get, &[&site_id, &id]).await
}

pub async fn create<T: Term>(
    db: &Db,
    change: Change<'_>,
    wish: &T::New,
) -> Result<T, Failed<T::NewRefusal>> {
    let wish = Patch::of(wish)?;
    check_slug(&wish)?;
    let mut connection = db.connection().await?;
    let transaction = connection.transaction();
    if !lock_site(&transaction, change.site_id).await? {
        return Err(Failed::Refused(reasons::SiteNotFound.into()));
    }
    let params = [&change.site_id as _, &change.now as _, &wish.columns as _];
    let id = transaction.one(T::SQL.create, &params).await.map_err(slug_taken::<T, _>)?;
    finish(transaction, change, id, &wish.fields).await
}

/// Applies a patch to a term, if the caller has seen its current version.
pub async fn update<T: Term>(
    db: &Db,
    change: Change<'_>,
    id: i64,
    seen: IfMatch<'_>,
    patch: &T::Patch,
) -> Result<T, Failed<T::Refusal>> {
    let Change { site_id, .. } = change;
    let patch = Patch::of(patch)?;
    check_slug(&patch)?;
    let mut connection = db.connection().await?;
    let transaction = connection.transaction();
    lock_site(&transaction, site_id).await?;
    let version: Option<i64> = transaction.opt(T::SQL.lock, &[&site_id, &id]).await?;
    let version = version.ok_or(Failed::Refused(T::NOT_FOUND.into()))?;
    if !seen.allows(version) {
        return Err(Failed::Refused(T::has_changed(version)));
    }
    if patch.fields.is_empty() {
        return Ok(transaction.one(T::SQL.get, &[&site_id, &id]).await?);
    }
    let params = [&site_id as _, &id as _, &patch.columns as _];
    transaction.execute(T::SQL.update, &params).await.map_err(slug_taken::<T, _>)?;
    finish(transaction, change, id, &patch.fields).await
}

/// Removes a term that no post has.
pub async fn remove<T: Term>(
    db: &Db,
    change: Change<'_>,
    id: i64,
) -> Result<(), Failed<T::RemovalRefusal>> {
    let Change { site_id, .. } = change;
    let mut connection = db.connection().await?;
    let transaction = connection.transaction();
    lock_site(&transaction, site_id).await?;
    // A change that gives a post the term waits for this lock, or this statement waits for the change.
    transaction.execute(T::SQL.lock_to_remove, &[&site_id, &id]).await?;
    if transaction.one(T::SQL.is_used, &[&site_id, &id]).await? {
        return Err(Failed::Refused(T::IS_USED.into()));
    }
    if transaction.execute(T::SQL.remove, &[&site_id, &id]).await? == 0 {
        return Err(Failed::Refused(T::NOT_FOUND.into()));
    }
    note(&transaction, change, Target::new(T::KIND, id), &[]).await?;
    transaction.invalidate_cache(site_id);
    transaction.commit().await?;
    Ok(())
}

/// Records the change of a term, commits it, and returns the term.
async fn finish<T: Term, R>(
    transaction: Transaction<'_>,
    change: Change<'_>,
    id: i64,
    fields: &[String],
) -> Result<T, Failed<R>> {
    note(&transaction, change, Target::new(T::KIND, id), fields).await?;
    let term = transaction.one(T::SQL.get, &[&change.site_id, &id]).await?;
    transaction.invalidate_cache(change.site_id);
    transaction.commit().await?;
    Ok(term)
}

fn check_slug<R: From<reasons::InvalidSlug>>(patch: &Patch) -> Result<(), Failed<R>> {
    let slug = patch.columns.0.get("slug").and_then(Value::as_str);
    match slug.is_some_and(is_slug_too_long) {
        true => Err(Failed::Refused(reasons::InvalidSlug.into())),
        false => Ok(()),
    }
}

fn slug_taken<T: Term, R: From<T::SlugTaken>>(error: DbError) -> Failed<R> {
    match error.constraint() == Some(T::SQL.slug_taken) {
        true => Failed::Refused(T::SLUG_TAKEN.into()),
        false => error.into(),
    }
}

refusals! {
    pub enum NewCategoryRefusal of reasons { SiteNotFound, PostCategorySlugTaken, InvalidSlug }
}

refusals! {
    pub enum CategoryRefusal of reasons {
        CategoryNotFound,
        CategoryHasChanged { version },
        PostCategorySlugTaken,
        InvalidSlug,
    }
}

refusals! {
    pub enum CategoryRemovalRefusal of reasons { CategoryNotFound, CategoryIsUsed }
}

impl Term for Category {
    const KIND: &'static str = "category";
    const SQL: Statements = Statements {
        list: include_str!("taxonomy/list_categories.sql"),
        get: include_str!("taxonomy/get_category.sql"),
        create: include_str!("taxonomy/create_category.sql"),
        lock: include_str!("taxonomy/lock_category.sql"),
        update: include_str!("taxonomy/update_category.sql"),
        lock_to_remove: include_str!("taxonomy/lock_category_to_remove.sql"),
        is_used: include_str!("taxonomy/is_category_used.sql"),
        remove: include_str!("taxonomy/remove_category.sql"),
        slug_taken: "categories_slug_taken",
    };
    type New = CreateCategoryRequest;
    type Patch = CategoryPatch;
    type NewRefusal = NewCategoryRefusal;
    type Refusal = CategoryRefusal;
    type RemovalRefusal = CategoryRemovalRefusal;
    type SlugTaken = reasons::PostCategorySlugTaken;
    type NotFound = reasons::CategoryNotFound;
    type IsUsed = reasons::CategoryIsUsed;
    const SLUG_TAKEN: Self::SlugTaken = reasons::PostCategorySlugTaken;
    const NOT_FOUND: Self::NotFound = reasons::CategoryNotFound;
    const IS_USED: Self::IsUsed = reasons::CategoryIsUsed;

    fn has_changed(version: i64) -> CategoryRefusal {
        CategoryRefusal::CategoryHasChanged { version }
    }
}

refusals! {
    pub enum NewTagRefusal of reasons { SiteNotFound, TagSlugTaken, InvalidSlug }
}

refusals! {
    pub enum TagRefusal of reasons { TagNotFound, TagHasChanged { version }, TagSlugTaken, InvalidSlug }
}

refusals! {
    pub enum TagRemovalRefusal of reasons { TagNotFound, TagIsUsed }
}

impl Term for Tag {
    const KIND: &'static str = "tag";
    const SQL: Statements = Statements {
        list: include_str!("taxonomy/list_tags.sql"),
        get: include_str!("taxonomy/get_tag.sql"),
        create: include_str!("taxonomy/create_tag.sql"),
        lock: include_str!("taxonomy/lock_tag.sql"),
        update: include_str!("taxonomy/update_tag.sql"),
        lock_to_remove: include_str!("taxonomy/lock_tag_to_remove.sql"),
        is_used: include_str!("taxonomy/is_tag_used.sql"),
        remove: include_str!("taxonomy/remove_tag.sql"),
        slug_taken: "tags_slug_taken",
    };
    type New = CreateTagRequest;
    type Patch = UpdateTagRequest;
    type NewRefusal = NewTagRefusal;
    type Refusal = TagRefusal;
    type RemovalRefusal = TagRemovalRefusal;
    type SlugTaken = reasons::TagSlugTaken;
    type NotFound = reasons::TagNotFound;
    type IsUsed = reasons::TagIsUsed;
    const SLUG_TAKEN: Self::SlugTaken = reasons::TagSlugTaken;
    const NOT_FOUND: Self::NotFound = reasons::TagNotFound;
    const IS_USED: Self::IsUsed = reasons::TagIsUsed;

    fn has_changed(version: i64) -> TagRefusal {
        TagRefusal::TagHasChanged { version }
    }
}
