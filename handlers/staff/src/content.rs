//! The operations tagged `content`: categories, tags and the navigation. The rules are in domain/content.

use stoa_audit::Change;
use stoa_content::navigation::{get_navigation, replace_navigation};
use stoa_content::taxonomy;
use stoa_runtime::Error;
use stoa_staff_reasons as reasons;
use stoa_staff_server::content::{
    ContentApi, CreateCategory, CreateTag, GetCategory, GetNavigation, GetTag, ListCategories,
    ListTags, RemoveCategory, RemoveTag, ReplaceNavigation, UpdateCategory, UpdateTag,
};
use stoa_staff_types::{
    Category, CategoryListResponse, DoneResponse, Navigation, Tag, TagListResponse,
};
use stoa_values::IfMatch;

use crate::page::{cursor_value, page};
use crate::{Staff, StaffHandlers};

impl ContentApi for StaffHandlers {
    async fn list_categories(
        &self,
        _: Staff,
        request: ListCategories,
    ) -> Result<CategoryListResponse, Error<ListCategories>> {
        let ListCategories { site_id, limit, cursor } = request;
        let before_id = cursor_value(cursor)?.unwrap_or(i64::MAX);
        let categories = taxonomy::list(&self.db, site_id, before_id, limit + 1).await?;
        let (data, next_cursor) = page(categories, limit, |last: &Category| last.id.to_string());
        Ok(CategoryListResponse { data, next_cursor })
    }

    async fn get_category(
        &self,
        _: Staff,
        request: GetCategory,
    ) -> Result<Category, Error<GetCategory>> {
        let category: Option<Category> =
            taxonomy::get(&self.db, request.site_id, request.category_id).await?;
        Ok(category.ok_or(reasons::CategoryNotFound)?)
    }

    async fn create_category(
        &self,
        staff: Staff,
        request: CreateCategory,
    ) -> Result<Category, Error<CreateCategory>> {
        let CreateCategory { site_id, body } = request;
        let origin = staff.origin::<CreateCategory>();
        let change = Change { site_id, origin: &origin, now: self.now() };
        Ok(taxonomy::create(&self.db, change, &body).await?)
    }

    async fn update_category(
        &self,
        staff: Staff,
        request: UpdateCategory,
    ) -> Result<Category, Error<UpdateCategory>> {
        let UpdateCategory { site_id, category_id, if_match, body } = request;
        let origin = staff.origin::<UpdateCategory>();
        let change = Change { site_id, origin: &origin, now: self.now() };
        let seen = IfMatch::of(&if_match);
        Ok(taxonomy::update(&self.db, change, category_id, seen, &body).await?)
    }

    async fn remove_category(
        &self,
        staff: Staff,
        request: RemoveCategory,
    ) -> Result<DoneResponse, Error<RemoveCategory>> {
        let RemoveCategory { site_id, category_id } = request;
        let origin = staff.origin::<RemoveCategory>();
        let change = Change { site_id, origin: &origin, now: self.now() };
        taxonomy::remove::<Category>(&self.db, change, category_id).await?;
        Ok(DoneResponse {})
    }

    async fn list_tags(
        &self,
        _: Staff,
        request: ListTags,
    ) -> Result<TagListResponse, Error<ListTags>> {
        let ListTags { site_id, limit, cursor } = request;
        let before_id = cursor_value(cursor)?.unwrap_or(i64::MAX);
        let tags = taxonomy::list(&self.db, site_id, before_id, limit + 1).await?;
        let (data, next_cursor) = page(tags, limit, |last: &Tag| last.id.to_string());
        Ok(TagListResponse { data, next_cursor })
    }

    async fn get_tag(&self, _: Staff, request: GetTag) -> Result<Tag, Error<GetTag>> {
        let tag: Option<Tag> = taxonomy::get(&self.db, request.site_id, request.tag_id).await?;
        Ok(tag.ok_or(reasons::TagNotFound)?)
    }

    async fn create_tag(&self, staff: Staff, request: CreateTag) -> Result<Tag, Error<CreateTag>> {
        let CreateTag { site_id, body } = request;
        let origin = staff.origin::<CreateTag>();
        let change = Change { site_id, origin: &origin, now: self.now() };
        Ok(taxonomy::create(&self.db, change, &body).await?)
    }

    async fn update_tag(&self, staff: Staff, request: UpdateTag) -> Result<Tag, Error<UpdateTag>> {
        let UpdateTag { site_id, tag_id, if_match, body } = request;
        let origin = staff.origin::<UpdateTag>();
        let change = Change { site_id, origin: &origin, now: self.now() };
        let seen = IfMatch::of(&if_match);
        Ok(taxonomy::update(&self.db, change, tag_id, seen, &body).await?)
    }

    async fn remove_tag(
        &self,
        staff: Staff,
        request: RemoveTag,
    ) -> Result<DoneResponse, Error<RemoveTag>> {
        let RemoveTag { site_id, tag_id } = request;
        let origin = staff.origin::<RemoveTag>();
        let change = Change { site_id, origin: &origin, now: self.now() };
        taxonomy::remove::<Tag>(&self.db, change, tag_id).await?;
        Ok(DoneResponse {})
    }

    async fn get_navigation(
        &self,
        _: Staff,
        request: GetNavigation,
    ) -> Result<Navigation, Error<GetNavigation>> {
        let navigation = get_navigation(&self.db, request.site_id).await?;
        Ok(navigation.ok_or(reasons::SiteNotFound)?)
    }

    async fn replace_navigation(
        &self,
        staff: Staff,
        request: ReplaceNavigation,
    ) -> Result<Navigation, Error<ReplaceNavigation>> {
        let ReplaceNavigation { site_id, if_match, body } = request;
        let origin = staff.origin::<ReplaceNavigation>();
        let change = Change { site_id, origin: &origin, now: self.now() };
        let seen = IfMatch::of(&if_match);
        Ok(replace_navigation(&self.db, change, seen, &body).await?)
    }
}
