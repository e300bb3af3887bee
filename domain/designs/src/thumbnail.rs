//! Thumbnails of designs and legacy designs.

use std::sync::Arc;

use chrono::{DateTime, Utc};
use stoa_db::ToSql;
use stoa_design_renderer::{Ground, Size, THUMBNAIL};
use stoa_files::StorageCaller;

use crate::draw_error::{DrawError, busy};
use crate::drawable::{self, Side, shown};
use crate::finalize::missing_characters;
use crate::owner::{DesignKey, Owner};
use crate::studio::{DrawingStore, Parts, Studio};

/// Maximum number of attempts to draw a design. If the design changes while it is drawn, a new attempt begins.
const THUMBNAIL_ATTEMPTS: usize = 3;

/// The thumbnail of a design.
#[derive(Debug)]
pub struct Thumbnail {
    pub url: String,
    /// The characters of the design's texts that no font has.
    pub missing_characters: Vec<String>,
}

/// Draws the caller's design without a photo, and stores the picture as the design's thumbnail.
pub async fn generate_thumbnail(
    studio: &Studio,
    site_id: i64,
    key: &DesignKey,
    owner: &Owner,
    caller: &StorageCaller,
    now: DateTime<Utc>,
) -> Result<Thumbnail, DrawError> {
    let parts = &studio.0;
    for _ in 0..THUMBNAIL_ATTEMPTS {
        let drawable = drawable::find(&parts.db, site_id, key, owner).await?;
        let (id, version, stored_bytes) = (drawable.id, drawable.version, drawable.stored_bytes);
        let sides = drawable.sides();
        let at = shown(&sides);
        let side = &sides[at];
        // Loads the photo before the turn, because a host that does not answer would occupy the turn for 10 s.
        let proportion = proportion(parts, site_id, side).await?;
        let drawing = async {
            let images = parts.images(site_id, id, &side.layers, (proportion, THUMBNAIL)).await?;
            let size = Size::of_proportion(proportion, THUMBNAIL);
            let (layers, images) = (side.layers.clone(), Arc::new(images));
            let flat = parts.drawings.flat(layers, images, size, Ground::White).await;
            let flat = flat.map_err(busy)?;
            let missing_characters = missing_characters(parts, &sides).await?;
            let mut store = DrawingStore::new(parts, site_id, caller, stored_bytes);
            Ok((store.store(flat).await?, missing_characters))
        };
        let (file, missing_characters) = parts.in_turn(drawing).await?;
        let params: [&(dyn ToSql + Sync); 7] =
            [&site_id, &id, &owner.customer_id, &owner.session(), &version, &file, &now];
        let sql = include_str!("thumbnail/set_thumbnail.sql");
        if parts.db.execute(sql, &params).await? > 0 {
            let url = parts.files.url(site_id, &file);
            return Ok(Thumbnail { url, missing_characters });
        }
    }
    Err(busy(()))
}

/// Returns the ratio of width to height of a side. It depends on the photo only if the print area is in fractions.
async fn proportion(parts: &Parts, site_id: i64, side: &Side) -> Result<f64, DrawError> {
    let photo = match &side.photo {
        Some(url) if side.area.is_of_photo() => parts.photo(site_id, url).await?,
        _ => None,
    };
    Ok(side.area.proportion(photo.map(|photo| photo.size)))
}
