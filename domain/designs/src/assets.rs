//! Images that designs show. An image belongs to one design, or to an owner, who can use it in several designs. The
//! image is either a file of the site or has a URL elsewhere.

use chrono::{DateTime, Utc};
use serde::Deserialize;
use stoa_db::{Db, DbError, ToSql, Transaction};
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

/// The reasons why an image is not stored.
#[derive(Debug)]
pub enum AssetRefusal {
    /// The customer was erased, or the session has been deleted.
    NoSuchOwner,
    /// The design was deleted, or belongs to another owner.
    DesignNotFound,
    /// The design or its owner has too many images, or the files of the design have too many bytes.
    TooManyImages,
    Database(DbError),
}

impl From<DbError> for AssetRefusal {
    fn from(error: DbError) -> Self {
        // The row of the design was deleted concurrently. This happens to legacy designs only.
        match error.constraint() {
            Some("design_assets_design_missing") => Self::DesignNotFound,
            _ => Self::Database(error),
        }
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

/// Stores images, either all or none. If `design_id` is given, the images belong to the design and its owner. Otherwise
/// the images belong to the caller. `files` is the prefix of the URLs of the site's files.
///
/// The function first locks the rows of every possible owner, the customer before the session, as a claim does. The
/// locks have two effects:
/// - The numbers of images do not change before the commit.
/// - An image for a session is stored either before or after a concurrent claim. The claim also takes an image that was
///   stored before the claim. An image that is stored after the claim stays with the session.
pub async fn store_assets(
    db: &Db,
    site_id: i64,
    design_id: Option<i64>,
    owner: &Owner,
    assets: &[NewAsset],
    files: &str,
    now: DateTime<Utc>,
) -> Result<Vec<DesignAsset>, AssetRefusal> {
    let mut connection = db.connection().await?;
    let transaction = connection.transaction();
    let stored =
        store_assets_within(&transaction, site_id, design_id, owner, assets, files, now).await?;
    transaction.commit().await?;
    Ok(stored)
}

/// Like [`store_assets`], in the caller's transaction.
pub async fn store_assets_within(
    transaction: &Transaction<'_>,
    site_id: i64,
    design_id: Option<i64>,
    owner: &Owner,
    assets: &[NewAsset],
    files: &str,
    now: DateTime<Utc>,
) -> Result<Vec<DesignAsset>, AssetRefusal> {
    let owner = locked(transaction, site_id, owner).await?;
    let of_owner: [&(dyn ToSql + Sync); 4] =
        [&site_id, &design_id, &owner.customer_id, &owner.session()];
    let lock_design = async {
        match design_id {
            Some(_) => transaction.execute(include_str!("assets/lock_design.sql"), &of_owner).await,
            None => Ok(1),
        }
    };
    let (designs, stored): (_, StoredImages) =
        tokio::try_join!(biased; lock_design, transaction.one(COUNT, &of_owner))?;
    if designs == 0 {
        return Err(AssetRefusal::DesignNotFound);
    }
    let columns = Columns::of(assets);
    let count = i64::try_from(assets.len()).unwrap_or(i64::MAX);
    let bytes = design_id.map_or(0, |_| columns.sizes.iter().flatten().sum());
    if !stored.leave_room_for(count, bytes) {
        return Err(AssetRefusal::TooManyImages);
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
    Ok(transaction.rows(include_str!("assets/insert.sql"), &params).await?)
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

/// Locks the rows of the owner's customer and session. Returns the owner, without the session if the session no longer
/// exists.
async fn locked(
    transaction: &Transaction<'_>,
    site_id: i64,
    owner: &Owner,
) -> Result<Owner, AssetRefusal> {
    if let Some(customer_id) = owner.customer_id {
        let sql = include_str!("assets/lock_customer.sql");
        if transaction.execute(sql, &[&site_id, &customer_id]).await? == 0 {
            return Err(AssetRefusal::NoSuchOwner);
        }
    }
    if let Some(session) = owner.session() {
        let sql = include_str!("assets/lock_session.sql");
        if transaction.execute(sql, &[&site_id, &session]).await? == 0 {
            let owner = Owner { session: None, ..*owner };
            return if owner.is_nobody() { Err(AssetRefusal::NoSuchOwner) } else { Ok(owner) };
        }
    }
    Ok(*owner)
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
