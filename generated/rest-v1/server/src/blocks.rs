//! The operations tagged `blocks`.
//!
//! Handlers implement [`BlocksApi`]. Each operation is a struct that holds its request and
//! implements `Documents` for each failure that it documents. The route of the operation reads the
//! path, finds the caller with [`Authenticate`], reads the rest of the request, calls the handler
//! and writes the response.

use std::sync::Arc;

use stoa_rest_v1_reasons as reasons;
use stoa_rest_v1_types as types;
use stoa_runtime::{Call, Documents, Error, Operation, Reply, Routes};

use crate::Authenticate;

/// The catalog of content blocks.
pub trait BlocksApi: Authenticate {
    /// `GET /sites/{siteId}/blocks`: List block types.
    ///
    /// The blocks that post content consists of, with the names of their inputs. The catalog is the
    /// same for all sites and does not change within a version of the server. `siteId` only selects the
    /// key and the rate limit, so without a key the answer is 200 for any `siteId`, numeric or not.
    /// Counts toward `api-keys` (300 a minute for each API key) and `keyless` (300 a minute for each
    /// site and client).
    fn list_blocks(
        &self,
        caller: Self::ApiKeyOrAnyone,
        request: ListBlocks,
    ) -> impl Future<Output = Result<Vec<types::Block>, Error<ListBlocks>>> + Send;
}

/// The operation `listBlocks` and its request.
#[derive(Clone)]
pub struct ListBlocks {
    /// Id of the site that the key is for. Without a key, any text is accepted.
    pub site_id: String,
}

impl Operation for ListBlocks {
    const ID: &'static str = "listBlocks";
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (401, "invalid_api_key", "Invalid API key"),
        (429, "rate_limit_exceeded", "Rate limit exceeded"),
    ];
}

impl Documents<401> for ListBlocks {}
impl Documents<429> for ListBlocks {}

stoa_runtime::refuses! {
    ListBlocks:
        reasons::InvalidApiKey, reasons::RateLimitExceeded;
}

/// The routes of the operations tagged `blocks`.
pub fn routes<A: BlocksApi>(api: &Arc<A>) -> Routes {
    Routes::new().get("/sites/{siteId}/blocks", api, |api, call| Box::pin(list_blocks(api, call)))
}

async fn list_blocks<A: BlocksApi>(api: &A, call: &mut Call) -> Result<Reply, Error<ListBlocks>> {
    let site_id = call.path("siteId").lossy();
    let caller = api.api_key_or_anyone(call.credentials(), call.context()).await?;
    let request = ListBlocks { site_id };
    let reply = api.list_blocks(caller, request).await?;
    Ok(Reply::json(200, &types::BlockListResponse { data: reply }).conditional())
}
