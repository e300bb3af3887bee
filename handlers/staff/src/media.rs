//! The operations tagged `media`. The rules are in domain/content.

use stoa_audit::Change;
use stoa_content::media::{
    add_media, get_media, list_media, list_media_uses, remove_media, store_picture, update_media,
};
use stoa_files::{FilesError, StorageCaller, UploadError};
use stoa_images::Refused;
use stoa_runtime::{Error, RateLimit, Unavailable};
use stoa_staff_reasons as reasons;
use stoa_staff_server::media::{
    GetMedia, ListMedia, ListMediaUses, MediaApi, RemoveMedia, UpdateMedia, UploadMedia,
};
use stoa_staff_types::{DoneResponse, Media, MediaListResponse, MediaUse};
use stoa_values::IfMatch;

use crate::page::{Position, cursor_value, page};
use crate::{Staff, StaffHandlers};

/// Time after which a caller may try again to store a file of a site whose storage is full, in seconds.
const FULL_STORAGE_RETRY_SECONDS: u64 = 3600;

impl MediaApi for StaffHandlers {
    async fn list_media(
        &self,
        _: Staff,
        request: ListMedia,
    ) -> Result<MediaListResponse, Error<ListMedia>> {
        let ListMedia { site_id, limit, cursor } = request;
        let Position { at, id } = cursor_value(cursor)?.unwrap_or(Position::NEWEST);
        let media = list_media(&self.db, site_id, (at, id), limit + 1).await?;
        let (data, next_cursor) = page(media, limit, |last: &Media| {
            Position { at: last.created_at.0, id: last.id }.to_string()
        });
        Ok(MediaListResponse { data, next_cursor })
    }

    async fn upload_media(
        &self,
        staff: Staff,
        request: UploadMedia,
    ) -> Result<Media, Error<UploadMedia>> {
        let UploadMedia { site_id, mut file } = request;
        let bytes = file.bytes().await?;
        let limit = &self.rate_limits.staff_stored_bytes;
        let rate = limit.rate().map(|rate| (rate.calls, rate.seconds.cast_signed()));
        let caller = StorageCaller::staff(&staff.actor, rate);
        let new = store_picture(&self.uploads, &caller, site_id, &file.filename, bytes).await;
        let new = new.map_err(|error| refused(error, limit))?;
        let origin = staff.origin::<UploadMedia>();
        let change = Change { site_id, origin: &origin, now: self.now() };
        Ok(add_media(&self.db, change, &new).await?)
    }

    async fn get_media(&self, _: Staff, request: GetMedia) -> Result<Media, Error<GetMedia>> {
        let media = get_media(&self.db, request.site_id, request.media_id).await?;
        Ok(media.ok_or(reasons::MediaNotFound)?)
    }

    async fn update_media(
        &self,
        staff: Staff,
        request: UpdateMedia,
    ) -> Result<Media, Error<UpdateMedia>> {
        let UpdateMedia { site_id, media_id, if_match, body } = request;
        let origin = staff.origin::<UpdateMedia>();
        let change = Change { site_id, origin: &origin, now: self.now() };
        let seen = IfMatch::of(&if_match);
        Ok(update_media(&self.db, change, media_id, seen, &body).await?)
    }

    async fn remove_media(
        &self,
        staff: Staff,
        request: RemoveMedia,
    ) -> Result<DoneResponse, Error<RemoveMedia>> {
        let RemoveMedia { site_id, media_id } = request;
        let origin = staff.origin::<RemoveMedia>();
        let change = Change { site_id, origin: &origin, now: self.now() };
        remove_media(&self.db, change, media_id).await?;
        Ok(DoneResponse {})
    }

    async fn list_media_uses(
        &self,
        _: Staff,
        request: ListMediaUses,
    ) -> Result<Vec<MediaUse>, Error<ListMediaUses>> {
        let uses = list_media_uses(&self.db, request.site_id, request.media_id).await?;
        Ok(uses.ok_or(reasons::MediaNotFound)?)
    }
}

/// The documented error of a picture that is not stored.
fn refused(error: UploadError, limit: &RateLimit) -> Error<UploadMedia> {
    match error {
        UploadError::Refused(Refused::NotAPicture) => reasons::NotAnImage.into(),
        UploadError::Refused(Refused::TooLarge) => reasons::TooManyPixels.into(),
        UploadError::Refused(Refused::Busy) => Unavailable.into(),
        UploadError::Files(FilesError::CallerHasStoredTooMuch { retry_after }) => {
            limit.refusal(retry_after).into()
        }
        UploadError::Files(FilesError::SiteIsFull) => {
            reasons::StorageIsFull { retry_after: FULL_STORAGE_RETRY_SECONDS }.into()
        }
        UploadError::Files(error) if error.is_of_no_site() => reasons::SiteNotFound.into(),
        UploadError::Files(error) => error.into(),
    }
}
