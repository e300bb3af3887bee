//! The limits of bytes that designers store.

use stoa_designs::STORAGE_IS_FULL;
use stoa_files::{FilesError, StorageCaller};
use stoa_runtime::{Documents, Error, RateLimit, Refuses};
use stoa_storefront_reasons as reasons;

use crate::{Designer, Storefront};

impl Storefront {
    pub(crate) fn storage_caller(&self, site_id: i64, designer: &Designer) -> StorageCaller {
        let rate = self.stored_bytes(designer).rate();
        let limit = rate.map(|rate| (rate.calls, rate.seconds.cast_signed()));
        match designer.verified_customer() {
            Some(id) => StorageCaller::customer(site_id, id, limit),
            None => StorageCaller::client(designer.client, limit),
        }
    }

    /// Counts bytes that the designer is about to store in the database.
    pub(crate) async fn count_bytes<Op: Documents<429>>(
        &self,
        site_id: i64,
        designer: &Designer,
        bytes: u64,
    ) -> Result<(), Error<Op>> {
        let caller = self.storage_caller(site_id, designer);
        match self.uploads.files.count_bytes(&caller, bytes).await {
            Ok(()) => Ok(()),
            Err(FilesError::CallerHasStoredTooMuch { retry_after }) => {
                Err(self.stored_bytes(designer).refusal(retry_after))?
            }
            Err(error) => Err(error.into()),
        }
    }

    pub(crate) fn stored_bytes(&self, designer: &Designer) -> &RateLimit {
        match designer.verified_customer() {
            Some(_) => &self.rate_limits.customer_stored_bytes,
            None => &self.rate_limits.stored_bytes,
        }
    }
}

/// Returns the documented error for a file that cannot be stored, for a caller whose bytes are not counted.
pub(crate) fn storage_failed<Op: Refuses<reasons::StorageIsFull>>(error: FilesError) -> Error<Op> {
    match error {
        FilesError::SiteIsFull => STORAGE_IS_FULL.into(),
        error => error.into(),
    }
}
