//! The categories and tags of posts.

use stoa_rest_v1_server::{
    Taxonomy, op,
    taxonomy::{ListCategories, ListTags},
};
use stoa_rest_v1_types::{Category, Tag};
use stoa_runtime::Error;

use crate::{ApiKey, RestV1};

impl Taxonomy for RestV1 {
    async fn list_categories(
        &self,
        _: ApiKey,
        request: ListCategories,
    ) -> Result<Vec<Category>, Error<op::ListCategories>> {
        Ok(self.db.rows(include_str!("taxonomy/list_categories.sql"), &[&request.site_id]).await?)
    }

    async fn list_tags(
        &self,
        _: ApiKey,
        request: ListTags,
    ) -> Result<Vec<Tag>, Error<op::ListTags>> {
        Ok(self.db.rows(include_str!("taxonomy/list_tags.sql"), &[&request.site_id]).await?)
    }
}
