//! Photos of products. A photo is a file of the site, or is loaded from a URL elsewhere.

use std::convert::Infallible;
use std::time::{Duration, Instant};

use stoa_cache::{Cache, Freshness};
use stoa_design_renderer::{MOCKUP, Photo, Size};
use stoa_images::{Refused, Remote};

use super::{DrawRefusal, MAX_STORED_IMAGE_BYTES, Parts};

const PHOTO_TTL: Duration = Duration::from_secs(600);

/// Maximum number of cached photos. A photo takes a few megabytes at most, because it is scaled down to the size of a
/// mock-up.
const MAX_CACHED_PHOTOS: usize = 32;

pub(crate) struct Photos {
    remote: Remote,
    cache: Cache<(i64, String), Photo, Infallible>,
}

impl Photos {
    pub fn new(remote: Remote) -> Self {
        Self { remote, cache: Cache::with_entries("photos", MAX_CACHED_PHOTOS, Instant::now) }
    }
}

impl Parts {
    /// Loads the photo at a URL, from the site's files or over the network.
    pub async fn photo(&self, site_id: i64, url: &str) -> Result<Photo, DrawRefusal> {
        let key = (site_id, url.to_owned());
        let now = Instant::now();
        let freshness = Freshness { ttl: PHOTO_TTL, generation: 0 };
        if let Some(photo) = self.photos.cache.get(&key, freshness) {
            return Ok(photo);
        }
        let mut bytes = None;
        if let Some(file) = self.files.key_of_any_address(site_id, url) {
            bytes = self.files.read(site_id, file, MAX_STORED_IMAGE_BYTES).await?;
        }
        if bytes.is_none() && self.files.key_of(site_id, url).is_none() {
            bytes = self.photos.remote.load(url).await.ok();
        }
        let small = self.pictures.small(bytes.ok_or(DrawRefusal::NoPhoto)?, MOCKUP).await;
        let small = small.map_err(|refused| match refused {
            Refused::Busy => DrawRefusal::Busy,
            Refused::NotAPicture | Refused::TooLarge => DrawRefusal::NoPhoto,
        })?;
        let size = Size { width: small.full_width, height: small.full_height };
        let photo = Photo { png: small.picture.bytes, size };
        self.photos.cache.insert(key, photo.clone(), now);
        Ok(photo)
    }
}
