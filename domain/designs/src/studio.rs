//! The studio draws designs: it loads their images and photos, and limits how many designs are drawn concurrently.

mod locks;
mod photos;

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, PoisonError};

use chrono::{DateTime, TimeDelta, Utc};
use serde::Deserialize;
use stoa_db::Db;
use stoa_design_renderer::{Drawings, Images, Layers, PRINT};
use stoa_fair_queue::{FairQueue, QueueSettings, worker_threads};
use stoa_files::{Files, NewFile, StorageCaller};
use stoa_images::{Picture, Pictures, Refused, Remote};
use tokio::time::timeout;

use self::locks::Locks;
use self::photos::Photos;
use crate::assets::MAX_BYTES_PER_DESIGN;
use crate::draw_error::{DrawError, DrawRefusal, busy};
use crate::prints::Print;

/// Maximum size of a stored image, in bytes. Images are encoded again after the upload, and may grow to this size.
const MAX_STORED_IMAGE_BYTES: usize = 64 * 1024 * 1024;

/// Minimum number of designs that are drawn at once, on machines with fewer cores. Others draw one fewer than they have
/// cores, and half of them for one client. Further designs wait.
const MIN_CONCURRENT_DESIGNS: usize = 2;

/// Maximum number of designs that wait to be drawn. If there are more, a request of the client that has the most is
/// answered 503.
const MAX_WAITING_DESIGNS: usize = 256;

/// Time to make all drawings of a design, as a multiple of `DRAWING_TIMEOUT`, from the loading of its images to the
/// storage of its drawings.
const DRAWINGS_OF_A_DESIGN: u32 = 4;

/// Pause before a print file is drawn again that differed from the first one. The difference may be due to an image whose
/// file was missing.
const CHANGED_PRINT_PAUSE: TimeDelta = TimeDelta::hours(1);

/// Maximum pixels of all images of a side together, as they were uploaded. Images beyond this total are left out.
const MAX_PIXELS_LOADED: i64 = 300_000_000;

/// Maximum pixels of all images of a side together, as they are drawn. Beyond this total, all images are scaled down
/// further.
const MAX_PIXELS_PER_SIDE: f64 = 50_000_000.0;

/// The services and limits that designs are drawn with. Clones share all of them.
#[derive(Clone)]
pub struct Studio(pub(crate) Arc<Parts>);

pub(crate) struct Parts {
    pub db: Db,
    pub files: Files,
    pub pictures: Pictures,
    pub drawings: Drawings,
    pub photos: Photos,
    pub locks: Locks<(i64, i64)>,
    turns: FairQueue,
    /// When this server last drew print files that differ from the first ones, by site, side and the digest of the first
    /// one. It draws them again only after [`CHANGED_PRINT_PAUSE`].
    changed_prints: Mutex<HashMap<(i64, Print, String), DateTime<Utc>>>,
}

impl Studio {
    pub fn new(
        db: Db,
        files: Files,
        pictures: Pictures,
        drawings: Drawings,
        remote: Remote,
    ) -> Self {
        let (photos, locks) = (Photos::new(remote), Locks::default());
        let (wait, _) = drawings.bounds();
        let designs = worker_threads().max(MIN_CONCURRENT_DESIGNS);
        let turns = FairQueue::new(QueueSettings {
            name: "designs",
            turns: designs,
            // The other turns are left to other clients, because drawing a design takes seconds.
            client_turns: designs.div_ceil(2),
            waiting: MAX_WAITING_DESIGNS,
            first_wait: wait,
            wait,
        });
        let changed_prints = Mutex::default();
        Self(Arc::new(Parts {
            db,
            files,
            pictures,
            drawings,
            photos,
            locks,
            turns,
            changed_prints,
        }))
    }

    pub fn drawings(&self) -> &Drawings {
        &self.0.drawings
    }
}

impl Parts {
    pub fn has_changed(&self, print: &(i64, Print, String), now: DateTime<Utc>) -> bool {
        let changed = self.changed_prints.lock().unwrap_or_else(PoisonError::into_inner);
        changed.get(print).is_some_and(|drawn_at| now - *drawn_at < CHANGED_PRINT_PAUSE)
    }

    pub fn note_changed(&self, print: (i64, Print, String), now: DateTime<Utc>) {
        let mut changed = self.changed_prints.lock().unwrap_or_else(PoisonError::into_inner);
        changed.retain(|_, drawn_at| now - *drawn_at < CHANGED_PRINT_PAUSE);
        changed.insert(print, now);
    }

    /// Runs the whole drawing of a design under a permit, from loading its images to storing the pictures. There are
    /// few permits, because one design may take 200 MB of memory.
    ///
    /// Fails as [`busy`] if no permit is free in time, or if the drawing takes longer than [`DRAWINGS_OF_A_DESIGN`] times
    /// the timeout of one drawing.
    pub async fn in_turn<T>(
        &self,
        drawn: impl Future<Output = Result<T, DrawError>>,
    ) -> Result<T, DrawError> {
        let _turn = self.turns.turn().await.map_err(busy)?;
        let (_, drawing) = self.drawings.bounds();
        timeout(DRAWINGS_OF_A_DESIGN * drawing, drawn).await.map_err(busy)?
    }

    /// Loads the images of a design that these layers show. Images that belong to other designs, and files that can no
    /// longer be decoded, are left out.
    ///
    /// The images are scaled down to the size at which they are drawn. `proportion` is the ratio of width to height of
    /// the area on which they are drawn. `longest` is the longest side of that area, in pixels.
    pub async fn images(
        &self,
        site_id: i64,
        design_id: i64,
        layers: &Layers,
        (proportion, longest): (f64, u32),
    ) -> Result<Images, DrawError> {
        let shown = layers.images(proportion);
        if shown.is_empty() {
            return Ok(Images::new());
        }
        let ids: Vec<i64> = shown.keys().copied().collect();
        let sql = include_str!("studio/find_images.sql");
        let found = self.db.rows(sql, &[&site_id, &design_id, &ids]).await?;
        self.load(site_id, found, &shown, longest).await
    }

    /// Loads the images of a print file that is drawn again: exactly those that were drawn before.
    pub async fn images_drawn_before(
        &self,
        site_id: i64,
        ids: &[i64],
        layers: &Layers,
        proportion: f64,
    ) -> Result<Images, DrawError> {
        let sql = include_str!("studio/find_images_drawn_before.sql");
        let found = self.db.rows(sql, &[&site_id, &ids]).await?;
        self.load(site_id, found, &layers.images(proportion), PRINT).await
    }

    /// Loads images. `shown` has the fraction of the area that each image covers.
    async fn load(
        &self,
        site_id: i64,
        found: Vec<FoundImage>,
        shown: &BTreeMap<i64, f64>,
        longest: u32,
    ) -> Result<Images, DrawError> {
        let longest = drawn_longest(shown, longest);
        let (mut images, mut left) = (Images::new(), MAX_PIXELS_LOADED);
        for FoundImage { id, file_key, pixels } in found {
            left -= pixels;
            if left < 0 {
                break;
            }
            let file = self.files.read(site_id, &file_key, MAX_STORED_IMAGE_BYTES).await?;
            let Some(bytes) = file else { continue };
            let fraction = shown.get(&id).copied().unwrap_or_default();
            let pixels = (fraction * longest).ceil().clamp(1.0, f64::from(PRINT)) as u32;
            match self.pictures.small(bytes, pixels).await {
                Ok(small) => drop(images.insert(id, small.picture.bytes)),
                Err(Refused::Busy) => return Err(busy(())),
                // The file could be decoded when it was uploaded, but cannot be decoded any more.
                Err(Refused::NotAPicture | Refused::TooLarge) => {}
            }
        }
        Ok(images)
    }
}

/// An image of a design.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct FoundImage {
    id: i64,
    file_key: String,
    pixels: i64,
}

/// Stores the drawings of one design, within the budgets of the caller, the design and the site.
pub(crate) struct DrawingStore<'a> {
    files: &'a Files,
    site_id: i64,
    caller: &'a StorageCaller,
    /// Number of bytes that the files of the design may still take.
    bytes_left: i64,
}

impl<'a> DrawingStore<'a> {
    pub fn new(
        parts: &'a Parts,
        site_id: i64,
        caller: &'a StorageCaller,
        stored_bytes: i64,
    ) -> Self {
        let bytes_left = MAX_BYTES_PER_DESIGN - stored_bytes;
        Self { files: &parts.files, site_id, caller, bytes_left }
    }

    /// Stores a drawing, and returns the key of its file.
    pub async fn store(&mut self, picture: Picture) -> Result<String, DrawError> {
        self.bytes_left -= i64::try_from(picture.bytes.len()).unwrap_or(i64::MAX);
        if self.bytes_left < 0 {
            return Err(DrawRefusal::TooManyImages)?;
        }
        self.files.count_bytes(self.caller, picture.bytes.len() as u64).await?;
        Ok(self.files.store(self.site_id, &file_of(picture)).await?)
    }
}

pub(crate) fn file_of(picture: Picture) -> NewFile {
    let Picture { bytes, media_type, extension, width, height } = picture;
    NewFile { bytes, media_type, extension, width, height }
}

/// Returns the longest side, in pixels, of the area for which the images are scaled down. The result is smaller than
/// `longest` if the images together would have too many pixels.
fn drawn_longest(shown: &BTreeMap<i64, f64>, longest: u32) -> f64 {
    let longest = f64::from(longest);
    let pixels = |fraction: &f64| (fraction * longest).min(f64::from(PRINT)).powi(2);
    let all: f64 = shown.values().map(pixels).sum();
    longest * (MAX_PIXELS_PER_SIDE / all).sqrt().min(1.0)
}
