//! Active products and product categories. The role `store` requires that the site's store is enabled.

use stoa_rest_v1_reasons as reasons;
use stoa_rest_v1_server::products::{
    GetProductBySlug, ListProductCategories, ListProducts, ProductsApi,
};
use stoa_rest_v1_types::{
    self as types, PagePagination, ProductCategory, ProductDetail, ProductListResponse,
};
use stoa_runtime::Error;
use stoa_stores::catalog::{ProductQuery, ProductSort, get_product_by_slug};

use crate::RestV1;

impl ProductsApi for RestV1 {
    async fn list_products(
        &self,
        request: ListProducts,
    ) -> Result<ProductListResponse, Error<ListProducts>> {
        let ListProducts { site_id, category, search, sort, page, limit } = request;
        let (category, search) = (category.as_deref(), search.as_deref());
        let sort = match sort {
            types::ProductSort::Newest => ProductSort::Newest,
            types::ProductSort::PriceAsc => ProductSort::PriceAsc,
            types::ProductSort::PriceDesc => ProductSort::PriceDesc,
            types::ProductSort::Featured => ProductSort::Featured,
        };
        let query = ProductQuery { category, search, sort, page, limit };
        let found = stoa_stores::catalog::list_products(&self.db, site_id, query).await?;
        let total_pages = found.total_pages(limit);
        let pagination = PagePagination { page, limit, total: found.total, total_pages };
        Ok(ProductListResponse { data: found.items, pagination })
    }

    async fn get_product_by_slug(
        &self,
        request: GetProductBySlug,
    ) -> Result<ProductDetail, Error<GetProductBySlug>> {
        let GetProductBySlug { site_id, slug } = request;
        let product = get_product_by_slug(&self.db, site_id, &slug, None).await?;
        Ok(product.ok_or(reasons::NotFound)?)
    }

    async fn list_product_categories(
        &self,
        request: ListProductCategories,
    ) -> Result<Vec<ProductCategory>, Error<ListProductCategories>> {
        Ok(stoa_stores::catalog::list_product_categories(&self.db, request.site_id).await?)
    }
}
