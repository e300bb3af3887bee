//! The operations tagged `blocks`.

use std::sync::Arc;

use stoa_rest_v1_types as types;
use stoa_runtime::{Call, Error, Reply, Routes};

use crate::{Authenticate, op};

/// The catalog of content blocks.
pub trait Blocks: Authenticate {
    /// `GET /sites/{siteId}/blocks`: List block types.
    ///
    /// The blocks that post content is made of, with the names of their inputs. The catalog is the same
    /// for all sites, and fixed for a version of the server. `siteId` only says which key fits and
    /// which rate limit counts, so without a key the answer is 200 whatever it is, a number or not.
    fn list_blocks(
        &self,
        caller: Option<Self::ApiKey>,
        request: ListBlocks,
    ) -> impl Future<Output = Result<Vec<types::Block>, Error<op::ListBlocks>>> + Send;
}

/// What `listBlocks` is asked for.
#[derive(Debug, Clone)]
pub struct ListBlocks {
    /// Id of the site that the key is for. Without a key, any text.
    pub site_id: String,
}

/// The routes of the operations tagged `blocks`.
pub fn routes<A: Blocks>(api: &Arc<A>) -> Routes {
    Routes::new().get("/sites/{siteId}/blocks", api, |api, call| Box::pin(list_blocks(api, call)))
}

async fn list_blocks<A: Blocks>(api: &A, call: &mut Call) -> Result<Reply, Error<op::ListBlocks>> {
    let site_id = call.path("siteId").lossy();
    let caller = api.optional_api_key(call).await?;
    let request = ListBlocks { site_id };
    let reply = api.list_blocks(caller, request).await?;
    Ok(Reply::json(200, &types::BlockListResponse { data: reply }).conditional())
}
