//! Draws designs on worker threads.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::{Duration, Instant};

use bytes::Bytes;
use resvg::tiny_skia::{Color, Pixmap, PixmapPaint, Transform};
use stoa_fair_queue::{TooLate, Workers};
use stoa_images::{Picture, png};
use tokio::time;

use crate::area::{PrintArea, Size};
use crate::canvas::{With, draw};
use crate::fonts::Fonts;
use crate::images::{Images, scaled};
use crate::layer::Layers;
use crate::pixels::MOCKUP;

/// Maximum number of drawings that wait for a thread. If there are more, a request of the client that has the most is
/// answered 503.
const MAX_WAITING_DRAWINGS: usize = 256;

/// Time for which a design waits to be drawn, and for which each of its drawings waits for a thread.
///
/// This is longer than one drawing takes, because there may be only one thread.
const DRAWING_QUEUE_TIMEOUT: Duration = Duration::from_secs(15);

/// Time to make one drawing. The server checks it between two layers.
const DRAWING_TIMEOUT: Duration = Duration::from_secs(10);

/// Too many drawings are in progress, or this drawing took too long, or could not be allocated or encoded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Busy;

/// The background of a flat drawing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ground {
    White,
    Transparent,
}

/// The photo of a side, as a PNG. The PNG may be smaller than the original photo.
#[derive(Debug, Clone)]
pub struct Photo {
    pub png: Bytes,
    /// The size of the original photo. Print areas in pixels refer to this size.
    pub size: Size,
}

/// Draws designs. Clones share the fonts and the threads.
#[derive(Clone)]
pub struct Drawings {
    fonts: Arc<Fonts>,
    workers: Workers,
    /// The threads that look for missing characters.
    texts: Workers,
    waiting: Duration,
    drawing: Duration,
}

impl Drawings {
    pub fn new(fonts: Arc<Fonts>) -> Self {
        Self::start(fonts, DRAWING_QUEUE_TIMEOUT, DRAWING_TIMEOUT)
    }

    /// Sets how long a drawing may wait for a thread, and how long a drawing may take.
    pub fn with_timeouts(self, waiting: Duration, drawing: Duration) -> Self {
        Self::start(self.fonts, waiting, drawing)
    }

    fn start(fonts: Arc<Fonts>, waiting: Duration, drawing: Duration) -> Self {
        let workers = |name| Workers::start(name, MAX_WAITING_DRAWINGS, waiting);
        Self { fonts, workers: workers("drawings"), texts: workers("texts"), waiting, drawing }
    }

    /// Returns how long a drawing may wait for a thread, and how long it may take.
    pub fn bounds(&self) -> (Duration, Duration) {
        (self.waiting, self.drawing)
    }

    pub fn fonts(&self) -> &Fonts {
        &self.fonts
    }

    /// Draws the print area without the photo.
    pub async fn flat(
        &self,
        layers: Arc<Layers>,
        images: Arc<Images>,
        size: Size,
        ground: Ground,
    ) -> Result<Picture, Busy> {
        self.run(&self.workers, images, move |with| {
            let mut canvas = draw(&layers, size, with)?;
            if ground == Ground::White {
                canvas = on_white(size, Some(&canvas))?;
            }
            encoded(canvas)
        })
        .await
    }

    /// Draws the print area on the photo, or on white if there is no photo.
    pub async fn mockup(
        &self,
        layers: Arc<Layers>,
        images: Arc<Images>,
        area: PrintArea,
        photo: Option<Photo>,
    ) -> Result<Picture, Busy> {
        self.run(&self.workers, images, move |with| {
            let (size, area) = match &photo {
                Some(photo) => (photo.size, area.fractions(photo.size)),
                None => area.without_photo(),
            };
            let size = Size::of_proportion(size.proportion(), MOCKUP);
            let photo = photo.and_then(|photo| Pixmap::decode_png(&photo.png).ok());
            let photo = photo.and_then(|photo| scaled(&photo, size.width, size.height));
            let mut canvas = on_white(size, photo.as_ref())?;
            let (width, height) = (f64::from(size.width), f64::from(size.height));
            // A print area that is larger than its photo is drawn at a limited size.
            let side = |pixels: f64| (pixels.round() as u32).clamp(1, 2 * MOCKUP);
            let printed =
                Size { width: side(area.width * width), height: side(area.height * height) };
            let drawn = draw(&layers, printed, with)?;
            let across = (area.width * width) as f32 / printed.width as f32;
            let down = (area.height * height) as f32 / printed.height as f32;
            let (x, y) = ((area.x * width).round() as f32, (area.y * height).round() as f32);
            let place = Transform::from_translate(x, y).pre_scale(across, down);
            canvas.draw_pixmap(0, 0, drawn.as_ref(), &PixmapPaint::default(), place, None);
            encoded(canvas)
        })
        .await
    }

    /// Returns each character of the texts for which there is no font, once. Does not wait for drawings, because
    /// finalizing a design again draws nothing. Has threads of its own, because a long text may take seconds.
    pub async fn missing_characters(&self, sides: Vec<Arc<Layers>>) -> Result<Vec<String>, Busy> {
        self.run(&self.texts, Arc::default(), move |with| {
            let mut missing = BTreeSet::new();
            for layer in sides.iter().flat_map(|side| &side.layers) {
                if Instant::now() >= with.until {
                    return Err(Busy);
                }
                missing.extend(layer.missing_characters(with.fonts));
            }
            Ok(missing.into_iter().collect())
        })
        .await
    }

    /// Takes a turn at each thread, so that no other drawing can begin.
    #[cfg(test)]
    pub(crate) async fn take_all(&self) -> Vec<stoa_fair_queue::Worker> {
        let mut taken = Vec::new();
        for client in 0..stoa_fair_queue::worker_threads() {
            let client = std::net::Ipv4Addr::from(u32::try_from(client).unwrap());
            let caller = stoa_fair_queue::Caller::new(client.into(), false);
            taken.push(caller.scope(self.workers.turn()).await.unwrap());
        }
        taken
    }

    async fn run<T: Send + 'static>(
        &self,
        workers: &Workers,
        images: Arc<Images>,
        work: impl FnOnce(&With<'_>) -> Result<T, Busy> + Send + 'static,
    ) -> Result<T, Busy> {
        let worker = workers.turn().await.map_err(|_: TooLate| Busy)?;
        let (fonts, drawing) = (self.fonts.clone(), self.drawing);
        let drawn = worker.run(move || {
            let with = With { fonts: &fonts, images: &images, until: Instant::now() + drawing };
            work(&with)
        });
        let drawn = time::timeout(drawing + Duration::from_secs(1), drawn).await;
        drawn.map_err(|_| Busy)?.ok_or(Busy)?
    }
}

/// A picture of this size on a white background.
fn on_white(size: Size, picture: Option<&Pixmap>) -> Result<Pixmap, Busy> {
    let mut canvas = Pixmap::new(size.width, size.height).ok_or(Busy)?;
    canvas.fill(Color::WHITE);
    if let Some(picture) = picture {
        let paint = PixmapPaint::default();
        canvas.draw_pixmap(0, 0, picture.as_ref(), &paint, Transform::identity(), None);
    }
    Ok(canvas)
}

fn encoded(canvas: Pixmap) -> Result<Picture, Busy> {
    let (width, height) = (canvas.width(), canvas.height());
    png(width, height, canvas.take_demultiplied()).map_err(|_| Busy)
}
