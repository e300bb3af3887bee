//! What designs are drawn with: their images, the photos of their products, and who draws.

mod flights;
mod photos;

use std::collections::BTreeMap;
use std::sync::Arc;

use stoa_db::{Db, DbError};
use stoa_design_renderer::{Drawings, Image, Images, Layers, PRINT};
use stoa_files::{Files, FilesError, NewFile};
use stoa_images::{Picture, Pictures, Refused, Remote};
use tokio::sync::Semaphore;
use tokio::time::timeout;

use self::flights::Flights;
use self::photos::Photos;
use crate::designs::Refusal;

/// Bytes of an image: what was uploaded may have grown to this.
const MAX_STORED_IMAGE_BYTES: usize = 64 * 1024 * 1024;

/// Designs that are drawn at once, where there are fewer cores.
const FEWEST_DESKS: usize = 2;

/// A design is drawn in the time of so many drawings that take as long as they may, or not at all.
const DRAWINGS_OF_A_DESIGN: u32 = 4;

/// Pixels of all images of a side as they were uploaded; those beyond it are left out.
const MAX_PIXELS_LOADED: i64 = 300_000_000;

/// Pixels of all images of a side as they are drawn; more are drawn smaller.
const MAX_PIXELS_PER_SIDE: f64 = 50_000_000.0;

/// What designs are drawn with. Its clones share it.
#[derive(Clone)]
pub struct Studio(pub(crate) Arc<Parts>);

pub(crate) struct Parts {
    pub db: Db,
    pub files: Files,
    pub pictures: Pictures,
    pub drawings: Drawings,
    pub photos: Photos,
    pub flights: Flights,
    desks: Semaphore,
}

/// Why a design is not drawn.
#[derive(Debug)]
pub enum DrawRefusal {
    Design(Refusal),
    /// Too much is drawn at once, this would take too long, or it changes faster than it is drawn.
    Busy,
    /// The photo of the product cannot be loaded.
    NoPhoto,
    Files(FilesError),
}

impl From<Refusal> for DrawRefusal {
    fn from(refusal: Refusal) -> Self {
        Self::Design(refusal)
    }
}

impl From<DbError> for DrawRefusal {
    fn from(error: DbError) -> Self {
        Self::Design(Refusal::Database(error))
    }
}

impl From<FilesError> for DrawRefusal {
    fn from(error: FilesError) -> Self {
        if error.is_of_no_site() {
            Self::Design(Refusal::DesignNotFound)
        } else {
            Self::Files(error)
        }
    }
}

impl From<stoa_design_renderer::Busy> for DrawRefusal {
    fn from(_: stoa_design_renderer::Busy) -> Self {
        Self::Busy
    }
}

impl Studio {
    pub fn new(
        db: Db,
        files: Files,
        pictures: Pictures,
        drawings: Drawings,
        remote: Remote,
    ) -> Self {
        let (photos, flights) = (Photos::new(remote), Flights::default());
        let desks = Semaphore::new(drawings.bounds().0.max(FEWEST_DESKS));
        Self(Arc::new(Parts { db, files, pictures, drawings, photos, flights, desks }))
    }

    pub fn drawings(&self) -> &Drawings {
        &self.0.drawings
    }
}

impl Parts {
    /// Does what a design is drawn by, from loading its images to storing what was drawn, at one of a few desks: what a
    /// design needs meanwhile may be 200 MB. Nobody has one for longer than a few drawings take.
    pub async fn at_a_desk<T>(
        &self,
        drawn: impl Future<Output = Result<T, DrawRefusal>>,
    ) -> Result<T, DrawRefusal> {
        let (_, waiting, drawing) = self.drawings.bounds();
        let desk = timeout(waiting, self.desks.acquire()).await;
        let _desk = desk.map_err(|_| DrawRefusal::Busy)?.map_err(|_| DrawRefusal::Busy)?;
        timeout(DRAWINGS_OF_A_DESIGN * drawing, drawn).await.map_err(|_| DrawRefusal::Busy)?
    }

    /// The images that these layers of a design show, as small as they may be on an area of this proportion whose longest
    /// side has so many pixels. One that is not the design's, or that is no picture any more, is left out.
    pub async fn images(
        &self,
        site_id: i64,
        design_id: i64,
        layers: &Layers,
        (proportion, longest): (f64, u32),
    ) -> Result<Images, DrawRefusal> {
        let shown = layers.images(proportion);
        if shown.is_empty() {
            return Ok(Images::new());
        }
        let longest = drawn_longest(&shown, longest);
        let ids: Vec<i64> = shown.keys().copied().collect();
        let sql = include_str!("studio/find_images.sql");
        let found: Vec<(i64, String, i64)> =
            self.db.rows(sql, &[&site_id, &design_id, &ids]).await?;
        let (mut images, mut left) = (Images::new(), MAX_PIXELS_LOADED);
        for (id, key, pixels) in found {
            left -= pixels;
            if left < 0 {
                break;
            }
            let Some(bytes) = self.files.read(site_id, &key, MAX_STORED_IMAGE_BYTES).await? else {
                continue;
            };
            let fraction = shown.get(&id).copied().unwrap_or_default();
            let pixels = (fraction * longest).ceil().clamp(1.0, f64::from(PRINT)) as u32;
            match self.pictures.small(bytes, pixels).await {
                Ok(small) => drop(images.insert(id, Image { png: small.picture.bytes })),
                Err(Refused::Busy) => return Err(DrawRefusal::Busy),
                // It was a picture when it was uploaded, and is none now.
                Err(Refused::NotAPicture | Refused::TooLarge) => {}
            }
        }
        Ok(images)
    }

    /// Stores a picture that was drawn, and returns its key.
    pub async fn store(&self, site_id: i64, picture: Picture) -> Result<String, DrawRefusal> {
        let Picture { bytes, media_type, extension, width, height } = picture;
        let file = NewFile { bytes, media_type, extension, width, height };
        Ok(self.files.store(site_id, &file).await?)
    }
}

/// The longest side of the area by which images are made small: shorter where together they would be too many pixels.
fn drawn_longest(shown: &BTreeMap<i64, f64>, longest: u32) -> f64 {
    let longest = f64::from(longest);
    let pixels = |fraction: &f64| (fraction * longest).min(f64::from(PRINT)).powi(2);
    let all: f64 = shown.values().map(pixels).sum();
    longest * (MAX_PIXELS_PER_SIDE / all).sqrt().min(1.0)
}
