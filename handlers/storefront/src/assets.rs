//! The operations tagged `assets`.

use stoa_designs::{DesignKey, NewAsset, Source};
use stoa_files::{StoredPicture, shown_name};
use stoa_images::Refused;
use stoa_runtime::{Bytes, Documents, Error, Internal, Reason, Refuses, Unavailable};
use stoa_storefront_reasons as reasons;
use stoa_storefront_server::assets::{
    AssetsApi, ListOrRegisterDesignAssets, UploadDesignAsset, UploadImage,
};
use stoa_storefront_types::{DesignAsset, RegisterAsset};

use crate::Storefront;
use crate::authenticate::Designer;
use crate::designs::is_https;
use crate::stored_bytes::storage_failed;

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
        let _turn = self.uploads.turn().await.map_err(|_| Unavailable)?;
        let picture =
            self.uploads.pictures.clean(bytes).await.map_err(|refusal| match refusal {
                Refused::NotAPicture => Error::refused(&no_image),
                Refused::TooLarge => Error::refused(&too_large),
                Refused::Busy => Unavailable.into(),
            })?;
        self.count_bytes(site_id, designer, picture.bytes.len() as u64).await?;
        self.uploads.store(site_id, picture).await.map(asset_of).map_err(storage_failed)
    }
}

/// An uploaded picture as an asset without a name.
pub(crate) fn asset_of(stored: StoredPicture) -> NewAsset {
    let StoredPicture { key, size, media_type, width, height } = stored;
    NewAsset {
        source: Source::File { key, size },
        filename: None,
        media_type: Some(media_type.to_owned()),
        width: Some(width),
        height: Some(height),
    }
}

fn registered(asset: RegisterAsset) -> NewAsset {
    let RegisterAsset { url, filename, mime_type, width, height } = asset;
    let filename = filename.as_deref().and_then(shown_name);
    NewAsset { source: Source::Url(url), filename, media_type: mime_type, width, height }
}
