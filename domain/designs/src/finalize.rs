//! Finalizing draws a design for print and stores the drawings as a revision.
//!
//! Drawing takes seconds, so no transaction is open while a design is drawn. The drawings are stored only if the design
//! still has the version that was drawn. Otherwise the design is drawn again.

use std::sync::Arc;
use std::time::Duration;

use chrono::{DateTime, Utc};
use futures_util::future::try_join_all;
use serde_json::Map;
use stoa_db::ToSql;
use stoa_design_renderer::{Ground, PRINT, Photo, Size, THUMBNAIL};
use stoa_files::StorageCaller;
use stoa_storefront_types::{AnyDesign, Design, LegacyDesign};
use tokio::time;
use tokio_postgres::types::Json;

use crate::assets::owner_of;
use crate::designs::get_design;
use crate::draw_error::{DrawError, busy};
use crate::drawable::{self, Drawable, Side, shown};
use crate::layers_of_surfaces;
use crate::mockups::FIRST_MOCKUP_PAUSE;
use crate::owner::{DesignKey, Owner};
use crate::prints::{PRINT_RETENTION, digest, draw_print};
use crate::studio::{DrawingStore, Parts, Studio};

/// Maximum number of attempts to draw a design. If the design changes while it is drawn, a new attempt begins.
const FINALIZE_ATTEMPTS: usize = 3;

/// Time for which a call that finalizes a design waits for another call that finalizes the same design; then it is
/// answered 503.
const FINALIZE_QUEUE_TIMEOUT: Duration = Duration::from_secs(60);

/// The key of the thumbnail's file. Of each side, the slug, the keys of the mock-up file and the print file, and what it
/// takes to draw the print file again.
#[derive(Default)]
struct Drawn {
    thumbnail: String,
    sides: Vec<String>,
    mockups: Vec<String>,
    /// When each mock-up is drawn again because its photo could not be loaded.
    mockups_due: Vec<Option<DateTime<Utc>>>,
    prints: Vec<String>,
    proportions: Vec<f64>,
    /// The ids of the drawn images, as an array of Postgres.
    images: Vec<String>,
    digests: Vec<Vec<u8>>,
}

/// How to treat a draft.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Drafts {
    /// It is drawn, and becomes finalized.
    Finalize,
    /// It is not drawn, and remains a draft.
    LeaveOut,
}

/// Draws the caller's design and stores the drawings as the newest revision, unless the design is already finalized and
/// drawn. A legacy design is returned as its copy would be. If several callers of this server do this concurrently, one
/// draws and the others wait for the result.
pub async fn finalize_design(
    studio: &Studio,
    site_id: i64,
    key: &DesignKey,
    owner: &Owner,
    caller: &StorageCaller,
    now: DateTime<Utc>,
) -> Result<Design, DrawError> {
    let parts = &studio.0;
    let id = draw_once(parts, site_id, key, owner, caller, Drafts::Finalize, now).await?;
    let drawable = drawable::find(&parts.db, site_id, key, owner).await?;
    let missing = missing_characters(parts, &drawable.sides()).await?;
    let missing_characters = Some(missing).filter(|missing| !missing.is_empty());
    let files = parts.files.prefix(site_id);
    let design = match get_design(&parts.db, site_id, key, owner, &files).await? {
        AnyDesign::Design(design) => design,
        AnyDesign::LegacyDesign(design) => converted(id, design),
    };
    Ok(Design { missing_characters, ..design })
}

/// Draws a legacy design that is finalized and was not drawn since its last change, so that it can be ordered. The design
/// is drawn for its owner; `caller` is whose bytes are counted.
///
/// Succeeds if the design is deleted or becomes a draft concurrently.
pub async fn draw_finalized(
    studio: &Studio,
    site_id: i64,
    uuid: &str,
    caller: &StorageCaller,
    now: DateTime<Utc>,
) -> Result<(), DrawError> {
    let (parts, key) = (&studio.0, DesignKey::Uuid(uuid.to_owned()));
    let Some(owner) = owner_of(&parts.db, site_id, &key).await? else { return Ok(()) };
    match draw_once(parts, site_id, &key, &owner, caller, Drafts::LeaveOut, now).await {
        // The owner has deleted the design, or a customer has claimed it.
        Err(DrawError::Design(_)) => Ok(()),
        drawn => drawn.map(drop),
    }
}

/// Draws a design, unless it is drawn already, and returns its number.
async fn draw_once(
    parts: &Parts,
    site_id: i64,
    key: &DesignKey,
    owner: &Owner,
    caller: &StorageCaller,
    drafts: Drafts,
    now: DateTime<Utc>,
) -> Result<i64, DrawError> {
    // This read happens before the lock is taken, so that callers that are refused, and callers whose design is already
    // drawn, need not wait.
    let mut drawable = drawable::find(&parts.db, site_id, key, owner).await?;
    let id = drawable.id;
    let is_done = |drawable: &Drawable| {
        drawable.is_finalized() || drawable.is_draft && drafts == Drafts::LeaveOut
    };
    if is_done(&drawable) {
        return Ok(id);
    }
    let lock = parts.locks.of((site_id, id));
    let _locked = time::timeout(FINALIZE_QUEUE_TIMEOUT, lock.lock()).await.map_err(busy)?;
    for _ in 0..FINALIZE_ATTEMPTS {
        drawable = drawable::find(&parts.db, site_id, key, owner).await?;
        if is_done(&drawable)
            || draw_version(parts, site_id, drawable, owner, caller, drafts, now).await?
        {
            return Ok(id);
        }
    }
    Err(busy(()))
}

/// Returns the characters of the sides' texts that no font has.
pub(crate) async fn missing_characters(
    parts: &Parts,
    sides: &[Side],
) -> Result<Vec<String>, DrawError> {
    let layers = sides.iter().map(|side| side.layers.clone()).collect();
    parts.drawings.missing_characters(layers).await.map_err(busy)
}

/// Returns a legacy design as its copy would be, with its own number and UUID.
fn converted(id: i64, legacy: LegacyDesign) -> Design {
    let canvas = legacy.canvas_size.map(|size| (size.width, size.height));
    let Ok(status) = legacy.status.as_str().parse();
    Design {
        id,
        uuid: legacy.id,
        website_id: legacy.website_id,
        product_id: legacy.product_id,
        name: legacy.name,
        description: None,
        is_public: legacy.is_public,
        is_template: false,
        status,
        style_id: None,
        layers: layers_of_surfaces(legacy.layers_by_surface, canvas),
        style_overrides: Map::new(),
        thumbnail_url: legacy.thumbnail_url,
        mockup_url: legacy.mockup_url,
        missing_characters: None,
        assets: legacy.assets,
        created_at: legacy.created_at,
        updated_at: legacy.updated_at,
    }
}

/// Draws one version and stores the revision. Returns false if the design has changed in the meantime.
async fn draw_version(
    parts: &Parts,
    site_id: i64,
    drawable: Drawable,
    owner: &Owner,
    caller: &StorageCaller,
    drafts: Drafts,
    now: DateTime<Utc>,
) -> Result<bool, DrawError> {
    let (id, version, style_id) = (drawable.id, drawable.version, drawable.style_id);
    let converted_layers = drawable.converted_layers();
    parts.files.count_bytes(caller, drawable.revision_bytes).await?;
    // Loads the photos before the turn, which then finds them in the cache. Otherwise a host that does not answer would
    // occupy the turn for 10 s.
    try_join_all(drawable.photos().map(|url| parts.photo(site_id, url))).await?;
    let drawn = parts.in_turn(draw(parts, site_id, drawable, caller, now)).await?;
    let params: [&(dyn ToSql + Sync); 18] = [
        &site_id,
        &id,
        &owner.customer_id,
        &owner.session(),
        &version,
        &style_id,
        &drawn.thumbnail,
        &now,
        &drawn.sides,
        &drawn.mockups,
        &drawn.prints,
        &drawn.proportions,
        &drawn.images,
        &drawn.digests,
        &(now + PRINT_RETENTION),
        &converted_layers.as_ref().map(Json),
        &(drafts == Drafts::Finalize),
        &drawn.mockups_due,
    ];
    let sql = include_str!("finalize/finalize_design.sql");
    let revision: Option<(i64,)> = parts.db.opt(sql, &params).await?;
    Ok(revision.is_some())
}

/// Draws all sides and stores the files. No row refers to the files until the caller stores the revision.
async fn draw(
    parts: &Parts,
    site_id: i64,
    drawable: Drawable,
    caller: &StorageCaller,
    now: DateTime<Utc>,
) -> Result<Drawn, DrawError> {
    let design_id = drawable.id;
    let mut store = DrawingStore::new(parts, site_id, caller, drawable.stored_bytes);
    let sides = drawable.sides();
    let shown = shown(&sides);
    // All photos are loaded concurrently, because a host that does not answer takes the whole timeout.
    let photos = sides.iter().map(async |side| match &side.photo {
        Some(url) => parts.photo(site_id, url).await,
        None => Ok(None),
    });
    let photos: Vec<Option<Photo>> = try_join_all(photos).await?;
    let mut drawn = Drawn::default();
    for (at, (side, photo)) in sides.into_iter().zip(photos).enumerate() {
        let Side { slug, layers, area, photo: photo_url } = side;
        let is_provisional = photo_url.is_some() && photo.is_none();
        drawn.mockups_due.push(is_provisional.then(|| now + FIRST_MOCKUP_PAUSE));
        let proportion = area.proportion(photo.as_ref().map(|photo| photo.size));
        let images = parts.images(site_id, design_id, &layers, (proportion, PRINT)).await?;
        let ids: Vec<String> = images.keys().map(ToString::to_string).collect();
        drawn.images.push(format!("{{{}}}", ids.join(",")));
        drawn.proportions.push(proportion);
        let images = Arc::new(images);
        let drawings = &parts.drawings;
        if shown == at {
            let size = Size::of_proportion(proportion, THUMBNAIL);
            let flat = drawings.flat(layers.clone(), images.clone(), size, Ground::White).await;
            drawn.thumbnail = store.store(flat.map_err(busy)?).await?;
        }
        let mockup = drawings.mockup(layers.clone(), images.clone(), area, photo).await;
        drawn.mockups.push(store.store(mockup.map_err(busy)?).await?);
        let print = draw_print(parts, layers, images, proportion).await?;
        drawn.digests.push(digest(&print));
        drawn.prints.push(store.store(print).await?);
        drawn.sides.push(slug);
    }
    Ok(drawn)
}
