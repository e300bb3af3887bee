//! The media library: pictures that staff upload, and files that a bundle names.

use bytes::Bytes;
use chrono::{DateTime, Utc};
use serde::Deserialize;
use serde_json::Value;
use stoa_audit::{Change, Target};
use stoa_db::{Db, DbError, Patch, Transaction};
use stoa_files::{StoredPicture, UploadError, Uploads, shown_name};
use stoa_staff_reasons::{self as reasons, Failed, refusals};
use stoa_staff_types::{Media, MediaPatch, MediaUse};
use stoa_values::IfMatch;

use crate::{lock_site, note};

/// Maximum width and height of the thumbnail of an uploaded picture, in pixels. A picture that is no larger is its own
/// thumbnail.
const MAX_THUMBNAIL_SIDE: u32 = 320;

const GET_MEDIA: &str = include_str!("media/get_media.sql");

/// Returns what shows a file, as [`Names`] describe it.
const LIST_USES: &str = include_str!("media/list_media_uses.sql");

/// A picture whose files are stored, and which is not in the media library yet.
#[derive(Debug)]
pub struct NewMedia {
    filename: String,
    media_type: &'static str,
    url: String,
    thumbnail_url: String,
    file_key: String,
    thumbnail_key: String,
    /// Pixels.
    width: i64,
    /// Pixels.
    height: i64,
}

refusals! {
    /// Why a picture is not added to the media library.
    pub enum NewMediaRefusal of reasons {
        /// The site was deleted concurrently.
        SiteNotFound,
    }
}

refusals! {
    /// Why a file of the media library is not changed.
    pub enum MediaRefusal of reasons {
        MediaNotFound,
        MediaHasChanged { version },
    }
}

refusals! {
    /// Why a file of the media library is not removed.
    pub enum MediaRemovalRefusal of reasons {
        MediaNotFound,
        /// Something of the site shows it.
        MediaIsUsed,
    }
}

/// A file of the media library, with what names it.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Named {
    version: i64,
    url: String,
    thumbnail_url: Option<String>,
    file_key: Option<String>,
    thumbnail_key: Option<String>,
}

/// The texts of which one occurs in whatever shows a file: the keys of the site's own files, which are random, and the
/// addresses of other files.
struct Names {
    in_text: Vec<String>,
    in_json: Vec<String>,
}

/// Returns at most `limit` files of a site's media library, newest first, after the time and the id of a file.
pub async fn list_media(
    db: &Db,
    site_id: i64,
    (created_at, id): (DateTime<Utc>, i64),
    limit: i64,
) -> Result<Vec<Media>, DbError> {
    db.rows(include_str!("media/list_media.sql"), &[&site_id, &created_at, &id, &limit]).await
}

pub async fn get_media(db: &Db, site_id: i64, media_id: i64) -> Result<Option<Media>, DbError> {
    db.opt(GET_MEDIA, &[&site_id, &media_id]).await
}

/// Encodes an uploaded picture again, and stores it and its thumbnail. The sweep deletes these files if
/// [`add_media`] does not follow.
pub async fn store_picture(
    uploads: &Uploads,
    site_id: i64,
    filename: &str,
    bytes: Bytes,
) -> Result<NewMedia, UploadError> {
    let _turn = uploads.turn().await?;
    let (stored, picture) = uploads.store_upload(site_id, bytes).await?;
    let is_small = picture.width.max(picture.height) <= MAX_THUMBNAIL_SIDE;
    let extension = picture.extension;
    let thumbnail_key = match is_small {
        true => stored.key.clone(),
        false => uploads.store_thumbnail(site_id, picture, MAX_THUMBNAIL_SIDE).await?.key,
    };
    let StoredPicture { key, media_type, width, height, .. } = stored;
    Ok(NewMedia {
        filename: shown_name(filename).unwrap_or_else(|| format!("picture.{extension}")),
        media_type,
        url: uploads.files.url(site_id, &key),
        thumbnail_url: uploads.files.url(site_id, &thumbnail_key),
        file_key: key,
        thumbnail_key,
        width,
        height,
    })
}

/// Adds a picture to the media library.
pub async fn add_media(
    db: &Db,
    change: Change<'_>,
    new: &NewMedia,
) -> Result<Media, Failed<NewMediaRefusal>> {
    let Change { site_id, now, .. } = change;
    let mut connection = db.connection().await?;
    let transaction = connection.transaction();
    if !lock_site(&transaction, site_id).await? {
        return Err(NewMediaRefusal::SiteNotFound)?;
    }
    let params = [
        &site_id as _,
        &new.filename as _,
        &new.media_type as _,
        &new.url as _,
        &new.thumbnail_url as _,
        &new.width as _,
        &new.height as _,
        &new.file_key as _,
        &new.thumbnail_key as _,
        &now as _,
    ];
    let id: i64 = transaction.one(include_str!("media/add_media.sql"), &params).await?;
    finish(transaction, change, id, &["file".to_owned()]).await
}

/// Applies a patch to a file of the media library, if the caller has seen its current version.
pub async fn update_media(
    db: &Db,
    change: Change<'_>,
    media_id: i64,
    seen: IfMatch<'_>,
    patch: &MediaPatch,
) -> Result<Media, Failed<MediaRefusal>> {
    let Change { site_id, .. } = change;
    let mut connection = db.connection().await?;
    let transaction = connection.transaction();
    let before = lock(&transaction, site_id, media_id).await?;
    let Named { version, .. } = before.ok_or(MediaRefusal::MediaNotFound)?;
    if !seen.allows(version) {
        return Err(MediaRefusal::MediaHasChanged { version })?;
    }
    let Patch { columns, fields } = Patch::of(patch)?;
    if fields.is_empty() {
        return Ok(transaction.one(GET_MEDIA, &[&site_id, &media_id]).await?);
    }
    let sql = include_str!("media/update_media.sql");
    transaction.execute(sql, &[&site_id, &media_id, &columns]).await?;
    finish(transaction, change, media_id, &fields).await
}

/// Removes a file that nothing shows from the media library. The sweep deletes the stored file.
pub async fn remove_media(
    db: &Db,
    change: Change<'_>,
    media_id: i64,
) -> Result<(), Failed<MediaRemovalRefusal>> {
    let Change { site_id, .. } = change;
    let mut connection = db.connection().await?;
    let transaction = connection.transaction();
    let named = lock(&transaction, site_id, media_id).await?;
    let names = named.ok_or(MediaRemovalRefusal::MediaNotFound)?.names();
    let params = [&site_id as _, &names.in_text as _, &names.in_json as _];
    let uses: Vec<MediaUse> = transaction.rows(LIST_USES, &params).await?;
    if !uses.is_empty() {
        return Err(MediaRemovalRefusal::MediaIsUsed)?;
    }
    let sql = include_str!("media/remove_media.sql");
    transaction.execute(sql, &[&site_id, &media_id]).await?;
    note(&transaction, change, Target::new("media", media_id), &[]).await?;
    transaction.invalidate_cache(site_id);
    transaction.commit().await?;
    Ok(())
}

/// Returns up to 100 things that show a file, or `None` if the media library does not have the file.
pub async fn list_media_uses(
    db: &Db,
    site_id: i64,
    media_id: i64,
) -> Result<Option<Vec<MediaUse>>, DbError> {
    let sql = include_str!("media/find_names.sql");
    let named: Option<Named> = db.opt(sql, &[&site_id, &media_id]).await?;
    let Some(named) = named else { return Ok(None) };
    let names = named.names();
    db.rows(LIST_USES, &[&site_id, &names.in_text, &names.in_json]).await.map(Some)
}

impl Named {
    fn names(self) -> Names {
        let of_file = self.file_key.unwrap_or(self.url);
        let of_thumbnail = self.thumbnail_key.or(self.thumbnail_url);
        let mut in_text = vec![of_file];
        in_text.extend(of_thumbnail);
        // Every text contains the empty one.
        in_text.retain(|name| !name.is_empty());
        in_text.dedup();
        let in_json = in_text.iter().map(|name| in_json(name)).collect();
        Names { in_text, in_json }
    }
}

/// A text as JSON spells it, without quotation marks.
fn in_json(text: &str) -> String {
    Value::from(text).to_string().trim_matches('"').to_owned()
}

/// Locks the site and then the file.
async fn lock(
    transaction: &Transaction<'_>,
    site_id: i64,
    media_id: i64,
) -> Result<Option<Named>, DbError> {
    lock_site(transaction, site_id).await?;
    transaction.opt(include_str!("media/lock_media.sql"), &[&site_id, &media_id]).await
}

/// Records the change of a file of the media library, commits it, and returns the file.
async fn finish<R>(
    transaction: Transaction<'_>,
    change: Change<'_>,
    media_id: i64,
    fields: &[String],
) -> Result<Media, Failed<R>> {
    note(&transaction, change, Target::new("media", media_id), fields).await?;
    let media = transaction.one(GET_MEDIA, &[&change.site_id, &media_id]).await?;
    transaction.invalidate_cache(change.site_id);
    transaction.commit().await?;
    Ok(media)
}
