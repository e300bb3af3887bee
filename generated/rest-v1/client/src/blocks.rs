//! The operations tagged `blocks`.

use ::stoa_client_core::{Error, Method, Response};

use crate::{Client, types};

impl Client {
    /// `GET /sites/{siteId}/blocks`: List block types.
    ///
    /// The blocks that post content is made of, with the names of their inputs. The catalog is the same
    /// for all sites, and fixed for a version of the server. `siteId` only says which key fits and
    /// which rate limit counts, so without a key the answer is 200 whatever it is, a number or not.
    pub async fn list_blocks(
        &self,
        site_id: &str,
    ) -> Result<Response<types::BlockListResponse>, Error> {
        self.call("listBlocks", Method::GET, "/sites/{siteId}/blocks")
            .path("siteId", site_id)
            .send()
            .await
    }
}

::stoa_client_core::reasons! {
    pub enum ListBlocksReason of "listBlocks" {
        401 InvalidApiKey "Invalid API key",
        429 RateLimitExceeded "Rate limit exceeded",
    }
}
