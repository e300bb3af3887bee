//! Photos of products. A photo is a file of the site, or is loaded from a URL elsewhere.

use std::convert::Infallible;
use std::time::{Duration, Instant};

use stoa_cache::{Cache, Freshness};
use stoa_design_renderer::{MOCKUP, Photo, Size};
use stoa_images::{Refused, Remote};

use super::locks::Locks;
use super::{MAX_STORED_IMAGE_BYTES, Parts};
use crate::draw_error::{DrawError, busy};

/// Time for which the photo of a product is cached.
const PHOTO_TTL: Duration = Duration::from_secs(600);

/// Time for which a photo that could not be loaded counts as unavailable.
///
/// So a host that does not answer delays few drawings.
const UNAVAILABLE_PHOTO_TTL: Duration = Duration::from_secs(60);

/// Maximum number of cached photos. A photo takes a few megabytes at most, because it is scaled down to the size of a
/// mock-up.
const MAX_CACHED_PHOTOS: usize = 32;

pub(crate) struct Photos {
    remote: Remote,
    /// `None` is a photo that could not be loaded.
    cache: Cache<(i64, String), Option<Photo>, Infallible>,
    /// Concurrent drawings wait for one load of a photo.
    loading: Locks<(i64, String)>,
}

impl Photos {
    pub fn new(remote: Remote) -> Self {
        let cache = Cache::with_entries("photos", MAX_CACHED_PHOTOS, Instant::now);
        Self { remote, cache, loading: Locks::default() }
    }
}

impl Parts {
    /// Loads the photo at a URL, from the site's files or over the network. Returns `None` if it cannot be loaded.
    pub async fn photo(&self, site_id: i64, url: &str) -> Result<Option<Photo>, DrawError> {
        if let Some(photo) = self.cached_photo(site_id, url, UNAVAILABLE_PHOTO_TTL) {
            return Ok(photo);
        }
        let lock = self.photos.loading.of((site_id, url.to_owned()));
        let _loading = lock.lock().await;
        match self.cached_photo(site_id, url, UNAVAILABLE_PHOTO_TTL) {
            Some(photo) => Ok(photo),
            None => self.photo_again(site_id, url).await,
        }
    }

    /// Like [`Self::photo`], but tries a photo again that could not be loaded a moment ago.
    pub async fn photo_again(&self, site_id: i64, url: &str) -> Result<Option<Photo>, DrawError> {
        if let Some(Some(photo)) = self.cached_photo(site_id, url, PHOTO_TTL) {
            return Ok(Some(photo));
        }
        let now = Instant::now();
        let mut bytes = None;
        if let Some(file) = self.files.key_of_any_address(site_id, url) {
            bytes = self.files.read(site_id, file, MAX_STORED_IMAGE_BYTES).await?;
        }
        if bytes.is_none() && self.files.key_of(site_id, url).is_none() {
            bytes = self.photos.remote.load(url).await.ok();
        }
        let photo = match bytes {
            Some(bytes) => match self.pictures.small(bytes, MOCKUP).await {
                Ok(small) => {
                    let size = Size { width: small.full_width, height: small.full_height };
                    Some(Photo { png: small.picture.bytes, size })
                }
                Err(Refused::Busy) => return Err(busy(())),
                Err(Refused::NotAPicture | Refused::TooLarge) => None,
            },
            None => None,
        };
        self.photos.cache.insert((site_id, url.to_owned()), photo.clone(), now);
        Ok(photo)
    }

    fn cached_photo(&self, site_id: i64, url: &str, ttl: Duration) -> Option<Option<Photo>> {
        self.photos.cache.get(&(site_id, url.to_owned()), Freshness { ttl, generation: 0 })
    }
}
