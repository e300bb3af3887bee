//! Images that designs show. An image belongs to one design, or to an owner, who can use it in several designs. The
//! image is either a file of the site or has a URL elsewhere.

use chrono::{DateTime, Utc};
use serde::Deserialize;
use stoa_db::{Db, DbError, ToSql, Transaction};
use stoa_storefront_reasons::{self as reasons, Failed, refusals};
use stoa_storefront_types::DesignAsset;

use crate::{DesignKey, Owner};

/// Maximum number of images of a design. A further one is answered 400.
const MAX_IMAGES_PER_DESIGN: i64 = 200;

/// Maximum bytes of the images of a design and of the drawings of its revisions. A further image or drawing is answered
/// 400.
pub(crate) const MAX_BYTES_PER_DESIGN: i64 = 300_000_000;

/// Maximum number of images of a customer or of a designer session, with those of their designs. A further one is
/// answered 400.
pub(crate) const MAX_IMAGES_PER_OWNER: i64 = 1000;

/// Returns [`StoredImages`].
pub(crate) const COUNT: &str = include_str!("assets/count.sql");

/// The images that a design and its owner have.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct StoredImages {
    of_design: i64,
    pub(crate) of_owner: i64,
    /// The bytes of the design's files.
    design_bytes: i64,
}

/// An image to store.
#[derive(Debug, Clone)]
pub struct NewAsset {
    pub source: Source,
    pub filename: Option<String>,
    pub media_type: Option<String>,
    /// The width in pixels. `height` has the same unit.
    pub width: Option<i64>,
    pub height: Option<i64>,
}

/// The location of an image.
#[derive(Debug, Clone)]
pub enum Source {
    /// A file of the site: its key, and its size in bytes.
    File { key: String, size: i64 },
    /// The URL of an image elsewhere.
    Url(String),
}

impl Source {
    /// The key of the file, if the image is a file of the site.
    pub fn key(&self) -> Option<&str> {
        match self {
            Self::File { key, .. } => Some(key),
            Self::Url(_) => None,
        }
    }
}

refusals! {
    /// Why images without a design are not stored.
    pub enum AssetRefusal of reasons {
        /// The customer was erased, or the session has been deleted.
        Unauthorized,
        /// The owner has too many images.
        TooManyImages,
    }
}

refusals! {
    /// Why images of a design are not stored.
    pub enum DesignAssetRefusal of reasons {
        /// The customer was erased, or the session has been deleted.
        Unauthorized,
        /// The design was deleted, or belongs to another owner.
        DesignNotFound,
        /// The design or its owner has too many images, or the files of the design have too many bytes.
        TooManyImages,
    }
}

/// Returns the current owner of a design or a legacy design, or `None` if the design no longer exists.
pub async fn owner_of(db: &Db, site_id: i64, key: &DesignKey) -> Result<Option<Owner>, DbError> {
    let sql = include_str!("assets/owner_of.sql");
    let params = [&site_id as _, &key.id() as _, &key.uuid() as _];
    let found: Option<(Option<i64>, Option<String>)> = db.opt(sql, &params).await?;
    Ok(found.map(|(customer_id, session)| {
        let session = session.and_then(|digest| hex::decode(digest).ok()?.try_into().ok());
        Owner { customer_id, session }
    }))
}

/// Whether the limits allow one more image. Callers check this before they do any work for the image, and
/// [`store_assets`] checks the limits again.
pub async fn has_room(
    db: &Db,
    site_id: i64,
    design_id: Option<i64>,
    owner: &Owner,
) -> Result<bool, DbError> {
    let params = [&site_id as _, &design_id as _, &owner.customer_id as _, &owner.session() as _];
    let stored: StoredImages = db.one(COUNT, &params).await?;
    Ok(stored.leave_room_for(1, 1))
}

/// Stores images of the caller, either all or none. `files` is the prefix of the URLs of the site's files.
pub async fn store_assets(
    db: &Db,
    site_id: i64,
    owner: &Owner,
    assets: &[NewAsset],
    files: &str,
    now: DateTime<Utc>,
) -> Result<Vec<DesignAsset>, Failed<AssetRefusal>> {
    let mut connection = db.connection().await?;
    let transaction = connection.transaction();
    let owner = lock_owner(&transaction, site_id, owner).await?;
    let owner = owner.ok_or(AssetRefusal::Unauthorized)?;
    let stored = insert(&transaction, site_id, None, &owner, assets, files, now).await?;
    let stored = stored.ok_or(AssetRefusal::TooManyImages)?;
    transaction.commit().await?;
    Ok(stored)
}

/// Stores images of a design that the caller owns, either all or none. They belong to the design's owner. `files` is the
/// prefix of the URLs of the site's files.
pub async fn store_design_assets(
    transaction: &Transaction<'_>,
    site_id: i64,
    design_id: i64,
    owner: &Owner,
    assets: &[NewAsset],
    files: &str,
    now: DateTime<Utc>,
) -> Result<Vec<DesignAsset>, Failed<DesignAssetRefusal>> {
    let owner = lock_owner(transaction, site_id, owner).await?;
    let owner = owner.ok_or(DesignAssetRefusal::Unauthorized)?;
    let sql = include_str!("assets/lock_design.sql");
    let params: [&(dyn ToSql + Sync); 4] =
        [&site_id, &design_id, &owner.customer_id, &owner.session()];
    if transaction.execute(sql, &params).await? == 0 {
        return Err(DesignAssetRefusal::DesignNotFound)?;
    }
    let stored = insert(transaction, site_id, Some(design_id), &owner, assets, files, now).await?;
    Ok(stored.ok_or(DesignAssetRefusal::TooManyImages)?)
}

/// Inserts images of the design or, without a design, of the owner, whose rows are locked. Returns `None` if there would
/// be too many.
async fn insert(
    transaction: &Transaction<'_>,
    site_id: i64,
    design_id: Option<i64>,
    owner: &Owner,
    assets: &[NewAsset],
    files: &str,
    now: DateTime<Utc>,
) -> Result<Option<Vec<DesignAsset>>, DbError> {
    let params: [&(dyn ToSql + Sync); 4] =
        [&site_id, &design_id, &owner.customer_id, &owner.session()];
    let stored: StoredImages = transaction.one(COUNT, &params).await?;
    let columns = Columns::of(assets);
    let count = i64::try_from(assets.len()).unwrap_or(i64::MAX);
    let bytes = design_id.map_or(0, |_| columns.sizes.iter().flatten().sum());
    if !stored.leave_room_for(count, bytes) {
        return Ok(None);
    }
    let params: [&(dyn ToSql + Sync); 13] = [
        &site_id,
        &design_id,
        &owner.customer_id,
        &owner.session(),
        &files,
        &now,
        &columns.keys,
        &columns.urls,
        &columns.filenames,
        &columns.media_types,
        &columns.sizes,
        &columns.widths,
        &columns.heights,
    ];
    transaction.rows(include_str!("assets/insert.sql"), &params).await.map(Some)
}

/// Returns the caller's images with these ids, in the order of the ids. Skips ids of other images.
pub async fn list_assets(
    db: &Db,
    site_id: i64,
    owner: &Owner,
    ids: &[i64],
    files: &str,
) -> Result<Vec<DesignAsset>, DbError> {
    let params: [&(dyn ToSql + Sync); 5] =
        [&site_id, &ids, &owner.customer_id, &owner.session(), &files];
    db.rows(include_str!("assets/list.sql"), &params).await
}

impl StoredImages {
    /// Whether the limits allow more images, with these bytes of the design's files.
    fn leave_room_for(&self, images: i64, bytes: i64) -> bool {
        self.of_design + images <= MAX_IMAGES_PER_DESIGN
            && self.of_owner + images <= MAX_IMAGES_PER_OWNER
            && self.design_bytes + bytes <= MAX_BYTES_PER_DESIGN
    }
}

/// Locks the rows of the owner's customer and session, the customer before the session, as a claim does. Returns the
/// owner, without the session if the session no longer exists, or `None` if no owner is left.
///
/// The locks have two effects:
/// - The numbers of images do not change before the commit.
/// - An image for a session is stored either before or after a concurrent claim. The claim also takes an image that was
///   stored before the claim. An image that is stored after the claim stays with the session.
async fn lock_owner(
    transaction: &Transaction<'_>,
    site_id: i64,
    owner: &Owner,
) -> Result<Option<Owner>, DbError> {
    if let Some(customer_id) = owner.customer_id {
        let sql = include_str!("assets/lock_customer.sql");
        if transaction.execute(sql, &[&site_id, &customer_id]).await? == 0 {
            return Ok(None);
        }
    }
    if let Some(session) = owner.session() {
        let sql = include_str!("assets/lock_session.sql");
        if transaction.execute(sql, &[&site_id, &session]).await? == 0 {
            let owner = Owner { session: None, ..*owner };
            return Ok((!owner.is_nobody()).then_some(owner));
        }
    }
    Ok(Some(*owner))
}

/// The columns of several images, each a parameter of one statement.
#[derive(Default)]
struct Columns<'a> {
    keys: Vec<Option<&'a str>>,
    urls: Vec<Option<&'a str>>,
    filenames: Vec<Option<&'a str>>,
    media_types: Vec<Option<&'a str>>,
    sizes: Vec<Option<i64>>,
    widths: Vec<Option<i64>>,
    heights: Vec<Option<i64>>,
}

impl<'a> Columns<'a> {
    fn of(assets: &'a [NewAsset]) -> Self {
        let mut columns = Self::default();
        for NewAsset { source, filename, media_type, width, height } in assets {
            let (key, size, url) = match source {
                Source::File { key, size } => (Some(key.as_str()), Some(*size), None),
                Source::Url(url) => (None, None, Some(url.as_str())),
            };
            columns.keys.push(key);
            columns.urls.push(url);
            columns.filenames.push(filename.as_deref());
            columns.media_types.push(media_type.as_deref());
            columns.sizes.push(size);
            columns.widths.push(*width);
            columns.heights.push(*height);
        }
        columns
    }
}
