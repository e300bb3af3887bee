//! Active products and product categories. That the site has an enabled store is checked with the key.

use stoa_db::Sql;
use stoa_rest_v1_server::{
    Products, op,
    products::{GetProductBySlug, ListProductCategories, ListProducts},
};
use stoa_rest_v1_types::{PagePagination, ProductCategory, ProductDetail, ProductListResponse};
use stoa_runtime::{Error, NotFound};

use crate::{ApiKey, RestV1, search::Words};

static LIST_PRODUCTS: Sql = Sql::new(include_str!("products/list_products.sql"));

impl Products for RestV1 {
    async fn list_products(
        &self,
        _: ApiKey,
        request: ListProducts,
    ) -> Result<ProductListResponse, Error<op::ListProducts>> {
        let ListProducts { site_id, category, search, sort, page, limit } = request;
        let Words { longest, others } = Words::of(search.as_deref());
        let offset = (page - 1).saturating_mul(limit);
        let sql = LIST_PRODUCTS.with(&[
            ("category", category.is_some()),
            ("search", longest.is_some()),
            (sort.as_str(), true),
        ]);
        let found =
            self.db.page(sql, &[&site_id, &limit, &offset, &category, &longest, &others]).await?;
        let total_pages = (found.total + limit - 1) / limit;
        let pagination = PagePagination { page, limit, total: found.total, total_pages };
        Ok(ProductListResponse { data: found.items, pagination })
    }

    async fn get_product_by_slug(
        &self,
        _: ApiKey,
        request: GetProductBySlug,
    ) -> Result<ProductDetail, Error<op::GetProductBySlug>> {
        let sql = include_str!("products/get_product_by_slug.sql");
        let product: Option<ProductDetail> =
            self.db.opt(sql, &[&request.site_id, &request.slug]).await?;
        Ok(product.ok_or(NotFound("Not found"))?)
    }

    async fn list_product_categories(
        &self,
        _: ApiKey,
        request: ListProductCategories,
    ) -> Result<Vec<ProductCategory>, Error<op::ListProductCategories>> {
        Ok(self
            .db
            .rows(include_str!("products/list_product_categories.sql"), &[&request.site_id])
            .await?)
    }
}
