//! Published posts and pages.

mod compact_json;

use stoa_db::{Db, DbError, search, sql};
use stoa_rest_v1_reasons as reasons;
use stoa_rest_v1_server::posts::{GetPostBySlug, ListPages, ListPosts, PostsApi};
use stoa_rest_v1_types::{OffsetPagination, PostDetail, PostListResponse};
use stoa_runtime::Error;

use crate::RestV1;
use compact_json::compact_json;

impl PostsApi for RestV1 {
    async fn list_posts(&self, request: ListPosts) -> Result<PostListResponse, Error<ListPosts>> {
        Ok(page_of_posts(&self.db, request).await?)
    }

    async fn get_post_by_slug(
        &self,
        request: GetPostBySlug,
    ) -> Result<PostDetail, Error<GetPostBySlug>> {
        let GetPostBySlug { site_id, slug, preview_token } = request;
        let now = self.clock.now();
        let previewed = preview_token.and_then(|token| self.previews.post_id(&token, site_id, now));
        let sql = include_str!("posts/get_post_by_slug.sql");
        let post: Option<PostDetail> = self.db.opt(sql, &[&site_id, &slug, &previewed]).await?;
        let post = post.ok_or(reasons::NotFound)?;
        Ok(PostDetail { content: post.content.as_deref().map(compact_json), ..post })
    }

    async fn list_pages(&self, request: ListPages) -> Result<PostListResponse, Error<ListPages>> {
        let ListPages { site_id, limit, offset, search } = request;
        let post_type = Some("page".to_owned());
        let of_pages =
            ListPosts { site_id, limit, offset, post_type, category: None, tag: None, search };
        Ok(page_of_posts(&self.db, of_pages).await?)
    }
}

async fn page_of_posts(db: &Db, query: ListPosts) -> Result<PostListResponse, DbError> {
    let ListPosts { site_id, limit, offset, post_type, category, tag, search } = query;
    let search = search.as_deref().map(search::beginning);
    let is_found_by_index = search.map(search::is_found_by_index);
    let title = search.map(search::anywhere);
    let sql = sql!(
        "posts/list_posts.sql",
        all = category.is_none() && tag.is_none() && search.is_none(),
        post_type = post_type.is_some(),
        category = category.is_some() && tag.is_none(),
        tag = tag.is_some() && category.is_none(),
        category_and_tag = category.is_some() && tag.is_some(),
        title = is_found_by_index == Some(true),
        short_title = is_found_by_index == Some(false),
    );
    let params = [
        &site_id as _,
        &limit as _,
        &offset as _,
        &post_type as _,
        &category as _,
        &tag as _,
        &title as _,
    ];
    let page = db.page(sql, &params).await?;
    Ok(PostListResponse {
        data: page.items,
        pagination: OffsetPagination { limit, offset, total: page.total },
    })
}
