//! The operations tagged `taxonomy`.

use std::sync::Arc;

use stoa_rest_v1_types as types;
use stoa_runtime::{Call, Error, Reply, Routes};

use crate::{Authenticate, op};

/// The categories and tags of posts.
pub trait Taxonomy: Authenticate {
    /// `GET /sites/{siteId}/categories`: List categories.
    ///
    /// All categories of posts, also those without a post, alphabetically by name without regard to
    /// case, then by id.
    fn list_categories(
        &self,
        caller: Self::ApiKey,
        request: ListCategories,
    ) -> impl Future<Output = Result<Vec<types::Category>, Error<op::ListCategories>>> + Send;

    /// `GET /sites/{siteId}/tags`: List tags.
    ///
    /// All tags of posts, also those without a post, alphabetically by name without regard to case,
    /// then by id.
    fn list_tags(
        &self,
        caller: Self::ApiKey,
        request: ListTags,
    ) -> impl Future<Output = Result<Vec<types::Tag>, Error<op::ListTags>>> + Send;
}

/// What `listCategories` is asked for.
#[derive(Debug, Clone)]
pub struct ListCategories {
    /// Id of the site.
    pub site_id: i64,
}

/// What `listTags` is asked for.
#[derive(Debug, Clone)]
pub struct ListTags {
    /// Id of the site.
    pub site_id: i64,
}

/// The routes of the operations tagged `taxonomy`.
pub fn routes<A: Taxonomy>(api: &Arc<A>) -> Routes {
    Routes::new()
        .get("/sites/{siteId}/categories", api, |api, call| Box::pin(list_categories(api, call)))
        .get("/sites/{siteId}/tags", api, |api, call| Box::pin(list_tags(api, call)))
}

async fn list_categories<A: Taxonomy>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<op::ListCategories>> {
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let caller = api.api_key(call).await?;
    let request = ListCategories { site_id };
    let reply = api.list_categories(caller, request).await?;
    Ok(Reply::json(200, &types::CategoryListResponse { data: reply }).conditional())
}

async fn list_tags<A: Taxonomy>(api: &A, call: &mut Call) -> Result<Reply, Error<op::ListTags>> {
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let caller = api.api_key(call).await?;
    let request = ListTags { site_id };
    let reply = api.list_tags(caller, request).await?;
    Ok(Reply::json(200, &types::TagListResponse { data: reply }).conditional())
}
