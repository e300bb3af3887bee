//! Posts and pages of every status.

use chrono::{DateTime, Datelike, Utc};
use serde::Deserialize;
use stoa_audit::{Change, Target};
use stoa_db::{Db, DbError, Patch, Transaction, search::Words, sql, stored_size};
use stoa_staff_reasons::{self as reasons, Failed, refusals};
use stoa_staff_types::{
    CreatePostRequest, Post, PostContent, PostPatch, PostStatus, PostSummary, Timestamp,
};
use stoa_values::{IfMatch, is_slug_too_long};

use crate::{lock_site, note};

/// Maximum size of the blocks of a post, in bytes.
const MAX_BLOCKS: usize = 786_432;

const GET_POST: &str = include_str!("posts/get_post.sql");

/// The posts to list. A post must match all filters.
#[derive(Debug, Clone)]
pub struct PostFilter<'a> {
    pub status: Option<PostStatus>,
    pub post_type: Option<&'a str>,
    /// Words, each of which must occur in the title.
    pub search: Option<&'a str>,
    /// The time and the id of the post after which the list begins.
    pub after: (DateTime<Utc>, i64),
}

refusals! {
    /// Why a post is not created.
    pub enum NewPostRefusal of reasons {
        /// The site was deleted concurrently.
        SiteNotFound,
        CategoryNotFound,
        TagNotFound,
        ParentPostNotFound,
        PostSlugTaken,
        InvalidSlug,
        InvalidPublishedAt,
        /// The blocks exceed [`MAX_BLOCKS`] in the database.
        InvalidBlocks,
    }
}

refusals! {
    /// Why a post is not changed.
    pub enum PostRefusal of reasons {
        PostNotFound,
        PostHasChanged { version },
        CategoryNotFound,
        TagNotFound,
        ParentPostNotFound,
        ParentPostMakesACircle,
        PostSlugTaken,
        InvalidSlug,
        InvalidPublishedAt,
        /// The blocks exceed [`MAX_BLOCKS`] in the database.
        InvalidBlocks,
    }
}

refusals! {
    /// Why a post is not removed.
    pub enum PostRemovalRefusal of reasons {
        PostNotFound,
        PostIsAParent,
    }
}

/// A post whose row is locked.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct LockedPost {
    version: i64,
    pub(crate) status: PostStatus,
}

/// Returns at most `limit` posts of a site, newest first.
pub async fn list_posts(
    db: &Db,
    site_id: i64,
    filter: PostFilter<'_>,
    limit: i64,
) -> Result<Vec<PostSummary>, DbError> {
    let PostFilter { status, post_type, search, after: (created_at, id) } = filter;
    let statuses = match &status {
        Some(status) => vec![status.as_str()],
        None => vec!["draft", "scheduled", "published"],
    };
    let params =
        [&site_id as _, &created_at as _, &id as _, &limit as _, &statuses as _, &post_type as _];
    let has_type = post_type.is_some();
    let ids: Vec<i64> = match search.and_then(Words::of) {
        None => {
            let sql = sql!("posts/list_posts.sql", post_type = has_type);
            db.rows(sql, &params[..if has_type { 6 } else { 5 }]).await?
        }
        Some(Words { patterns, are_indexed, are_short }) => {
            let (has_long, has_short) = (are_indexed.contains(&true), are_short.contains(&true));
            let sql = sql!(
                "posts/search_posts.sql",
                post_type = has_type,
                long = has_long,
                short = has_short,
            );
            db.rows(sql, &[&params[..], &[&patterns, &are_indexed, &are_short]].concat()).await?
        }
    };
    db.rows(include_str!("posts/list_post_summaries.sql"), &[&site_id, &ids]).await
}

/// Returns a post of any status.
pub async fn get_post(db: &Db, site_id: i64, post_id: i64) -> Result<Option<Post>, DbError> {
    db.opt(GET_POST, &[&site_id, &post_id]).await
}

/// Creates a draft.
pub async fn create_post(
    db: &Db,
    change: Change<'_>,
    wish: &CreatePostRequest,
) -> Result<Post, Failed<NewPostRefusal>> {
    let Change { site_id, now, .. } = change;
    check::<NewPostRefusal>(Some(&wish.slug), wish.published_at, wish.content.as_ref())?;
    let Patch { columns, fields } = Patch::of(wish)?;
    let mut connection = db.connection().await?;
    let transaction = connection.transaction();
    if !lock_site(&transaction, site_id).await? {
        return Err(NewPostRefusal::SiteNotFound)?;
    }
    let sql = include_str!("posts/create_post.sql");
    let id = transaction.one(sql, &[&site_id, &now, &columns]).await.map_err(refused)?;
    let categories = add_categories(&transaction, site_id, id, &wish.category_ids).await;
    categories.map_err(refused)?;
    add_tags(&transaction, site_id, id, &wish.tag_ids).await.map_err(refused)?;
    finish(transaction, change, id, &fields).await
}

/// Applies a patch to a post, if the caller has seen its current version.
pub async fn update_post(
    db: &Db,
    change: Change<'_>,
    post_id: i64,
    seen: IfMatch<'_>,
    patch: &PostPatch,
) -> Result<Post, Failed<PostRefusal>> {
    let Change { site_id, now, .. } = change;
    let content = patch.content.as_ref().and_then(Option::as_ref);
    check::<PostRefusal>(patch.slug.as_deref(), patch.published_at.flatten(), content)?;
    let mut connection = db.connection().await?;
    let transaction = connection.transaction();
    let parent_id = patch.parent_post_id.flatten();
    if parent_id.is_some() {
        // Of two concurrent changes that make a circle together, the second one sees the first one.
        transaction.execute(include_str!("posts/lock_parents.sql"), &[&site_id]).await?;
    }
    let before = lock_post(&transaction, site_id, post_id).await?;
    let before = before.ok_or(PostRefusal::PostNotFound)?;
    if !seen.allows(before.version) {
        return Err(PostRefusal::PostHasChanged { version: before.version })?;
    }
    if let Some(parent_id) = parent_id {
        let sql = include_str!("posts/is_descendant.sql");
        if transaction.one(sql, &[&site_id, &parent_id, &post_id]).await? {
            return Err(PostRefusal::ParentPostMakesACircle)?;
        }
    }
    let Patch { columns, fields } = Patch::of(patch)?;
    if fields.is_empty() {
        return read(&transaction, site_id, post_id).await;
    }
    let sql = include_str!("posts/update_post.sql");
    let updated = transaction.execute(sql, &[&site_id, &post_id, &now, &columns]).await;
    updated.map_err(refused)?;
    if let Some(ids) = &patch.category_ids {
        let sql = include_str!("posts/remove_other_categories.sql");
        transaction.execute(sql, &[&site_id, &post_id, ids]).await?;
        add_categories(&transaction, site_id, post_id, ids).await.map_err(refused)?;
    }
    if let Some(ids) = &patch.tag_ids {
        let sql = include_str!("posts/remove_other_tags.sql");
        transaction.execute(sql, &[&site_id, &post_id, ids]).await?;
        add_tags(&transaction, site_id, post_id, ids).await.map_err(refused)?;
    }
    finish(transaction, change, post_id, &fields).await
}

/// Removes a post of any status.
pub async fn remove_post(
    db: &Db,
    change: Change<'_>,
    post_id: i64,
) -> Result<(), Failed<PostRemovalRefusal>> {
    let mut connection = db.connection().await?;
    let transaction = connection.transaction();
    lock_site(&transaction, change.site_id).await?;
    let sql = include_str!("posts/remove_post.sql");
    let removed = transaction.execute(sql, &[&change.site_id, &post_id]).await;
    let removed = removed.map_err(|error| match error.constraint() {
        Some("posts_parent_missing") => PostRemovalRefusal::PostIsAParent.into(),
        _ => Failed::from(error),
    })?;
    if removed == 0 {
        return Err(PostRemovalRefusal::PostNotFound)?;
    }
    note(&transaction, change, Target::new("post", post_id), &[]).await?;
    transaction.invalidate_cache(change.site_id);
    transaction.commit().await?;
    Ok(())
}

/// Locks the site and then the post.
pub(crate) async fn lock_post(
    transaction: &Transaction<'_>,
    site_id: i64,
    post_id: i64,
) -> Result<Option<LockedPost>, DbError> {
    lock_site(transaction, site_id).await?;
    transaction.opt(include_str!("posts/lock_post.sql"), &[&site_id, &post_id]).await
}

pub(crate) async fn read<R>(
    transaction: &Transaction<'_>,
    site_id: i64,
    post_id: i64,
) -> Result<Post, Failed<R>> {
    Ok(transaction.one(GET_POST, &[&site_id, &post_id]).await?)
}

/// Records the change of a post, commits it, and returns the post.
pub(crate) async fn finish<R>(
    transaction: Transaction<'_>,
    change: Change<'_>,
    post_id: i64,
    fields: &[String],
) -> Result<Post, Failed<R>> {
    note(&transaction, change, Target::new("post", post_id), fields).await?;
    let post = read(&transaction, change.site_id, post_id).await?;
    transaction.invalidate_cache(change.site_id);
    transaction.commit().await?;
    Ok(post)
}

async fn add_categories(
    transaction: &Transaction<'_>,
    site_id: i64,
    post_id: i64,
    ids: &[i64],
) -> Result<u64, DbError> {
    let sql = include_str!("posts/add_categories.sql");
    transaction.execute(sql, &[&site_id, &post_id, &ids]).await
}

async fn add_tags(
    transaction: &Transaction<'_>,
    site_id: i64,
    post_id: i64,
    ids: &[i64],
) -> Result<u64, DbError> {
    let sql = include_str!("posts/add_tags.sql");
    transaction.execute(sql, &[&site_id, &post_id, &ids]).await
}

/// Checks what a new slug, a new publication date and new content must be in addition to what the document says.
fn check<R>(
    slug: Option<&str>,
    published_at: Option<Timestamp>,
    content: Option<&PostContent>,
) -> Result<(), R>
where
    R: From<reasons::InvalidSlug>
        + From<reasons::InvalidPublishedAt>
        + From<reasons::InvalidBlocks>,
{
    if slug.is_some_and(is_slug_too_long) {
        return Err(reasons::InvalidSlug.into());
    }
    if published_at.is_some_and(|time| !is_in_years_of_bundles(time)) {
        return Err(reasons::InvalidPublishedAt.into());
    }
    let size = |content: &PostContent| content.blocks.iter().map(stored_size).sum::<usize>();
    if content.is_some_and(|content| size(content) > MAX_BLOCKS) {
        return Err(reasons::InvalidBlocks.into());
    }
    Ok(())
}

/// Whether a bundle may have this time.
pub(crate) fn is_in_years_of_bundles(Timestamp(at): Timestamp) -> bool {
    (1000..3000).contains(&at.year())
}

/// The refusal of a statement that writes a post.
fn refused<R>(error: DbError) -> Failed<R>
where
    R: From<reasons::CategoryNotFound>
        + From<reasons::TagNotFound>
        + From<reasons::ParentPostNotFound>
        + From<reasons::PostSlugTaken>,
{
    Failed::Refused(match error.constraint() {
        Some("post_categories_category_missing") => reasons::CategoryNotFound.into(),
        Some("post_tags_tag_missing") => reasons::TagNotFound.into(),
        Some("posts_parent_missing") => reasons::ParentPostNotFound.into(),
        Some("posts_slug_taken") => reasons::PostSlugTaken.into(),
        _ => return Failed::from(error),
    })
}
