//! Active products, their styles, and product categories. The queries are in domain/stores.

use stoa_runtime::Error;
use stoa_storefront_reasons as reasons;
use stoa_storefront_server::catalog::{
    CatalogApi, GetProduct, ListCategories, ListProductStyles, ListProducts,
};
use stoa_storefront_types::{
    AnyProduct, Category, PagePagination, ProductListResponse, ProductStyle,
};
use stoa_stores::catalog::{ProductQuery, get_product_by_id, get_product_by_slug};

use crate::Storefront;

impl CatalogApi for Storefront {
    async fn list_products(
        &self,
        request: ListProducts,
    ) -> Result<ProductListResponse, Error<ListProducts>> {
        let ListProducts { site_id, category, search, sort, page, limit } = request;
        let (category, search) = (category.as_deref(), search.as_deref());
        let query = ProductQuery { category, search, sort, page, limit };
        let found = stoa_stores::catalog::list_products(&self.db, site_id, query).await?;
        let total_pages = found.total_pages(limit);
        let pagination = PagePagination { page, limit, total: found.total, total_pages };
        Ok(ProductListResponse { data: found.items, pagination })
    }

    async fn get_product(&self, request: GetProduct) -> Result<AnyProduct, Error<GetProduct>> {
        let GetProduct { site_id, slug } = request;
        // A cached store would be a second old, and the response is cached for another second.
        let store = self.orders.stores.served_or_closed(site_id).await?;
        let store = store.ok_or(reasons::StoreNotFound)?;
        let (db, keys) = (&self.db, &store.public_metadata);
        if let Some(id) = id(&slug)
            && let Some(product) = get_product_by_id(db, site_id, id, keys).await?
        {
            return Ok(AnyProduct::DesignableProduct(product));
        }
        let product = get_product_by_slug(db, site_id, &slug, Some(keys)).await?;
        Ok(AnyProduct::ProductDetail(product.ok_or(reasons::ProductNotFound)?))
    }

    async fn list_product_styles(
        &self,
        request: ListProductStyles,
    ) -> Result<Vec<ProductStyle>, Error<ListProductStyles>> {
        let ListProductStyles { site_id, slug } = request;
        let styles =
            stoa_stores::catalog::list_product_styles(&self.db, site_id, id(&slug), &slug).await?;
        Ok(styles.ok_or(reasons::ProductNotFound)?)
    }

    async fn list_categories(
        &self,
        request: ListCategories,
    ) -> Result<Vec<Category>, Error<ListCategories>> {
        Ok(stoa_stores::catalog::list_product_categories(&self.db, request.site_id).await?)
    }
}

/// Returns the id that the slug stands for, if it has only digits.
fn id(slug: &str) -> Option<i64> {
    // `parse` alone would also accept a sign.
    slug.bytes().all(|byte| byte.is_ascii_digit()).then(|| slug.parse().ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::id;

    #[test]
    fn digits_are_an_id() {
        for (slug, expected) in [
            ("7", Some(7)),
            ("007", Some(7)),
            ("9223372036854775807", Some(i64::MAX)),
            ("9223372036854775808", None),
            ("", None),
            ("+7", None),
            ("-7", None),
            ("7 ", None),
            ("7.0", None),
            ("٧", None),
        ] {
            assert_eq!(id(slug), expected, "{slug}");
        }
    }
}
