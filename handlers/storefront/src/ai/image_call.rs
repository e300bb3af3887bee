//! An image call: reserve credits, call the provider, store its images as assets.

use std::time::Duration;

use bytes::Bytes;
use chrono::TimeDelta;
use stoa_ai::{ImageRequest, Provider, augmented};
use stoa_db::{Db, DbError};
use stoa_designs::{DesignAssetRefusal, DesignKey, NewAsset, Owner};
use stoa_files::Uploads;
use stoa_idempotency::{Claim, ClaimError, Idempotency, Lease, claim_for, store_claim};
use stoa_runtime::{Error, Replayable};
use stoa_storefront_reasons::{self as reasons, Failed, refusals};
use stoa_storefront_server::ai::GenerateDesignImage;
use stoa_storefront_types::{AiImage, AiImageRequest, AiImageVariant, DesignAsset};
use stoa_stores::ai_credits::{Reservation, Spent};
use stoa_values::Clock;
use tokio::time::timeout;

use super::{NO_IMAGES_NOW, failed, give_back};
use crate::assets::asset_of;
use crate::stored_bytes::storage_failed;

/// Time for a whole call for images: the provider's time, and the time to encode the images again and store them; then
/// the call is answered 503.
const IMAGE_CALL_TIMEOUT: Duration = Duration::from_secs(200);

/// Time for which a call for images with an `Idempotency-Key` counts as in progress, unless it ends earlier. Until
/// then, another call with the key is answered 409.
///
/// It is longer than a call, because a retry after the end of the lease would call and pay the provider again.
const IMAGE_CALL_LEASE: TimeDelta = TimeDelta::minutes(4);

pub(super) struct ImageCall {
    pub(super) db: Db,
    pub(super) clock: Clock,
    pub(super) uploads: Uploads,
    pub(super) provider: Provider,
    pub(super) site_id: i64,
    pub(super) design_id: i64,
    pub(super) owner: Owner,
    pub(super) idempotency: Option<Idempotency>,
    pub(super) body: AiImageRequest,
}

type Refusal = Error<GenerateDesignImage>;

refusals! {
    /// Why an `Idempotency-Key` is refused.
    enum KeyRefusal of reasons {
        IdempotencyKeyReused,
        IdempotencyKeyInProgress,
    }
}

fn key_refused(error: ClaimError) -> Refusal {
    Failed::<KeyRefusal>::from(error).into()
}

/// A call whose credits are reserved.
struct Begun {
    reservation: Reservation,
    /// The claim on the request's `Idempotency-Key`.
    lease: Option<Lease>,
}

impl ImageCall {
    pub(super) async fn make(self) -> Result<Replayable<AiImage>, Refusal> {
        let begun = match self.begin().await? {
            Claim::Fresh(begun) => begun,
            Claim::Answered(answer) => return Ok(Replayable::Replayed(answer)),
        };
        let made =
            timeout(IMAGE_CALL_TIMEOUT, self.images()).await.unwrap_or(Err(NO_IMAGES_NOW.into()));
        let refusal = match made {
            Ok(assets) => match self.keep(&begun, &assets).await {
                Ok(answer) => return Ok(Replayable::Fresh(answer)),
                Err(refusal) => {
                    // The images cannot be stored, for example because the design was deleted. The provider charges for
                    // them anyway, so the store pays their credits.
                    self.pay_for_unstored(&begun, assets.len()).await?;
                    refusal
                }
            },
            Err(refusal) => {
                give_back(&self.db, &begun.reservation).await;
                refusal
            }
        };
        if let Some(lease) = &begun.lease {
            stoa_idempotency::release(&self.db, lease).await?;
        }
        Err(refusal)
    }

    /// Claims the key and reserves credits for all requested images, in one transaction.
    async fn begin(&self) -> Result<Claim<AiImage, Begun>, Refusal> {
        let (site_id, now) = (self.site_id, self.clock.now());
        let mut connection = self.db.connection().await?;
        let transaction = connection.transaction();
        let lease = match &self.idempotency {
            None => None,
            Some(key) => {
                let claim = claim_for(&transaction, site_id, key, now, IMAGE_CALL_LEASE).await;
                match claim.map_err(key_refused)? {
                    Claim::Answered(answer) => return Ok(Claim::Answered(answer)),
                    Claim::Fresh(lease) => Some(lease),
                }
            }
        };
        let asked = Spent { images: self.body.n, text_calls: 0 };
        let reserved = stoa_stores::ai_credits::reserve(&transaction, site_id, asked, now).await?;
        let Some(reservation) = reserved else {
            transaction.commit().await?;
            return Err(reasons::AiPlanLimitReached)?;
        };
        store_claim(&transaction, lease.as_ref()).await.map_err(key_refused)?;
        transaction.commit().await?;
        Ok(Claim::Fresh(Begun { reservation, lease }))
    }

    /// Calls the provider, and stores its images as files.
    async fn images(&self) -> Result<Vec<NewAsset>, Refusal> {
        let (db, site_id, design_id) = (&self.db, self.site_id, Some(self.design_id));
        if !stoa_designs::has_room(db, site_id, design_id, &self.owner).await? {
            return Err(reasons::TooManyImages)?;
        }
        // The provider charges for images that cannot be stored.
        self.uploads.files.check_room(site_id).await.map_err(storage_failed)?;
        let request = ImageRequest {
            prompt: self.augmented_prompt(),
            size: self.body.size.as_str().to_owned(),
            quality: self.body.quality.as_str().to_owned(),
            transparent: self.body.transparent,
            count: usize::try_from(self.body.n).unwrap_or(1),
        };
        let pictures = self.provider.pictures(&request).await;
        let pictures = pictures.map_err(|error| failed(error, NO_IMAGES_NOW))?;
        let mut assets = Vec::new();
        for picture in &pictures.pictures {
            assets.extend(self.asset(picture.clone()).await?);
        }
        match assets.is_empty() {
            true => Err(NO_IMAGES_NOW)?,
            false => Ok(assets),
        }
    }

    /// Decodes and stores a picture like an upload. Returns `None` if the picture cannot be used.
    async fn asset(&self, picture: Bytes) -> Result<Option<NewAsset>, Refusal> {
        let site_id = self.site_id;
        let picture = match self.uploads.pictures.clean(picture).await {
            Ok(picture) => picture,
            Err(refused) => {
                tracing::warn!(site_id, ?refused, "a picture of the AI provider cannot be used");
                return Ok(None);
            }
        };
        let stored = self.uploads.store(site_id, picture).await.map_err(storage_failed)?;
        Ok(Some(asset_of(stored)))
    }

    /// Makes the images assets of the design, settles the credits and stores the answer, in one transaction. If the
    /// design has no room for all images, stores as many as fit.
    async fn keep(&self, begun: &Begun, assets: &[NewAsset]) -> Result<AiImage, Refusal> {
        let mut fitting = assets;
        loop {
            // Look up the owner again, because a customer may have claimed the design since the call began.
            let key = DesignKey::Number(self.design_id);
            let owner = stoa_designs::owner_of(&self.db, self.site_id, &key).await?;
            let owner = owner.ok_or(reasons::DesignNotFound)?;
            if let Some(answer) = self.keep_all(begun, fitting, assets.len(), &owner).await? {
                return Ok(answer);
            }
            match fitting {
                [_] | [] => return Err(reasons::TooManyImages)?,
                [fewer @ .., _] => fitting = fewer,
            }
        }
    }

    /// Stores these assets and the answer, and settles the credits, in one transaction. `paid_images` is the number of
    /// images to pay for. Returns `None` if the design has no room for all of the assets.
    async fn keep_all(
        &self,
        begun: &Begun,
        assets: &[NewAsset],
        paid_images: usize,
        owner: &Owner,
    ) -> Result<Option<AiImage>, Refusal> {
        let (site_id, now) = (self.site_id, self.clock.now());
        let files = self.uploads.files.prefix(site_id);
        let mut connection = self.db.connection().await?;
        let transaction = connection.transaction();
        let stored = stoa_designs::store_design_assets(
            &transaction,
            site_id,
            self.design_id,
            owner,
            assets,
            &files,
            now,
        );
        let stored = match stored.await {
            Err(Failed::Refused(DesignAssetRefusal::TooManyImages)) => return Ok(None),
            Err(Failed::Refused(_)) => return Err(reasons::DesignNotFound)?,
            stored => stored?,
        };
        let answer = self.answer(stored).ok_or(reasons::DesignNotFound)?;
        stoa_stores::ai_credits::settle(&transaction, &begun.reservation, spent(paid_images))
            .await?;
        let answered =
            stoa_idempotency::answer_within(&transaction, begun.lease.as_ref(), &answer).await;
        answered.map_err(key_refused)?;
        transaction.commit().await?;
        Ok(Some(answer))
    }

    /// Pays the credits of images that could not be stored.
    async fn pay_for_unstored(&self, begun: &Begun, images: usize) -> Result<(), DbError> {
        let mut connection = self.db.connection().await?;
        let transaction = connection.transaction();
        stoa_stores::ai_credits::settle(&transaction, &begun.reservation, spent(images)).await?;
        transaction.commit().await
    }

    fn answer(&self, stored: Vec<DesignAsset>) -> Option<AiImage> {
        let variants: Vec<AiImageVariant> = stored.into_iter().filter_map(variant).collect();
        let AiImageVariant { id, url, width, height, mime_type, file_size } =
            variants.first()?.clone();
        Some(AiImage {
            id,
            url,
            width,
            height,
            mime_type,
            file_size,
            prompt: self.body.prompt.clone(),
            augmented_prompt: self.augmented_prompt(),
            style: self.body.style.clone(),
            variants,
        })
    }

    fn augmented_prompt(&self) -> String {
        augmented(&self.body.prompt, self.body.style.as_str(), self.body.transparent)
    }
}

fn spent(images: usize) -> Spent {
    Spent { images: i64::try_from(images).unwrap_or(i64::MAX), text_calls: 0 }
}

/// Converts an asset. Every generated image has the fields that an asset may lack.
fn variant(asset: DesignAsset) -> Option<AiImageVariant> {
    let DesignAsset { id, url, width, height, mime_type, file_size, .. } = asset;
    Some(AiImageVariant {
        id,
        url,
        width: width?,
        height: height?,
        mime_type: mime_type?,
        file_size: file_size?,
    })
}
