//! The operations tagged `assets`.

use std::time::Duration;

use stoa_designs::{DesignKey, NewAsset, Source};
use stoa_fair_queue::{FairQueue, QueueSettings, TooLate};
use stoa_files::{Files, FilesError, NewFile};
use stoa_images::{Picture, Pictures, Refused};
use stoa_runtime::{Bytes, Documents, Error, Internal, Reason, Refuses, Unavailable};
use stoa_storefront_reasons as reasons;
use stoa_storefront_server::assets::{
    AssetsApi, ListOrRegisterDesignAssets, UploadDesignAsset, UploadImage,
};
use stoa_storefront_types::{DesignAsset, RegisterAsset};
use stoa_values::text::is_control;

use crate::Storefront;
use crate::authenticate::Designer;
use crate::designs::is_https;
use crate::stored_bytes::storage_failed;

/// Maximum number of uploads that are decoded, encoded again and stored at once. Further ones wait.
///
/// A small upload may decode to 64 MiB.
const CONCURRENT_UPLOADS: usize = 8;

/// Maximum number of uploads that wait for their turn. If there are more, a request of the client that has the most is
/// answered 503.
const MAX_WAITING_UPLOADS: usize = 256;

/// Time for which an upload waits for its turn; then it is answered 503.
///
/// Its bytes count towards the bodies in flight.
const UPLOAD_QUEUE_TIMEOUT: Duration = Duration::from_secs(20);

const MAX_FILE_NAME_CHARACTERS: usize = 255;

/// Decodes and stores uploaded images.
#[derive(Clone)]
pub(crate) struct Uploads {
    pub(crate) files: Files,
    pub(crate) pictures: Pictures,
    turns: FairQueue,
}

impl AssetsApi for Storefront {
    async fn upload_design_asset(
        &self,
        designer: Designer,
        request: UploadDesignAsset,
    ) -> Result<DesignAsset, Error<UploadDesignAsset>> {
        let UploadDesignAsset { site_id, design_id, mut file } = request;
        // Read the form first, so that an invalid form is refused before the design is looked up.
        let bytes = file.bytes().await?;
        let key = DesignKey::from(design_id);
        let owner = designer.owner();
        let id = stoa_designs::find_owned(&self.db, site_id, &key, &owner).await?;
        let asset = self.picture(site_id, Some(id), &designer, &file.filename, bytes).await?;
        let (files, now) = (self.files(site_id), self.now());
        let mut connection = self.db.connection().await?;
        let transaction = connection.transaction();
        let stored = stoa_designs::store_design_assets(
            &transaction,
            site_id,
            id,
            &owner,
            &[asset],
            &files,
            now,
        )
        .await?;
        transaction.commit().await?;
        Ok(stored.into_iter().next().ok_or(reasons::DesignNotFound)?)
    }

    async fn upload_image(
        &self,
        designer: Designer,
        request: UploadImage,
    ) -> Result<DesignAsset, Error<UploadImage>> {
        let UploadImage { site_id, mut file } = request;
        let bytes = file.bytes().await?;
        let asset = self.picture(site_id, None, &designer, &file.filename, bytes).await?;
        let (owner, files, now) = (designer.owner(), self.files(site_id), self.now());
        let stored =
            stoa_designs::store_assets(&self.db, site_id, &owner, &[asset], &files, now).await?;
        Ok(stored.into_iter().next().ok_or(Internal("no asset was stored".into()))?)
    }

    async fn list_or_register_design_assets(
        &self,
        designer: Designer,
        request: ListOrRegisterDesignAssets,
    ) -> Result<Vec<DesignAsset>, Error<ListOrRegisterDesignAssets>> {
        let ListOrRegisterDesignAssets { site_id, body } = request;
        if body.ids.is_none() && body.register.is_none() {
            return Err(reasons::IdsOrRegisterIsRequired)?;
        }
        let (ids, register) = (body.ids.unwrap_or_default(), body.register.unwrap_or_default());
        if register.iter().any(|asset| !is_https(&asset.url)) {
            return Err(reasons::InvalidUrl)?;
        }
        let (owner, files) = (designer.owner(), self.files(site_id));
        let mut assets = match ids.as_slice() {
            [] => Vec::new(),
            ids => stoa_designs::list_assets(&self.db, site_id, &owner, ids, &files).await?,
        };
        if !register.is_empty() {
            // Registering writes to the database, listing does not.
            if !self.db.accepts_writes() {
                Err(Unavailable)?;
            }
            let new: Vec<NewAsset> = register.into_iter().map(registered).collect();
            let (db, now) = (&self.db, self.now());
            assets
                .extend(stoa_designs::store_assets(db, site_id, &owner, &new, &files, now).await?);
        }
        Ok(assets)
    }
}

impl Storefront {
    /// Stores an uploaded image as a file, for a design of the caller or, if `design_id` is `None`, for the caller alone.
    ///
    /// Checks before the expensive decoding that the limit of images is not reached. `store_assets` checks again, because
    /// of concurrent uploads. The sweep later deletes a file that no asset refers to.
    async fn picture<Op>(
        &self,
        site_id: i64,
        design_id: Option<i64>,
        designer: &Designer,
        filename: &str,
        bytes: Bytes,
    ) -> Result<NewAsset, Error<Op>>
    where
        Op: Refuses<reasons::TooManyImages>
            + Refuses<reasons::NotAnImage>
            + Refuses<reasons::TooManyPixels>
            + Refuses<reasons::StorageIsFull>
            + Documents<429>,
    {
        if !stoa_designs::has_room(&self.db, site_id, design_id, &designer.owner()).await? {
            return Err(reasons::TooManyImages)?;
        }
        let stored = self
            .store_picture(site_id, designer, bytes, (reasons::NotAnImage, reasons::TooManyPixels))
            .await?;
        Ok(NewAsset { filename: shown_name(filename), ..stored })
    }

    /// Stores a picture as a file to which no row refers, and returns it as an asset without a name. `no_image` is the reason to refuse bytes that are no picture,
    /// and `too_large` the reason to refuse a picture that is too large.
    pub(crate) async fn store_picture<Op, N: Reason, L: Reason>(
        &self,
        site_id: i64,
        designer: &Designer,
        bytes: Bytes,
        (no_image, too_large): (N, L),
    ) -> Result<NewAsset, Error<Op>>
    where
        Op: Refuses<N> + Refuses<L> + Refuses<reasons::StorageIsFull> + Documents<429>,
    {
        let _turn = self.uploads.turns.turn().await.map_err(|_: TooLate| Unavailable)?;
        let picture =
            self.uploads.pictures.clean(bytes).await.map_err(|refusal| match refusal {
                Refused::NotAPicture => Error::refused(&no_image),
                Refused::TooLarge => Error::refused(&too_large),
                Refused::Busy => Unavailable.into(),
            })?;
        self.count_bytes(site_id, designer, picture.bytes.len() as u64).await?;
        self.uploads.store(site_id, picture).await.map_err(storage_failed)
    }
}

impl Uploads {
    pub(crate) fn new(files: Files, pictures: Pictures) -> Self {
        let turns = FairQueue::new(QueueSettings {
            name: "uploads",
            turns: CONCURRENT_UPLOADS,
            client_turns: CONCURRENT_UPLOADS / 2,
            waiting: MAX_WAITING_UPLOADS,
            first_wait: UPLOAD_QUEUE_TIMEOUT,
            wait: UPLOAD_QUEUE_TIMEOUT,
        });
        Self { files, pictures, turns }
    }

    /// Stores a picture as a file to which no row refers, and returns it as an asset without a name.
    pub(crate) async fn store(
        &self,
        site_id: i64,
        picture: Picture,
    ) -> Result<NewAsset, FilesError> {
        let Picture { bytes, media_type, extension, width, height } = picture;
        let size = i64::try_from(bytes.len()).unwrap_or(i64::MAX);
        let file = NewFile { bytes, media_type, extension, width, height };
        let key = self.files.store(site_id, &file).await?;
        Ok(NewAsset {
            source: Source::File { key, size },
            filename: None,
            media_type: Some(media_type.to_owned()),
            width: Some(width.into()),
            height: Some(height.into()),
        })
    }
}

fn registered(asset: RegisterAsset) -> NewAsset {
    let RegisterAsset { url, filename, mime_type, width, height } = asset;
    let filename = filename.as_deref().and_then(shown_name);
    NewAsset { source: Source::Url(url), filename, media_type: mime_type, width, height }
}

/// Path separators, also percent-encoded.
const SEPARATORS: [&str; 6] = ["/", "\\", "%2F", "%2f", "%5C", "%5c"];

/// Returns the file's name without control characters and without directories, which browsers may send.
fn shown_name(filename: &str) -> Option<String> {
    let ends = SEPARATORS
        .iter()
        .filter_map(|separator| Some(filename.rfind(separator)? + separator.len()));
    let name = &filename[ends.max().unwrap_or_default()..];
    let name: String = name.chars().filter(|letter| !is_control(*letter)).collect();
    let name: String = name.trim().chars().take(MAX_FILE_NAME_CHARACTERS).collect();
    (!name.is_empty()).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::shown_name;

    #[test]
    fn names() {
        for (filename, shown) in [
            ("whale.png", Some("whale.png")),
            ("../../etc/passwd", Some("passwd")),
            ("C:\\Pictures\\whale.png", Some("whale.png")),
            (" \u{1b}[2J\u{202e}whale.png\r\n", Some("[2Jwhale.png")),
            ("Wal 🐋.png", Some("Wal 🐋.png")),
            ("..%2f..%2Fetc%2fpasswd", Some("passwd")),
            ("C:%5CPictures%5cwhale.png", Some("whale.png")),
            ("..%2%2FF..%5%5Cc/whale%2.png", Some("whale%2.png")),
            ("folder/", None),
            ("folder%2F", None),
            ("", None),
        ] {
            assert_eq!(shown_name(filename).as_deref(), shown, "{filename}");
        }
        assert_eq!(shown_name(&"é".repeat(1000)).unwrap().chars().count(), 255);
    }
}
