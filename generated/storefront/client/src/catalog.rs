//! The operations tagged `catalog`.

use reqwest::Method;

use crate::{Client, Error, Response, escape, types};

impl Client {
    /// `GET /{siteId}/products`: List active products.
    ///
    /// Filters combine: a product must pass them all. A filter that names nothing gives an empty list.
    pub async fn list_products(
        &self,
        site_id: i64,
        options: &ListProductsOptions,
    ) -> Result<Response<types::ProductListResponse>, Error> {
        let mut call = self.call(Method::GET, format!("/{}/products", escape::segment(site_id)));
        if let Some(value) = &options.category {
            call = call.query("category", value);
        }
        if let Some(value) = &options.search {
            call = call.query("search", value);
        }
        if let Some(value) = &options.sort {
            call = call.query("sort", value);
        }
        if let Some(value) = &options.page {
            call = call.query("page", value);
        }
        if let Some(value) = &options.limit {
            call = call.query("limit", value);
        }
        call.send().await
    }

    /// `GET /{siteId}/products/{slug}`: Get an active product.
    ///
    /// By its slug with images, options, active variants, bulk prices and category; by its id with
    /// `styles`, the active ones, in place of options, variants, bulk prices and category, as the
    /// designer needs it. Digits are tried as an id first, then as a slug, and what they are found by
    /// decides. What a product costs the store is never shown, and of `metadata` only what the store
    /// shows to the public.
    pub async fn get_product(
        &self,
        site_id: i64,
        slug: &str,
    ) -> Result<Response<types::ProductResponse>, Error> {
        let call = self.call(
            Method::GET,
            format!("/{}/products/{}", escape::segment(site_id), escape::segment(slug)),
        );
        call.send().await
    }

    /// `GET /{siteId}/products/{slug}/styles`: List the styles of a product.
    ///
    /// The active styles of an active product, in display order, each with its sides. Empty for a
    /// product that cannot be designed.
    pub async fn list_product_styles(
        &self,
        site_id: i64,
        slug: &str,
    ) -> Result<Response<types::ProductStyleListResponse>, Error> {
        let call = self.call(
            Method::GET,
            format!("/{}/products/{}/styles", escape::segment(site_id), escape::segment(slug)),
        );
        call.send().await
    }

    /// `GET /{siteId}/categories`: List active categories.
    ///
    /// Ordered by `order`, then by name without regard to case.
    pub async fn list_categories(
        &self,
        site_id: i64,
    ) -> Result<Response<types::CategoryListResponse>, Error> {
        let call = self.call(Method::GET, format!("/{}/categories", escape::segment(site_id)));
        call.send().await
    }
}

/// What `listProducts` may be asked besides.
#[derive(Debug, Clone, Default)]
pub struct ListProductsOptions {
    /// Slug of an active category. Finds the products of that very category, not those of the
    /// categories below it.
    pub category: Option<String>,
    /// Words in any order and case, at most 10 of them. Each must occur in `name` or
    /// `shortDescription`, alone or as part of a longer word. They are literal, without wildcards.
    pub search: Option<String>,
    /// The order of the list. Products that are equal in it come with the highest id first.
    pub sort: Option<types::ProductSort>,
    /// Page, counted from 1. One behind the last is empty.
    pub page: Option<i64>,
    /// Products on a page, 1 to 100. More than 100 is taken as 100.
    pub limit: Option<i64>,
}
