//! The media library: pictures that staff upload, and files that a bundle names.

use std::iter;

use bytes::Bytes;
use chrono::{DateTime, Utc};
use serde::Deserialize;
use stoa_audit::{Change, Target};
use stoa_db::{Db, DbError, Patch, Transaction};
use stoa_files::{StorageCaller, StoredPicture, UploadError, Uploads, shown_name};
use stoa_staff_reasons::{self as reasons, Failed, refusals};
use stoa_staff_types::{Media, MediaPatch, MediaUse};
use stoa_values::IfMatch;

use crate::{lock_site, note};

/// Maximum width and height of the thumbnail of an uploaded picture, in pixels. A picture that is no larger is its own
/// thumbnail.
const MAX_THUMBNAIL_SIDE: u32 = 320;

const GET_MEDIA: &str = include_str!("media/get_media.sql");

/// Returns the things of a site that show one of the files of [`digits`].
pub const LIST_USES: &str = include_str!("media/list_media_uses.sql");

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

/// The version of a file of the media library, and the keys of its stored files.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Named {
    version: i64,
    file_key: Option<String>,
    thumbnail_key: Option<String>,
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

/// Encodes an uploaded picture again, counts its bytes and those of its thumbnail, and stores both. The sweep deletes
/// these files if [`add_media`] does not follow.
pub async fn store_picture(
    uploads: &Uploads,
    caller: &StorageCaller,
    site_id: i64,
    filename: &str,
    bytes: Bytes,
) -> Result<NewMedia, UploadError> {
    let _turn = uploads.turn().await?;
    let picture = uploads.pictures.clean(bytes).await?;
    let thumbnail = match picture.width.max(picture.height) <= MAX_THUMBNAIL_SIDE {
        true => None,
        false => {
            let small = uploads.pictures.small(picture.bytes.clone(), MAX_THUMBNAIL_SIDE).await?;
            Some(small.picture)
        }
    };
    let files = iter::once(&picture).chain(&thumbnail);
    let bytes: usize = files.map(|file| file.bytes.len()).sum();
    uploads.files.count_bytes(caller, bytes as u64).await?;
    let extension = picture.extension;
    let stored = uploads.store(site_id, picture).await?;
    let thumbnail_key = match thumbnail {
        None => stored.key.clone(),
        Some(thumbnail) => uploads.store(site_id, thumbnail).await?.key,
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
    lock_site(&transaction, site_id).await?;
    let before = lock_media(&transaction, site_id, media_id).await?;
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
    // Changes of the site's content lock the site too. So this waits for texts that are being saved, and later ones wait
    // for this transaction.
    transaction.execute(include_str!("media/lock_site_to_remove.sql"), &[&site_id]).await?;
    let named = lock_media(&transaction, site_id, media_id).await?;
    let named = named.ok_or(MediaRemovalRefusal::MediaNotFound)?;
    // A separate statement, which sees what the lock's previous holders have committed.
    let uses: Vec<MediaUse> = transaction.rows(LIST_USES, &[&site_id, &named.digits()]).await?;
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
    db.rows(LIST_USES, &[&site_id, &named.digits()]).await.map(Some)
}

impl Named {
    fn digits(&self) -> Vec<&str> {
        digits([self.file_key.as_deref(), self.thumbnail_key.as_deref()])
    }
}

/// The digits of the keys of a file and of its thumbnail. Empty if another server has the file.
pub fn digits(keys: [Option<&str>; 2]) -> Vec<&str> {
    keys.into_iter().flatten().filter_map(|key| Some(key.split_once('.')?.0)).collect()
}

async fn lock_media(
    transaction: &Transaction<'_>,
    site_id: i64,
    media_id: i64,
) -> Result<Option<Named>, DbError> {
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
