//! The categories and tags of posts.

use stoa_rest_v1_server::taxonomy::{ListCategories, ListTags, TaxonomyApi};
use stoa_rest_v1_types::{Category, Tag};
use stoa_runtime::Error;

use crate::RestV1;

impl TaxonomyApi for RestV1 {
    async fn list_categories(
        &self,
        request: ListCategories,
    ) -> Result<Vec<Category>, Error<ListCategories>> {
        Ok(self.db.rows(include_str!("taxonomy/list_categories.sql"), &[&request.site_id]).await?)
    }

    async fn list_tags(&self, request: ListTags) -> Result<Vec<Tag>, Error<ListTags>> {
        Ok(self.db.rows(include_str!("taxonomy/list_tags.sql"), &[&request.site_id]).await?)
    }
}
