//! The operations tagged `posts`. The rules are in domain/content.

use stoa_audit::Change;
use stoa_content::posts::{
    PostFilter, create_post, get_post, list_posts, remove_post, update_post,
};
use stoa_content::previews::preview_post;
use stoa_content::publication::{publish_post, schedule_post, withdraw_post};
use stoa_runtime::Error;
use stoa_staff_reasons as reasons;
use stoa_staff_server::posts::{
    CreatePost, GetPost, ListPosts, PostsApi, PreviewPost, PublishPost, RemovePost, SchedulePost,
    UpdatePost, WithdrawPost,
};
use stoa_staff_types::{DoneResponse, Post, PostListResponse, PostPreview, PostSummary};
use stoa_values::IfMatch;

use crate::page::{Position, cursor_value, page};
use crate::{Staff, StaffHandlers};

impl PostsApi for StaffHandlers {
    async fn list_posts(
        &self,
        _: Staff,
        request: ListPosts,
    ) -> Result<PostListResponse, Error<ListPosts>> {
        let ListPosts { site_id, status, post_type, q, limit, cursor } = request;
        let Position { at, id } = cursor_value(cursor)?.unwrap_or(Position::NEWEST);
        let (post_type, search) = (post_type.as_deref(), q.as_deref());
        let filter = PostFilter { status, post_type, search, after: (at, id) };
        let posts = list_posts(&self.db, site_id, filter, limit + 1).await?;
        let (data, next_cursor) = page(posts, limit, |last: &PostSummary| {
            Position { at: last.created_at.0, id: last.id }.to_string()
        });
        Ok(PostListResponse { data, next_cursor })
    }

    async fn get_post(&self, _: Staff, request: GetPost) -> Result<Post, Error<GetPost>> {
        let post = get_post(&self.db, request.site_id, request.post_id).await?;
        Ok(post.ok_or(reasons::PostNotFound)?)
    }

    async fn create_post(
        &self,
        staff: Staff,
        request: CreatePost,
    ) -> Result<Post, Error<CreatePost>> {
        let CreatePost { site_id, body } = request;
        let origin = staff.origin::<CreatePost>();
        let change = Change { site_id, origin: &origin, now: self.now() };
        Ok(create_post(&self.db, change, &body).await?)
    }

    async fn update_post(
        &self,
        staff: Staff,
        request: UpdatePost,
    ) -> Result<Post, Error<UpdatePost>> {
        let UpdatePost { site_id, post_id, if_match, body } = request;
        let origin = staff.origin::<UpdatePost>();
        let change = Change { site_id, origin: &origin, now: self.now() };
        let seen = IfMatch::of(&if_match);
        Ok(update_post(&self.db, change, post_id, seen, &body).await?)
    }

    async fn remove_post(
        &self,
        staff: Staff,
        request: RemovePost,
    ) -> Result<DoneResponse, Error<RemovePost>> {
        let RemovePost { site_id, post_id } = request;
        let origin = staff.origin::<RemovePost>();
        let change = Change { site_id, origin: &origin, now: self.now() };
        remove_post(&self.db, change, post_id).await?;
        Ok(DoneResponse {})
    }

    async fn preview_post(
        &self,
        staff: Staff,
        request: PreviewPost,
    ) -> Result<PostPreview, Error<PreviewPost>> {
        let PreviewPost { site_id, post_id } = request;
        let origin = staff.origin::<PreviewPost>();
        let change = Change { site_id, origin: &origin, now: self.now() };
        Ok(preview_post(&self.db, &self.previews, change, post_id).await?)
    }

    async fn publish_post(
        &self,
        staff: Staff,
        request: PublishPost,
    ) -> Result<Post, Error<PublishPost>> {
        let PublishPost { site_id, post_id } = request;
        let origin = staff.origin::<PublishPost>();
        let change = Change { site_id, origin: &origin, now: self.now() };
        Ok(publish_post(&self.db, change, post_id).await?)
    }

    async fn schedule_post(
        &self,
        staff: Staff,
        request: SchedulePost,
    ) -> Result<Post, Error<SchedulePost>> {
        let SchedulePost { site_id, post_id, body } = request;
        let origin = staff.origin::<SchedulePost>();
        let change = Change { site_id, origin: &origin, now: self.now() };
        Ok(schedule_post(&self.db, change, post_id, body.scheduled_for).await?)
    }

    async fn withdraw_post(
        &self,
        staff: Staff,
        request: WithdrawPost,
    ) -> Result<Post, Error<WithdrawPost>> {
        let WithdrawPost { site_id, post_id } = request;
        let origin = staff.origin::<WithdrawPost>();
        let change = Change { site_id, origin: &origin, now: self.now() };
        Ok(withdraw_post(&self.db, change, post_id).await?)
    }
}
