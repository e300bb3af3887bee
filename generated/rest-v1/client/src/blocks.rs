//! The operations tagged `blocks`.

use reqwest::Method;

use crate::{Client, Error, Response, escape, types};

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
        let call = self.call(Method::GET, format!("/sites/{}/blocks", escape::segment(site_id)));
        call.send().await
    }
}
