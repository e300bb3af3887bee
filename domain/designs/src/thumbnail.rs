//! Thumbnails of designs and legacy designs.

use std::sync::Arc;

use chrono::{DateTime, Utc};
use stoa_db::ToSql;
use stoa_design_renderer::{Ground, Size, THUMBNAIL};
use stoa_files::StorageCaller;

use crate::drawable::{self, Drawable, shown};
use crate::owner::{DesignKey, Owner};
use crate::studio::{DrawRefusal, DrawingStore, Parts, Studio};

/// Maximum number of attempts to draw a design. If the design changes while it is drawn, a new attempt begins.
const THUMBNAIL_ATTEMPTS: usize = 3;

/// Draws the caller's design without a photo, stores the picture as the design's thumbnail, and returns the picture's
/// URL.
pub async fn generate_thumbnail(
    studio: &Studio,
    site_id: i64,
    key: &DesignKey,
    owner: &Owner,
    caller: &StorageCaller,
    now: DateTime<Utc>,
) -> Result<String, DrawRefusal> {
    let parts = &studio.0;
    for _ in 0..THUMBNAIL_ATTEMPTS {
        let drawable = drawable::find(&parts.db, site_id, key, owner).await?;
        let (id, version) = (drawable.id, drawable.version);
        let file = parts.in_turn(draw(parts, site_id, drawable, caller)).await?;
        let params: [&(dyn ToSql + Sync); 7] =
            [&site_id, &id, &owner.customer_id, &owner.session(), &version, &file, &now];
        let sql = include_str!("thumbnail/set_thumbnail.sql");
        if parts.db.execute(sql, &params).await? > 0 {
            return Ok(parts.files.url(site_id, &file));
        }
    }
    Err(DrawRefusal::Busy)
}

async fn draw(
    parts: &Parts,
    site_id: i64,
    drawable: Drawable,
    caller: &StorageCaller,
) -> Result<String, DrawRefusal> {
    let design_id = drawable.id;
    let mut store = DrawingStore::new(parts, site_id, caller, drawable.stored_bytes);
    let mut sides = drawable.sides();
    let at = shown(&sides);
    let side = sides.swap_remove(at);
    let photo = match &side.photo {
        // If the area is in fractions of the photo, its proportions depend on the photo.
        Some(url) if side.area.is_of_photo() => parts.photo(site_id, url).await?,
        _ => None,
    };
    let proportion = side.area.proportion(photo.map(|photo| photo.size));
    let images = parts.images(site_id, design_id, &side.layers, (proportion, THUMBNAIL)).await?;
    let size = Size::of_proportion(proportion, THUMBNAIL);
    let (layers, images) = (Arc::new(side.layers), Arc::new(images));
    let flat = parts.drawings.flat(layers, images, size, Ground::White).await?;
    store.store(flat).await
}
