//! The tags of posts.

use stoa_audit::{Change, Target};
use stoa_db::{Db, DbError, Patch, Transaction};
use stoa_staff_reasons::{self as reasons, Failed, refusals};
use stoa_staff_types::{CreateTagRequest, Tag, UpdateTagRequest};
use stoa_values::{IfMatch, is_slug_too_long};

use crate::{lock_site, note};

const GET_TAG: &str = include_str!("tags/get_tag.sql");

refusals! {
    /// Why a tag is not created.
    pub enum NewTagRefusal of reasons {
        /// The site was deleted concurrently.
        SiteNotFound,
        TagSlugTaken,
        InvalidSlug,
    }
}

refusals! {
    /// Why a tag is not changed.
    pub enum TagRefusal of reasons {
        TagNotFound,
        TagHasChanged { version },
        TagSlugTaken,
        InvalidSlug,
    }
}

refusals! {
    /// Why a tag is not removed.
    pub enum TagRemovalRefusal of reasons {
        TagNotFound,
        /// Posts of any status have it.
        TagIsUsed,
    }
}

/// Returns at most `limit` tags of a site with ids below `before_id`, newest first.
pub async fn list_tags(
    db: &Db,
    site_id: i64,
    before_id: i64,
    limit: i64,
) -> Result<Vec<Tag>, DbError> {
    db.rows(include_str!("tags/list_tags.sql"), &[&site_id, &before_id, &limit]).await
}

pub async fn get_tag(db: &Db, site_id: i64, tag_id: i64) -> Result<Option<Tag>, DbError> {
    db.opt(GET_TAG, &[&site_id, &tag_id]).await
}

pub async fn create_tag(
    db: &Db,
    change: Change<'_>,
    wish: &CreateTagRequest,
) -> Result<Tag, Failed<NewTagRefusal>> {
    if is_slug_too_long(&wish.slug) {
        return Err(NewTagRefusal::InvalidSlug)?;
    }
    let Patch { columns, fields } = Patch::of(wish)?;
    let mut connection = db.connection().await?;
    let transaction = connection.transaction();
    if !lock_site(&transaction, change.site_id).await? {
        return Err(NewTagRefusal::SiteNotFound)?;
    }
    let sql = include_str!("tags/create_tag.sql");
    let id = transaction.one(sql, &[&change.site_id, &change.now, &columns]).await;
    let id = id.map_err(|error| match error.constraint() {
        Some("tags_slug_taken") => NewTagRefusal::TagSlugTaken.into(),
        _ => Failed::from(error),
    })?;
    finish(transaction, change, id, &fields).await
}

/// Applies a patch to a tag, if the caller has seen its current version.
pub async fn update_tag(
    db: &Db,
    change: Change<'_>,
    tag_id: i64,
    seen: IfMatch<'_>,
    patch: &UpdateTagRequest,
) -> Result<Tag, Failed<TagRefusal>> {
    if patch.slug.as_deref().is_some_and(is_slug_too_long) {
        return Err(TagRefusal::InvalidSlug)?;
    }
    let mut connection = db.connection().await?;
    let transaction = connection.transaction();
    lock_site(&transaction, change.site_id).await?;
    let sql = include_str!("tags/lock_tag.sql");
    let version: Option<i64> = transaction.opt(sql, &[&change.site_id, &tag_id]).await?;
    let version = version.ok_or(TagRefusal::TagNotFound)?;
    if !seen.allows(version) {
        return Err(TagRefusal::TagHasChanged { version })?;
    }
    let Patch { columns, fields } = Patch::of(patch)?;
    if fields.is_empty() {
        return Ok(transaction.one(GET_TAG, &[&change.site_id, &tag_id]).await?);
    }
    let sql = include_str!("tags/update_tag.sql");
    let updated = transaction.execute(sql, &[&change.site_id, &tag_id, &columns]).await;
    updated.map_err(|error| match error.constraint() {
        Some("tags_slug_taken") => TagRefusal::TagSlugTaken.into(),
        _ => Failed::from(error),
    })?;
    finish(transaction, change, tag_id, &fields).await
}

/// Removes a tag that no post has.
pub async fn remove_tag(
    db: &Db,
    change: Change<'_>,
    tag_id: i64,
) -> Result<(), Failed<TagRemovalRefusal>> {
    let Change { site_id, .. } = change;
    let mut connection = db.connection().await?;
    let transaction = connection.transaction();
    lock_site(&transaction, site_id).await?;
    // A change that gives a post the tag waits for this lock, or this statement waits for the change.
    let sql = include_str!("tags/lock_tag_to_remove.sql");
    transaction.execute(sql, &[&site_id, &tag_id]).await?;
    let sql = include_str!("tags/is_tag_used.sql");
    if transaction.one(sql, &[&site_id, &tag_id]).await? {
        return Err(TagRemovalRefusal::TagIsUsed)?;
    }
    let sql = include_str!("tags/remove_tag.sql");
    if transaction.execute(sql, &[&site_id, &tag_id]).await? == 0 {
        return Err(TagRemovalRefusal::TagNotFound)?;
    }
    note(&transaction, change, Target::new("tag", tag_id), &[]).await?;
    transaction.invalidate_cache(site_id);
    transaction.commit().await?;
    Ok(())
}

/// Records the change of a tag, commits it, and returns the tag.
async fn finish<R>(
    transaction: Transaction<'_>,
    change: Change<'_>,
    tag_id: i64,
    fields: &[String],
) -> Result<Tag, Failed<R>> {
    note(&transaction, change, Target::new("tag", tag_id), fields).await?;
    let tag = transaction.one(GET_TAG, &[&change.site_id, &tag_id]).await?;
    transaction.invalidate_cache(change.site_id);
    transaction.commit().await?;
    Ok(tag)
}
