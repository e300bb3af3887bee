//! The operations tagged `blocks`.

use ::stoa_client_core::Method;

use crate::{Client, types};

impl Client {
    /// List block types: `GET /sites/{siteId}/blocks`.
    ///
    /// The blocks that post content consists of, with the names of their inputs. The catalog is the
    /// same for all sites and does not change within a version of the server. `siteId` only selects the
    /// key and the rate limit, so without a key the answer is 200 for any `siteId`, numeric or not.
    /// Counts toward `api-keys` (300 a minute for each API key) and `keyless` (300 a minute for each
    /// site and client).
    ///
    /// # Errors
    ///
    /// [`ListBlocksReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn list_blocks(&self, site_id: &str) -> ListBlocks {
        let call = self.call("listBlocks", Method::GET, "/sites/{siteId}/blocks");
        ListBlocks(call.path("siteId", site_id))
    }
}

::stoa_client_core::calls! {
    list_blocks: ListBlocks "listBlocks" -> Json<types::BlockListResponse>, ETag;
}

impl ListBlocks {
    /// Makes the output of the call the `data` of its answer. Call this last, because the returned type
    /// has no other setters.
    pub fn data(self) -> ::stoa_client_core::Data<Self, Vec<types::Block>> {
        ::stoa_client_core::Data::new(self, |body| body.data)
    }
}

::stoa_client_core::reasons! {
    pub enum ListBlocksReason of "listBlocks" {
        401 InvalidApiKey "invalid_api_key" "Invalid API key",
        429 RateLimitExceeded "rate_limit_exceeded" "Rate limit exceeded",
    }
}
