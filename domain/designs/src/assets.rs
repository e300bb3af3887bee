//! Images that designs show. An image belongs to one design, or to an owner, who can use it in several designs. The
//! image is either a file of the site or has a URL elsewhere.

use chrono::{DateTime, Utc};
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

pub(crate) const COUNT: &str = include_str!("assets/count.sql");

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
    let (of_design, of_owner, design_bytes): (i64, i64, i64) = db.one(COUNT, &params).await?;
    Ok(of_design < MAX_IMAGES_PER_DESIGN
        && of_owner < MAX_IMAGES_PER_OWNER
        && design_bytes < MAX_BYTES_PER_DESIGN)
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
    let columns = Columns::of(assets);
    let count = i64::try_from(assets.len()).unwrap_or(i64::MAX);
    let bytes: i64 = columns.sizes.iter().flatten().sum();
    let params: [&(dyn ToSql + Sync); 18] = [
        &site_id,
        &design_id,
        &owner.customer_id,
        &owner.session(),
        &files,
        &now,
        &count,
        &MAX_IMAGES_PER_DESIGN,
        &MAX_IMAGES_PER_OWNER,
        &columns.keys,
        &columns.urls,
        &columns.filenames,
        &columns.media_types,
        &columns.sizes,
        &columns.widths,
        &columns.heights,
        &MAX_BYTES_PER_DESIGN,
        &bytes,
    ];
    let sql = include_str!("assets/store.sql");
    let (has_owner, has_room, stored): (bool, bool, Vec<DesignAsset>) =
        transaction.one(sql, &params).await?;
    match (has_owner, has_room) {
        (false, _) => Err(AssetRefusal::DesignNotFound),
        (true, false) => Err(AssetRefusal::TooManyImages),
        (true, true) => Ok(stored),
    }
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
