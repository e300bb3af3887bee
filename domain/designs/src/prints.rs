//! Print files that were not ordered are deleted, and drawn again when they are needed.
//!
//! A revision never changes, and its images exist as long as the design. The style and the photo of the product may
//! change, so each drawing stores the proportion of its print. The digest of the first print file shows whether the new
//! one is the same: it differs if the fonts or the renderer have changed.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use serde::Deserialize;
use serde_json::{Map, Value};
use sha2::{Digest, Sha256};
use stoa_db::{Db, DbError, ToSql};
use stoa_design_renderer::{Ground, Images, Layers, PRINT, Size};
use stoa_images::Picture;
use stoa_jobs::Job;
use stoa_storefront_reasons::Failed;
use stoa_telemetry::Chain;

use crate::draw_error::{DrawError, DrawRefusal, busy};
use crate::studio::{Parts, Studio, file_of};

/// How long a print file is retained after it was drawn. If a cart or an order refers to it when it expires, it is
/// retained for another 30 days.
pub const PRINT_RETENTION: TimeDelta = TimeDelta::days(30);

/// The job that runs [`draw_ordered`].
pub const DRAW_ORDERED: Job = Job::new("draw ordered print files");

/// How often [`DRAW_ORDERED`] runs.
pub const DRAW_ORDERED_INTERVAL: Duration = Duration::from_secs(5 * 60);

const MISSING_OF_ORDERS: &str = include_str!("prints/missing_of_orders.sql");

/// How to treat a print file that differs from the first one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum IfChanged {
    Refuse,
    Accept,
}

/// Why a print file was not drawn again.
#[derive(Debug)]
pub struct NotDrawn {
    print: Option<Print>,
    cause: Cause,
}

#[derive(Debug)]
enum Cause {
    Changed,
    Failed(DrawError),
}

/// A side of a revision.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Print {
    design_id: i64,
    revision: i64,
    side: String,
}

/// The data to draw a side of a revision from.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Source {
    layers: Vec<Value>,
    /// Whether layers without a side are drawn on this one.
    is_first: bool,
    print_key: Option<String>,
    proportion: f64,
    images: Vec<i64>,
    sha256: String,
}

/// Draws the missing print files of all orders, and returns their number. If one cannot be drawn, the others are still
/// drawn, and the first failure is returned.
pub async fn draw_ordered(studio: &Studio, now: DateTime<Utc>) -> Result<usize, NotDrawn> {
    let db = &studio.0.db;
    let sites: Vec<i64> = db.rows(include_str!("prints/due_sites.sql"), &[]).await?;
    let mut sum = Ok(0);
    for site_id in sites {
        let any_order: Option<i64> = None;
        let missing: Vec<Print> = db.rows(MISSING_OF_ORDERS, &[&site_id, &any_order]).await?;
        let drawn = draw_all(studio, site_id, missing, IfChanged::Refuse, now).await;
        sum = sum.and_then(|sum| drawn.map(|drawn| sum + drawn));
    }
    sum
}

/// Draws the missing print files of an order.
pub async fn draw_order(
    studio: &Studio,
    site_id: i64,
    order_id: i64,
    if_changed: IfChanged,
    now: DateTime<Utc>,
) -> Result<(), NotDrawn> {
    let missing = studio.0.db.rows(MISSING_OF_ORDERS, &[&site_id, &Some(order_id)]).await?;
    draw_all(studio, site_id, missing, if_changed, now).await.map(drop)
}

/// Draws the missing print files of a revision. If `revision` is `None`, draws those of the last revision.
pub async fn draw_revision(
    studio: &Studio,
    site_id: i64,
    design_id: i64,
    revision: Option<i64>,
    if_changed: IfChanged,
    now: DateTime<Utc>,
) -> Result<(), NotDrawn> {
    let sql = include_str!("prints/missing_of_revision.sql");
    let missing = studio.0.db.rows(sql, &[&site_id, &design_id, &revision]).await?;
    draw_all(studio, site_id, missing, if_changed, now).await.map(drop)
}

/// Draws print files and returns their number. If one cannot be drawn, the others are still drawn, and the first failure
/// is returned.
async fn draw_all(
    studio: &Studio,
    site_id: i64,
    missing: Vec<Print>,
    if_changed: IfChanged,
    now: DateTime<Utc>,
) -> Result<usize, NotDrawn> {
    let mut sum = Ok(0);
    for print in missing {
        let drawn = draw_again(&studio.0, site_id, &print, if_changed, now).await;
        let drawn = drawn.map_err(|cause| NotDrawn { print: Some(print), cause });
        if let Err(error) = &drawn {
            tracing::error!(site_id, error = %Chain(error), "a print file is not drawn");
        }
        sum = sum.and_then(|sum| drawn.map(|()| sum + 1));
    }
    sum
}

/// Draws a print file, unless another caller has drawn it, and gives it to the orders that lack it. No transaction is
/// open while the file is drawn.
async fn draw_again(
    parts: &Parts,
    site_id: i64,
    print: &Print,
    if_changed: IfChanged,
    now: DateTime<Utc>,
) -> Result<(), Cause> {
    let Print { design_id, revision, side } = print;
    let source = find_source(parts, site_id, *design_id, *revision, side).await;
    // The design was deleted with its revisions.
    let Some(source) = source.map_err(DrawError::from)? else { return Ok(()) };
    let (key, sha256) = match &source.print_key {
        Some(key) => (key.clone(), hex::decode(&source.sha256).unwrap_or_default()),
        None => {
            let first_print = (site_id, print.clone(), source.sha256.clone());
            let refuses = if_changed == IfChanged::Refuse;
            if refuses && parts.has_changed(&first_print, now) {
                return Err(Cause::Changed);
            }
            let drawing = async {
                let (layers, images) = layers_and_images(parts, site_id, &source, side).await?;
                draw_print(parts, layers, images, source.proportion).await
            };
            let picture = parts.in_turn(drawing).await?;
            let sha256 = digest(&picture);
            if refuses && hex::encode(&sha256) != source.sha256 {
                parts.note_changed(first_print, now);
                return Err(Cause::Changed);
            }
            // The print file may be of a paid order, so a full site does not prevent it.
            let key = parts.files.store_beyond_budget(site_id, &file_of(picture)).await;
            (key.map_err(DrawError::from)?, sha256)
        }
    };
    let expires_at = now + PRINT_RETENTION;
    let params: [&(dyn ToSql + Sync); 7] =
        [&site_id, design_id, revision, side, &key, &sha256, &expires_at];
    let sql = include_str!("prints/store_print.sql");
    parts.db.execute(sql, &params).await.map_err(DrawError::from)?;
    Ok(())
}

/// Returns what a side of a revision is drawn from, or `None` if the design was deleted with its revisions.
pub(crate) async fn find_source(
    parts: &Parts,
    site_id: i64,
    design_id: i64,
    revision: i64,
    side: &str,
) -> Result<Option<Source>, DbError> {
    let sql = include_str!("prints/source.sql");
    parts.db.opt(sql, &[&site_id, &design_id, &revision, &side]).await
}

/// Loads what was drawn of a side before.
pub(crate) async fn layers_and_images(
    parts: &Parts,
    site_id: i64,
    Source { layers, is_first, proportion, images, .. }: &Source,
    side: &str,
) -> Result<(Arc<Layers>, Arc<Images>), DrawError> {
    let layers: Vec<&Map<String, Value>> = layers.iter().filter_map(Value::as_object).collect();
    let layers = Layers::of_side(layers, side, *is_first);
    let images = parts.images_drawn_before(site_id, images, &layers, *proportion).await?;
    Ok((Arc::new(layers), Arc::new(images)))
}

/// Draws the print file of a side.
pub(crate) async fn draw_print(
    parts: &Parts,
    layers: Arc<Layers>,
    images: Arc<Images>,
    proportion: f64,
) -> Result<Picture, DrawError> {
    let size = Size::of_proportion(proportion, PRINT);
    parts.drawings.flat(layers, images, size, Ground::Transparent).await.map_err(busy)
}

/// Returns the SHA-256 digest of a picture's bytes.
pub(crate) fn digest(picture: &Picture) -> Vec<u8> {
    Sha256::digest(&picture.bytes).to_vec()
}

/// Clears the keys of a site's expired print files, and returns their number. The file sweep deletes the files. Extends
/// the expiry of files that a cart or an order needs.
pub(crate) async fn delete_expired(
    db: &Db,
    site_id: i64,
    now: DateTime<Utc>,
) -> Result<u64, DbError> {
    let mut deleted = 0;
    loop {
        let sql = include_str!("prints/delete_expired.sql");
        let expired: Vec<bool> = db.rows(sql, &[&site_id, &now, &(now + PRINT_RETENTION)]).await?;
        if expired.is_empty() {
            return Ok(deleted);
        }
        deleted += expired.into_iter().filter(|is_deleted| *is_deleted).count() as u64;
    }
}

/// Returns the number of expired print files of all sites, at most 10,000.
pub async fn prints_backlog(db: &Db, now: DateTime<Utc>) -> Result<i64, DbError> {
    db.one(include_str!("prints/backlog.sql"), &[&now]).await
}

impl From<DrawError> for Cause {
    fn from(error: DrawError) -> Self {
        Self::Failed(error)
    }
}

impl From<DbError> for NotDrawn {
    fn from(error: DbError) -> Self {
        Self { print: None, cause: Cause::Failed(error.into()) }
    }
}

impl fmt::Display for NotDrawn {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(Print { design_id, revision, side }) = &self.print {
            write!(out, "side {side} of revision {revision} of design {design_id}: ")?;
        }
        match &self.cause {
            Cause::Changed => write!(
                out,
                "the print file would differ from the first one, because fonts or the renderer have changed; \
                 `stoa design print --accept-changed` draws it nevertheless"
            ),
            Cause::Failed(DrawError::Drawing(Failed::Internal(cause))) => write!(out, "{cause}"),
            Cause::Failed(DrawError::Drawing(Failed::Refused(DrawRefusal::DrawingIsBusy {
                ..
            }))) => write!(out, "drawing is busy, try again later"),
            Cause::Failed(error) => write!(out, "the print file cannot be drawn: {error:?}"),
        }
    }
}

impl std::error::Error for NotDrawn {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match &self.cause {
            Cause::Failed(DrawError::Drawing(Failed::Internal(cause))) => cause.source(),
            _ => None,
        }
    }
}
