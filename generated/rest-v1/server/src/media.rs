//! The operations tagged `media`.

use std::sync::Arc;

use stoa_rest_v1_types as types;
use stoa_runtime::{Call, Error, Reply, Routes};

use crate::{Authenticate, op};

/// The media library.
pub trait Media: Authenticate {
    /// `GET /sites/{siteId}/media`: List media.
    ///
    /// The media library, newest first, then the highest id first.
    fn list_media(
        &self,
        caller: Self::ApiKey,
        request: ListMedia,
    ) -> impl Future<Output = Result<types::MediaListResponse, Error<op::ListMedia>>> + Send;
}

/// What `listMedia` is asked for.
#[derive(Debug, Clone)]
pub struct ListMedia {
    /// Id of the site.
    pub site_id: i64,
    /// How many items at most, 1 to 100. More than 100 is taken as 100.
    pub limit: i64,
    /// How many items to skip.
    pub offset: i64,
    /// A MIME type or how it begins. Without a slash it is a whole type (`image` is every `image/…`,
    /// not `imagex/…`), with a slash it is every type that starts so (`image/svg` finds
    /// `image/svg+xml`). All types when absent or `all`.
    pub mime_type: Option<String>,
}

/// The routes of the operations tagged `media`.
pub fn routes<A: Media>(api: &Arc<A>) -> Routes {
    Routes::new().get("/sites/{siteId}/media", api, |api, call| Box::pin(list_media(api, call)))
}

async fn list_media<A: Media>(api: &A, call: &mut Call) -> Result<Reply, Error<op::ListMedia>> {
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let caller = api.api_key(call).await?;
    let request = ListMedia {
        site_id,
        limit: call.query("limit").integer().at_least(1).capped(100).or(20)?,
        offset: call.query("offset").integer().at_least(0).or(0)?,
        mime_type: call.query("mimeType").text().optional()?,
    };
    let reply = api.list_media(caller, request).await?;
    Ok(Reply::json(200, &reply).conditional())
}
